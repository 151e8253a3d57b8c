import { field } from 'sms-providers';
import { z } from 'zod';
import { momentAt, textAt, valueAt } from '../../calls/call-message.ts';
import { dataOf } from '../../calls/rules.ts';
import { address, isHmac, key, parallel, timeout, type VoiceDeclaration, variablesOf } from './declaration.ts';

const settings = z.strictObject({
  url: address('https://api.bland.ai'),
  agentKind: field(
    z.enum(['pathway', 'persona']).default('pathway'),
    'Agents are',
    'What the external ids of your agents here name in Bland: pathways or personas.',
  ),
  timeoutMs: timeout,
  maxInFlight: parallel,
});

const credentials = z.strictObject({
  apiKey: field(key, 'API key', 'Bland dashboard, Settings.'),
  signingSecret: field(
    key,
    'Webhook signing secret',
    'Bland dashboard, Account Settings, Keys, Replace Secret. Shown once.',
  ),
});

type Credentials = z.infer<typeof credentials>;

const authorized = ({ apiKey }: Credentials) => ({ authorization: apiKey });

export const bland: VoiceDeclaration<z.infer<typeof settings>, Credentials> = {
  label: 'Bland',
  documentation: 'docs/providers/bland.md',
  reference: 'https://docs.bland.ai',
  settings,
  credentials,
  sendsWebhookSecret: false,
  missing: ({ agent }, { agentKind }) =>
    agent.id === null ? `Agent "${agent.name}" needs the id of its Bland ${agentKind} as its external id.` : null,
  place: (call, { settings: { url, agentKind }, credentials: secrets, eventsUrl }) => ({
    method: 'POST',
    url: `${url}/v1/calls`,
    headers: authorized(secrets),
    body: {
      phone_number: `+${call.to}`,
      from: `+${call.from.number}`,
      [`${agentKind}_id`]: call.agent.id,
      request_data: variablesOf(call),
      metadata: { reference: call.reference },
      webhook: eventsUrl,
    },
  }),
  // An error may come with the status 200.
  accepted: (body) => ({ id: textAt(body, 'status') === 'error' ? null : valueAt(body, 'call_id') }),
  refusals: [
    [/phone.?number|invalid number/i, 'permanent'],
    [/rate.?limit|concurren/i, 'throttled'],
    [/balance|credits|payment/i, 'balance'],
  ],
  end: ({ providerId }, { settings: { url }, credentials: secrets }) => ({
    method: 'POST',
    url: `${url}/v1/calls/${encodeURIComponent(providerId)}/stop`,
    headers: authorized(secrets),
  }),
  check: ({ settings: { url }, credentials: secrets }) => ({
    method: 'GET',
    url: `${url}/v1/me`,
    headers: authorized(secrets),
  }),
  verifiedWith: ['signingSecret'],
  verify: ({ headers, body, bytes = body }, { credentials: { signingSecret } }) =>
    isHmac(headers['x-webhook-signature'] ?? '', [bytes], signingSecret),
  read: async (body) => ({ message: messageOf(body) }),
};

/** The report after a call. Other events have no transcript or no id, and tell nothing of its course. */
function messageOf(body: unknown): Record<string, unknown> | null {
  const id = textAt(body, 'call_id');
  if (id === null || !(valueAt(body, 'completed') === true || textAt(body, 'status') !== null)) return null;
  const isInbound = valueAt(body, 'inbound') === true;
  const startedAt = momentAt(body, 'started_at');
  const endedAt = startedAt && new Date(startedAt.getTime() + minutesOf(body) * 60_000);
  return {
    type: 'end-of-call-report',
    call: {
      id,
      type: isInbound ? 'inboundPhoneCall' : 'outboundPhoneCall',
      metadata: valueAt(body, 'metadata') ?? valueAt(body, 'variables', 'metadata'),
      assistantId: valueAt(body, 'pathway_id'),
    },
    customer: { number: valueAt(body, isInbound ? 'from' : 'to') },
    phoneNumber: { number: valueAt(body, isInbound ? 'to' : 'from') },
    timestamp: endedAt?.getTime(),
    startedAt: startedAt?.getTime(),
    endedAt: endedAt?.getTime(),
    endedReason: endedReasonOf(body),
    artifact: { transcript: valueAt(body, 'concatenated_transcript'), recordingUrl: valueAt(body, 'recording_url') },
    cost: valueAt(body, 'price'),
    analysis: {
      summary: valueAt(body, 'summary'),
      structuredData: { ...dataOf(valueAt(body, 'analysis')), call_disposition: valueAt(body, 'disposition_tag') },
    },
  };
}

const minutesOf = (body: unknown): number =>
  Number(valueAt(body, 'corrected_duration') ?? Number.NaN) / 60 || Number(valueAt(body, 'call_length') ?? 0);

/** Bland has no list of reasons; these are the words of `ended-reasons.ts`. */
function endedReasonOf(body: unknown): string {
  const status = textAt(body, 'status')?.toLowerCase();
  const answeredBy = textAt(body, 'answered_by')?.toLowerCase();
  if (answeredBy === 'voicemail') return 'voicemail';
  if (answeredBy === 'no-answer' || status === 'no-answer') return 'customer-did-not-answer';
  if (status === 'busy') return 'customer-busy';
  if (status === 'canceled') return 'manually-canceled';
  if (status === 'failed' || textAt(body, 'error_message') !== null) {
    // A person who was talked to is not called again for an error in the conversation.
    const wasConnected =
      minutesOf(body) > 0 || answeredBy === 'human' || textAt(body, 'concatenated_transcript') !== null;
    return wasConnected ? 'pipeline-error-bland' : 'dial_failed';
  }
  return textAt(body, 'call_ended_by')?.toLowerCase() === 'assistant' ? 'assistant-ended-call' : 'customer-ended-call';
}
