import { createHash, createHmac } from 'node:crypto';
import type { ServiceRequest } from 'outgoing-requests';

/** The `authorization` of a POST, step by step as AWS documents Signature Version 4. */
export function sigV4({ url, headers, body }: ServiceRequest, region: string, service: string, key: [string, string]) {
  const date = headers['x-amz-date']!;
  const { host, pathname } = new URL(url);
  const all: Record<string, string> = { ...headers, host, 'content-length': String(Buffer.byteLength(body ?? '')) };
  const names = Object.keys(all)
    .filter((name) => name !== 'authorization')
    .sort();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('');
  const canonical = ['POST', pathname, '', lines, names.join(';'), sha256(body ?? '')].join('\n');
  const scope = [date.slice(0, 8), region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const signing = scope.reduce<string | Buffer>(hmac, `AWS4${key[1]}`);
  const signature = hmac(signing, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${key[0]}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}
