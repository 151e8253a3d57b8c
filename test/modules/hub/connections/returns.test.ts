import type { PDU } from 'smpp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeReturns } from '../../../../src/modules/delivery/relay/return-receipts.ts';
import type { ReturnedReceipt } from '../../../../src/modules/delivery/relay/returned.ts';
import { claimReturns } from '../../../../src/modules/hub/connections/claim-returns.ts';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { bindTo, createSeller, leaveAll, QUICK } from './support.ts';

let app: TestApp;
let hub: RunningHub;
let other: RunningHub;

beforeAll(async () => {
  app = await createTestApp({ HUB_RETURN_HOURS: 5 });
  hub = await openHub(app.services, 0, QUICK);
  other = await openHub(app.services, 0, QUICK);
});
afterEach(() => leaveAll());
afterAll(async () => {
  await Promise.all([hub.close(), other.close()]);
  await app.close();
});

const ID = '019a0000-0000-7000-8000-000000000001';
const receipt = (more: Partial<ReturnedReceipt> = {}): ReturnedReceipt => ({
  ...{ messageId: ID, reference: null, sender: 'Acme', destination: '12025550123', status: 'delivered', code: 0 },
  ...{ reason: null, submittedAt: '2026-03-01T09:00:00.000Z', doneAt: '2026-03-01T09:05:00.000Z', text: 'Hello Zoë' },
  ...more,
});

type Seller = Awaited<ReturnType<typeof createSeller>>;

const giveBack = ({ teamId, endpointId }: Seller, receipts: ReturnedReceipt[], at = new Date()) =>
  writeReturns(
    app.services.db,
    teamId,
    'receipt',
    receipts.map((content) => ({ endpointId, subjectId: content.messageId, content })),
    at,
  );

const left = ({ teamId }: Seller) => app.db.hubReturn.count({ where: { teamId } });
const textOf = ({ short_message }: PDU) => String(short_message?.message);

test('a receipt is delivered as text and fields, and gone once it is acknowledged', async () => {
  const seller = await createSeller(app);
  const client = await bindTo(hub.port, seller.username, { kind: 'receiver' });
  await giveBack(seller, [receipt({ status: 'failed', code: 300 })]);
  await expect.poll(() => left(seller)).toBe(0);
  const [pdu] = client.delivered;
  expect(textOf(pdu!)).toBe(
    `id:${ID} sub:001 dlvrd:000 submit date:2603010900 done date:2603010905 stat:UNDELIV err:300 text:Hello Zo?`,
  );
  expect(pdu).toMatchObject({
    ...{ esm_class: 4, source_addr: '12025550123', source_addr_ton: 1, destination_addr: 'Acme' },
    ...{ receipted_message_id: ID, message_state: 5, network_error_code: Buffer.from([3, 1, 44]) },
  });
  expect(client.delivered).toHaveLength(1);
});

test('receipts wait for a connection that receives, on whichever server', async () => {
  const seller = await createSeller(app);
  const sender = await bindTo(hub.port, seller.username, { kind: 'transmitter' });
  await giveBack(seller, [receipt({ status: 'failed' }), receipt()]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([sender.delivered.length, await left(seller)]).toEqual([0, 2]);
  const receivers = await Promise.all([bindTo(other.port, seller.username), bindTo(hub.port, seller.username)]);
  await expect.poll(() => left(seller)).toBe(0);
  const states = receivers.flatMap(({ delivered }) => delivered.map(({ message_state: state }) => state));
  expect(states.sort()).toEqual([2, 5]);
  await giveBack(
    seller,
    Array.from({ length: 5 }, (_, at) => receipt({ code: at })),
  );
  leaveAll();
});

test('of one message the next goes out after the first was acknowledged; a refused one comes again', async () => {
  const seller = await createSeller(app);
  const unwilling = await bindTo(hub.port, seller.username, { answer: 0x64 });
  const before = new Date(Date.now() - 1_000);
  await giveBack(seller, [receipt({ status: 'failed' })], before);
  await giveBack(seller, [receipt()]);
  await expect.poll(() => unwilling.delivered.length).toBeGreaterThan(1);
  expect(new Set(unwilling.delivered.map(({ message_state: state }) => state))).toEqual(new Set([5]));
  expect(await left(seller)).toBe(2);
  unwilling.session.destroy();
  await unwilling.closed;
  const willing = await bindTo(other.port, seller.username);
  await expect.poll(() => left(seller)).toBe(0);
  expect(willing.delivered.map(({ message_state: state }) => state)).toEqual([5, 2]);
});

test('a client that never answers has a bounded number, and holds up no other', async () => {
  const [silent, seller] = [await createSeller(app), await createSeller(app)];
  const never = await bindTo(hub.port, silent.username, { answer: null });
  const client = await bindTo(hub.port, seller.username);
  const many = Array.from({ length: 150 }, (_, at) => receipt({ messageId: crypto.randomUUID(), code: at }));
  await giveBack(silent, many);
  await giveBack(seller, many);
  await expect.poll(() => left(seller)).toBe(0);
  expect([client.delivered.length, never.delivered.length, await left(silent)]).toEqual([150, 100, 150]);
});

test('receipts go out over all connections of an endpoint alike', async () => {
  const seller = await createSeller(app, { trx: 3 });
  const clients = await Promise.all([1, 2, 3].map(() => bindTo(hub.port, seller.username, { answer: null })));
  await giveBack(
    seller,
    Array.from({ length: 61 }, (_, at) => receipt({ messageId: crypto.randomUUID(), code: at })),
  );
  const counts = () => clients.map(({ delivered }) => delivered.length).sort();
  await expect.poll(counts).toEqual([20, 20, 21]);
});

test('a claim looks at what was due since a moment, or at all of it', async () => {
  const seller = await createSeller(app);
  const ids = [1, 2, 3].map((n) => `019a0000-0000-7000-8000-00000000000${n}`);
  const now = Date.now();
  const ago = [3_000, 2_000, 1_000].map((ms) => new Date(now - ms));
  for (const [at, messageId] of ids.entries()) await giveBack(seller, [receipt({ messageId })], ago[at]);
  const claimed = async (since?: Date) => {
    const rows = await claimReturns(app.services, 'connections', [{ ...seller, room: 10, since }], 60);
    return rows.map(({ content, dueAt }) => ['messageId' in content && content.messageId, dueAt]);
  };
  expect(await claimed(ago[1])).toEqual([
    [ids[1], ago[1]],
    [ids[2], ago[2]],
  ]);
  expect(await claimed()).toEqual([[ids[0], ago[0]]]);
});

test('receipts of another endpoint of the team are not delivered', async () => {
  const seller = await createSeller(app);
  const { teamId } = seller;
  const stranger = await createSeller(app, { teamId, clientCompanyId: null, defaultRouteId: null });
  const client = await bindTo(hub.port, stranger.username);
  await giveBack(seller, [receipt()]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([client.delivered.length, await left(seller)]).toEqual([0, 1]);
  const own = await bindTo(hub.port, seller.username);
  await expect.poll(() => own.delivered.length).toBe(1);
});

test.each([
  ['beyond GSM', `Ж${'ы'.repeat(79)}`],
  ['with the line ends of Windows', `${'a'.repeat(170)}\r\nbye`],
  ['of a letter under more accents than a part has room for', `e${'\u0301'.repeat(120)}`],
])('a long reply %s comes in parts with headers', async (_name, text) => {
  const seller = await createSeller(app);
  const client = await bindTo(hub.port, seller.username);
  const { teamId, endpointId } = seller;
  const reply = { replyId: ID, from: '12025550123', to: '4915100000', text, receivedAt: '2026-03-01T09:00:00.000Z' };
  const returned = [{ endpointId, subjectId: ID, content: reply }];
  await writeReturns(app.services.db, teamId, 'reply', returned, new Date());
  await expect.poll(() => left(seller)).toBe(0);
  expect(client.delivered.map(textOf).join('')).toBe(text);
  expect(
    client.delivered.map(({ source_addr: from, destination_addr: to, esm_class: kind }) => [from, to, kind]),
  ).toEqual([
    ['12025550123', '4915100000', 0x40],
    ['12025550123', '4915100000', 0x40],
  ]);
});

test('a reply that is longer than 255 parts comes in 255', async () => {
  const seller = await createSeller(app);
  const client = await bindTo(hub.port, seller.username);
  const { teamId, endpointId } = seller;
  const text = 'a'.repeat(153 * 256);
  const reply = { replyId: ID, from: '12025550123', to: '4915100000', text, receivedAt: '2026-03-01T09:00:00.000Z' };
  await writeReturns(app.services.db, teamId, 'reply', [{ endpointId, subjectId: ID, content: reply }], new Date());
  await expect.poll(() => left(seller)).toBe(0);
  expect([client.delivered.length, client.delivered.map(textOf).join('').length]).toEqual([255, 153 * 255]);
  const [first] = client.delivered;
  const udh = [first?.short_message?.udh].flat()[0];
  expect(udh?.[3]).toBe(255);
});

test('what is older than the hours of the setting is not delivered any more, and holds up nothing', async () => {
  const seller = await createSeller(app);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  await giveBack(seller, [receipt({ code: 1 })], hours(5.1));
  await giveBack(seller, [receipt({ code: 2 })], hours(4.9));
  const client = await bindTo(hub.port, seller.username, { kind: 'receiver' });
  await expect.poll(() => client.delivered.map((pdu) => /err:\d+/.exec(textOf(pdu))?.[0])).toEqual(['err:002']);
  await expect.poll(() => left(seller)).toBe(1);
  expect((await app.db.hubReturn.findFirst({ where: { teamId: seller.teamId } }))?.tries).toBe(0);
});
