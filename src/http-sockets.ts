import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HttpResponse, json } from './http.ts';

/** Requests that may wait on one connection for the answer to an earlier one. */
const MAX_PIPELINED = 10;
/** Not the request's time but this long may an upload take, as long as it does not stall. */
const UPLOAD_MS = 3_600_000;

export interface ConnectionGuards {
  /** When more requests are waiting on a connection than anybody in good faith sends ahead. */
  refuse(incoming: IncomingMessage, outgoing: ServerResponse): HttpResponse | null;
  /** Cuts the connections on which no request has begun. Those between two requests are Node's to close. */
  closeUnused(): void;
  /** What this answers is an upload. */
  allowTime(outgoing: ServerResponse): void;
}

/** Answers what is no HTTP, cuts what does not arrive, and bounds what is sent ahead. */
export function guardConnections(server: Server): ConnectionGuards {
  const waiting = new WeakMap<Duplex, number>();
  const uploading = new WeakSet<Duplex>();
  const unused = new Set<Duplex>();

  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) return void socket.destroy();
    close(socket, ...(CLIENT_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.']));
  });
  server.on('connect', (_incoming, socket) => close(socket, '405 Method Not Allowed', 'The method is not supported.'));
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    const { status, headers, body } = json(417, { message: 'The expectation cannot be met.' });
    outgoing.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });

  return {
    closeUnused() {
      for (const socket of unused) socket.destroy();
    },
    refuse({ socket }, outgoing) {
      unused.delete(socket);
      // Node gives an answer its socket when it is that answer's turn.
      if (outgoing.socket !== null) return null;
      const before = waiting.get(socket) ?? 0;
      waiting.set(socket, before + 1);
      outgoing.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
      return before < MAX_PIPELINED ? null : json(429, { message: 'Too Many Attempts.' }, { 'retry-after': '1' });
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

const CLIENT_ERRORS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/** An answer that has begun must not get another one in its middle. Node's own handler looks at the same property. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent ?? false;

function close(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message });
  const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}
