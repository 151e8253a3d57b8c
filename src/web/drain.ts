import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

const ARRIVAL_MS = 500;
const ACCEPT_MS = 5_000;

/** Closing at once would discard requests that have arrived but were not read: the caller would see a reset. */
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

async function polled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}
