import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bound, Session } from '../../../../src/modules/hub/connections/hub.ts';
import { takeLease } from '../../../../src/modules/hub/connections/leases.ts';
import { openPacer } from '../../../../src/modules/hub/connections/pacer.ts';
import { openHub } from '../../../../src/modules/hub/connections/server.ts';
import { watchEndpoints } from '../../../../src/modules/hub/connections/watch.ts';
import { readEndpoints } from '../../../../src/modules/hub/sellers/sign-in.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { bindTo, createSeller, leaveAll, PASSWORD, submit } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('processes share the rate by the connections over which an endpoint may submit', async () => {
  const key = await createSeller(app, { perSecond: 10, trx: 4, rx: 1 });
  const endpoint = (await readEndpoints(app.services, [key])).get(key.endpointId)!;
  const bindTo = async (process: string, kind: Bound['kind'] = 'transceiver'): Promise<Bound> => {
    const bound = { ...endpoint, kind, address: '127.0.0.1', process };
    const lease = (await takeLease(app.services.db, bound)) as { id: string };
    return { ...bound, leaseId: lease.id };
  };
  const own = await bindTo('this');
  const sessions = new Map([[own.leaseId, { bound: own, address: '127.0.0.1' } as Session]]);
  const look = () => watchEndpoints({ services: { ...app.services }, bound: sessions });
  await look();
  expect(own.perSecond).toBe(10);
  await bindTo('other', 'receiver');
  for (const process of ['other', 'other', randomUUID()]) await bindTo(process);
  await look();
  expect(own.perSecond).toBe(2.5);
});

test('a share of less than one a second lets one through at a time', () => {
  let now = 0;
  const pacer = openPacer(() => now);
  const after = (ms: number) => {
    now += ms;
    return pacer.take(0.5);
  };
  expect([after(0), after(1_000), after(1_000), after(60_000), after(0)]).toEqual([true, false, true, true, false]);
});

test('a share of SMPP that is small keeps no list over HTTP from going through', () => {
  let now = 0;
  const pacer = openPacer(() => now);
  expect(pacer.take(25)).toBe(true);
  now = 100;
  expect([pacer.take(25), pacer.take(100, 60), pacer.take(100, 60)]).toEqual([true, true, false]);
  now = 10_000;
  expect(Array.from({ length: 50 }, () => pacer.take(49))).toEqual([...Array(49).fill(true), false]);
});

test('what an endpoint submits over SMPP and over HTTP counts together', async () => {
  const { username, endpointId } = await createSeller(app, { perSecond: 3 });
  const hub = await openHub(app.services, 0);
  const client = await bindTo(hub.port, username);
  const authorization = `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
  const post = async (count: number) => {
    const messages = Array.from({ length: count }, () => ({ to: '+12025550123', text: 'Hello' }));
    const init = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } };
    const request = new Request('http://localhost/hub/messages', { ...init, body: JSON.stringify({ messages }) });
    const { status, headers } = await app.app.fetch(request, '192.0.2.1');
    return [status, headers.get('retry-after')];
  };
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    expect((await submit(client)).command_status).toBe(0);
    expect(await post(2)).toEqual([200, null]);
    expect((await submit(client)).command_status).toBe(0x58);
    expect(await post(1)).toEqual([429, '1']);
    vi.advanceTimersByTime(1_000);
    expect((await submit(client)).command_status).toBe(0);
    expect(await app.db.hubMessage.count({ where: { sellerEndpointId: endpointId } })).toBe(4);
  } finally {
    vi.useRealTimers();
    leaveAll();
    await hub.close();
  }
});
