import smpp, { type PDU } from 'smpp';
import { readDelivery } from 'sms-providers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { mutate, refused } from '../../../support/mutate.ts';
import { createSmsCampaign, manual } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

interface Said {
  /** 8 bits, 16 bits, or in fields. */
  by?: 'header' | 'wide' | 'fields';
  reference?: number;
  place: number;
  total?: number;
  from?: string;
}

/** As an operator sends it. */
function partOf(text: string, { by = 'header', reference = 7, place, total = 2, from = '491701234567' }: Said): PDU {
  const headers = {
    header: [5, 0x00, 3, reference, total, place],
    wide: [12, 0x05, 4, 0, 0, 0, 0, 0x08, 4, reference >> 8, reference & 0xff, total, place],
    fields: null,
  };
  const udh = headers[by];
  const bytes = Buffer.from(text, 'utf16le').swap16();
  const pdu = new smpp.PDU('deliver_sm', {
    ...{ source_addr: from, source_addr_ton: 1, destination_addr: 'Acme', data_coding: 8 },
    ...(udh && { esm_class: 0x40, short_message: { message: bytes, udh: Buffer.from(udh) } }),
    ...(by === 'fields' && {
      ...{ esm_class: 0, short_message: { message: bytes } },
      ...{ sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: place },
    }),
  });
  return new smpp.PDU(pdu.toBuffer() as never);
}

async function begin() {
  const teamId = (await createTeam(test)).team.id;
  const { routeId } = await createSmsCampaign(test, teamId, { contacts: 1, meta: manual(1) });
  const write = (text: string, said: Said) =>
    receiveInbound(test.services.db, { teamId, id: routeId }, readDelivery(partOf(text, said), new Date()), new Date());
  const replies = () => test.db.smsReply.findMany({ where: { teamId }, orderBy: { id: 'asc' } });
  const texts = async () => (await replies()).map(({ text }) => text);
  /** As if what is there had come so many seconds earlier. */
  const age = (seconds: number) =>
    test.pool.query(
      `UPDATE sms_reply_parts SET created_at = created_at - make_interval(secs => $2) WHERE team_id = $1`,
      [teamId, seconds],
    );
  const giveUp = async () => {
    await makeJobsDue(test);
    await runJobs(test);
  };
  const isSuppressed = async () => (await test.db.suppressedNumber.count({ where: { teamId } })) === 1;
  return { teamId, routeId, write, replies, texts, age, giveUp, isSuppressed };
}

it.each(['header', 'wide', 'fields'] as const)('parts by %s are one reply, in whatever order they come', async (by) => {
  const { write, texts, giveUp } = await begin();
  await write('days of the week ', { by, total: 3, place: 2 });
  await write('I am here on all ', { by, total: 3, place: 1 });
  expect(await texts()).toEqual([]);
  await write('but Sunday.', { by, total: 3, place: 3 });
  await giveUp();
  expect(await texts()).toEqual(['I am here on all days of the week but Sunday.']);
});

it('a part that is delivered again is one, before and after its text is whole', async () => {
  const { write, texts, giveUp } = await begin();
  await write('Good ', { place: 1 });
  await write('Good ', { place: 1 });
  await write('morning', { place: 2 });
  await write('morning', { place: 2 });
  await write('Good ', { place: 1 });
  await giveUp();
  expect(await texts()).toEqual(['Good morning']);
});

it('parts that come at the same moment over two connections are one reply', async () => {
  const { write, texts, giveUp } = await begin();
  const parts = ['a', 'b', 'c', 'd', 'e'];
  const each = parts.map((text, at) => ({ text, said: { place: at + 1, total: 5 } }));
  await Promise.all([...each, ...each].map(({ text, said }) => write(text, said)));
  await giveUp();
  expect(await texts()).toEqual(['abcde']);
});

it('people, references and counts are told apart', async () => {
  const { write, texts } = await begin();
  await write('a1 ', { place: 1 });
  await write('b1 ', { place: 1, from: '491701234568' });
  await write('c1 ', { place: 1, reference: 8 });
  await write('d1 ', { place: 1, by: 'wide' });
  await write('e1 ', { place: 1, by: 'fields' });
  await write('f1 ', { place: 1, total: 3 });
  expect(await texts()).toEqual([]);
  await write('c2', { place: 2, reference: 8 });
  await write('d2', { place: 2, by: 'wide' });
  await write('b2', { place: 2, from: '491701234568' });
  await write('e2', { place: 2, by: 'fields' });
  await write('a2', { place: 2 });
  expect(await texts()).toEqual(['c1 c2', 'd1 d2', 'b1 b2', 'e1 e2', 'a1 a2']);
});

it('what is there after five minutes is a reply, and so is what comes after that', async () => {
  const { write, texts, giveUp, teamId } = await begin();
  await write('one ', { place: 1, total: 4 });
  await write('three ', { place: 3, total: 4 });
  const { rows } = await test.pool.query(
    `SELECT j.run_at > now() + interval '4 minutes' AS waits FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'end_reply_parts' AND j.payload ->> 'teamId' = $1`,
    [teamId],
  );
  expect(rows).toEqual([{ waits: true }]);
  await giveUp();
  expect(await texts()).toEqual(['one three  [parts 1, 3 of 4]']);
  await write('three ', { place: 3, total: 4 });
  await write('two ', { place: 2, total: 4 });
  expect(await texts()).toEqual(['one three  [parts 1, 3 of 4]', 'two  [part 2 of 4]']);
});

it('a STOP waits for nothing, wherever it stands, and is one when it is delivered again', async () => {
  const { write, replies, isSuppressed, giveUp } = await begin();
  await write('STOP', { place: 1 });
  expect(await isSuppressed()).toBe(true);
  await write('STOP', { place: 1 });
  await write(' and never write again', { place: 2 });
  await giveUp();
  expect((await replies()).map(({ text, kind }) => [text, kind])).toEqual([
    ['STOP [part 1 of 2]', 'stop'],
    [' and never write again [part 2 of 2]', 'text'],
  ]);
  const second = await begin();
  await second.write(' and never write again', { place: 2 });
  await second.write('STOP', { place: 1 });
  expect((await second.replies()).map(({ text, kind }) => [text, kind])).toEqual([
    ['STOP and never write again', 'stop'],
  ]);
});

it('a STOP that is divided counts once it is whole; half of a START is none', async () => {
  const { write, isSuppressed, replies, giveUp } = await begin();
  await write('ST', { place: 1 });
  expect(await isSuppressed()).toBe(false);
  await write('OP', { place: 2 });
  expect(await isSuppressed()).toBe(true);
  await write('START', { place: 1, reference: 9 });
  await giveUp();
  expect(await isSuppressed()).toBe(true);
  expect((await replies()).map(({ kind }) => kind)).toEqual(['stop', 'text']);
});

it('a START that was sent before a STOP and is given up after it allows nobody again', async () => {
  const { write, isSuppressed, giveUp } = await begin();
  await write('START', { place: 1, reference: 9 });
  await write('STOP', { place: 1, reference: 10, total: 3 });
  await giveUp();
  expect(await isSuppressed()).toBe(true);
});

it('a reference that begins anew is another text', async () => {
  const { write, texts, age, giveUp } = await begin();
  await write('Old 1 ', { place: 1 });
  await write('New 1 ', { place: 1 });
  expect(await texts()).toEqual(['Old 1  [part 1 of 2]']);
  await write('new 2', { place: 2 });
  await age(700);
  // Much later, in the same words.
  await write('New 1 ', { place: 1 });
  await write('new 2', { place: 2 });
  await write('Late 1 ', { place: 1 });
  await age(700);
  await write('late 2', { place: 2 });
  await giveUp();
  expect(await texts()).toEqual([
    // Eleven minutes before the others.
    'Late 1  [part 1 of 2]',
    'Old 1  [part 1 of 2]',
    'New 1 new 2',
    'New 1 new 2',
    'late 2 [part 2 of 2]',
  ]);
});

it('a character that is divided between two parts is whole in the reply', async () => {
  const { write, texts } = await begin();
  await write('Thanks \ud83d', { place: 1 });
  await write('\ude00!\0', { place: 2 });
  expect(await texts()).toEqual(['Thanks 😀!']);
});

it.each([
  ['the first of none', { place: 1, total: 0 }],
  ['the third of two', { place: 3 }],
  ['before the first', { place: 0 }],
  ['the only one', { place: 1, total: 1 }],
])('a text that says it is %s is a reply as it is', async (_, said) => {
  for (const by of ['header', 'wide', 'fields'] as const) {
    const { write, texts } = await begin();
    await write('Hello', { by, ...said });
    expect(await texts()).toEqual(['Hello']);
  }
});

it('a header that is cut off, and a part longer than any, are replies as they are', async () => {
  const { teamId, routeId, texts } = await begin();
  const pdu = {
    ...partOf('Hello', { place: 1 }),
    short_message: { message: 'Hello', udh: [Buffer.from([0, 3, 7, 2])] },
  };
  const route = { teamId, id: routeId };
  await receiveInbound(test.services.db, route, readDelivery(pdu as PDU, new Date()), new Date());
  await receiveInbound(
    test.services.db,
    route,
    readDelivery(
      {
        ...partOf('', { place: 1 }),
        short_message: undefined,
        message_payload: { message: 'x'.repeat(256) },
        sar_msg_ref_num: 7,
        sar_total_segments: 2,
        sar_segment_seqnum: 1,
      } as never,
      new Date(),
    ),
    new Date(),
  );
  expect(await texts()).toEqual(['Hello', 'x'.repeat(256)]);
});

it('a part of another team’s route joins nothing', async () => {
  const [one, other] = [await begin(), await begin()];
  await one.write('Good ', { place: 1 });
  await other.write('morning', { place: 2 });
  expect([await one.texts(), await other.texts()]).toEqual([[], []]);
});

it('a route is not deleted while parts that were acknowledged are in no reply yet', async () => {
  const { team, token } = await createTeam(test);
  const { id } = await test.db.route.create({ data: { teamId: team.id, name: 'Direct' } });
  const remove = () => mutate(test, token, 'deleteRoute', { id });
  const part = readDelivery(partOf('Call me ', { place: 1 }), new Date());
  await receiveInbound(test.services.db, { teamId: team.id, id }, part, new Date());
  expect(await remove()).toMatchObject(
    refused('CONFLICT', 'The route has parts of a reply whose others are waited for: try again in five minutes.'),
  );
  await makeJobsDue(test);
  await runJobs(test);
  expect(await remove()).toEqual({ data: { deleteRoute: { id } } });
  expect(await test.db.smsReply.findMany({ where: { teamId: team.id } })).toMatchObject([
    { text: 'Call me  [part 1 of 2]', routeId: null },
  ]);
});
