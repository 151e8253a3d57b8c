import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { SMS_SENDS } from '../../../../src/modules/delivery/engine/send-tables.ts';
import { openSend } from '../../../../src/modules/delivery/engine/write-send.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createSmsCampaign,
  manual,
  multistep,
  planner,
  recurring,
  START,
  STOP,
  testEngine,
} from '../../../support/sending.ts';
import { ALL_DAYS } from '../../../support/simulation/scenario.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

/** So many contacts at each of these times, every day. */
function week(amounts: Record<string, number>) {
  const slots = Object.entries(amounts).map(([sendDatetime, sendAmount]) => ({ sendAmount, sendDatetime }));
  const dailyRecurringData = Object.fromEntries(ALL_DAYS.map((day) => [day, slots]));
  return { ...recurring('12:00', 1).recurringData, dailyRecurringData };
}

async function started(amounts: Record<string, number>) {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 10,
    meta: { sendType: 'recurring', recurringData: week(amounts) },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  return campaignId;
}

const CHANGE =
  'mutation ($id: ID!, $data: RecurringDataInput!) { updateSmsCampaign(id: $id, input: { meta: { recurringData: $data } }) { status } }';
const SEGMENTS =
  'mutation ($id: ID!, $ids: [ID!]!) { updateSmsCampaign(id: $id, input: { meta: { segmentIds: $ids } }) { status } }';
const NO_SLOT = {
  'meta.recurringData.dailyRecurringData': [
    'The meta.recurring data.daily recurring data field has no slot on any of the days.',
  ],
};

const change = async (id: string, amounts: Record<string, number>) => {
  const { errors } = await test.graphql(CHANGE, { variables: { id, data: week(amounts) }, token: acme.token });
  expect(errors).toBeUndefined();
};

const waiting = () =>
  test.db.smsSend.findFirstOrThrow({
    where: { teamId: acme.team.id, status: 'pending' },
    select: { slot: true, amount: true, nextStepAt: true, meta: true },
  });

it('a slot that came while the first send had not begun is caught up', async () => {
  await started({ '12:00': 1, '12:30': 2 });
  const { nextStepAt } = await waiting();
  const engine = testEngine(test, `${nextStepAt!.toISOString().slice(0, 10)}T13:00:00Z`);
  await engine.pass(10);
  expect(engine.provider.sent).toHaveLength(nextStepAt!.toISOString().includes('T12:00') ? 3 : 2);
});

it('a slot that came while the send of the selected time had not ended is caught up', async () => {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 10,
    meta: {
      sendType: 'recurring',
      recurringData: {
        ...week({ '08:30': 2, '12:00': 1 }),
        selectedRecurringTime: { sendAmount: 1, sendDatetime: `${day} 08:00` },
      },
    },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(test, `${day}T10:00:00Z`);
  await engine.pass(10);
  expect(engine.provider.sent).toHaveLength(3);
});

it('a campaign whose team moves to another zone while a slot goes out has its next slot', async () => {
  await started({ '12:00': 1 });
  const { nextStepAt } = await waiting();
  await test.db.team.update({ where: { id: acme.team.id }, data: { timezone: 'America/New_York' } });
  const engine = testEngine(test, nextStepAt!.toISOString());
  await engine.pass(10);
  expect(engine.provider.sent).toHaveLength(1);
  expect(await waiting()).toMatchObject({ slot: expect.stringMatching(/T12:00$/) });
});

it('a preview catches up what the send catches up', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 10,
    timezone: 'UTC',
    contactHours: { start: '08:00', end: '21:00' },
    meta: { sendType: 'recurring', recurringData: week({ '07:00': 1, '07:30': 2 }) },
  });
  const at = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T06:00:00Z`;
  const query = `query ($id: ID!, $at: DateTime!) { previewSmsCampaign(id: $id, startAt: $at, days: 1) { messages { totalCount } } }`;
  const { data, errors } = await test.graphql(query, { variables: { id: campaignId, at }, token: acme.token });
  expect(errors).toBeUndefined();
  expect(data).toEqual({ previewSmsCampaign: { messages: { totalCount: 3 } } });
});

it('the next slot takes over what is changed before it, and keeps its time', async () => {
  const campaignId = await started({ '12:00': 2 });
  const first = await waiting();
  const engine = testEngine(test, first.nextStepAt!.toISOString());
  await engine.pass(3 * 60, 30);
  const { slot, nextStepAt } = await waiting();
  expect(slot).not.toBe(first.slot);
  await change(campaignId, { '12:00': 1, '23:59': 4 });
  expect(await waiting()).toMatchObject({
    slot,
    amount: 1,
    nextStepAt,
    meta: {
      recurringData: {
        dailyRecurringData: {
          Sun: [
            { send_amount: 1, send_datetime: '12:00' },
            { send_amount: 4, send_datetime: '23:59' },
          ],
        },
      },
    },
  });
  // Of a slot that is no more nothing goes out.
  await change(campaignId, { '23:59': 3 });
  expect(await waiting()).toMatchObject({ slot: expect.stringMatching(/T23:59$/), amount: 3 });
});

it('slots that are changed while a send goes out count for the next one', async () => {
  const campaignId = await started({ '12:00': 4, '12:30': 4 });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const at = { slot: `${day}T12:00`, nextStepAt: new Date(`${day}T12:00:00Z`) };
  await test.db.smsSend.updateMany({ where: { smsCampaignId: campaignId }, data: at });
  const engine = testEngine(test, `${day}T12:00:00Z`);
  // The audience is put together, and nothing has gone out.
  await work(engine);
  await change(campaignId, { '23:30': 1 });
  await engine.pass(60, 10);
  expect(engine.provider.sent).toHaveLength(4);
  expect(await waiting()).toMatchObject({ slot: `${day}T23:30`, amount: 1 });
});

const UPDATE =
  'mutation ($id: ID!, $input: UpdateSmsCampaignInput!) { updateSmsCampaign(id: $id, input: $input) { name } }';
const update = (id: string, input: Record<string, unknown>) =>
  test.graphql(UPDATE, { variables: { id, input }, token: acme.token });
const DAY = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** A campaign whose send of 12:00 has its audience; nothing has gone out. */
async function goingOut(amounts: Record<string, number>) {
  const campaignId = await started(amounts);
  const at = { slot: `${DAY}T12:00`, nextStepAt: new Date(`${DAY}T12:00:00Z`) };
  await test.db.smsSend.updateMany({ where: { smsCampaignId: campaignId }, data: at });
  const engine = testEngine(test, `${DAY}T12:00:00Z`);
  await work(engine);
  return { campaignId, engine };
}

it('a campaign that becomes manual while a send goes out sends next at its new time', async () => {
  const { campaignId, engine } = await goingOut({ '12:00': 4 });
  const manualData = { sendAmount: 2, sendDatetime: `${DAY}T18:00`, throttleBatchSize: 0 };
  expect((await update(campaignId, { meta: { sendType: 'manual', manualData } })).errors).toBeUndefined();
  await engine.pass(60, 10);
  expect(engine.provider.sent).toHaveLength(4);
  expect(await waiting()).toMatchObject({ slot: null, amount: 2, nextStepAt: new Date(`${DAY}T18:00:00Z`) });
  await engine.pass(24 * 60, 60);
  expect(engine.provider.sent).toHaveLength(6);
});

it('a campaign that becomes manual while a send reaches the last contacts ends with it', async () => {
  const { campaignId, engine } = await goingOut({ '12:00': 10 });
  const manualData = { sendAmount: 2, sendDatetime: null, throttleBatchSize: 0 };
  expect((await update(campaignId, { meta: { sendType: 'manual', manualData } })).errors).toBeUndefined();
  await engine.pass(24 * 60, 60);
  expect(engine.provider.sent).toHaveLength(10);
  expect(await statusOf(campaignId)).toBe('sent');
});

it('a campaign that becomes manual with other segments while its send goes out reaches those once', async () => {
  const { campaignId, engine } = await goingOut({ '12:00': 10 });
  const own = { teamId: acme.team.id };
  const more = {
    number: 4_917_199_999_991n,
    countryId: 276,
    tags: { create: { tag: { create: { ...own, name: 'more' } } } },
  };
  await test.db.contact.create({ data: { ...own, ...more } });
  const { id } = await test.db.segment.create({ data: { ...own, name: 'More', filter: { tagsAny: ['more'] } } });
  const { segmentIds } = await test.db.smsCampaign.findFirstOrThrow({ where: { ...own, id: campaignId } });
  const both = [...(segmentIds as string[]), id];
  expect((await update(campaignId, { meta: { ...manual(5), segmentIds: both } })).errors).toBeUndefined();
  await engine.pass(60, 10);
  expect(engine.provider.sent).toHaveLength(11);
  expect(engine.provider.sent.at(-1)).toMatchObject({ to: '4917199999991' });
  expect(await statusOf(campaignId)).toBe('sent');
});

it('a manual campaign that becomes recurring while its send goes out waits for its first slot', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta: manual(3) });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(test, `${DAY}T12:30:00Z`);
  await work(engine);
  const meta = { sendType: 'recurring', recurringData: week({ '12:00': 2 }) };
  expect((await update(campaignId, { meta })).errors).toBeUndefined();
  await engine.pass(60, 10);
  expect(engine.provider.sent).toHaveLength(3);
  expect(await statusOf(campaignId)).toBe('running');
  expect(await waiting()).toMatchObject({ slot: expect.stringMatching(/T12:00$/), amount: 2 });
});

it('a campaign whose send goes out keeps a slot, too', async () => {
  const { campaignId, engine } = await goingOut({ '12:00': 4 });
  const { errors } = await test.graphql(CHANGE, { variables: { id: campaignId, data: week({}) }, token: acme.token });
  expect(errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_FAILED', fields: NO_SLOT });
  await engine.pass(60, 10);
  expect(await waiting()).toMatchObject({ slot: expect.stringMatching(/T12:00$/), amount: 4 });
});

const chosen = (time: string) => ({
  ...week({}),
  selectedRecurringTime: { sendAmount: 2, sendDatetime: `${DAY}T${time}` },
});
async function startedAt(time: string) {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 3,
    meta: { sendType: 'recurring', recurringData: chosen(time) },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  return campaignId;
}

it('a campaign whose selected time has come and that has no slots takes other changes, and stays due', async () => {
  const campaignId = await startedAt('12:00');
  // As if that day had come while the campaign was paused.
  const passed = `'{selectedRecurringTime,sendDatetime}', '"2020-01-01T12:00"'`;
  await test.pool.query(
    `UPDATE sms_campaigns SET recurring_data = jsonb_set(recurring_data, ${passed}) WHERE id = $1`,
    [campaignId],
  );
  await test.pool.query(
    `UPDATE sms_sends SET next_step_at = '2020-01-01T12:00Z', meta = jsonb_set(meta, '{recurringData}', jsonb_set(meta -> 'recurringData', ${passed}))
      WHERE sms_campaign_id = $1`,
    [campaignId],
  );
  await test.db.smsCampaign.updateMany({ where: { id: campaignId }, data: { pausedAt: new Date() } });
  // Looks at it again in five seconds.
  await work(testEngine(test, `${DAY}T12:00:00Z`));
  expect((await update(campaignId, { name: 'Other' })).errors).toBeUndefined();
  expect((await update(campaignId, { meta: { useDedicatedDomains: true } })).errors).toBeUndefined();
  expect(await waiting()).toMatchObject({
    slot: null,
    amount: 2,
    nextStepAt: new Date(`${DAY}T12:00:05Z`),
    meta: { useDedicatedDomains: true },
  });
});

it.each(['pending', 'running'] as const)(
  'a %s campaign that waits for its selected time moves with it',
  async (status) => {
    const campaignId = await startedAt('12:00');
    await test.db.smsCampaign.updateMany({ where: { id: campaignId }, data: { status } });
    expect((await update(campaignId, { meta: { recurringData: chosen('15:00') } })).errors).toBeUndefined();
    expect(await waiting()).toMatchObject({ slot: null, amount: 2, nextStepAt: new Date(`${DAY}T15:00:00Z`) });
  },
);

it('a campaign that is started goes out at its present time, not at the one for which it waited', async () => {
  const sendDatetime = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16);
  const meta = planner({ multistepData: multistep({ sendDatetime }) });
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  expect((await waiting()).nextStepAt).toEqual(new Date(`${sendDatetime}Z`));
  // Fourteen hours ahead.
  await test.db.team.update({ where: { id: acme.team.id }, data: { timezone: 'Pacific/Kiritimati' } });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  expect(await statusOf(campaignId)).toBe('running');
  expect((await waiting()).nextStepAt).toEqual(new Date(`${sendDatetime}+14:00`));
});

const statusOf = async (id: string) =>
  (await test.db.smsCampaign.findFirstOrThrow({ where: { id, teamId: acme.team.id } })).status;

it('a campaign that waits for its slot keeps a slot', async () => {
  const campaignId = await started({ '12:00': 2 });
  const first = await waiting();
  const { errors } = await test.graphql(CHANGE, { variables: { id: campaignId, data: week({}) }, token: acme.token });
  expect(errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_FAILED', fields: NO_SLOT });
  expect(await waiting()).toEqual(first);
});

it('a campaign whose selected time has passed needs a slot to start', async () => {
  const selectedRecurringTime = { sendAmount: 1, sendDatetime: '2020-01-01T10:00' };
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 3,
    meta: { sendType: 'recurring', recurringData: { ...week({}), selectedRecurringTime } },
  });
  const { errors } = await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  expect(errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_FAILED', fields: NO_SLOT });
  expect(await test.db.smsSend.count({ where: { teamId: acme.team.id } })).toBe(0);
});

it('a campaign that is stopped before its slot has come and started again has the slot still', async () => {
  const campaignId = await started({ '12:00': 1 });
  const first = await waiting();
  expect(first.slot).toMatch(/T12:00$/);
  expect((await test.graphql(STOP, { variables: { id: campaignId }, token: acme.token })).errors).toBeUndefined();
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  expect((await waiting()).slot).toBe(first.slot);
});

it('a slot opens one send, however often and by whomever it is opened', async () => {
  const campaignId = await started({ '12:00': 1 });
  const send = { teamId: acme.team.id, campaignId };
  const opening = { at: new Date(), amount: 1, slot: '2031-05-05 12:00', cycle: 1 };
  const { db } = test.services;
  const opened = await Promise.all([1, 2, 3].map(() => openSend(db, SMS_SENDS, send, opening, new Date())));
  expect(opened.sort()).toEqual([0, 0, 1]);
});

/** The noon of a Saturday to come. */
function saturday() {
  const noon = new Date(Date.now() + 2 * 86_400_000);
  noon.setUTCHours(12, 0, 0, 0);
  noon.setUTCDate(noon.getUTCDate() + ((6 - noon.getUTCDay() + 7) % 7));
  return noon;
}

/** So many of the contacts each day at noon, from a Saturday on. The first ones have had all of their messages for that week. */
async function withOneAtItsLimit(amount: number, contacts = 4, atLimit = 1) {
  const { campaignId, contactIds, segmentId } = await createSmsCampaign(test, acme.team.id, {
    contacts,
    meta: recurring('12:00', amount),
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const noon = saturday();
  await test.db.smsSend.updateMany({
    where: { smsCampaignId: campaignId },
    data: { slot: `${noon.toISOString().slice(0, 10)}T12:00`, nextStepAt: noon },
  });
  await test.pool.query(
    `INSERT INTO contact_limits (team_id, contact_id, channel, day, day_count, week, week_count)
     SELECT $1, x.id, 'sms', to_char($3::timestamptz, 'YYYY-MM-DD'), 1, to_char($3::timestamptz, 'IYYY"-W"IW'), 7
     FROM unnest($2::uuid[]) x(id)`,
    [acme.team.id, contactIds.slice(0, atLimit), noon],
  );
  const engine = testEngine(test, noon.toISOString());
  const reached = async () => {
    const messages = await test.db.smsMessage.findMany({
      where: { smsCampaignId: campaignId },
      select: { contactId: true },
    });
    return contactIds.map((id) => messages.filter(({ contactId }) => contactId === id).length);
  };
  return { campaignId, segmentId, engine, reached };
}

it('a contact that waits for its next week keeps nobody else from the slots until then', async () => {
  const { campaignId, engine, reached } = await withOneAtItsLimit(10);
  await engine.pass(60, 30);
  expect(await reached()).toEqual([0, 1, 1, 1]);
  await engine.pass(24 * 60, 60);
  expect(await reached()).toEqual([0, 2, 2, 2]);
  const recipients = { where: { smsCampaignId: campaignId, status: 'waiting' as const } };
  const [waiting] = await test.db.smsRecipient.findMany(recipients);
  expect(waiting).toMatchObject({ cycle: 2, rule: 'weekly_limit' });
  const sends = await test.db.smsSend.findMany({
    where: { smsCampaignId: campaignId },
    orderBy: { id: 'asc' },
    select: { status: true, amount: true, audienceSize: true },
  });
  expect(sends).toEqual([
    { status: 'sent', amount: 9, audienceSize: 3 },
    { status: 'running', amount: 11, audienceSize: 4 },
  ]);
  await engine.pass(12 * 60, 60);
  expect(await reached()).toEqual([1, 2, 2, 2]);
  await engine.pass(12 * 60, 60);
  expect(await reached()).toEqual([2, 3, 3, 3]);
});

it.each([
  ['while a worker runs', 60],
  ['while none does', 22 * 60],
])('the selected time that comes %s has its send though a contact waits', async (_, step) => {
  const { campaignId, engine, reached } = await withOneAtItsLimit(10);
  await engine.pass(60, 30);
  const sunday = new Date(engine.clock.getTime() + 21 * 3_600_000).toISOString().slice(0, 16);
  const data = { ...week({ '12:00': 10 }), selectedRecurringTime: { sendAmount: 2, sendDatetime: sunday } };
  const { errors } = await test.graphql(CHANGE, { variables: { id: campaignId, data }, token: acme.token });
  expect(errors).toBeUndefined();
  await engine.pass(22 * 60, step);
  expect((await reached()).slice(1).sort()).toEqual([1, 2, 2]);
  const sends = await test.db.smsSend.findMany({ where: { smsCampaignId: campaignId }, orderBy: { id: 'asc' } });
  expect(sends.map(({ slot, status }) => [slot?.slice(-5) ?? null, status === 'sent'])).toEqual([
    ['12:00', true],
    [null, false],
  ]);
  await engine.pass(2 * 60, 60);
  expect((await reached()).slice(1).sort()).toEqual([2, 2, 2]);
  await engine.pass(24 * 60, 60);
  expect(await reached()).toEqual([2, 3, 3, 3]);
});

it('a contact that waits for its next week takes no place of the next slot', async () => {
  const { engine, reached } = await withOneAtItsLimit(1);
  await engine.pass(60, 30);
  expect(await reached()).toEqual([0, 0, 0, 0]);
  await engine.pass(24 * 60, 60);
  expect(await reached()).toEqual([0, 1, 0, 0]);
  await engine.pass(24 * 60, 60);
  expect(await reached()).toEqual([1, 1, 1, 0]);
});

it('a slot takes over all whom the send before holds, however many', async () => {
  const { campaignId, engine } = await withOneAtItsLimit(6_000, 5_003, 5_000);
  await engine.pass(60, 30);
  await engine.pass(24 * 60, 60);
  const where = { smsCampaignId: campaignId };
  const select = { status: true, cycle: true, amount: true, audienceSize: true };
  expect(await test.db.smsSend.findMany({ where, orderBy: { id: 'asc' }, select })).toEqual([
    { status: 'sent', cycle: 1, amount: 1_000, audienceSize: 3 },
    { status: 'running', cycle: 2, amount: 11_000, audienceSize: 5_003 },
  ]);
  const stands = await test.db.smsRecipient.groupBy({ by: ['cycle', 'status'], where, _count: true });
  const sorted = stands.map(({ cycle, status, _count }) => [cycle, status, _count]).sort();
  expect(sorted).toEqual([
    [1, 'handed', 3],
    [2, 'handed', 3],
    [2, 'waiting', 5_000],
  ]);
});

it('whom the next slot’s campaign no longer names does not go on with it', async () => {
  const { campaignId, segmentId, engine, reached } = await withOneAtItsLimit(10);
  await engine.pass(60, 30);
  const tag = await test.db.tag.create({ data: { teamId: acme.team.id, name: `others of ${campaignId}` } });
  const others = await test.db.segment.create({
    data: { teamId: acme.team.id, name: 'Others', filter: { tagsAny: [tag.name] } },
  });
  expect(others.id).not.toBe(segmentId);
  const { errors } = await test.graphql(SEGMENTS, {
    variables: { id: campaignId, ids: [others.id] },
    token: acme.token,
  });
  expect(errors).toBeUndefined();
  await engine.pass(48 * 60, 60);
  expect(await reached()).toEqual([0, 1, 1, 1]);
  expect(
    await test.db.smsRecipient.findMany({ where: { smsCampaignId: campaignId, status: 'skipped' } }),
  ).toMatchObject([{ rule: 'left_audience' }]);
});

it('a contact that has left the audience does not go on with the next slot', async () => {
  const { campaignId, engine, reached } = await withOneAtItsLimit(10);
  await engine.pass(60, 30);
  const [waiting] = await test.db.smsRecipient.findMany({ where: { smsCampaignId: campaignId, status: 'waiting' } });
  await test.db.contactTag.deleteMany({ where: { contactId: waiting!.contactId } });
  await engine.pass(48 * 60, 60);
  expect(await reached()).toEqual([0, 3, 3, 3]);
  const left = { smsCampaignId: campaignId, contactId: waiting!.contactId };
  expect(await test.db.smsRecipient.findMany({ where: left })).toMatchObject([
    { status: 'skipped', rule: 'left_audience' },
  ]);
});
