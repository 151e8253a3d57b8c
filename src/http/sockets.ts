import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { type Answer, pairs, TransportError } from './http.ts';

/** Requests that may wait on one connection for the answer to an earlier one. */
const MAX_PIPELINED = 10;
/** Not the request's time but this long may an upload take, as long as it does not stall. */
const UPLOAD_MS = 3_600_000;

export interface ConnectionGuards {
  /** When more requests are waiting on a connection than anybody in good faith sends ahead. */
  refusalOf(incoming: IncomingMessage, outgoing: ServerResponse): AppError | null;
  /** Cuts the connections on which no request has begun. Those between two requests are Node's to close. */
  closeUnused(): void;
  /** What this answers is an upload. */
  allowTime(outgoing: ServerResponse): void;
}

/** Makes a refusal; there is no request where what came is none. */
type Refuse = (incoming: IncomingMessage | null, socket: Duplex, error: TransportError) => Promise<Answer>;

/** Answers what is no HTTP, cuts what does not arrive, and bounds what is sent ahead. */
export function guardConnections(server: Server, refuse: Refuse): ConnectionGuards {
  const waiting = new WeakMap<Duplex, number>();
  const uploading = new WeakSet<Duplex>();
  const unused = new Set<Duplex>();

  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket)) return;
    if (error.code === 'ECONNRESET') return void socket.destroy();
    void close(socket, refuse(answerOn(socket)?.req ?? null, socket, clientError(error.code)));
  });
  // Only silence: a caller in the middle of a request gets an answer, one between two requests needs none.
  server.on('timeout', (socket) => {
    const incoming = answerOn(socket)?.req;
    if (!incoming || incoming.complete) return void socket.destroy();
    void close(socket, refuse(incoming, socket, clientError('ERR_HTTP_REQUEST_TIMEOUT')));
  });
  server.on('connect', (incoming, socket) => {
    void close(socket, refuse(incoming, socket, new TransportError(405, 'The method is not supported.')));
  });

  return {
    closeUnused() {
      for (const socket of unused) socket.destroy();
    },
    refusalOf({ socket }, outgoing) {
      unused.delete(socket);
      // Node gives an answer its socket when it is that answer's turn.
      if (outgoing.socket !== null) return null;
      const before = waiting.get(socket) ?? 0;
      waiting.set(socket, before + 1);
      outgoing.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
      return before < MAX_PIPELINED ? null : new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: 1 });
    },
    allowTime(outgoing) {
      const socket = outgoing.req.socket;
      uploading.add(socket);
      const timer = setTimeout(() => socket.destroy(), UPLOAD_MS).unref();
      outgoing.once('close', () => {
        uploading.delete(socket);
        clearTimeout(timer);
      });
    },
  };
}

function clientError(code: string | undefined): TransportError {
  if (code === 'HPE_HEADER_OVERFLOW') return new TransportError(431, 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TransportError(408, 'The request did not arrive in time.');
  return new TransportError(400, 'The request is not valid HTTP.');
}

/** Whose turn it is on a connection. Node's own handler of client errors looks at the same property. */
const answerOn = (socket: Duplex): ServerResponse<IncomingMessage> | null =>
  (socket as { _httpMessage?: ServerResponse<IncomingMessage> | null })._httpMessage ?? null;

async function close(socket: Duplex, refusal: Promise<Answer>): Promise<void> {
  const { status, headers, body } = await refusal;
  // An answer that has begun must not get another one in its middle.
  if (!socket.writable || answerOn(socket)?.headersSent) return void socket.destroy();
  const all = [...pairs(headers), ['date', new Date().toUTCString()], ['connection', 'close']];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
