import { type Examples, TEAM_ID } from './example.ts';

const CALL_ID = '01a1f8d3-ea00-7002-8001-000000000001';
const AGENT_ID = '01a1f8d3-ea00-7001-8001-000000000001';
const NUMBER_ID = '01a1f8d3-ea00-7011-8001-000000000001';

export const callExamples: Examples = {
  ChangeCallOutcome: {
    request: { call_outcome: 'interested' },
    response: {
      data: {
        id: CALL_ID,
        team_id: TEAM_ID,
        contact_id: '01a1f8d3-ea00-7007-8001-000000000001',
        number_id: NUMBER_ID,
        call_agent_id: AGENT_ID,
        agent_id: AGENT_ID,
        voice_campaign_id: '01a1f8d3-ea00-7027-8001-000000000001',
        voice_campaign_send_id: '01a1f8d3-ea00-7028-8001-000000000001',
        meta: [],
        is_processed: true,
        is_answer_machine: false,
        is_answered: true,
        is_lead: false,
        is_sale: false,
        is_picked_up: true,
        to_number: 14155550100,
        events_count: '6',
        tool_logs_count: '1',
        created_at: '2026-11-21T17:00:00.000Z',
        updated_at: '2026-11-21T17:05:00.000Z',
        deleted_at: null,
        created_at_formatted: '2026-11-21 12:00',
        created_at_tz: '2026-11-21T12:00:00-05:00',
        date_key: '2026-11-21',
        timezone: 'America/New_York',
        chat: 'AI: Hello, this is Ann.\nUser: Hello. Tell me more.',
        status: 'ended',
        call_outcome: 'interested',
        call_source: 'campaign',
        scheduled_at: '2026-11-21T17:00:00.000Z',
        lead_submitted_at: null,
        extprovider_ended_reason: 'customer-ended-call',
        country_id: 840,
        call_outcome_logs: [
          {
            id: '01a1f8d3-ea00-7004-8001-000000000001',
            team_id: TEAM_ID,
            call_id: CALL_ID,
            call_outcome_classifier_id: null,
            call_outcome_classifier_run_id: null,
            initial_call_outcome: 'maybe_interested',
            new_call_outcome: 'interested',
            status: 'applied',
            failure_reason: null,
            created_at: '2026-11-21T17:05:00.000Z',
          },
        ],
      },
    },
  },
  SetNumberVoiceProvider: {
    request: { voice_provider: 'provider_b' },
    response: {
      data: {
        id: NUMBER_ID,
        voice_account_id: '01a1f8d3-ea00-7026-8001-000000000001',
        inbound_agent_id: AGENT_ID,
        sip_config: null,
        disallowed_countries: null,
        team_id: TEAM_ID,
        voice_provider: 'provider_b',
        voice_provider_id: 'pn_0001',
        number: 14155550199,
        last_used_at: '2026-11-21T17:00:00.000Z',
        created_at: '2026-11-20T12:00:00.000Z',
        updated_at: '2026-11-21T17:10:00.000Z',
      },
    },
  },
  ReceiveCallEvent: {
    request: {
      message: JSON.stringify({
        type: 'end-of-call-report',
        call: { id: 'call-0001', type: 'outboundPhoneCall' },
        endedReason: 'customer-ended-call',
        customer: { number: '+14155550100' },
        artifact: { transcript: 'AI: Hello, this is Ann.\nUser: Hello. Tell me more.' },
        analysis: { successEvaluation: 'true' },
        timestamp: 1795280700000,
      }),
    },
    response: { status: 'ok' },
  },
};
