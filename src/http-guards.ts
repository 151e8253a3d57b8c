import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type HttpResponse, json } from './http.ts';

/** A name, an IPv4 or a bracketed IPv6 address, perhaps with a port. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const refuse = (status: number, message: string) => json(status, { message });

/** What no face can make sense of; null for a request that is one. */
export function refusalOf({ url, headers, httpVersionMinor, httpVersionMajor }: IncomingMessage): HttpResponse | null {
  // `*`, the absolute URL of a proxy request.
  if (!url?.startsWith('/')) return refuse(400, 'The request target is not valid.');
  const { host } = headers;
  const mayLackHost = httpVersionMajor === 1 && httpVersionMinor === 0;
  if (host === undefined ? !mayLackHost : !HOST.test(host)) return refuse(400, 'The Host header is not valid.');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refuse(415, 'The request body must not be compressed.');
  }
  return null;
}

export const isUpload = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && (headers['content-type']?.startsWith('multipart/form-data') ?? false);

/**
 * Who called. Behind `proxies` of ours the caller is what the outermost of them added to `X-Forwarded-For`; whatever
 * stands before that came from the caller and may be made up.
 */
export function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  if (proxies === 0) return peer;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const address = forwarded.at(-proxies)?.trim() ?? '';
  return isIP(address) ? address : peer;
}
