import { once } from 'node:events';
import type { Socket } from 'node:net';
import smpp from 'smpp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { ask, bindTo, connectTo, createSeller, leaveAll, PASSWORD, QUICK, submit } from './support.ts';

let app: TestApp;
let hub: RunningHub;

beforeAll(async () => {
  app = await createTestApp({ SMPP_CONNECTIONS_PER_ADDRESS: 8 });
  hub = await openHub(app.services, 0, QUICK);
});
afterEach(() => leaveAll());
afterAll(async () => {
  await hub.close();
  await app.close();
});

const closed = (socket: Socket) => {
  socket.resume();
  return once(socket, 'close');
};

const bindPdu = (username: string) =>
  new smpp.PDU('bind_transceiver', { system_id: username, password: PASSWORD, sequence_number: 1 }).toBuffer();

test('garbage, lengths that cannot be and PDUs cut short close their connection after a while, and no other', async () => {
  const { username } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const garbage = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.alloc(64),
    Buffer.from([0, 0, 0, 15, 0, 0, 0, 4]),
    Buffer.from([0, 0, 0x40, 1]),
    // A submit_sm that ends within its fields.
    Buffer.from([0, 0, 0, 20, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0x41, 0x41, 0x41, 0x41]),
  ];
  const begun = performance.now();
  await Promise.all(
    garbage.map(async (bytes) => {
      const socket = await connectTo(hub.port);
      socket.write(bytes);
      await closed(socket);
    }),
  );
  // A timer may end a millisecond early.
  expect(performance.now() - begun).toBeGreaterThan(QUICK.unread - 5);
  expect((await submit(client)).command_status).toBe(0);
  client.session.socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  await client.closed;
});

test('a bind with garbage behind it is ended, and frees what it had bound', async () => {
  const { username, endpointId } = await createSeller(app);
  const socket = await connectTo(hub.port);
  socket.write(Buffer.concat([bindPdu(username), Buffer.from([0xff, 0xff, 0xff, 0xff])]));
  await closed(socket);
  await expect.poll(() => app.db.hubConnection.count({ where: { sellerEndpointId: endpointId } })).toBe(0);
});

test('a text that is shorter or longer than its length says is not taken', async () => {
  const { username, teamId } = await createSeller(app);
  const whole = new smpp.PDU('submit_sm', {
    ...{ source_addr: 'Acme', source_addr_ton: 5, destination_addr: '12025550123', dest_addr_ton: 1 },
    ...{ short_message: 'Hello there', sequence_number: 5 },
  }).toBuffer();
  for (const bytes of [whole.subarray(0, -6), Buffer.concat([whole, Buffer.from('!')])]) {
    const client = await bindTo(hub.port, username);
    const sent = Buffer.from(bytes);
    sent.writeUInt32BE(sent.length, 0);
    client.session.socket.write(sent);
    await client.closed;
  }
  expect(await app.db.hubMessage.count({ where: { teamId } })).toBe(0);
});

test('a PDU may come byte by byte, and two at once', async () => {
  const { username } = await createSeller(app);
  const socket = await connectTo(hub.port);
  socket.setNoDelay(true);
  for (const byte of bindPdu(username)) {
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const [bound] = (await once(socket, 'data')) as [Buffer];
  expect([bound.readUInt32BE(4), bound.readUInt32BE(8)]).toEqual([0x80000009, 0]);
  const question = new smpp.PDU('enquire_link', { sequence_number: 2 }).toBuffer();
  socket.write(Buffer.concat([question, question]));
  const [answers] = (await once(socket, 'data')) as [Buffer];
  expect([answers.length, answers.readUInt32BE(4)]).toEqual([32, 0x80000015]);
  socket.destroy();
});

test('who does not sign in, sends half a PDU or does not answer is closed in time', async () => {
  const { username } = await createSeller(app);
  const hasty = await openHub(app.services, 0, { ...QUICK, unbound: 3_000, idle: 300, response: 3_000 });
  const silent = await connectTo(hasty.port);
  const half = await connectTo(hasty.port);
  half.write(bindPdu(username).subarray(0, 20));
  const mute = await connectTo(hasty.port);
  mute.write(bindPdu(username));
  const client = await bindTo(hub.port, username);
  await Promise.all([closed(silent), closed(half), closed(mute)]);
  expect([client.isClosed, (await submit(client)).command_status]).toEqual([false, 0]);
  await hasty.close();
});

test('submits before signing in, and what there is not, are refused', async () => {
  const { username } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const status = async (command: string, fields = {}) => (await ask(client.session, command, fields)).command_status;
  expect(await status('replace_sm', { message_id: 'x' })).toBe(0x13);
  expect(await status('broadcast_sm')).toBe(0x03);
  const socket = await connectTo(hub.port);
  socket.write(new smpp.PDU('submit_sm', { sequence_number: 1, short_message: 'x' }).toBuffer());
  const [answered] = (await once(socket, 'data')) as [Buffer];
  expect([answered.readUInt32BE(4), answered.readUInt32BE(8)]).toEqual([0x80000004, 0x04]);
  socket.destroy();
});

test('an address has no more connections than it may; once one ends there is room', async () => {
  const sockets = await Promise.all(Array.from({ length: 8 }, () => connectTo(hub.port)));
  const ninth = await connectTo(hub.port);
  await closed(ninth);
  sockets[0]!.destroy();
  await expect
    .poll(async () => {
      const socket = await connectTo(hub.port);
      const isOpen = await Promise.race([
        closed(socket).then(() => false),
        new Promise((resolve) => setTimeout(resolve, 50, true)),
      ]);
      socket.destroy();
      return isOpen;
    })
    .toBe(true);
  for (const socket of sockets) socket.destroy();
});
