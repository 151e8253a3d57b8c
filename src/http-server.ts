import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from './app.ts';
import type { Services } from './context.ts';
import { type HttpRequest, type HttpResponse, json, PayloadTooLargeError } from './http.ts';

const MAX_CONNECTIONS = 10_000;
const MAX_HEADER_BYTES = 16_384;
/** A request that has not arrived whole by then is cut; only uploads may take longer. */
const REQUEST_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 3_600_000;
/** An upload of which nothing arrives for so long is cut. */
const STALL_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How long open requests may go on while the server closes. */
const DRAIN_MS = 10_000;

export async function listen(
  app: App,
  { config, logger }: Pick<Services, 'config' | 'logger'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: UPLOAD_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
    (incoming, outgoing) => {
      answer(app, incoming, outgoing, config.BODY_LIMIT_BYTES, config.TRUST_PROXY).catch((error: unknown) => {
        // The caller went away, or the stream to it broke: there is nobody left to tell.
        logger.debug({ err: error }, 'a request was not finished');
        outgoing.destroy();
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const [status, message] = tooLarge
      ? ['431 Request Header Fields Too Large', 'The request headers are too large.']
      : ['400 Bad Request', 'The request is not valid HTTP.'];
    const body = JSON.stringify({ message });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return { url: `http://${host}:${port}`, close: () => drain(server) };
}

async function answer(
  app: App,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  bodyLimit: number,
  trustProxy: boolean,
): Promise<void> {
  const request = plainRequest(incoming, bodyLimit, trustProxy);
  if (request === null) return send(outgoing, json(400, { message: 'The request target is not valid.' }));
  if (app.isPlain(request)) return send(outgoing, await app.handle(request));

  const response = await app.fetch(fetchRequest(incoming, request), request.address);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body || request.method === 'HEAD') return void outgoing.end();
  await pipeline(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream), outgoing);
}

async function send(outgoing: ServerResponse, { status, headers, body, pieces }: HttpResponse): Promise<void> {
  if (pieces) return pipeline(Readable.from(pieces), outgoing.writeHead(status, headers));
  if (body === null) return void outgoing.writeHead(status, headers).end();
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { ...headers, 'content-length': length });
  // Nothing but ASCII is most often the case, and copied as it is.
  outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
}

/** Null when the target is no path (`*`, an absolute URL of a proxy request, control characters). */
function plainRequest(incoming: IncomingMessage, bodyLimit: number, trustProxy: boolean): HttpRequest | null {
  const target = incoming.url ?? '';
  if (!target.startsWith('/')) return null;
  const mark = target.indexOf('?');
  const forwarded = trustProxy
    ? String(incoming.headers['x-forwarded-for'] ?? '')
        .split(',')[0]!
        .trim()
    : '';
  return {
    method: incoming.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
    headers: incoming.headers as Record<string, string | undefined>,
    address: forwarded || (incoming.socket.remoteAddress ?? ''),
    text: () => readBody(incoming, bodyLimit),
    stream: () => arriving(incoming),
  };
}

async function readBody(incoming: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const cut = setTimeout(() => incoming.destroy(), REQUEST_TIMEOUT_MS);
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new PayloadTooLargeError();
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(cut);
  }
  return Buffer.concat(chunks).toString();
}

/** Whoever stops reading may still answer: what is left is taken off the wire and thrown away. */
async function* arriving(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  const wait = () => setTimeout(() => incoming.destroy(), STALL_MS);
  let cut = wait();
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      clearTimeout(cut);
      yield chunk;
      cut = wait();
    }
  } finally {
    clearTimeout(cut);
    incoming.resume();
  }
}

/** For what Yoga answers. The host is ours: what a caller puts into `Host` must not decide anything. */
function fetchRequest(incoming: IncomingMessage, request: HttpRequest): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const controller = new AbortController();
  incoming.once('close', () => {
    if (!incoming.complete) controller.abort();
  });
  incoming.socket.once('close', () => controller.abort());
  return new Request(`http://localhost${incoming.url}`, {
    method: request.method,
    headers: Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
    ),
    signal: controller.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
