import { between, type Contract } from '../contract.ts';

const steps = {
  send_type: 'planner',
  segment_ids: [],
  sms_routing_plan_id: null,
  filter_segment_id: null,
  domain_plan_id: null,
  use_dedicated_domains: false,
  manual_data: null,
  multistep_data: null,
  multistep_status: null,
  hlr_settings: null,
};
const planner_data = {
  days_of_week: ['Mon', 'Tue'],
  weekly_schedule: null,
  multistep_data: null,
  weekly_sms_contact_limit: 5,
  daily_sms_contact_limit: 1,
  is_active: true,
};
const AT = '2026-03-01T09:00:00.000Z';
const LIST = 'http://localhost/api/v1/sms/campaigns';

const campaign = (relations: object) => (id: string, team: string) => ({
  id,
  name: 'Planned',
  status: 'draft',
  team_id: team,
  created_at: AT,
  updated_at: AT,
  meta: { ...steps, planner_data },
  offers: [],
  sends: [],
  logs: [],
  ...relations,
});

const onePage = (query: string) => ({
  links: { first: `${LIST}?${query}&page=1`, last: `${LIST}?${query}&page=1`, prev: null, next: null },
  meta: {
    current_page: 1,
    from: 1,
    last_page: 1,
    links: [
      { url: null, label: '&laquo; Previous', active: false },
      { url: `${LIST}?${query}&page=1`, label: '1', active: true },
      { url: null, label: 'Next &raquo;', active: false },
    ],
    path: LIST,
    per_page: 15,
    to: 1,
    total: 1,
  },
});

export const smsCampaignContracts: Contract[] = [
  {
    operation: 'E14',
    path: () => '/v1/sms/campaigns?type=planned',
    success: [
      {
        name: 'lists every documented field, relations that were not asked for empty',
        status: 200,
        body: ({ smsCampaign, team }) => ({ data: [campaign({})(smsCampaign, team)], ...onePage('type=planned') }),
      },
      {
        name: 'includes offers, sends and logs',
        call: () => ({ path: '/v1/sms/campaigns?type=planned&include=offers,sends,logs' }),
        status: 200,
        body: ({ smsCampaign, team, offer, smsSend }) => ({
          data: [
            campaign({
              offers: [
                {
                  id: offer,
                  name: 'Jacket',
                  url: 'https://shop.example',
                  profit: '12.5',
                  created_at: AT,
                  updated_at: AT,
                },
              ],
              sends: [
                {
                  id: smsSend,
                  next_step_timestamp: null,
                  status: 'sent',
                  created_at: AT,
                  updated_at: AT,
                  sms_campaign_id: smsCampaign,
                  meta: { ...steps, send_type: null, planner_data: null },
                  logs: [{ caller_id: smsSend, caller_type: 'sms_campaign_send', text: 'Sent.', created_at: AT }],
                },
              ],
              logs: [{ caller_id: smsCampaign, caller_type: 'sms_campaign', text: 'Planned.', created_at: AT }],
            })(smsCampaign, team),
          ],
          ...onePage('type=planned&include=offers%2Csends%2Clogs'),
        }),
      },
    ],
    failure: 'has no other than validation',
    missing: 'names no record',
    references: 'takes no body',
    types: [
      ['type', 'x', 'selected'],
      ['page', 'x', 'must be an integer'],
      ['per_page', '1.5', 'must be an integer'],
      ['include', 'offers', null],
      ['include.0', 'x', 'selected'],
    ],
    bounds: [
      ...between(['page', 'per_page'], ['0', 'must be at least 1'], '1'),
      ...between(['per_page'], ['101', 'must not be greater than 100'], '100'),
    ],
  },
  {
    operation: 'E19',
    consumes: 'stoppable',
    path: ({ stoppable }) => `/v1/sms/campaigns/${stoppable}/planner/stop`,
    success: [{ name: 'stops the planner', status: 200, body: { message: 'Campaign planner stopped.' } }],
    failure: [
      {
        name: 'a campaign without a planner',
        call: ({ deletable }) => ({ path: `/v1/sms/campaigns/${deletable}/planner/stop` }),
        status: 422,
        body: { errors: ['Campaign does not have planner'] },
      },
    ],
    missing: { status: 404, body: { message: 'SMS campaign not found.' } },
    references: 'takes no body',
    types: 'takes no body',
    bounds: 'takes no body',
  },
  {
    operation: 'E22',
    consumes: 'deletable',
    path: ({ deletable }) => `/v1/sms/campaigns/${deletable}`,
    success: [{ name: 'deletes it', status: 200, body: { message: 'SMS campaign deleted.' } }],
    failure: [
      {
        name: 'a campaign that is sending',
        call: ({ stoppable }) => ({ path: `/v1/sms/campaigns/${stoppable}` }),
        status: 409,
        body: { message: 'The SMS campaign is sending. Stop it before deleting it.' },
      },
    ],
    missing: { status: 404, body: { message: 'SMS campaign not found.' } },
    references: 'takes no body',
    types: 'takes no body',
    bounds: 'takes no body',
  },
];
