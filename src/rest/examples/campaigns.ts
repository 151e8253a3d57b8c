import { type Examples, TEAM_ID } from './example.ts';

const hours = { start: '09:00', end: '18:00' };
const weeklySchedule = {
  default: hours,
  Mon: null,
  Tue: null,
  Wed: { start: '09:00', end: '20:00' },
  Thu: null,
  Fri: null,
  Sat: { start: '10:00', end: '14:00' },
  Sun: null,
};

const AGENT_ID = '01a1f8d3-ea00-7001-8001-000000000001';
const NUMBER_ID = '01a1f8d3-ea00-7011-8001-000000000001';
const SEGMENT_ID = '01a1f8d3-ea00-7019-8001-000000000001';
const SMS_CAMPAIGN_ID = '01a1f8d3-ea00-701d-8001-000000000001';
const SMS_SEND_ID = '01a1f8d3-ea00-701f-8001-000000000001';

const feedData = {
  days_of_week: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  weekly_schedule: weeklySchedule,
  feed_id: 'feed-0001',
  feed_ids: null,
  is_active: true,
  auto_analyze: true,
  hourly_calls_limit: 120,
};
const hlrSettings = {
  is_active: true,
  number_of_retries: 3,
  delay_between_retries: 30,
  additional_time_increment: 15,
  retry_until: '2026-12-24T18:00:00.000Z',
};

const multistepData = {
  step_size: 200,
  step_delay: 5,
  min_ctr: 1.25,
  max_sms_to_send: 5000,
  max_minutes_to_send: null,
  send_datetime: '2026-11-23T09:00:00.000Z',
  is_active: true,
};
const smsMeta = {
  send_type: 'planner',
  segment_ids: [SEGMENT_ID],
  sms_routing_plan_id: '01a1f8d3-ea00-7017-8001-000000000001',
  filter_segment_id: null,
  domain_plan_id: null,
  use_dedicated_domains: false,
  manual_data: null,
  multistep_data: null,
  planner_data: {
    days_of_week: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    weekly_schedule: weeklySchedule,
    multistep_data: multistepData,
    weekly_sms_contact_limit: 5,
    daily_sms_contact_limit: 1,
    is_active: true,
  },
  multistep_status: null,
  hlr_settings: null,
};
const page = (url: string | null, label: string, active: boolean) => ({ url, label, active });

export const campaignExamples: Examples = {
  UpdateVoiceCampaign: {
    request: {
      name: 'Autumn calls',
      status: 'pending',
      meta: {
        send_type: 'feed',
        segment_ids: [{ id: SEGMENT_ID }],
        agent_id: AGENT_ID,
        number_id: NUMBER_ID,
        feed_data: feedData,
        hlr_settings: hlrSettings,
      },
    },
    response: {
      data: {
        id: '01a1f8d3-ea00-7027-8001-000000000001',
        name: 'Autumn calls',
        meta: {
          send_type: 'feed',
          segment_ids: [{ id: SEGMENT_ID }],
          filter_segment_id: null,
          agent_id: AGENT_ID,
          number_id: NUMBER_ID,
          agent_ids: null,
          number_ids: null,
          manual_data: null,
          recurring_data: null,
          feed_data: feedData,
          stopped_reason: null,
          hlr_settings: hlrSettings,
        },
        status: 'pending',
      },
    },
  },
  DeleteVoicePostProcessing: { response: 'Post-processing deleted.' },
  ListSmsCampaigns: {
    response: {
      data: [
        {
          id: SMS_CAMPAIGN_ID,
          name: 'Autumn sale',
          status: 'running',
          team_id: TEAM_ID,
          created_at: '2026-11-20T12:00:00.000Z',
          updated_at: '2026-11-21T09:30:00.000Z',
          meta: smsMeta,
          offers: [
            {
              id: '01a1f8d3-ea00-7012-8001-000000000001',
              name: 'Winter jacket',
              url: 'https://shop.example/winter-jacket',
              profit: '12.5',
              created_at: '2026-11-20T12:00:00.000Z',
              updated_at: '2026-11-20T12:00:00.000Z',
            },
          ],
          sends: [
            {
              id: SMS_SEND_ID,
              next_step_timestamp: '2026-11-23T09:00:00.000Z',
              status: 'running',
              created_at: '2026-11-21T09:00:00.000Z',
              updated_at: '2026-11-21T09:30:00.000Z',
              sms_campaign_id: SMS_CAMPAIGN_ID,
              meta: smsMeta,
              logs: [
                {
                  caller_id: SMS_SEND_ID,
                  caller_type: 'sms_campaign_send',
                  text: 'Step 1 went out to 200 contacts.',
                  created_at: '2026-11-21T09:30:00.000Z',
                },
              ],
            },
          ],
          logs: [],
        },
      ],
      links: {
        first: 'https://campaigns.example/api/v1/sms/campaigns?include=offers%2Csends%2Clogs&page=1',
        last: 'https://campaigns.example/api/v1/sms/campaigns?include=offers%2Csends%2Clogs&page=1',
        prev: null,
        next: null,
      },
      meta: {
        current_page: 1,
        from: 1,
        last_page: 1,
        links: [
          page(null, '&laquo; Previous', false),
          page('https://campaigns.example/api/v1/sms/campaigns?include=offers%2Csends%2Clogs&page=1', '1', true),
          page(null, 'Next &raquo;', false),
        ],
        path: 'https://campaigns.example/api/v1/sms/campaigns',
        per_page: 15,
        to: 1,
        total: 1,
      },
    },
  },
  StopSmsCampaignPlanner: { response: { message: 'Campaign planner stopped.' } },
  DeleteSmsCampaign: { response: { message: 'SMS campaign deleted.' } },
};
