import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { takeLease } from '../../../../src/modules/hub/connections/leases.ts';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { ask, bindTo, createSeller, leaveAll, QUICK, submit } from './support.ts';

let app: TestApp;
let hub: RunningHub;
let other: RunningHub;

beforeAll(async () => {
  app = await createTestApp();
  hub = await openHub(app.services, 0, QUICK);
  other = await openHub(app.services, 0, QUICK);
});
afterEach(() => leaveAll());
afterAll(async () => {
  await Promise.all([hub.close(), other.close()]);
  await app.close();
});

const BIND_FAILED = 0x0d;
const ALREADY_BOUND = 0x05;
const NOT_BOUND = 0x04;

const connections = (teamId: string) => app.db.hubConnection.findMany({ where: { teamId }, orderBy: { id: 'asc' } });

test('a wrong password, an unknown username and an address that is not allowed have one answer, and the connection ends', async () => {
  const { username, teamId } = await createSeller(app);
  const elsewhere = await createSeller(app, { allowedIps: ['192.0.2.0/24', '2001:db8::1'] });
  const here = await createSeller(app, { allowedIps: ['127.0.0.0/8'] });
  const refused = await Promise.all([
    bindTo(hub.port, username, { password: 'wrong' }),
    bindTo(hub.port, 'nobody'),
    bindTo(hub.port, elsewhere.username),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([BIND_FAILED, BIND_FAILED, BIND_FAILED]);
  await Promise.all(refused.map(({ closed }) => closed));
  expect((await bindTo(hub.port, here.username)).status).toBe(0);
  expect(await connections(teamId)).toEqual([]);
});

test('what binds is listed with its kind and address, and no longer once it has left', async () => {
  const { username, teamId, endpointId } = await createSeller(app);
  const client = await bindTo(hub.port, username, { kind: 'transmitter' });
  expect(await connections(teamId)).toMatchObject([
    { kind: 'transmitter', address: '127.0.0.1', sellerEndpointId: endpointId },
  ]);
  const receiver = await bindTo(hub.port, username, { kind: 'receiver' });
  expect((await submit(receiver)).command_status).toBe(NOT_BOUND);
  expect((await ask(client.session, 'enquire_link', {})).command).toBe('enquire_link_resp');
  expect((await ask(client.session, 'bind_receiver', {})).command_status).toBe(ALREADY_BOUND);
  expect((await ask(client.session, 'unbind', {})).command).toBe('unbind_resp');
  await client.closed;
  await expect.poll(async () => (await connections(teamId)).map(({ kind }) => kind)).toEqual(['receiver']);
});

test('no more bind than an endpoint may have, over two servers at once; a lease that ended makes room', async () => {
  const { username, teamId, endpointId } = await createSeller(app, { tx: 1, rx: 0, trx: 3 });
  const asked = Array.from({ length: 10 }, (_, at) => bindTo((at % 2 ? hub : other).port, username));
  const statuses = (await Promise.all(asked)).map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([0, 0, 0, ...Array.from({ length: 7 }, () => ALREADY_BOUND)]);
  expect((await bindTo(hub.port, username, { kind: 'receiver' })).status).toBe(ALREADY_BOUND);
  const past = new Date('2026-01-01T00:00:00.000Z');
  await app.db.hubConnection.create({
    data: {
      teamId,
      sellerEndpointId: endpointId,
      kind: 'transmitter',
      address: '192.0.2.1',
      process: 'gone',
      boundAt: past,
      leaseUntil: past,
    },
  });
  expect((await bindTo(hub.port, username, { kind: 'transmitter' })).status).toBe(0);
});

test('many binds at once are no attempts to guess a password, and guesses are counted', async () => {
  const { username } = await createSeller(app, { trx: 30 });
  const asked = await Promise.all(Array.from({ length: 30 }, () => bindTo(hub.port, username)));
  expect(asked.filter(({ status }) => status === 0)).toHaveLength(30);
  const other = await createSeller(app);
  for (let guess = 0; guess < 10; guess += 1) await bindTo(hub.port, other.username, { password: `wrong-${guess}` });
  expect((await bindTo(hub.port, other.username)).status).toBe(BIND_FAILED);
});

test('leases that are taken at the same moment keep to the limit', async () => {
  const { teamId, endpointId } = await createSeller(app, { rx: 3 });
  const { passwordHash } = await app.db.sellerEndpoint.findFirstOrThrow({ where: { teamId } });
  const key = { teamId, endpointId, passwordHash };
  const lease = { ...key, kind: 'receiver' as const, address: '192.0.2.1', process: 'one' };
  const taken = await Promise.all(Array.from({ length: 12 }, () => takeLease(app.services.db, lease)));
  expect(taken.filter((one) => one !== 'full')).toHaveLength(3);
  expect(await connections(teamId)).toHaveLength(3);
});

test('a changed password, a deleted endpoint and an address no longer allowed end what is open; others go on', async () => {
  const sellers = await Promise.all([createSeller(app), createSeller(app), createSeller(app), createSeller(app)]);
  const clients = await Promise.all(sellers.map(({ username }) => bindTo(hub.port, username)));
  expect(clients.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  const keyOf = (at: number) => ({ teamId_id: { teamId: sellers[at]!.teamId, id: sellers[at]!.endpointId } });
  await app.db.sellerEndpoint.update({ where: keyOf(0), data: { passwordHash: await hashPassword('other123') } });
  await app.db.sellerEndpoint.delete({ where: keyOf(1) });
  await app.db.sellerEndpoint.update({ where: keyOf(2), data: { allowedIps: ['192.0.2.1'] } });
  await app.db.sellerEndpoint.update({ where: keyOf(3), data: { isSendingAllowed: false } });
  await Promise.all(clients.slice(0, 3).map(({ closed }) => closed));
  expect((await submit(clients[3]!)).command_status).toBe(0x45);
});

test('when an endpoint may have fewer connections the newest of a kind end, over all servers; others go on', async () => {
  const { username, teamId, endpointId } = await createSeller(app, { tx: 1, rx: 2, trx: 3 });
  const first = await bindTo(hub.port, username);
  const second = await bindTo(other.port, username);
  const third = await bindTo(hub.port, username);
  const transmitter = await bindTo(hub.port, username, { kind: 'transmitter' });
  const receivers = [
    await bindTo(hub.port, username, { kind: 'receiver' }),
    await bindTo(other.port, username, { kind: 'receiver' }),
  ];
  const where = { teamId_id: { teamId, id: endpointId } };
  await app.db.sellerEndpoint.update({ where, data: { trx: 1, rx: 0 } });
  await Promise.all([second, third, ...receivers].map(({ closed }) => closed));
  await expect
    .poll(async () => (await connections(teamId)).map(({ kind }) => kind), PATIENCE)
    .toEqual(['transceiver', 'transmitter']);
  expect((await submit(first)).command_status).toBe(0);
  expect((await submit(transmitter)).command_status).toBe(0);
  expect((await bindTo(other.port, username)).status).toBe(ALREADY_BOUND);
});

test('closing says goodbye and frees what was bound', async () => {
  const { username, teamId } = await createSeller(app);
  const third = await openHub(app.services, 0, QUICK);
  const client = await bindTo(third.port, username);
  expect(client.status).toBe(0);
  await third.close();
  await client.closed;
  expect(await connections(teamId)).toEqual([]);
});
