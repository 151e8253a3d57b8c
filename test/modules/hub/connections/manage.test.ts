import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { ask, bindTo, createSeller, leaveAll, QUICK, submit } from './support.ts';

let app: TestApp;
let hub: RunningHub;

beforeAll(async () => {
  app = await createTestApp();
  hub = await openHub(app.services, 0, QUICK);
});
afterEach(() => leaveAll());
afterAll(async () => {
  await hub.close();
  await app.close();
});

test('query_sm says what became of a message, and nothing of another endpoint’s', async () => {
  const [seller, stranger] = [await createSeller(app), await createSeller(app)];
  const [client, other] = [await bindTo(hub.port, seller.username), await bindTo(hub.port, stranger.username)];
  const { message_id } = await submit(client);
  const query = (by: typeof client, id: unknown) => ask(by.session, 'query_sm', { message_id: id });
  expect(await query(client, message_id)).toMatchObject({ command_status: 0, message_id, message_state: 1 });
  expect((await query(other, message_id)).command_status).toBe(0x67);
  expect((await query(client, 'nothing')).command_status).toBe(0x67);
  const where = { teamId: seller.teamId };
  await app.db.hubMessage.updateMany({ where, data: { status: 'accepted', dueAt: null } });
  expect(await query(client, message_id)).toMatchObject({ command_status: 0, message_state: 1 });
  const settledAt = new Date('2026-03-01T09:05:00.000Z');
  await app.db.hubMessage.updateMany({
    where,
    data: { status: 'failed', dueAt: null, dlrCode: 21, settledAt },
  });
  const { message_state, error_code, final_date } = (await query(client, message_id)) as unknown as Record<
    string,
    unknown
  >;
  expect({ message_state, error_code, final_date }).toEqual({
    message_state: 5,
    error_code: 21,
    final_date: settledAt,
  });
});

test('a part whose others have not come is on its way, and cannot be taken back yet', async () => {
  const [seller, stranger] = [await createSeller(app), await createSeller(app)];
  const [client, other] = [await bindTo(hub.port, seller.username), await bindTo(hub.port, stranger.username)];
  const short_message = { udh: Buffer.from([5, 0, 3, 7, 2, 1]), message: 'The first half, ' };
  const { message_id } = await submit(client, { esm_class: 0x40, short_message });
  const statusOf = async (by: typeof client, command: string) =>
    (await ask(by.session, command, { message_id })).command_status;
  expect(await ask(client.session, 'query_sm', { message_id })).toMatchObject({ command_status: 0, message_state: 1 });
  expect(await statusOf(client, 'cancel_sm')).toBe(0x11);
  expect([await statusOf(other, 'query_sm'), await statusOf(other, 'cancel_sm')]).toEqual([0x67, 0x0c]);
});

test('query_sm tells codes that do not fit into an octet as the nearest one that does', async () => {
  const seller = await createSeller(app);
  const client = await bindTo(hub.port, seller.username);
  const { message_id } = await submit(client);
  for (const [dlrCode, error_code] of [
    [-1, 0],
    [300, 255],
  ] as const) {
    await app.db.hubMessage.updateMany({
      where: { teamId: seller.teamId },
      data: { status: 'failed', dueAt: null, dlrCode },
    });
    expect(await ask(client.session, 'query_sm', { message_id })).toMatchObject({ command_status: 0, error_code });
  }
});

test('cancel_sm takes back what waits, once, with a receipt; what has gone out and what is another’s stays', async () => {
  const [seller, stranger] = [await createSeller(app), await createSeller(app)];
  const [client, other] = [await bindTo(hub.port, seller.username), await bindTo(hub.port, stranger.username)];
  const first = await submit(client);
  const second = await submit(client);
  await app.db.hubMessage.updateMany({
    where: { teamId: seller.teamId, id: second.message_id! },
    data: { status: 'accepted', dueAt: null },
  });
  const cancel = async (by: typeof client, id: unknown) =>
    (await ask(by.session, 'cancel_sm', { message_id: id })).command_status;
  expect(await cancel(other, first.message_id)).toBe(0x0c);
  expect(await cancel(client, first.message_id)).toBe(0);
  expect(await cancel(client, first.message_id)).toBe(0x11);
  expect(await cancel(client, second.message_id)).toBe(0x11);
  expect(await cancel(client, 'nothing')).toBe(0x0c);
  const rows = await app.db.hubMessage.findMany({ where: { teamId: seller.teamId }, orderBy: { id: 'asc' } });
  expect(rows.map(({ status, price }) => [status, String(price)])).toEqual([
    ['canceled', '0'],
    ['accepted', '0.0125'],
  ]);
  await expect.poll(() => client.delivered.map(({ message_state: state }) => state)).toEqual([4]);
});
