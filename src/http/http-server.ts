import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { App, Refused } from '../app.ts';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import type { AppError } from '../errors.ts';
import { drain } from './drain.ts';
import { addressOf, isUpload, refusalOf } from './guards.ts';
import { type Answer, decodeBody, type HttpRequest, nodeStream, PayloadTooLargeError, TransportError } from './http.ts';
import { guardConnections } from './sockets.ts';

/** How often connections are looked at whose request does not arrive. */
const CHECK_MS = 1_000;
/** A whole operation may take its time in silence; a caller silent for longer is gone. */
const SILENCE_BEYOND_OPERATION_MS = 5_000;
/** Of a request that is answered before it arrived. */
const THROWN_AWAY_BYTES = 65_536;

/** Rejects as listening would. */
export async function assertPortIsFree({ PORT, HOST }: Config): Promise<void> {
  const server = createServer().listen(PORT, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

export async function listen(
  app: App,
  { config, logger }: Pick<Services, 'config' | 'logger'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer({
    maxHeaderSize: config.MAX_HEADER_BYTES,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    headersTimeout: Math.min(config.REQUEST_TIMEOUT_MS, 10_000),
    keepAliveTimeout: config.KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(CHECK_MS, config.REQUEST_TIMEOUT_MS),
    // Ours says so in JSON.
    requireHostHeader: false,
  });
  server.timeout = config.OPERATION_TIMEOUT_MS + SILENCE_BEYOND_OPERATION_MS;
  server.maxConnections = config.MAX_CONNECTIONS;
  server.maxRequestsPerSocket = config.MAX_REQUESTS_PER_CONNECTION;
  // Beyond so many Node would leave out the others without a word; their bytes are bounded.
  server.maxHeadersCount = 0;
  const guards = guardConnections(server, (incoming, socket, error) =>
    app.refuse(refusedRequest(incoming, socket as Socket, config), error),
  );
  let closing = false;

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A client that keeps the connection learns that the next request is another server's.
    if (closing || app.draining) outgoing.setHeader('connection', 'close');
    const refusal = guards.refusalOf(incoming, outgoing) ?? refusalOf(incoming);
    if (!refusal && isUpload(incoming)) guards.allowTime(outgoing);
    const answered = refusal
      ? refuse(app, incoming, outgoing, refusal, config)
      : answer(app, incoming, outgoing, config);
    answered.catch((error: unknown) => {
      // The caller went away, or the stream to it broke: there is nobody left to tell.
      logger.debug({ err: error }, 'a request was not finished');
      outgoing.destroy();
    });
  });

  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void refuse(app, incoming, outgoing, new TransportError(417, 'The expectation cannot be met.'), config);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return {
    url: `http://${host}:${port}`,
    async close() {
      closing = true;
      await drain(server, guards);
    },
  };
}

async function answer(app: App, incoming: IncomingMessage, outgoing: ServerResponse, config: Config): Promise<void> {
  const response = await app.handle(plainRequest(incoming, outgoing, config));
  // What it did not wait for, nobody else will read. A little is thrown away sooner than another connection is accepted.
  if (!incoming.complete && !(Number(incoming.headers['content-length']) <= THROWN_AWAY_BYTES))
    outgoing.setHeader('connection', 'close');
  return send(outgoing, response);
}

async function refuse(
  app: App,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  error: AppError | TransportError,
  config: Config,
): Promise<void> {
  outgoing.setHeader('connection', 'close');
  return send(outgoing, await app.refuse(refusedRequest(incoming, incoming.socket, config), error));
}

async function send(outgoing: ServerResponse, { status, headers, body, bytes, pieces }: Answer): Promise<void> {
  outgoing.writeHead(status, headers);
  if (pieces) return pipeline(nodeStream(pieces), outgoing);
  // Nothing but ASCII is most often the case, and copied as it is.
  outgoing.end(body, bytes === body?.length ? 'latin1' : 'utf8');
}

/** Read only. */
const NO_QUERY = new URLSearchParams();

const pathOf = (target: string) => target.split('?', 1)[0]!;

/** Of what is no HTTP nothing is known but the peer. */
const refusedRequest = (incoming: IncomingMessage | null, socket: Socket, config: Config): Refused => ({
  method: incoming?.method ?? '',
  path: pathOf(incoming?.url ?? ''),
  headers: (incoming?.headers ?? {}) as Refused['headers'],
  address: incoming ? addressOf(incoming, config.TRUST_PROXY) : (socket.remoteAddress ?? ''),
});

function plainRequest(incoming: IncomingMessage, outgoing: ServerResponse, config: Config): HttpRequest {
  const target = incoming.url!;
  const mark = target.indexOf('?');
  return {
    method: incoming.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? NO_QUERY : new URLSearchParams(target.slice(mark + 1)),
    headers: incoming.headers as Record<string, string | undefined>,
    address: addressOf(incoming, config.TRUST_PROXY),
    text: () => readBody(incoming, config.BODY_LIMIT_BYTES),
    stream: () => arriving(incoming),
    signal: () => untilDone(outgoing),
  };
}

/** By events: an asynchronous iterator costs a small request more than all that is done with its body. */
function readBody(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (Number(incoming.headers['content-length']) > limit) return reject(new PayloadTooLargeError());
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        incoming.pause();
        reject(new PayloadTooLargeError());
      } else {
        chunks.push(chunk);
      }
    });
    incoming.once('end', () => {
      try {
        resolve(decodeBody(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    incoming.once('error', reject);
    incoming.once('close', () => {
      if (!incoming.complete) reject(new Error('The request was not sent to its end.'));
    });
  });
}

/** A request that is no longer read may still be answered: what is left is taken off the wire and thrown away. */
async function* arriving(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } finally {
    incoming.resume();
  }
}

function untilDone(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once('close', () => controller.abort());
  return controller.signal;
}
