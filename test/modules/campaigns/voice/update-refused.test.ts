import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let id: string;
let theirs: { agent: string; number: string; segment: string };

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  const rival = await createTeam(app, 'Rival');
  const { db } = app;
  id = (await db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Autumn' } })).id;
  const own = { teamId: rival.team.id };
  theirs = {
    agent: (await db.agent.create({ data: { ...own, name: 'Ann' } })).id,
    number: (await db.number.create({ data: { ...own, number: 15550001111n, voiceProvider: 'provider_a' } })).id,
    segment: (await db.segment.create({ data: { ...own, name: 'All' } })).id,
  };
});
afterAll(() => app.close());

const put = (body: unknown) => app.rest('PUT', `/v1/voice/campaigns/${id}`, { body, token: acme.token });
const recurring = (data: object) => ({
  meta: { recurring_data: { days_of_week: ['Mon'], daily_recurring_data: {}, ...data } },
});
const feed = (data: object) => ({ meta: { feed_data: data } });
const schedule = (data: object) => feed({ weekly_schedule: { default: { start: '09:00', end: '17:00' }, ...data } });

const cases: [body: unknown, field: string, text: string][] = [
  [{ id: 5 }, 'id', 'The id field must be a string.'],
  [{ id: ['x'] }, 'id', 'The id field must be a string.'],
  [
    recurring({ daily_recurring_data: { Mon: [{ send_amount: 5, send_datetime: '25:00' }] } }),
    'meta.recurring_data.daily_recurring_data.Mon.0.send_datetime',
    'The meta.recurring data.daily recurring data.Mon.0.send datetime field must be a time of day as HH:MM.',
  ],
  [
    recurring({ daily_recurring_data: { Sun: [{}, { send_amount: 0 }] } }),
    'meta.recurring_data.daily_recurring_data.Sun.1.send_amount',
    'The meta.recurring data.daily recurring data.Sun.1.send amount field must be at least 1.',
  ],
  [
    recurring({ daily_recurring_data: { Mon: [{ send_amount: '5' }] } }),
    'meta.recurring_data.daily_recurring_data.Mon.0.send_amount',
    'The meta.recurring data.daily recurring data.Mon.0.send amount field must be an integer.',
  ],
  [
    recurring({ daily_recurring_data: { Tue: Array.from({ length: 1_441 }, () => ({})) } }),
    'meta.recurring_data.daily_recurring_data.Tue',
    'The meta.recurring data.daily recurring data.Tue field must not have more than 1440 items.',
  ],
  ...['0000-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-01:00', '10000-01-01', 'infinity'].flatMap(
    (at): [unknown, string, string][] => [
      [
        { meta: { manual_data: { send_datetime: at } } },
        'meta.manual_data.send_datetime',
        'The meta.manual data.send datetime field must be a valid date.',
      ],
      [
        recurring({ selected_recurring_time: { send_amount: 1, send_datetime: at } }),
        'meta.recurring_data.selected_recurring_time.send_datetime',
        'The meta.recurring data.selected recurring time.send datetime field must be a valid date.',
      ],
      [
        { meta: { hlr_settings: { retry_until: at } } },
        'meta.hlr_settings.retry_until',
        'The meta.hlr settings.retry until field must be a valid date.',
      ],
    ],
  ),
  [{ name: null }, 'name', 'The name field is required.'],
  [{ name: '' }, 'name', 'The name field is required.'],
  [{ name: 5 }, 'name', 'The name field must be a string.'],
  [{ name: 'x'.repeat(256) }, 'name', 'The name field must not be greater than 255 characters.'],
  [{ status: null }, 'status', 'The status field is required.'],
  [{ status: 'paused' }, 'status', 'The selected status is invalid.'],
  [{ meta: 'x' }, 'meta', 'The meta field must be an array.'],
  [{ meta: { send_type: 'weekly' } }, 'meta.send_type', 'The selected meta.send type is invalid.'],
  [{ meta: { segment_ids: 'x' } }, 'meta.segment_ids', 'The meta.segment ids field must be an array.'],
  [{ meta: { segment_ids: ['x'] } }, 'meta.segment_ids.0', 'The meta.segment ids.0 field must be an array.'],
  [{ meta: { segment_ids: [null] } }, 'meta.segment_ids.0', 'The meta.segment ids.0 field is required.'],
  [
    { meta: { segment_ids: [{}, { id: 5 }] } },
    'meta.segment_ids.1.id',
    'The selected meta.segment ids.1.id is invalid.',
  ],
  [{ meta: { filter_segment_id: 'x' } }, 'meta.filter_segment_id', 'The selected meta.filter segment id is invalid.'],
  [{ meta: { agent_id: 'x' } }, 'meta.agent_id', 'The selected meta.agent id is invalid.'],
  [{ meta: { agent_id: [] } }, 'meta.agent_id', 'The meta.agent id field must be a string.'],
  [{ meta: { number_id: crypto.randomUUID() } }, 'meta.number_id', 'The selected meta.number id is invalid.'],
  [{ meta: { agent_ids: 'x' } }, 'meta.agent_ids', 'The meta.agent ids field must be an array.'],
  [{ meta: { agent_ids: ['x'] } }, 'meta.agent_ids.0', 'The selected meta.agent ids.0 is invalid.'],
  [{ meta: { number_ids: [null] } }, 'meta.number_ids.0', 'The meta.number ids.0 field is required.'],
  [{ meta: { stopped_reason: 1 } }, 'meta.stopped_reason', 'The meta.stopped reason field must be a string.'],
  [{ meta: { manual_data: 'x' } }, 'meta.manual_data', 'The meta.manual data field must be an array.'],
  [
    { meta: { manual_data: { send_amount: 0 } } },
    'meta.manual_data.send_amount',
    'The meta.manual data.send amount field must be at least 1.',
  ],
  [
    { meta: { manual_data: { send_amount: 1.5 } } },
    'meta.manual_data.send_amount',
    'The meta.manual data.send amount field must be an integer.',
  ],
  [
    { meta: { manual_data: { send_amount: 2147483648 } } },
    'meta.manual_data.send_amount',
    'The meta.manual data.send amount field must not be greater than 2147483647.',
  ],
  [
    { meta: { manual_data: { throttle_batch_size: -1 } } },
    'meta.manual_data.throttle_batch_size',
    'The meta.manual data.throttle batch size field must be at least 0.',
  ],
  [
    { meta: { manual_data: { send_datetime: 'soon' } } },
    'meta.manual_data.send_datetime',
    'The meta.manual data.send datetime field must be a valid date.',
  ],
  [
    { meta: { manual_data: { send_datetime: 5 } } },
    'meta.manual_data.send_datetime',
    'The meta.manual data.send datetime field must be a string.',
  ],
  [
    recurring({ days_of_week: [] }),
    'meta.recurring_data.days_of_week',
    'The meta.recurring data.days of week field must have at least 1 items.',
  ],
  [
    recurring({ days_of_week: null }),
    'meta.recurring_data.days_of_week',
    'The meta.recurring data.days of week field is required.',
  ],
  [
    recurring({ days_of_week: ['Monday'] }),
    'meta.recurring_data.days_of_week.0',
    'The selected meta.recurring data.days of week.0 is invalid.',
  ],
  [
    recurring({ daily_recurring_data: null }),
    'meta.recurring_data.daily_recurring_data',
    'The meta.recurring data.daily recurring data field is required.',
  ],
  [
    recurring({ daily_recurring_data: { Mon: 'x' } }),
    'meta.recurring_data.daily_recurring_data.Mon',
    'The meta.recurring data.daily recurring data.Mon field must be an array.',
  ],
  [
    recurring({ daily_recurring_data: { Mon: [1] } }),
    'meta.recurring_data.daily_recurring_data.Mon.0',
    'The meta.recurring data.daily recurring data.Mon.0 field must be an array.',
  ],
  [
    recurring({ selected_recurring_time: {} }),
    'meta.recurring_data.selected_recurring_time.send_amount',
    'The meta.recurring data.selected recurring time.send amount field is required.',
  ],
  [
    recurring({ selected_recurring_time: { send_amount: 0 } }),
    'meta.recurring_data.selected_recurring_time.send_amount',
    'The meta.recurring data.selected recurring time.send amount field must be at least 1.',
  ],
  [
    recurring({ selected_recurring_time: { send_amount: 1, send_datetime: '2026-02-30' } }),
    'meta.recurring_data.selected_recurring_time.send_datetime',
    'The meta.recurring data.selected recurring time.send datetime field must be a valid date.',
  ],
  [
    recurring({ weekly_contact_limit: 0 }),
    'meta.recurring_data.weekly_contact_limit',
    'The meta.recurring data.weekly contact limit field must be at least 1.',
  ],
  [
    recurring({ daily_contact_limit: 0 }),
    'meta.recurring_data.daily_contact_limit',
    'The meta.recurring data.daily contact limit field must be at least 1.',
  ],
  [
    recurring({ is_active: 'yes' }),
    'meta.recurring_data.is_active',
    'The meta.recurring data.is active field must be true or false.',
  ],
  [
    feed({ days_of_week: [] }),
    'meta.feed_data.days_of_week',
    'The meta.feed data.days of week field must have at least 1 items.',
  ],
  [
    feed({ weekly_schedule: {} }),
    'meta.feed_data.weekly_schedule.default',
    'The meta.feed data.weekly schedule.default field is required.',
  ],
  [
    schedule({ Mon: { start: '09:00' } }),
    'meta.feed_data.weekly_schedule.Mon.end',
    'The meta.feed data.weekly schedule.Mon.end field is required.',
  ],
  [
    schedule({ Sun: { start: '09:00', end: '24:00' } }),
    'meta.feed_data.weekly_schedule.Sun.end',
    'The meta.feed data.weekly schedule.Sun.end field must be a time of day as HH:MM.',
  ],
  [
    schedule({ default: { start: '9:00', end: '17:00' } }),
    'meta.feed_data.weekly_schedule.default.start',
    'The meta.feed data.weekly schedule.default.start field must be a time of day as HH:MM.',
  ],
  [
    feed({ hourly_calls_limit: -1 }),
    'meta.feed_data.hourly_calls_limit',
    'The meta.feed data.hourly calls limit field must be at least 0.',
  ],
  [feed({ feed_ids: [5] }), 'meta.feed_data.feed_ids.0', 'The meta.feed data.feed ids.0 field must be a string.'],
  ...['number_of_retries', 'delay_between_retries', 'additional_time_increment'].map(
    (field): [unknown, string, string] => [
      { meta: { hlr_settings: { [field]: -1 } } },
      `meta.hlr_settings.${field}`,
      `The meta.hlr settings.${field.replaceAll('_', ' ')} field must be at least 0.`,
    ],
  ),
  [
    { meta: { hlr_settings: { retry_until: 'never' } } },
    'meta.hlr_settings.retry_until',
    'The meta.hlr settings.retry until field must be a valid date.',
  ],
];

describe('an update is refused, with the text under the documented name', () => {
  test.each(cases)('%j', async (body, field, text) => {
    expect(await put(body)).toMatchObject({ status: 422, body: { message: text, errors: { [field]: [text] } } });
  });

  test('when it names another team’s records, each under its place', async () => {
    const { agent, number, segment } = theirs;
    const { status, body } = await put({
      meta: {
        agent_id: agent,
        number_id: number,
        filter_segment_id: segment,
        segment_ids: [{ id: segment }],
        agent_ids: [agent],
        number_ids: [number],
      },
    });
    expect(status).toBe(422);
    expect((body as { errors: object }).errors).toEqual({
      'meta.agent_id': ['The selected meta.agent id is invalid.'],
      'meta.number_id': ['The selected meta.number id is invalid.'],
      'meta.filter_segment_id': ['The selected meta.filter segment id is invalid.'],
      'meta.segment_ids.0.id': ['The selected meta.segment ids.0.id is invalid.'],
      'meta.agent_ids.0': ['The selected meta.agent ids.0 is invalid.'],
      'meta.number_ids.0': ['The selected meta.number ids.0 is invalid.'],
    });
  });

  test('and nothing was written', async () => {
    const stored = await app.db.voiceCampaign.findUniqueOrThrow({
      where: { teamId_id: { teamId: acme.team.id, id } },
    });
    expect(stored).toMatchObject({ name: 'Autumn', status: 'draft', manualData: null, feedData: null, agentId: null });
  });

  test('over GraphQL under the names that GraphQL knows', async () => {
    const query = `mutation ($id: ID!, $input: UpdateVoiceCampaignInput!) { updateVoiceCampaign(id: $id, input: $input) { id } }`;
    const input = {
      name: null,
      meta: {
        agentIds: [theirs.agent],
        manualData: { sendDatetime: 'soon' },
        feedData: { daysOfWeek: [], weeklySchedule: { default: { start: '25:00', end: '17:00' } } },
      },
    };
    const { errors } = await app.graphql(query, { variables: { id, input }, token: acme.token });
    expect(errors![0]!.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      fields: {
        name: ['The name field is required.'],
        'meta.manualData.sendDatetime': ['The meta.manual data.send datetime field must be a valid date.'],
        'meta.feedData.daysOfWeek': ['The meta.feed data.days of week field must have at least 1 items.'],
        'meta.feedData.weeklySchedule.default.start': [
          'The meta.feed data.weekly schedule.default.start field must be a time of day as HH:MM.',
        ],
        'meta.agentIds.0': ['The selected meta.agent ids.0 is invalid.'],
      },
    });
    const bound = { meta: { manualData: { sendAmount: 0 } } };
    expect(
      (await app.graphql(query, { variables: { id, input: bound }, token: acme.token })).errors![0]!.extensions,
    ).toMatchObject({ code: 'VALIDATION_FAILED', fields: { 'meta.manualData.sendAmount': [expect.any(String)] } });
  });
});

describe('values on their bound pass', () => {
  test.each([
    { name: 'x'.repeat(255) },
    { meta: { manual_data: { send_amount: 2147483647, throttle_batch_size: 0 } } },
    { meta: { manual_data: { send_amount: '1', send_datetime: '' } } },
    recurring({ weekly_contact_limit: 1, daily_contact_limit: 1, selected_recurring_time: { send_amount: 1 } }),
    recurring({ daily_recurring_data: [], is_active: '0' }),
    schedule({ Mon: { start: '00:00', end: '23:59' }, Tue: null }),
    feed({ days_of_week: ['Sun'], hourly_calls_limit: 0 }),
    { meta: { hlr_settings: { number_of_retries: 0, delay_between_retries: 0, additional_time_increment: 0 } } },
    { meta: { agent_ids: [], number_ids: [], segment_ids: [] } },
  ])('%j', async (body) => {
    expect((await put(body)).status).toBe(200);
  });
});

test('over GraphQL a recurring day has at most 48 slots', async () => {
  const update = (slots: number) => {
    const Mon = Array.from({ length: slots }, () => ({ sendDatetime: '09:00' }));
    return app.graphql(
      'mutation ($id: ID!, $input: UpdateVoiceCampaignInput!) { updateVoiceCampaign(id: $id, input: $input) { id } }',
      {
        token: acme.token,
        variables: { id, input: { meta: { recurringData: { daysOfWeek: ['Mon'], dailyRecurringData: { Mon } } } } },
      },
    );
  };
  expect((await update(48)).errors).toBeUndefined();
  expect((await update(49)).errors![0]!.extensions.fields).toEqual({
    'meta.recurringData.dailyRecurringData.Mon': [
      'The meta.recurring data.daily recurring data.Mon field must not have more than 48 items.',
    ],
  });
});

test.each(['agent', 'number'] as const)('a campaign names at most 500 of each: %ss', async (what) => {
  const { id: own } =
    what === 'agent'
      ? await app.db.agent.create({ data: { teamId: acme.team.id, name: 'Bob' } })
      : await app.db.number.create({
          data: { teamId: acme.team.id, number: 15550002222n, voiceProvider: 'provider_a' },
        });
  const naming = (count: number) => put({ meta: { [`${what}_ids`]: Array(count).fill(own) } });
  expect((await naming(500)).status).toBe(200);
  expect(await naming(501)).toMatchObject({
    status: 422,
    body: { errors: { [`meta.${what}_ids`]: [`The meta.${what} ids field must not have more than 500 items.`] } },
  });
});

test('over GraphQL an entry of a recurring day is refused under its camelCase path', async () => {
  const input = {
    meta: {
      recurringData: {
        daysOfWeek: ['Mon'],
        dailyRecurringData: { Mon: [{ sendDatetime: '25:00' }, { sendAmount: 0 }] },
      },
    },
  };
  const { errors } = await app.graphql(
    'mutation ($id: ID!, $input: UpdateVoiceCampaignInput!) { updateVoiceCampaign(id: $id, input: $input) { id } }',
    { token: acme.token, variables: { id, input } },
  );
  const at = 'meta.recurringData.dailyRecurringData.Mon';
  expect(errors![0]!.extensions.fields).toEqual({
    [`${at}.1.sendAmount`]: [
      'The meta.recurring data.daily recurring data.Mon.1.send amount field must be at least 1.',
    ],
    [`${at}.0.sendDatetime`]: [
      'The meta.recurring data.daily recurring data.Mon.0.send datetime field must be a time of day as HH:MM.',
    ],
  });
});

test('the id of the body may be repeated or null, and changes nothing', async () => {
  const before = (await put({})).body;
  expect(before).toMatchObject({ data: { id } });
  for (const given of [id, null, 'other']) {
    expect((await put({ id: given })).body).toEqual(before);
  }
});

test('an entry of a recurring day reaches at most as many contacts as an integer can say', async () => {
  const day = (sendAmount: number) => ({
    meta: {
      recurringData: {
        daysOfWeek: ['Mon'],
        dailyRecurringData: { Mon: [{ sendAmount, sendDatetime: '12:00' }] },
      },
    },
  });
  const update = (sendAmount: number) =>
    app.graphql(
      'mutation ($id: ID!, $input: UpdateVoiceCampaignInput!) { updateVoiceCampaign(id: $id, input: $input) { id } }',
      { token: acme.token, variables: { id, input: day(sendAmount) } },
    );
  const at = 'meta.recurringData.dailyRecurringData.Mon.0.sendAmount';
  expect((await update(2_147_483_648)).errors![0]!.extensions.fields).toEqual({
    [at]: ['The meta.recurring data.daily recurring data.Mon.0.send amount field must not be greater than 2147483647.'],
  });
  expect((await update(2_147_483_647)).errors).toBeUndefined();
});
