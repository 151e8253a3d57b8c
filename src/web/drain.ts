import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long a request that was on its way when the server began to close may take to arrive. */
const ARRIVAL_MS = 500;
/** After this time no more connections are accepted, however many still come. */
const ACCEPT_MS = 5_000;

/**
 * Answers every request that was already sent. Closing at once would throw away what has arrived but was not read,
 * which the caller sees as a reset. So connections are accepted and read up to this point, and kept open for a moment,
 * before Node closes them. Their answers are marked as the last on their connections.
 */
export async function drain(server: Server): Promise<void> {
  await acceptWaiting(server);
  for (let waited = 0; waited < ARRIVAL_MS && (await connections(server)) > 0; waited += 50) await setTimeout(50);
  await polled();
}

const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

/** Node accepts one waiting connection per turn of the event loop. */
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

/** Resolves after whole turns of the event loop, when everything that had arrived has been read. */
async function polled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}
