import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import smpp from 'smpp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { readPdus } from '../../../../src/modules/hub/connections/wire.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { ask, bindTo, connectTo, createSeller, gone, leaveAll, PASSWORD, QUICK, submit } from './support.ts';

// What one client may cost the others. How much it does is measured in bench/ (--task hub --part hostile).

let app: TestApp;
let hub: RunningHub;

beforeAll(async () => {
  app = await createTestApp({ LOGIN_ATTEMPTS: 100 });
  hub = await openHub(app.services, 0, { ...QUICK, unread: 50 });
});
afterEach(() => leaveAll());
afterAll(async () => {
  await hub.close();
  await app.close();
});

const WINDOW_FULL = 0x58;
const NO_SUCH_MESSAGE = 0x67;

/** Asks as often as said, in few packets. What was answered is counted as it comes. */
function flood(client: Awaited<ReturnType<typeof bindTo>>, count: number, command: string, fields = {}) {
  const statuses: number[] = [];
  client.session.socket.cork();
  const answers = Array.from({ length: count }, () =>
    ask(client.session, command, fields).then(({ command_status }) => statuses.push(command_status)),
  );
  client.session.socket.uncork();
  return { statuses, all: Promise.all(answers) };
}

const counted = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((other) => other === one).length]));

test.each([
  ['submits beyond the window', 'submit_sm', { destination_addr: '12025550123', short_message: 'x' }],
  ['enquire_link', 'enquire_link', {}],
  ['what there is not', 'broadcast_sm', {}],
])(
  'of a client that goes on and on with %s a thousand are answered, and no more is read',
  async (_what, command, fields) => {
    const held = await openHub(app.services, 0, { ...QUICK, unread: 600_000 });
    const [hostile, other] = await Promise.all([createSeller(app, { window: 1 }), createSeller(app)]);
    const client = await bindTo(held.port, hostile.username);
    const { statuses } = flood(client, 20_000, command, fields);
    await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(1_000);
    const bystander = await bindTo(held.port, other.username);
    for (let sent = 0; sent < 5; sent += 1) expect((await submit(bystander)).command_status).toBe(0);
    expect(statuses.length).toBeLessThan(20_000);
    client.session.destroy();
    await held.close();
  },
);

test('of what a connection sends at once 50 PDUs are read before others have their turn', async () => {
  const turns: number[] = [];
  let read = 0;
  const server = createServer((socket) =>
    readPdus(
      socket,
      () => {
        read += 1;
        if (read === 1) setImmediate(() => turns.push(read));
      },
      () => {},
    ),
  ).listen(0);
  await once(server, 'listening');
  const socket = await connectTo((server.address() as AddressInfo).port);
  socket.write(Buffer.concat(Array.from({ length: 200 }, () => new smpp.PDU('enquire_link', {}).toBuffer())));
  await expect.poll(() => read).toBe(200);
  expect(turns).toEqual([50]);
  socket.destroy();
  server.close();
});

test('it is read again after a while, and everything is answered', async () => {
  const { username } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const { statuses, all } = flood(client, 3_000, 'enquire_link');
  await all;
  expect(counted(statuses)).toEqual({ 0: 3_000 });
});

test('questions count against the window as submits do', async () => {
  const { username } = await createSeller(app, { window: 2 });
  const client = await bindTo(hub.port, username);
  const { statuses, all } = flood(client, 50, 'query_sm', { message_id: 'x' });
  await all;
  expect(counted(statuses)).toEqual({ [NO_SUCH_MESSAGE]: 2, [WINDOW_FULL]: 48 });
});

test('who asks for other things instead of signing in is closed after ten', async () => {
  const patient = await openHub(app.services, 0, { ...QUICK, unbound: 600_000 });
  const socket = await connectTo(patient.port);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const enquireLink = Buffer.from([0, 0, 0, 16, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0, 1]);
  for (let sent = 0; sent < 10; sent += 1) socket.write(enquireLink);
  await expect.poll(() => bytes).toBe(160);
  expect(socket.closed).toBe(false);
  socket.write(enquireLink);
  await gone(socket);
  await patient.close();
});

test('after a wrong password a network waits before its next one is looked at; others do not', async () => {
  const slow = await openHub(app.services, 0, { ...QUICK, wrong: 600_000, unbound: 600_000 });
  const { username } = await createSeller(app, { trx: 1 });
  const from = async (address: string) =>
    (await bindTo(slow.port, username, { socket: await connectTo(slow.port, address) })).status;
  void bindTo(slow.port, username, { password: `not-${PASSWORD}` });
  expect(await from('127.0.0.2')).toBe(0);
  let isAnswered = false;
  void from('127.0.0.1').then(() => (isAnswered = true));
  expect([await from('127.0.0.3'), isAnswered]).toEqual([0x05, false]);
  await slow.close();
});
