import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long a request that was on its way when the server began to close may take to be read. */
const ARRIVAL_MS = 500;
/** After this no more connections are accepted, however many still come. */
const ACCEPT_MS = 5_000;

/**
 * Every request that was sent is answered. What has arrived, and was not read yet, would be thrown away with its connection,
 * which the caller sees as a reset: so connections are accepted and read to here, and left open for a moment, before Node
 * closes them. Answers say that they are the last.
 */
export async function drain(server: Server): Promise<void> {
  await acceptWaiting(server);
  for (let waited = 0; waited < ARRIVAL_MS && (await connections(server)) > 0; waited += 50) await setTimeout(50);
  await polled();
}

const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

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
