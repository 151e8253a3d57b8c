import { between, type Contract, each, type FieldCase } from '../contract.ts';

const hours = { start: '09:00', end: '17:30' };
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const everyDay = <T>(value: T) => Object.fromEntries(days.map((day) => [day, value]));

const META = {
  send_type: 'feed',
  segment_ids: [{ note: 'kept as given' }],
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
const manual = 'meta.manual_data';
const recurring = 'meta.recurring_data';
const feed = 'meta.feed_data';
const hlr = 'meta.hlr_settings';
const windows = ['default', ...days].map((day) => `${feed}.weekly_schedule.${day}`);
const under = (path: string, ...fields: string[]) => fields.map((field) => `${path}.${field}`);

const amounts = [`${manual}.send_amount`, `${recurring}.selected_recurring_time.send_amount`];
const limits = under(recurring, 'weekly_contact_limit', 'daily_contact_limit');
const fromZero = [
  `${manual}.throttle_batch_size`,
  `${feed}.hourly_calls_limit`,
  ...under(hlr, 'number_of_retries', 'delay_between_retries', 'additional_time_increment'),
];

const types: FieldCase[] = [
  ['id', 5, 'must be a string'],
  ['name', 5, 'must be a string'],
  ['status', 'paused', 'selected'],
  ...each(['meta', ...under('meta', 'segment_ids', 'agent_ids', 'number_ids')], 'x', 'must be an array'),
  ...each([manual, recurring, feed, hlr, 'meta.segment_ids.0'], 'x', 'must be an array'),
  ['meta.send_type', 'weekly', 'selected'],
  ...each(under('meta', 'filter_segment_id', 'agent_id', 'number_id', 'agent_ids.0'), [], 'must be a string'),
  ...each(['meta.number_ids.0', 'meta.stopped_reason', `${manual}.send_datetime`], [], 'must be a string'),
  ...each([...amounts, ...limits, ...fromZero], 'x', 'must be an integer'),
  [`${recurring}.days_of_week`, 'Mon', 'must be an array'],
  [`${recurring}.days_of_week.0`, 'Monday', 'selected'],
  ...each(
    [`${recurring}.daily_recurring_data`, ...under(`${recurring}.daily_recurring_data`, ...days)],
    'x',
    'must be an array',
  ),
  ...each(under(`${recurring}.daily_recurring_data`, ...days.map((day) => `${day}.0`)), 'x', 'must be an array'),
  [`${recurring}.selected_recurring_time`, 'x', 'must be an array'],
  [`${recurring}.selected_recurring_time.send_datetime`, 5, 'must be a string'],
  ...each(
    [`${recurring}.is_active`, `${feed}.is_active`, `${feed}.auto_analyze`, `${hlr}.is_active`],
    'yes',
    'must be true or false',
  ),
  [`${feed}.days_of_week`, 'Mon', 'must be an array'],
  [`${feed}.days_of_week.0`, 'Monday', 'selected'],
  ...each([`${feed}.weekly_schedule`, ...windows], 'x', 'must be an array'),
  ...each(
    windows.flatMap((window) => under(window, 'start', 'end')),
    5,
    'must be a string',
  ),
  [`${feed}.feed_id`, 5, 'must be a string'],
  [`${feed}.feed_ids`, 'x', 'must be an array'],
  [`${feed}.feed_ids.0`, 5, 'must be a string'],
  [`${hlr}.retry_until`, 5, 'must be a string'],
];

const nested = {
  manual_data: { send_amount: 10, send_datetime: '2026-12-01T10:00:00Z', throttle_batch_size: 5 },
  recurring_data: {
    days_of_week: ['Mon'],
    daily_recurring_data: everyDay([{ at: '09:00', send_datetime: '09:00' }]),
    selected_recurring_time: { send_amount: 3, send_datetime: null },
    weekly_contact_limit: 7,
    daily_contact_limit: 2,
    is_active: false,
  },
  feed_data: {
    days_of_week: ['Tue'],
    weekly_schedule: { default: hours, ...everyDay(hours) },
    feed_id: 'feed',
    feed_ids: ['a'],
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

export const voiceCampaignContracts: Contract[] = [
  {
    operation: 'E1',
    consumes: 'voiceCampaign',
    path: ({ voiceCampaign }) => `/v1/voice/campaigns/${voiceCampaign}`,
    body: ({ agent, number, segment }) => ({
      name: 'Winter',
      status: 'pending',
      meta: {
        send_type: 'recurring',
        segment_ids: [{ id: segment }],
        filter_segment_id: segment,
        agent_id: agent,
        number_id: number,
        agent_ids: [agent],
        number_ids: [number],
        ...nested,
      },
    }),
    success: [
      {
        name: 'writes and answers every documented field',
        status: 200,
        body: ({ voiceCampaign, agent, number, segment }) => ({
          data: {
            id: voiceCampaign,
            name: 'Winter',
            status: 'pending',
            meta: {
              send_type: 'recurring',
              segment_ids: [{ id: segment }],
              filter_segment_id: segment,
              agent_id: agent,
              number_id: number,
              agent_ids: [agent],
              number_ids: [number],
              ...nested,
            },
          },
        }),
      },
      {
        name: 'fills in the documented defaults',
        call: () => ({
          body: {
            meta: {
              send_type: 'feed',
              segment_ids: [{ note: 'kept as given' }],
              manual_data: {},
              recurring_data: { days_of_week: ['Sun'], daily_recurring_data: {} },
              feed_data: {},
              hlr_settings: {},
            },
          },
        }),
        status: 200,
        body: ({ voiceCampaign }) => ({
          data: {
            id: voiceCampaign,
            name: 'Autumn',
            status: 'draft',
            meta: {
              ...META,
              manual_data: { send_amount: 200, send_datetime: null, throttle_batch_size: 0 },
              recurring_data: {
                days_of_week: ['Sun'],
                daily_recurring_data: everyDay([]),
                selected_recurring_time: null,
                weekly_contact_limit: 5,
                daily_contact_limit: 1,
                is_active: true,
              },
              feed_data: {
                days_of_week: null,
                weekly_schedule: null,
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
            },
          },
        }),
      },
    ],
    failure: [
      {
        name: 'a status that cannot follow',
        call: () => ({ body: { status: 'sent' } }),
        status: 422,
        body: {
          message: 'The status cannot change from draft to sent.',
          errors: { status: ['The status cannot change from draft to sent.'] },
        },
      },
      {
        name: 'several mistakes at once, the first and a count in the message',
        call: () => ({ body: { name: 5, meta: { manual_data: { send_amount: 0 } } } }),
        status: 422,
        body: {
          message: 'The name field must be a string. (and 1 more error)',
          errors: {
            name: ['The name field must be a string.'],
            'meta.manual_data.send_amount': ['The meta.manual data.send amount field must be at least 1.'],
          },
        },
      },
    ],
    missing: { status: 404, body: { message: 'Voice campaign not found.' } },
    references: [
      ['meta.agent_id', 'agent', 'selected'],
      ['meta.number_id', 'number', 'selected'],
      ['meta.filter_segment_id', 'segment', 'selected'],
      ['meta.segment_ids.0.id', 'segment', 'selected'],
      ['meta.agent_ids.0', 'agent', 'selected'],
      ['meta.number_ids.0', 'number', 'selected'],
    ],
    types,
    bounds: [
      ...between(['name'], ['x'.repeat(256), 'must not be greater than 255 characters'], 'x'.repeat(255)),
      ...between([...amounts, ...limits], [0, 'must be at least 1'], 1),
      ...between(fromZero, [-1, 'must be at least 0'], 0),
      ...between(under(recurring, 'days_of_week'), [[], 'must have at least 1 items'], ['Sun']),
      ...between(under(feed, 'days_of_week'), [[], 'must have at least 1 items'], ['Sun']),
      ...between(
        windows.flatMap((window) => under(window, 'end')),
        ['24:00', 'must be a time of day as HH:MM'],
        '23:59',
      ),
      ...between([...amounts, ...limits, ...fromZero], [2 ** 31, 'must not be greater than 2147483647'], 2 ** 31 - 1),
    ],
  },
  {
    operation: 'E21',
    consumes: 'postProcessing',
    path: ({ postProcessing }) => `/v1/voice/post-processing/${postProcessing}`,
    success: [{ name: 'deletes it', status: 200, body: 'Post-processing deleted.' }],
    failure: 'has no other than the missing one',
    missing: { status: 404, body: { message: 'Post-processing not found.' } },
    references: 'takes no body',
    types: 'takes no body',
    bounds: 'takes no body',
  },
];
