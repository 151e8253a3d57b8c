import { expect } from 'vitest';
import type { Contract } from '../contract.ts';

const event = (call: string | null, more: object = {}) => ({
  type: 'status-update',
  call: { id: call, type: 'outboundPhoneCall' },
  status: 'ringing',
  timestamp: 1795280700000,
  ...more,
});
const inbound = (number: string) => ({
  type: 'status-update',
  call: { id: `call-${number}`, type: 'inboundPhoneCall' },
  status: 'ringing',
  customer: { number },
});

export const callContracts: Contract[] = [
  {
    operation: 'E6',
    consumes: 'call',
    path: ({ call }) => `/v1/webhooks/calls/${call}/change-outcome`,
    body: () => ({ call_outcome: 'interested' }),
    success: [
      {
        name: 'answers every documented field, the change among the logs',
        status: 200,
        body: ({ call, team, contact, number, agent, voiceCampaign }) => ({
          data: {
            id: call,
            team_id: team,
            contact_id: contact,
            number_id: number,
            call_agent_id: null,
            agent_id: agent,
            voice_campaign_id: voiceCampaign,
            voice_campaign_send_id: null,
            meta: [],
            is_processed: false,
            is_answer_machine: false,
            is_answered: false,
            is_lead: false,
            is_sale: false,
            is_picked_up: false,
            to_number: 14155550100,
            events_count: '2',
            tool_logs_count: '0',
            created_at: '2026-03-01T09:00:00.000Z',
            updated_at: expect.any(String),
            deleted_at: null,
            created_at_formatted: '2026-03-01 04:00',
            created_at_tz: '2026-03-01T04:00:00-05:00',
            date_key: '2026-03-01',
            timezone: 'America/New_York',
            chat: null,
            status: 'ended',
            call_outcome: 'interested',
            call_source: 'campaign',
            scheduled_at: null,
            lead_submitted_at: null,
            extprovider_ended_reason: null,
            country_id: 840,
            call_outcome_logs: [
              {
                id: expect.any(String),
                team_id: team,
                call_id: call,
                call_outcome_classifier_id: null,
                call_outcome_classifier_run_id: null,
                initial_call_outcome: 'no_answer',
                new_call_outcome: 'interested',
                status: 'applied',
                failure_reason: null,
                created_at: expect.any(String),
              },
            ],
          },
        }),
      },
    ],
    failure: [
      {
        name: 'no outcome',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The call outcome field is required.',
          errors: { call_outcome: ['The call outcome field is required.'] },
        },
      },
    ],
    missing: { status: 404, body: { message: 'Call not found.' } },
    references: 'names no record in its body',
    types: [['call_outcome', 5, 'selected']],
    bounds: 'has no bounds',
  },
  {
    operation: 'E9',
    path: ({ number }) => `/management/numbers/${number}/voice-provider`,
    body: () => ({ voice_provider: 'provider_b' }),
    success: [
      {
        name: 'answers every documented field',
        status: 200,
        body: ({ number, agent, team }) => ({
          data: {
            id: number,
            voice_account_id: null,
            inbound_agent_id: agent,
            sip_config: null,
            disallowed_countries: null,
            team_id: team,
            voice_provider: 'provider_b',
            voice_provider_id: 'pn_1',
            number: 14155550199,
            last_used_at: null,
            created_at: '2026-03-01T09:00:00.000Z',
            updated_at: expect.any(String),
          },
        }),
      },
    ],
    failure: [
      {
        name: 'no provider',
        call: () => ({ body: { voice_provider: null } }),
        status: 422,
        body: {
          message: 'The voice provider field is required.',
          errors: { voice_provider: ['The voice provider field is required.'] },
        },
      },
    ],
    missing: { status: 404, body: { message: 'Number not found.' } },
    references: 'names no record in its body',
    types: [['voice_provider', 'provider_e', 'selected']],
    bounds: 'has no bounds',
  },
  {
    operation: 'E12',
    access: 'secret',
    consumes: 'externalCall',
    path: () => '/v1/webhooks/calls/receive/extprovider',
    headers: ({ secret }) => ({ 'x-webhook-secret': secret }),
    body: ({ externalCall }) => ({ message: JSON.stringify(event(externalCall)) }),
    success: [
      { name: 'acknowledges an event as text', status: 200, body: { status: 'ok' } },
      {
        name: 'acknowledges an event as an object, with the secret as the bearer',
        call: ({ externalCall, secret }) => ({
          headers: { authorization: `Bearer ${secret}` },
          body: { message: event(externalCall) },
        }),
        status: 200,
        body: { status: 'ok' },
      },
    ],
    failure: [
      {
        name: 'a wrong secret',
        call: () => ({ headers: { 'x-webhook-secret': 'wrong' } }),
        status: 401,
        body: { error: 'Invalid secret' },
      },
      {
        name: 'a call that nobody made',
        call: () => ({ body: { message: event('call-unknown') } }),
        status: 404,
        body: { error: 'Call not found' },
      },
      {
        name: 'an inbound caller without a number',
        call: () => ({ body: { message: inbound('anonymous') } }),
        status: 422,
        body: { error: 'Failed to create contact' },
      },
      {
        name: 'no message',
        call: () => ({ body: {} }),
        status: 422,
        body: { message: 'The message field is required.', errors: { message: ['The message field is required.'] } },
      },
      {
        name: 'a message that is not JSON',
        call: () => ({ body: { message: '{' } }),
        status: 422,
        body: {
          message: 'The message field must be a valid JSON string.',
          errors: { message: ['The message field must be a valid JSON string.'] },
        },
      },
      {
        name: 'a message that is no event',
        call: () => ({ body: { message: 5 } }),
        status: 422,
        body: {
          message: 'The message field must be an event: a JSON object with a type.',
          errors: { message: ['The message field must be an event: a JSON object with a type.'] },
        },
      },
      {
        name: 'an event of too long a type',
        call: () => ({ body: { message: { type: 'x'.repeat(256) } } }),
        status: 422,
        body: {
          message: 'The message.type field must not be greater than 255 characters.',
          errors: { message: ['The message.type field must not be greater than 255 characters.'] },
        },
      },
      {
        name: 'an event without a type',
        call: () => ({ body: { message: {} } }),
        status: 422,
        body: {
          message: 'The message field must have a type.',
          errors: { message: ['The message field must have a type.'] },
        },
      },
    ],
    missing: 'names no record in its path',
    references: [['message.call.id', 'externalCall', { status: 404, body: { error: 'Call not found' } }]],
    types: 'its only field may be text or an object; what else is refused stands among the failures',
    bounds: [['message.type', 'x'.repeat(255), null]],
  },
];
