import { field } from 'sms-providers';
import { z } from 'zod';
import { textAt, valueAt } from '../../calls/call-message.ts';
import {
  address,
  isHmac,
  isRecent,
  key,
  parallel,
  timeout,
  type VoiceDeclaration,
  variablesOf,
} from './declaration.ts';

const settings = z.strictObject({
  url: address('https://api.retellai.com'),
  timeoutMs: timeout,
  maxInFlight: parallel,
});

const credentials = z.strictObject({
  apiKey: field(
    key,
    'API key',
    'Retell dashboard, Settings, API Keys: the key with the webhook badge, which also signs events.',
  ),
});

type Credentials = z.infer<typeof credentials>;

const authorized = ({ apiKey }: Credentials) => ({ authorization: `Bearer ${apiKey}` });

export const retell: VoiceDeclaration<z.infer<typeof settings>, Credentials> = {
  label: 'Retell AI',
  documentation: 'docs/providers/retell.md',
  reference: 'https://docs.retellai.com',
  settings,
  credentials,
  sendsWebhookSecret: false,
  missing: ({ agent }) =>
    agent.id === null ? `Agent "${agent.name}" needs the id of its Retell agent as its external id.` : null,
  place: (call, { settings: { url }, credentials: secrets, eventsUrl }) => ({
    method: 'POST',
    url: `${url}/v2/create-phone-call`,
    headers: authorized(secrets),
    body: {
      from_number: `+${call.from.number}`,
      to_number: `+${call.to}`,
      override_agent_id: call.agent.id,
      agent_override: { agent: { webhook_url: eventsUrl } },
      retell_llm_dynamic_variables: variablesOf(call),
      metadata: { reference: call.reference },
    },
  }),
  accepted: (body) => ({ id: valueAt(body, 'call_id') }),
  refusals: [
    [/to_number|destination/i, 'permanent'],
    [/concurrency/i, 'throttled'],
    [/payment|balance|credits/i, 'balance'],
  ],
  end: ({ providerId }, { settings: { url }, credentials: secrets }) => ({
    method: 'POST',
    url: `${url}/v2/stop-call/${encodeURIComponent(providerId)}`,
    headers: authorized(secrets),
  }),
  check: ({ settings: { url }, credentials: secrets }) => ({
    method: 'GET',
    url: `${url}/get-concurrency`,
    headers: authorized(secrets),
  }),
  verifiedWith: ['apiKey'],
  verify({ headers, body, bytes = body }, { credentials: { apiKey } }) {
    const [, moment, digest] = /^v=(\d+),d=([0-9a-f]+)$/i.exec(headers['x-retell-signature'] ?? '') ?? [];
    return digest !== undefined && isRecent(moment) && isHmac(digest, [bytes, `${moment}`], apiKey);
  },
  read: async (body) => ({ message: messageOf(body) }),
};

const TYPES: Record<string, { type: string; status?: string }> = {
  call_started: { type: 'status-update', status: 'in-progress' },
  call_ended: { type: 'status-update', status: 'ended' },
  call_analyzed: { type: 'end-of-call-report' },
};

/** Null: an event that tells nothing of a call's course. */
function messageOf(body: unknown): Record<string, unknown> | null {
  const event = textAt(body, 'event') ?? '';
  const known = Object.hasOwn(TYPES, event) ? TYPES[event] : undefined;
  if (!known) return null;
  const at = (...path: string[]) => valueAt(body, 'call', ...path) ?? undefined;
  const isInbound = at('direction') === 'inbound';
  const hasEnded = event !== 'call_started';
  return {
    ...known,
    call: {
      id: at('call_id'),
      type: isInbound ? 'inboundPhoneCall' : 'outboundPhoneCall',
      metadata: at('metadata'),
      assistantId: at('agent_id'),
    },
    customer: { number: at(isInbound ? 'from_number' : 'to_number') },
    phoneNumber: { number: at(isInbound ? 'to_number' : 'from_number') },
    timestamp: at(hasEnded ? 'end_timestamp' : 'start_timestamp'),
    startedAt: at('start_timestamp'),
    ...(hasEnded && {
      endedAt: at('end_timestamp'),
      endedReason: at('disconnection_reason'),
      artifact: { transcript: at('transcript'), recordingUrl: at('recording_url') },
      // In cents.
      cost: Number(at('call_cost', 'combined_cost') ?? Number.NaN) / 100 || undefined,
      analysis: analysisOf(at('call_analysis')),
    }),
  };
}

const analysisOf = (given: unknown) =>
  given === undefined
    ? undefined
    : {
        summary: valueAt(given, 'call_summary'),
        successEvaluation: valueAt(given, 'call_successful'),
        structuredData: valueAt(given, 'custom_analysis_data'),
      };
