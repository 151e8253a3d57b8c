import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { createCallable } from '../support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp({ LOOKUP_PROVIDER: 'simulator' });
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  await createCallable(app, acme.team.id);
});
afterAll(() => app.close());

const campaign = async (data: Partial<Prisma.VoiceCampaignUncheckedCreateInput> = {}) =>
  (await app.db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Autumn', ...data } })).id;

interface Body {
  data: { id: string; name: string; status: string; meta: Record<string, unknown> };
}
const put = (id: string, body: unknown, token = acme.token) =>
  app.rest<Body>('PUT', `/v1/voice/campaigns/${id}`, { body, token });
const putMeta = async (id: string, meta: unknown) => {
  const { status, body } = await put(id, { meta });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.meta;
};

/** One of each kind that a campaign may name. */
const resources = async (teamId: string) => {
  const { db } = app;
  const agent = await db.agent.create({ data: { teamId, name: 'Ann' } });
  const number = await db.number.create({
    data: { teamId, number: BigInt(15550000000 + Math.floor(Math.random() * 1e9)), voiceProvider: 'provider_a' },
  });
  const segment = await db.segment.create({ data: { teamId, name: 'Everybody' } });
  return { agent: agent.id, number: number.id, segment: segment.id };
};

const EMPTY_META = {
  send_type: null,
  segment_ids: [],
  filter_segment_id: null,
  agent_id: null,
  number_id: null,
  agent_ids: null,
  number_ids: null,
  manual_data: null,
  recurring_data: null,
  feed_data: null,
  stopped_reason: null,
  hlr_settings: null,
};
const NO_DAYS = { Mon: [], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] };

describe('updating a voice campaign', () => {
  test('answers every documented field, also when nothing changes', async () => {
    const id = await campaign();
    expect(await put(id, {})).toMatchObject({
      status: 200,
      body: { data: { id, name: 'Autumn', meta: EMPTY_META, status: 'draft' } },
    });
    expect((await put(id, undefined)).body).toEqual({
      data: { id, name: 'Autumn', meta: EMPTY_META, status: 'draft' },
    });
  });

  test('writes everything that is documented and answers it', async () => {
    const id = await campaign();
    const { agent, number, segment } = await resources(acme.team.id);
    const hours = { start: '09:00', end: '17:30' };
    const noHours = { Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
    const meta = {
      send_type: 'recurring',
      segment_ids: [{ id: segment, name: 'kept' }, { other: [1, { a: null }] }],
      filter_segment_id: segment,
      agent_id: agent,
      number_id: number,
      agent_ids: [agent],
      number_ids: [number, number],
      manual_data: { send_amount: 1, send_datetime: '2026-12-01 10:00:00', throttle_batch_size: 5 },
      recurring_data: {
        days_of_week: ['Mon', 'Sun'],
        daily_recurring_data: { ...NO_DAYS, Mon: [{ start_at: '09:00', nested: { keepMe: 1, and_me: [] } }] },
        selected_recurring_time: { send_amount: 3, send_datetime: '2026-12-01T10:00:00+02:00' },
        weekly_contact_limit: 7,
        daily_contact_limit: 2,
        is_active: false,
      },
      feed_data: {
        days_of_week: ['Tue'],
        weekly_schedule: { default: hours, ...noHours, Sat: { start: '00:00', end: '23:59' } },
        feed_id: 'feed',
        feed_ids: ['a', 'b'],
        is_active: false,
        auto_analyze: false,
        hourly_calls_limit: 60,
      },
      stopped_reason: 'Rain',
      hlr_settings: {
        is_active: true,
        number_of_retries: 3,
        delay_between_retries: 10,
        additional_time_increment: 5,
        retry_until: '2026-12-24',
      },
    };
    const answer = await put(id, { id: 'ignored', name: ' Winter ', status: 'pending', meta, unknown: 1 });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ data: { id, name: 'Winter', status: 'pending', meta } });
    // What is read later is what was answered.
    expect((await put(id, {})).body).toEqual(answer.body);
  });

  test('fills nested data with its documented defaults, and stores them', async () => {
    const id = await campaign();
    const meta = await putMeta(id, {
      manual_data: {},
      recurring_data: { days_of_week: ['Wed'], daily_recurring_data: { Wed: [{ a: 1 }], Thu: null } },
      feed_data: { weekly_schedule: { default: { start: '08:00', end: '12:00' } } },
      hlr_settings: { number_of_retries: null },
    });
    expect(meta).toEqual({
      ...EMPTY_META,
      manual_data: { send_amount: 200, send_datetime: null, throttle_batch_size: 0 },
      recurring_data: {
        days_of_week: ['Wed'],
        daily_recurring_data: { ...NO_DAYS, Wed: [{ a: 1 }] },
        selected_recurring_time: null,
        weekly_contact_limit: 5,
        daily_contact_limit: 1,
        is_active: true,
      },
      feed_data: {
        days_of_week: null,
        weekly_schedule: {
          default: { start: '08:00', end: '12:00' },
          Mon: null,
          Tue: null,
          Wed: null,
          Thu: null,
          Fri: null,
          Sat: null,
          Sun: null,
        },
        feed_id: null,
        feed_ids: null,
        is_active: true,
        auto_analyze: true,
        hourly_calls_limit: 0,
      },
      hlr_settings: {
        is_active: false,
        number_of_retries: 0,
        delay_between_retries: 0,
        additional_time_increment: 0,
        retry_until: null,
      },
    });
    const stored = await app.db.voiceCampaign.findUniqueOrThrow({
      where: { teamId_id: { teamId: acme.team.id, id } },
    });
    expect(stored.manualData).toEqual({ sendAmount: 200, sendDatetime: null, throttleBatchSize: 0 });
    expect(stored.hlrSettings).toEqual({
      isActive: false,
      numberOfRetries: 0,
      delayBetweenRetries: 0,
      additionalTimeIncrement: 0,
      retryUntil: null,
    });
    expect(stored.recurringData).toMatchObject({ dailyRecurringData: { ...NO_DAYS, Wed: [{ a: 1 }] } });
  });

  test('merges meta at its first level and replaces nested data', async () => {
    const id = await campaign();
    await putMeta(id, {
      send_type: 'manual',
      stopped_reason: 'x',
      manual_data: { send_amount: 7, throttle_batch_size: 3 },
    });
    expect(await putMeta(id, { manual_data: { send_datetime: '2026-12-01' } })).toEqual({
      ...EMPTY_META,
      send_type: 'manual',
      stopped_reason: 'x',
      manual_data: { send_amount: 200, send_datetime: '2026-12-01', throttle_batch_size: 0 },
    });
  });

  test('clears what is null, and all of meta when that is null', async () => {
    const id = await campaign();
    const { agent, segment } = await resources(acme.team.id);
    const full = {
      send_type: 'feed',
      agent_id: agent,
      segment_ids: [{ id: segment }],
      feed_data: {},
      agent_ids: [agent],
    };
    await putMeta(id, full);
    expect(await putMeta(id, { agent_id: null, segment_ids: null, feed_data: null })).toEqual({
      ...EMPTY_META,
      send_type: 'feed',
      agent_ids: [agent],
    });
    await putMeta(id, full);
    expect((await put(id, { meta: null })).body.data.meta).toEqual(EMPTY_META);
  });

  test('stores ids of lists in lower case', async () => {
    const { agent } = await resources(acme.team.id);
    const meta = await putMeta(await campaign(), { agent_id: agent.toUpperCase(), agent_ids: [agent.toUpperCase()] });
    expect([meta.agent_id, meta.agent_ids]).toEqual([agent, [agent]]);
  });

  test('takes the same number of statements however many records it names', async () => {
    const id = await campaign();
    const some = await Promise.all([1, 2, 3, 4].map(() => resources(acme.team.id)));
    const naming = (count: number) => {
      const named = some.slice(0, count);
      return {
        meta: {
          agent_ids: named.map(({ agent }) => agent),
          number_ids: named.map(({ number }) => number),
          segment_ids: named.map(({ segment }) => ({ id: segment })),
        },
      };
    };
    const one = await app.statements(() => put(id, naming(1)));
    const four = await app.statements(() => put(id, naming(4)));
    expect(four).toEqual(one);
    // State before, lock, three look-ups, write, its announcement, state after, audit entry.
    expect(one.length).toBe(9);
  });

  test('gives the same over GraphQL', async () => {
    const id = await campaign();
    const { agent, number, segment } = await resources(acme.team.id);
    const query = `mutation ($id: ID!, $input: UpdateVoiceCampaignInput!) {
      updateVoiceCampaign(id: $id, input: $input) {
        id name status
        meta { sendType agentId segmentIds manualData { sendAmount sendDatetime throttleBatchSize } recurringData { dailyRecurringData { Mon { sendAmount sendDatetime } Sun { sendAmount } } weeklyContactLimit } feedData { weeklySchedule { default { start end } Mon { start } } } hlrSettings { retryUntil } }
      }
    }`;
    const input = {
      name: 'Both',
      meta: {
        sendType: 'manual',
        segmentIds: [segment],
        agentId: agent,
        numberId: number,
        manualData: {},
        recurringData: { daysOfWeek: ['Mon'], dailyRecurringData: { Mon: [{ sendDatetime: '09:30' }] } },
      },
    };
    expect(await app.graphql(query, { variables: { id, input }, token: acme.token })).toEqual({
      data: {
        updateVoiceCampaign: {
          id,
          name: 'Both',
          status: 'draft',
          meta: {
            sendType: 'manual',
            agentId: agent,
            segmentIds: [segment],
            manualData: { sendAmount: 200, sendDatetime: null, throttleBatchSize: 0 },
            recurringData: {
              dailyRecurringData: { Mon: [{ sendAmount: 200, sendDatetime: '09:30' }], Sun: [] },
              weeklyContactLimit: 5,
            },
            feedData: null,
            hlrSettings: null,
          },
        },
      },
    });
    expect((await put(id, {})).body.data).toMatchObject({
      name: 'Both',
      status: 'draft',
      meta: {
        agent_id: agent,
        manual_data: { send_amount: 200 },
        recurring_data: { daily_recurring_data: { Mon: [{ send_amount: 200, send_datetime: '09:30' }], Sun: [] } },
      },
    });
  });
});

test('segments are ids over GraphQL and keep their objects in REST', async () => {
  const id = await campaign();
  const { segment } = await resources(acme.team.id);
  const objects = [{ id: segment, note: 'kept' }, { note: 'no id' }];
  const ids = () => app.graphql(`{ voiceCampaign(id: "${id}") { meta { segmentIds } } }`, { token: acme.token });

  expect((await put(id, { meta: { segment_ids: objects } })).body.data.meta.segment_ids).toEqual(objects);
  expect(await ids()).toEqual({ data: { voiceCampaign: { meta: { segmentIds: [segment] } } } });

  const query = `mutation ($ids: [ID!]) {
    updateVoiceCampaign(id: "${id}", input: { meta: { segmentIds: $ids } }) { meta { segmentIds } } }`;
  const variables = { ids: [segment.toUpperCase(), segment] };
  expect(await app.graphql(query, { variables, token: acme.token })).toEqual({
    data: { updateVoiceCampaign: { meta: { segmentIds: [segment] } } },
  });
  expect((await put(id, {})).body.data.meta.segment_ids).toEqual([{ id: segment }]);
});

describe('the status of a voice campaign', () => {
  test('does not keep a send that goes out from new limits when it is given with them', async () => {
    const { segment } = await resources(acme.team.id);
    const recurringData = {
      daysOfWeek: ['Mon'],
      dailyRecurringData: { ...NO_DAYS, Mon: [{ send_amount: 1, send_datetime: '12:00' }] },
      selectedRecurringTime: null,
      weeklyContactLimit: 5,
      dailyContactLimit: 1,
      isActive: true,
    };
    const meta = { sendType: 'recurring', segmentIds: [{ id: segment }], recurringData } as const;
    const id = await campaign({ ...meta, status: 'in_progress' });
    const send = { teamId: acme.team.id, voiceCampaignId: id };
    await app.db.voiceCampaignSend.create({ data: { ...send, meta, status: 'in_progress', audienceAt: new Date() } });
    const recurring_data = {
      days_of_week: ['Mon'],
      daily_recurring_data: recurringData.dailyRecurringData,
      weekly_contact_limit: 2,
    };
    expect((await put(id, { status: 'running', meta: { recurring_data } })).body.data.status).toBe('running');
    expect(await app.db.voiceCampaignSend.findFirst({ where: send })).toMatchObject({
      status: 'in_progress',
      meta: { recurringData: { weeklyContactLimit: 2 } },
    });
  });

  test('goes only where the table allows', async () => {
    const id = await campaign();
    expect(await put(id, { name: 'Not written', status: 'sent' })).toMatchObject({
      status: 422,
      body: {
        message: 'The status cannot change from draft to sent.',
        errors: { status: ['The status cannot change from draft to sent.'] },
      },
    });
    expect((await put(id, {})).body.data).toMatchObject({ name: 'Autumn', status: 'draft' });
    expect((await put(id, { status: 'draft' })).body.data.status).toBe('draft');
    expect(await app.db.log.count({ where: { callerId: id } })).toBe(0);
  });

  test('stopped takes the open sends with it and may say why', async () => {
    const id = await campaign({ status: 'in_progress' });
    const own = { teamId: acme.team.id, voiceCampaignId: id };
    await app.db.voiceCampaignSend.createMany({
      data: [
        { ...own, status: 'pending' },
        { ...own, status: 'running' },
        { ...own, status: 'sent' },
      ],
    });
    const { body } = await put(id, { status: 'stopped', meta: { stopped_reason: 'Budget' } });
    expect(body.data).toMatchObject({ status: 'stopped', meta: { stopped_reason: 'Budget' } });
    const sends = await app.db.voiceCampaignSend.findMany({ where: { voiceCampaignId: id } });
    expect(sends.map(({ status }) => status).sort()).toEqual(['sent', 'stopped', 'stopped']);
  });

  test('does not jump when two updates come at once', async () => {
    // From pending both may go, but from stopped nothing leads to failed and from failed nothing to stopped.
    for (let round = 0; round < 5; round += 1) {
      const id = await campaign({ status: 'pending' });
      const answers = await Promise.all([put(id, { status: 'stopped' }), put(id, { status: 'failed' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});

describe('a voice campaign that is not there', () => {
  test.each([
    ['another team’s', () => campaign({ teamId: rival.team.id })],
    ['a deleted one', () => campaign({ deletedAt: new Date() })],
    ['an unknown id', async () => crypto.randomUUID()],
    ['an id that is none', async () => 'abc'],
  ])('%s', async (_name, make) => {
    const id = await make();
    expect(await put(id, { name: 'Mine now', status: 'sent' })).toMatchObject({
      status: 404,
      body: { message: 'Voice campaign not found.' },
    });
    const queries = [
      `mutation { updateVoiceCampaign(id: "${id}", input: {}) { id } }`,
      `{ voiceCampaign(id: "${id}") { id } }`,
    ];
    for (const query of queries) {
      expect((await app.graphql(query, { token: acme.token })).errors![0]).toMatchObject({
        message: 'Voice campaign not found.',
        extensions: { code: 'NOT_FOUND' },
      });
    }
  });
});

describe('who may update a voice campaign', () => {
  const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: '' }];
  const mutation = (id: string) => `mutation { updateVoiceCampaign(id: "${id}", input: {}) { id meta { sendType } } }`;

  test('nobody without a token', async () => {
    const id = await campaign();
    const answer = await app.rest('PUT', `/v1/voice/campaigns/${id}`, { body: {} });
    expect(answer).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect((await app.graphql(mutation(id))).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('a token with the scope, and no token with another', async () => {
    const id = await campaign();
    const own = await createTeamToken(app, acme.team.id, { scopes: scope('put', '/v1/voice/campaigns/{campaign}') });
    const other = await createTeamToken(app, acme.team.id, { scopes: scope('post', '/v1/offers') });
    expect((await put(id, { name: 'Scoped' }, own)).status).toBe(200);
    expect((await app.graphql(mutation(id), { token: own })).errors).toBeUndefined();
    expect(await put(id, {}, other)).toMatchObject({ status: 403, body: { message: 'This action is unauthorized.' } });
    expect((await app.graphql(mutation(id), { token: other })).errors![0]!.extensions.code).toBe('FORBIDDEN');
    expect((await app.graphql('{ voiceCampaigns { nodes { id } } }', { token: own })).errors![0]!.extensions.code).toBe(
      'FORBIDDEN',
    );
  });
});
