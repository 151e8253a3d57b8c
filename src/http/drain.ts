import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as startTimer } from 'node:timers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ConnectionGuards } from './sockets.ts';

/** How long open requests may go on while the server closes. */
const DRAIN_MS = 10_000;
/** So long a request that was on its way when the server began to close may take to be read. */
const ARRIVAL_MS = 500;
/** Where ever more connections come, no more of them are accepted after this. */
const ACCEPT_MS = 5_000;

/**
 * Every request that was sent is answered. What has arrived, and was not read yet, would be thrown away with its connection,
 * which the caller sees as a reset: so connections are accepted and read to here, then left open for a moment, and answers
 * say that they are the last.
 */
export async function drain(server: Server, guards: ConnectionGuards): Promise<void> {
  await acceptWaiting(server);
  // Not Node's own `close` of an HTTP server: it cuts the connections between two requests at once.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const cut = startTimer(() => server.closeAllConnections(), DRAIN_MS);
  await Promise.race([closed, setTimeout(ARRIVAL_MS)]);
  await polled();
  guards.closeUnused();
  // A connection whose last answer ends from now on would be kept for the next request.
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Connections that the kernel holds ready are accepted one per turn of the event loop. */
async function acceptWaiting(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_MS;
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let before = -1; before !== accepted && performance.now() < until; ) {
    before = accepted;
    await polled();
  }
  server.off('connection', count);
}

/** After whole turns of the event loop: what had arrived has been read and handed in. */
async function polled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}
