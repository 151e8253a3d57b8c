import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { pathOf, TransportError } from '../http/http.ts';
import { isUpload } from './guards.ts';

const MAX_PIPELINED = 10;
/** What takes its time, as long as the caller does not stall. */
export const LONG_MS = 3_600_000;

export interface ConnectionGuards {
  refusalOf(incoming: IncomingMessage, outgoing: ServerResponse): AppError | null;
  /** Node closes those that are between two requests. */
  closeUnused(): void;
  /** For what is worked on, or is sent, for longer than other requests; an upload also arrives for longer, for {@link LONG_MS} at most. */
  allowTime(outgoing: ServerResponse): void;
  clientError(error: NodeJS.ErrnoException, socket: Socket): void;
}

interface Unheard {
  method: string;
  path: string;
  address: string;
}

type Refuse = (error: TransportError, request: Unheard) => { status: number; headers: object; body: string };

export function guardConnections({ server, routing }: FastifyInstance, refuse: Refuse): ConnectionGuards {
  const waiting = new WeakMap<Socket, number>();
  const unhurried = new WeakSet<Socket>();
  const unused = new Set<Socket>();

  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // In the middle of a request the caller gets an answer; between two it needs none.
  server.on('timeout', (socket) => {
    const incoming = answerOn(socket)?.req;
    // A caller that does not take what is sent stalls.
    if (incoming?.complete && unhurried.has(socket) && socket.writableLength === 0) return;
    if (!incoming || incoming.complete) return void socket.destroy();
    close(socket, incoming, clientErrorOf('ERR_HTTP_REQUEST_TIMEOUT'));
  });
  // A CONNECT names another host, which has no methods here, so `Allow` is empty.
  server.on('connect', (incoming, socket) =>
    close(socket as Socket, incoming, new TransportError(405, 'The method is not supported.', { allow: '' })),
  );
  server.on('checkExpectation', routing);

  function close(socket: Socket, incoming: IncomingMessage | undefined, error: TransportError): void {
    const { method = '', url = '' } = incoming ?? {};
    const { status, headers, body } = refuse(error, {
      ...{ method, path: pathOf(url), address: socket.remoteAddress ?? '' },
    });
    // An answer may already be in progress.
    if (!socket.writable || answerOn(socket)?.headersSent) return void socket.destroy();
    const all = { ...headers, date: new Date().toUTCString(), connection: 'close', 'content-length': body.length };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }

  return {
    clientError(error, socket) {
      const incoming = answerOn(socket)?.req;
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && incoming && isUpload(incoming)) return;
      if (error.code === 'ECONNRESET') return void socket.destroy();
      close(socket, incoming, clientErrorOf(error.code));
    },
    closeUnused() {
      for (const socket of unused) socket.destroy();
    },
    refusalOf({ socket }, outgoing) {
      unused.delete(socket);
      if (outgoing.socket !== null) return null;
      const before = waiting.get(socket) ?? 0;
      waiting.set(socket, before + 1);
      outgoing.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
      return before < MAX_PIPELINED ? null : new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: 1 });
    },
    allowTime(outgoing) {
      const { socket } = outgoing.req;
      unhurried.add(socket);
      const timer = isUpload(outgoing.req) ? setTimeout(() => socket.destroy(), LONG_MS).unref() : undefined;
      outgoing.once('close', () => {
        unhurried.delete(socket);
        clearTimeout(timer);
      });
    },
  };
}

function clientErrorOf(code: string | undefined): TransportError {
  if (code === 'HPE_HEADER_OVERFLOW') return new TransportError(431, 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TransportError(408, 'The request did not arrive in time.');
  return new TransportError(400, 'The request is not valid HTTP.');
}

/** Node's own handler of client errors uses the same property. */
const answerOn = (socket: Socket): ServerResponse<IncomingMessage> | null =>
  (socket as { _httpMessage?: ServerResponse<IncomingMessage> | null })._httpMessage ?? null;
