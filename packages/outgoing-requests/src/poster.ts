import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { decoded, textIn } from './content-encoding.ts';
import { publicLookup, refusePrivateHost } from './public-addresses.ts';
import { retryAfterOf } from './retry-after.ts';

export interface Posted {
  status: number;
  /** Seconds. */
  retryAfter: number | null;
  body: string;
}

/** Nothing has arrived. `cause` says why. */
export class NotSentError extends Error {}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface Poster {
  /** Follows no redirects. Rejects with `NotSentError`, or with another error when the request may have arrived. */
  request(request: ServiceRequest): Promise<Posted>;
  /** JSON. */
  post(url: string, body: string, headers: Record<string, string>): Promise<Posted>;
  /** What is under way is still answered, at most until its timeout. */
  close(): void;
}

const MAX_ANSWER = 1_000_000;
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

export interface PosterOptions {
  timeoutMs: number;
  allowPrivate: boolean;
  /** To one host. More requests wait for one another. */
  maxSockets?: number;
  /** Whether the status is an answer, however its body ends. */
  isStatusEnough?: boolean;
}

/** Keeps connections until it is closed. */
export function openPoster({ maxSockets = 50, ...options }: PosterOptions): Poster {
  const kept = { keepAlive: true, maxSockets, maxFreeSockets: 10 };
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
  let underWay = 0;
  let isClosed = false;
  const disconnect = () => {
    agents['http:'].destroy();
    agents['https:'].destroy();
  };
  const request = async (given: ServiceRequest): Promise<Posted> => {
    underWay += 1;
    try {
      return await send(agents, options, given);
    } finally {
      underWay -= 1;
      if (isClosed && underWay === 0) disconnect();
    }
  };
  return {
    request,
    post: (url, body, headers) =>
      request({ ...{ method: 'POST', url, body }, headers: { ...headers, 'content-type': 'application/json' } }),
    close: () => {
      isClosed = true;
      if (underWay === 0) disconnect();
    },
  };
}

function send(
  agents: { 'http:': HttpAgent; 'https:': HttpsAgent },
  { timeoutMs, allowPrivate, isStatusEnough = false }: Omit<PosterOptions, 'maxSockets'>,
  { method, url: address, headers, body }: ServiceRequest,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    if (!allowPrivate) refusePrivateHost(url.hostname);
    let connected = false;
    const secure = url.protocol === 'https:';
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method,
      agent: secure ? agents['https:'] : agents['http:'],
      headers: { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(!allowPrivate && { lookup: publicLookup }),
    });
    request.on('socket', (socket) => {
      const ready = secure ? 'secureConnect' : 'connect';
      if (socket.connecting) socket.once(ready, () => (connected = true));
      else connected = true;
    });
    let fail = (error: NodeJS.ErrnoException) =>
      reject(connected && !NEVER_SENT.has(error.code ?? '') ? error : new NotSentError(error.name, { cause: error }));
    request.on('error', (error) => fail(error));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_ANSWER) return chunks.push(chunk);
        fail(new Error('The answer is too large.'));
        request.destroy();
      });
      if (isStatusEnough) fail = answer;
      response.on('error', (error) => fail(error));
      response.on('end', answer);
      function answer() {
        const {
          date = '',
          'retry-after': after,
          'content-encoding': encoding,
          'content-type': type,
        } = response.headers;
        resolve({
          status: response.statusCode!,
          retryAfter: retryAfterOf(after, Date.parse(date) || Date.now()),
          // Some services encode unasked. Unreadable, the status still counts.
          body: textIn(decoded(Buffer.concat(chunks), encoding, MAX_ANSWER) ?? Buffer.alloc(0), type),
        });
      }
    });
    request.end(body ?? undefined);
  });
}
