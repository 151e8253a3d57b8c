import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../support/process.ts';

let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
});

const REQUEST = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A connection; what came back over it and how it ended. */
async function open(port: string) {
  const socket: Socket = connect(Number(port), '127.0.0.1');
  const seen = { text: '', end: 'open' };
  socket.on('data', (chunk) => {
    seen.text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    seen.end = error.code ?? error.message;
  });
  socket.on('close', () => {
    if (seen.end === 'open') seen.end = 'closed';
  });
  await once(socket, 'connect');
  return { socket, seen };
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test('SIGTERM answers every request that was sent before it, on new connections and on those that were used', async () => {
  database = await lastingDatabase();
  const port = await freePort();
  const server = await startProcess('main', { TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: port });
  const used = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  for (const { socket } of used) socket.write(REQUEST);
  await expect.poll(() => used.map(({ seen }) => statuses(seen.text)), PATIENCE).toEqual(used.map(() => ['200']));
  const fresh = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  const idle = await open(port);

  // Stopped, the process reads nothing and accepts nobody: all of this waits for it when it is told to end.
  server.signal('SIGSTOP');
  const waiting = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  const asked = [...fresh, ...waiting];
  const sent = [...asked, ...used].map(({ socket }) => new Promise((done) => socket.write(REQUEST, done)));
  await Promise.all(sent);
  const ended = server.end('SIGTERM');
  server.signal('SIGCONT');
  expect(await ended).toBe(0);

  const all = [...asked, ...used];
  await expect.poll(() => [...all, idle].every(({ seen }) => seen.end !== 'open'), PATIENCE).toBe(true);
  expect(all.map(({ seen }) => seen.end)).toEqual(all.map(() => 'closed'));
  expect(asked.map(({ seen }) => statuses(seen.text))).toEqual(asked.map(() => ['200']));
  expect(used.map(({ seen }) => statuses(seen.text))).toEqual(used.map(() => ['200', '200']));
});
