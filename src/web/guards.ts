import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TransportError } from '../http/http.ts';

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function refusalOf(incoming: IncomingMessage): TransportError | null {
  const { url, headers } = incoming;
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new TransportError(417, 'The expectation cannot be met.');
  if (!url?.startsWith('/')) return new TransportError(400, 'The request target is not valid.');
  if (!hasValidHost(incoming)) return new TransportError(400, 'The Host header is not valid.');
  const isCompressed =
    (!isNone(headers['content-encoding'], 'identity') && !isReport(url)) ||
    !isNone(headers['transfer-encoding'], 'chunked');
  return isCompressed ? new TransportError(415, 'The request body must not be compressed.') : null;
}

/** Some providers compress them, and a STOP or "do not call" may be in one. */
const isReport = (url: string) =>
  /^\/(?:hooks\/|postbacks\/|api\/v1\/webhooks\/calls\/receive\/extprovider\/?(?:\?|$))/i.test(url);

const isNone = (encoding: string | undefined, none: string) =>
  encoding === undefined || encoding.toLowerCase() === none;

function hasValidHost({ headers, rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersionMajor === 1 && httpVersionMinor === 0;
  // Node uses the first of several, but a proxy in front may have used another.
  const isOnly = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length === 1;
  return isOnly && HOST.test(host);
}

export const isUpload = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && (headers['content-type']?.startsWith('multipart/form-data') ?? false);

/** Reading this much costs less than opening another connection. */
const THROWN_AWAY_BYTES = 65_536;

export const leavesMuchUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > THROWN_AWAY_BYTES);

/**
 * Entries before that of the outermost of our `proxies` are the caller's. Fastify's `trustProxy` believes callers
 * that bypass a proxy.
 */
export function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  if (proxies === 0) return peer;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const address = forwarded.at(-proxies)?.trim() ?? '';
  return isIP(address) ? address : peer;
}
