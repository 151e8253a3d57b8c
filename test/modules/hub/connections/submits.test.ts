import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { rememberErased } from '../../../../src/modules/delivery/reach/erased-numbers.ts';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dump, traces } from '../../audience/person/support.ts';
import { bindTo, createSeller, leaveAll, QUICK, returnReceiptsOf, submit, submitTogether } from './support.ts';

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

/** Those that came within a millisecond in any order. */
const rows = (teamId: string) => app.db.hubMessage.findMany({ where: { teamId }, orderBy: { id: 'asc' } });
const textsOf = async (teamId: string) => (await rows(teamId)).map(({ text }) => text);

test('a submit is stored and priced when it is answered with its id', async () => {
  const { username, teamId, endpointId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const answer = await submit(client, { short_message: { message: 'Hello € {1}' } });
  const [row] = await rows(teamId);
  expect([answer.command_status, answer.message_id]).toEqual([0, row!.id]);
  const { cost, price, number, text, status, sender, protocol, receipts, sellerEndpointId } = row!;
  expect([String(cost), String(price), String(number)]).toEqual(['0.01', '0.0125', '12025550123']);
  expect({ text, status, sender, protocol, receipts, sellerEndpointId }).toEqual({
    ...{ text: 'Hello € {1}', status: 'queued', sender: 'Acme', protocol: 'smpp', receipts: 'all' },
    sellerEndpointId: endpointId,
  });
});

test('receipts and acknowledgements are none to send; its modes say nothing to us', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const short_message = 'id:1 sub:001 dlvrd:001 stat:DELIVRD err:000 text:';
  for (const esm_class of [0x04, 0x08, 0x10, 0x18, 0x20, 0x44, 0x07]) {
    expect((await submit(client, { esm_class, short_message })).command_status).toBe(0x43);
  }
  for (const esm_class of [0x01, 0x02, 0x03]) {
    expect((await submit(client, { esm_class })).command_status).toBe(0);
  }
  expect((await rows(teamId)).map(({ text }) => text)).toEqual(['Hello', 'Hello', 'Hello']);
});

test('data codings 0, 1, 3 and 8 and message_payload are read; binary ones are refused', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const texts: [number, Buffer, string][] = [
    [0, Buffer.from([0x00, 0x1b, 0x65, 0x11]), '@€_'],
    // What the extension table does not have is read as without it.
    [0, Buffer.from([0x1b, 0x41]), 'A'],
    [1, Buffer.from('a@b_c'), 'a@b_c'],
    [3, Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), 'Grüße'],
    [8, Buffer.from([0x04, 0x1f, 0xd8, 0x3d, 0xde, 0x00]), 'П😀'],
  ];
  for (const [data_coding, short_message] of texts) {
    expect((await submit(client, { data_coding, short_message })).command_status).toBe(0);
  }
  const payload = { short_message: '', message_payload: { message: 'x'.repeat(400) }, registered_delivery: 2 };
  expect((await submit(client, payload)).command_status).toBe(0);
  for (const data_coding of [2, 4, 0xf5]) {
    expect((await submit(client, { data_coding, short_message: Buffer.from('ab') })).command_status).toBe(0x104);
  }
  // Bytes that are no letters of their coding.
  for (const [data_coding, bytes] of [
    [0, [0xe9]],
    [1, [0xe9]],
    [8, [0x04, 0x1f, 0xd8]],
  ] as const) {
    expect((await submit(client, { data_coding, short_message: Buffer.from(bytes) })).command_status).toBe(0x104);
  }
  const stored = await rows(teamId);
  const long = 'x'.repeat(400);
  expect(stored.map(({ text }) => text).sort()).toEqual([...texts.map(([, , text]) => text), long].sort());
  expect(stored.find(({ text }) => text === long)).toMatchObject({ smsParts: 3, receipts: 'failures' });
});

test('times are absolute or from now on; what is none is refused', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const relative = { schedule_delivery_time: '000000010000000R', validity_period: '000001000000000R' };
  expect((await submit(client, relative)).command_status).toBe(0);
  const [row] = await rows(teamId);
  const { dueAt, validUntil, createdAt } = row!;
  expect(Math.round((dueAt!.getTime() - createdAt.getTime()) / 60_000)).toBe(60);
  expect(validUntil.getTime() - dueAt!.getTime()).toBe(86_400_000);
  const statusOf = async (fields: Record<string, unknown>) => (await submit(client, fields)).command_status;
  expect(await statusOf({ schedule_delivery_time: '261345000000000+' })).toBe(0x61);
  expect(await statusOf({ validity_period: '260230000000000+' })).toBe(0x62);
  // Of the past.
  expect(await statusOf({ validity_period: '200101000000000+' })).toBe(0x62);
  expect(await statusOf({ registered_delivery: 0 })).toBe(0);
});

test('each refusal has its own status, and its row', async () => {
  const seller = await createSeller(app);
  const none = await createSeller(app, { defaultRouteId: null });
  const dear = await createSeller(app, { maxPrice: '0.001', isMaxPriceEnabled: true });
  const margin = await createSeller(app, { minMargin: '0.1' });
  await app.db.suppressedNumber.create({ data: { teamId: seller.teamId, number: 12025550199n } });
  const statusOf = async (username: string, fields: Record<string, unknown> = {}) =>
    (await submit(await bindTo(hub.port, username), fields)).command_status;
  expect(await statusOf(seller.username, { destination_addr: '12' })).toBe(0x0b);
  expect(await statusOf(seller.username, { short_message: '' })).toBe(0x01);
  expect(await statusOf(none.username)).toBe(0x402);
  expect(await statusOf(dear.username)).toBe(0x404);
  expect(await statusOf(margin.username)).toBe(0x405);
  leaveAll();
  await app.db.hubConnection.deleteMany({ where: { teamId: seller.teamId } });
  expect(await statusOf(seller.username, { destination_addr: '12025550199' })).toBe(0x401);
  expect((await rows(seller.teamId)).map(({ status, refusal }) => [status, refusal]).sort()).toEqual([
    ['rejected', 'invalid_number'],
    ['rejected', 'invalid_text'],
    ['rejected', 'suppressed'],
  ]);
});

test('what exceeds the window or the rate is throttled and not stored', async () => {
  const slow = await createSeller(app, { perSecond: 1 });
  const narrow = await createSeller(app, { window: 3 });
  const [paced, bounded] = await Promise.all([bindTo(hub.port, slow.username), bindTo(hub.port, narrow.username)]);
  const first = await submitTogether(paced!, 2);
  expect(first.map(({ command_status }) => command_status).sort()).toEqual([0, 0x58]);
  const five = await submitTogether(bounded!, 5);
  expect(five.map(({ command_status }) => command_status).sort()).toEqual([0, 0, 0, 0x58, 0x58]);
  expect([(await rows(slow.teamId)).length, (await rows(narrow.teamId)).length]).toEqual([1, 3]);
});

test('a repeat with one user_message_reference is answered with the first id', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const first = await submit(client, { user_message_reference: 7 });
  const again = await submit(client, { user_message_reference: 7 });
  const next = await submit(client, { user_message_reference: 7, short_message: 'Another' });
  expect(again.message_id).toBe(first.message_id);
  expect(next.message_id).not.toBe(first.message_id);
  expect(await rows(teamId)).toHaveLength(2);
});

const udh8 = (part: number, total: number) => Buffer.from([5, 0, 3, 9, total, part]);
const udh16 = (part: number, total: number) => Buffer.from([6, 8, 4, 1, 9, total, part]);

test('parts by header and by sar fields are one message, whichever server they come to, in any order', async () => {
  const { username, teamId } = await createSeller(app);
  const [here, there] = await Promise.all([bindTo(hub.port, username), bindTo(other.port, username)]);
  const partOf = (client: typeof here, udh: Buffer, message: string) =>
    submit(client, { esm_class: 0x40, short_message: { udh, message } });
  const third = await partOf(there, udh8(3, 3), 'three');
  const repeated = await partOf(here, udh8(3, 3), 'three');
  const both = await Promise.all([partOf(here, udh8(1, 3), 'one '), partOf(there, udh8(2, 3), 'two ')]);
  const parts = [...both, third];
  expect(parts.map(({ command_status }) => command_status)).toEqual([0, 0, 0]);
  expect(repeated.message_id).toBe(third.message_id);
  const [row] = await rows(teamId);
  expect(row).toMatchObject({ text: 'one two three', partIds: parts.map(({ message_id }) => message_id) });
  await partOf(here, udh16(2, 2), 'b');
  await partOf(here, udh16(1, 2), 'a');
  const sar = (seqnum: number) => ({ sar_msg_ref_num: 300, sar_total_segments: 2, sar_segment_seqnum: seqnum });
  // A letter of two halves.
  await submit(here, { ...sar(1), data_coding: 8, short_message: Buffer.from([0xd8, 0x3d]) });
  await submit(there, { ...sar(2), data_coding: 8, short_message: Buffer.from([0xde, 0x00]) });
  expect((await textsOf(teamId)).sort()).toEqual(['ab', 'one two three', '😀']);
  expect((await partOf(here, Buffer.from([5, 0, 3, 9, 2, 3]), 'x')).command_status).toBe(0x43);
});

test('a part that comes again once its message is complete has its first id; a reference that counts anew begins another', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const partOf = (part: number, message: string) =>
    submit(client, { esm_class: 0x40, short_message: { udh: udh8(part, 2), message } });
  await partOf(1, 'one ');
  const last = await partOf(2, 'two');
  expect((await partOf(2, 'two')).message_id).toBe(last.message_id);
  const open = () =>
    app.db.hubPart.findMany({ where: { teamId, messageId: null }, select: { id: true }, orderBy: { id: 'asc' } });
  expect(await open()).toEqual([]);
  // As if all came within a millisecond.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
  const lost = [];
  for (let n = 0; n < 8; n += 1) lost.push(await partOf(1, `lost ${n} `));
  await partOf(1, 'new ');
  clock.mockRestore();
  // Still the first message's, though another one waits for a part of this number.
  expect((await partOf(2, 'two')).message_id).toBe(last.message_id);
  await partOf(2, 'text');
  expect((await textsOf(teamId)).sort()).toEqual(['new text', 'one two']);
  expect(await open()).toEqual(lost.map(({ message_id }) => ({ id: message_id })));
});

test('references of one byte, of two and of sar fields count by themselves', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const short = (part: number) => Buffer.from([5, 0, 3, 7, 2, part]);
  const wide = (part: number) => Buffer.from([6, 8, 4, 0, 7, 2, part]);
  const headed = (udh: Buffer, message: string) => submit(client, { esm_class: 0x40, short_message: { udh, message } });
  const sar = (part: number, message: string) =>
    submit(client, {
      ...{ sar_msg_ref_num: 7, sar_total_segments: 2, sar_segment_seqnum: part },
      short_message: { message },
    });
  await headed(short(1), 'a');
  await headed(wide(2), 'd');
  await sar(1, 'e');
  expect(await rows(teamId)).toEqual([]);
  await headed(short(2), 'b');
  await headed(wide(1), 'c');
  await sar(2, 'f');
  expect((await textsOf(teamId)).sort()).toEqual(['ab', 'cd', 'ef']);
});

test('parts get the receipts that each asked for', async () => {
  const { username, teamId, endpointId } = await createSeller(app);
  const client = await bindTo(hub.port, username, { kind: 'transmitter' });
  const submitted = async (reference: number) => {
    const answers = [];
    // All, none, failures.
    for (const [at, registered_delivery] of [1, 0, 2].entries()) {
      const udh = Buffer.from([5, 0, 3, reference, 3, at + 1]);
      answers.push(
        await submit(client, { esm_class: 0x40, registered_delivery, short_message: { udh, message: 'x' } }),
      );
    }
    return answers.map(({ message_id }) => message_id);
  };
  const receipts = async (reference: number, status: 'delivered' | 'failed') => {
    const ids = await submitted(reference);
    const [row] = await app.db.hubMessage.findMany({
      where: { teamId, sellerEndpointId: endpointId, status: 'queued' },
    });
    await app.db.hubMessage.update({ where: { teamId_id: { teamId, id: row!.id } }, data: { status, dueAt: null } });
    await returnReceiptsOf(app.services, teamId, [row!.id]);
    const found = await app.db.hubReturn.findMany({ where: { teamId, subjectId: { in: ids as string[] } } });
    return found.map(({ subjectId }) => ids.indexOf(subjectId)).sort();
  };
  expect(await receipts(1, 'delivered')).toEqual([0]);
  expect(await receipts(2, 'failed')).toEqual([0, 2]);
});

test('parts of a message that is refused: the last by its status, the others by receipts; a repeat has the same answer', async () => {
  const { username, teamId, endpointId } = await createSeller(app, { defaultRouteId: null });
  const client = await bindTo(hub.port, username);
  const partOf = (part: number) =>
    submit(client, { esm_class: 0x40, short_message: { udh: udh8(part, 2), message: 'x' } });
  const first = await partOf(1);
  expect([first.command_status, (await partOf(2)).command_status]).toEqual([0, 0x402]);
  await expect
    .poll(() => client.delivered.map(({ receipted_message_id: id, message_state: state }) => [id, state]))
    .toEqual([[first.message_id, 8]]);
  expect((await rows(teamId)).map(({ status }) => status)).toEqual(['rejected']);
  const { id: defaultRouteId } = await app.db.route.findFirstOrThrow({ where: { teamId } });
  await app.db.sellerEndpoint.update({ where: { teamId_id: { teamId, id: endpointId } }, data: { defaultRouteId } });
  // The answer may have been lost.
  expect((await partOf(2)).command_status).toBe(0x402);
  expect((await rows(teamId)).map(({ status }) => status)).toEqual(['rejected']);
});

test('a part is told in the commit that refuses its message, whatever happens before the answer', async () => {
  const { username, teamId } = await createSeller(app, { defaultRouteId: null });
  const client = await bindTo(hub.port, username, { kind: 'transmitter' });
  const partOf = (part: number) =>
    submit(client, { esm_class: 0x40, short_message: { udh: udh8(part, 2), message: 'x' } });
  const first = await partOf(1);
  // The receipt cannot be written.
  await app.pool.query(`ALTER TABLE hub_returns ADD CONSTRAINT refused CHECK (team_id <> '${teamId}') NOT VALID`);
  try {
    expect((await partOf(2)).command_status).toBe(0x08);
    expect(await rows(teamId)).toEqual([]);
  } finally {
    await app.pool.query('ALTER TABLE hub_returns DROP CONSTRAINT refused');
  }
  expect((await partOf(2)).command_status).toBe(0x402);
  const told = await app.db.hubReturn.findMany({ where: { teamId } });
  expect(told.map(({ subjectId }) => subjectId)).toEqual([first.message_id]);
});

test('a submit to a number whose person was erased is refused, whole and in parts, and stores nothing of them', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  await app.services.db.transaction((tx) => rememberErased(tx, app.services.tokenKeys, teamId, ['4915112345678']));
  const towels = { destination_addr: '4915112345678', short_message: 'Forty-two towels' };
  const part = (message: string, at: number) =>
    submit(client, { ...towels, esm_class: 0x40, short_message: { udh: udh8(at, 3), message } });
  const statuses = [
    await submit(client, towels),
    await submit(client, { ...towels, user_message_reference: 7 }),
    // The third never comes.
    await part('Forty-two ', 1),
    await part('towels', 2),
  ].map(({ command_status }) => command_status);
  expect(statuses).toEqual([0x401, 0x401, 0x401, 0x401]);
  expect(traces(await dump(app))).toEqual([]);
  expect(await rows(teamId)).toMatchObject(
    Array.from({ length: 4 }, () => ({ status: 'rejected', refusal: 'suppressed', number: null, reference: null })),
  );
});
