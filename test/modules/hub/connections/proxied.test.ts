import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import smpp from 'smpp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { bindTo, connectTo, createSeller, gone, leaveAll, PASSWORD, QUICK } from './support.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../support/certificates/${name}`, import.meta.url));
const TLS = { SMPP_TLS_PORT: 0, SMPP_TLS_CERT: fixture('first.crt'), SMPP_TLS_KEY: fixture('first.key') };

let app: TestApp;
let hub: RunningHub;
/** Waits for nobody. */
let impatient: RunningHub;

beforeAll(async () => {
  app = await createTestApp({ ...TLS, SMPP_TRUSTED_PROXIES: ['127.0.0.0/8'] });
  hub = await openHub(app.services, 0, QUICK);
  impatient = await openHub(app.services, 0, { ...QUICK, unbound: 300 });
});
afterEach(() => leaveAll());
afterAll(async () => {
  await Promise.all([hub.close(), impatient.close()]);
  await app.close();
});

const SIGNATURE = '0d0a0d0a000d0a515549540a';
const SELLER = '198.51.100.7';
/** From 198.51.100.7, or 2001:db8::7. */
const V4 = Buffer.from(`${SIGNATURE}2111000cc6336407cb00710a1f900ac7`, 'hex');
const V6 = Buffer.from(`${SIGNATURE}21210024${'20010db8000000000000000000000007'.repeat(2)}1f900ac7`, 'hex');
/** With something behind the addresses. */
const LONGER = Buffer.from(`${SIGNATURE}21110011c6336407cb00710a1f900ac70400020102`, 'hex');
const LOCAL = Buffer.from(`${SIGNATURE}20000000`, 'hex');
const V1 = Buffer.from(`PROXY TCP4 ${SELLER} 203.0.113.10 8080 2775\r\n`);

async function through(header: Buffer, port: RunningHub['port'] = hub.port): Promise<Socket> {
  const socket = await connectTo(port);
  socket.write(header);
  return socket;
}
const bindPdu = (username: string) =>
  new smpp.PDU('bind_transceiver', { system_id: username, password: PASSWORD, sequence_number: 1 }).toBuffer();
const addressesOf = async (teamId: string) =>
  (await app.db.hubConnection.findMany({ where: { teamId } })).map(({ address }) => address);

test.each([
  ['version 2', V4, SELLER],
  ['version 2 with IPv6', V6, '2001:db8::7'],
  ['version 2 with more behind', LONGER, SELLER],
  ['version 1', V1, SELLER],
  ['version 1 with IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 8080 2775\r\n'), '2001:db8::7'],
  ['version 1 that does not know', Buffer.from('PROXY UNKNOWN\r\n'), '127.0.0.1'],
  ['the proxy itself', LOCAL, '127.0.0.1'],
])('%s says where the seller is', async (_name, header, address) => {
  const allowed = await createSeller(app, { allowedIps: [address] });
  const elsewhere = await createSeller(app, { allowedIps: ['203.0.113.0/24'] });
  const client = await bindTo(hub.port, allowed.username, { socket: await through(header) });
  expect(client.status).toBe(0);
  expect(await addressesOf(allowed.teamId)).toEqual([address]);
  expect((await bindTo(hub.port, elsewhere.username, { socket: await through(header) })).status).toBe(0x0d);
});

test('a header may come byte by byte, or in one packet with what follows', async () => {
  for (const header of [V4, V1]) {
    const { username, teamId } = await createSeller(app, { allowedIps: [SELLER] });
    const slow = await connectTo(hub.port);
    slow.setNoDelay(true);
    for (const byte of header) {
      slow.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    slow.write(bindPdu(username));
    const fast = await connectTo(hub.port);
    fast.write(Buffer.concat([header, bindPdu(username)]));
    await expect.poll(() => addressesOf(teamId), PATIENCE).toEqual([SELLER, SELLER]);
    for (const socket of [slow, fast]) socket.destroy();
    await expect.poll(() => addressesOf(teamId), PATIENCE).toEqual([]);
  }
});

test('TLS begins behind the header', async () => {
  const { username, teamId } = await createSeller(app, { allowedIps: [SELLER] });
  const ca = readFileSync(fixture('first.crt'));
  const raw = await through(V4, hub.tlsPort);
  const socket = tls.connect({ socket: raw, servername: 'localhost', ca });
  await once(socket, 'secureConnect');
  expect((await bindTo(hub.tlsPort, username, { socket })).status).toBe(0);
  expect(await addressesOf(teamId)).toEqual([SELLER]);
});

test.each([
  ['none at all', ''],
  ['another version', Buffer.from(`${SIGNATURE}3111000cc6336407cb00710a1f900ac7`, 'hex')],
  ['another command', Buffer.from(`${SIGNATURE}2211000cc6336407cb00710a1f900ac7`, 'hex')],
  ['too short for its addresses', Buffer.from(`${SIGNATURE}21110004c6336407`, 'hex')],
  ['too long', Buffer.concat([Buffer.from(`${SIGNATURE}2111ffff`, 'hex'), Buffer.alloc(65_535)])],
  ['an address cut short', 'PROXY TCP4 1.2.3 203.0.113.10 8080 2775\r\n'],
  ['an address that is a name', 'PROXY TCP4 seller.example 203.0.113.10 8080 2775\r\n'],
  ['an address of the other family', 'PROXY TCP4 2001:db8::7 203.0.113.10 8080 2775\r\n'],
  ['a line without an end', `PROXY ${'a'.repeat(200)}`],
])('a proxy’s connection with a wrong header ends: %s', async (_name, header) => {
  const { username, teamId } = await createSeller(app);
  const socket = await through(Buffer.concat([Buffer.from(header), bindPdu(username)]));
  await gone(socket);
  expect(await addressesOf(teamId)).toEqual([]);
});

test('a proxy’s connection without a whole header ends in time', async () => {
  const sockets = await Promise.all([through(V4.subarray(0, 20), impatient.port), connectTo(impatient.port)]);
  await Promise.all(sockets.map(gone));
});

test('connections are counted by the seller’s address', async () => {
  const { username } = await createSeller(app, { trx: 10 });
  const config = { ...app.services.config, SMPP_CONNECTIONS_PER_ADDRESS: 3 };
  const bounded = await openHub({ ...app.services, config }, 0, QUICK);
  try {
    const statusOf = async (header: Buffer) =>
      (await bindTo(bounded.port, username, { socket: await through(header, bounded.port) })).status;
    expect([await statusOf(V4), await statusOf(V4), await statusOf(V1)]).toEqual([0, 0, 0]);
    const fourth = await through(V4, bounded.port);
    await gone(fourth);
    expect(await statusOf(V6)).toBe(0);
  } finally {
    leaveAll();
    await bounded.close();
  }
});

test('from anyone else a header is garbage', async () => {
  const config = { ...app.services.config, SMPP_TRUSTED_PROXIES: ['198.51.100.0/24'] };
  const other = await openHub({ ...app.services, config }, 0, QUICK);
  try {
    const { username, teamId } = await createSeller(app);
    for (const header of [V4, V1]) {
      const socket = await through(Buffer.concat([header, bindPdu(username)]), other.port);
      await gone(socket);
    }
    expect(await addressesOf(teamId)).toEqual([]);
    const client = await bindTo(other.port, username);
    expect(client.status).toBe(0);
    expect(await addressesOf(teamId)).toEqual(['127.0.0.1']);
  } finally {
    leaveAll();
    await other.close();
  }
});
