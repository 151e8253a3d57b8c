import { field, REFUSALS, serviceUrl } from 'sms-providers';
import { z } from 'zod';
import { CallOutcome } from '../../../../generated/prisma/client.ts';
import { liquid, TAGS } from '../../../delivery/texts/engine.ts';
import { textAt, valueAt } from '../../calls/call-message.ts';
import type { OutgoingCall } from '../voice-provider.ts';
import { isHmac, key, parallel, timeout, type VoiceDeclaration, variablesOf } from './declaration.ts';

const VALUES = [
  ...['reference', 'to', 'from', 'from_id', 'agent_id', 'agent_name', 'attempt', 'max_seconds', 'events_url'],
  ...['secret', 'webhook_secret', 'name', 'language', 'timezone', 'campaign', 'offer', 'offer_url'],
];
const WHOLE = /^\{\{\s*variables\s*\}\}$/;

const namesIn = (text: string): string[] | null => {
  try {
    return liquid.globalFullVariablesSync(liquid.parse(text));
  } catch {
    return null;
  }
};

/** `{% spin %}` needs a message to choose for; a mapping has none. */
const liquidText = z
  .string()
  .max(2_000)
  .refine((text) => !/\{%-?\s*spin\b/.test(text), {
    params: { because: `uses the tag {% spin %}; only ${TAGS.join(', ')} are allowed` },
  });

/** A string in which values stand as Liquid, or `{{ variables }}` alone for all of them as an object. */
const template = liquidText.refine(
  (text) =>
    WHOLE.test(text) || namesIn(text)?.every((name) => VALUES.includes(name) || /^variables\.\w+$/.test(name)) === true,
);

/** Without values of contacts, which HTTP may not allow in a header. */
const headerTemplate = liquidText
  .regex(/^[\x20-\x7e]*$/)
  .refine((text) => namesIn(text)?.every((name) => ['secret', 'webhook_secret'].includes(name)) === true);

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
const json: z.ZodType<Json> = z.lazy(() =>
  z.union([template, z.number(), z.boolean(), z.null(), z.array(json).max(50), z.record(z.string().max(100), json)]),
);

const path = z.string().regex(/^[\w-]{1,100}(\.[\w-]{1,100}){0,9}$/);
const optionalPath = path.nullable().default(null);
const words = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.record(z.string().min(1).max(200), z.enum(values)).default({} as never);

const settings = z.strictObject({
  url: field(serviceUrl, 'Address', 'Asked to place a call.'),
  method: field(z.enum(['POST', 'PUT']).default('POST'), 'Method', 'Usually POST.'),
  headers: field(
    z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), headerTemplate).default({}),
    'Headers',
    'By name, e.g. Bearer {{ secret }} for authorization. They may name {{ secret }} and {{ webhook_secret }}.',
  ),
  body: field(
    z.record(z.string().max(100), json),
    'Body',
    `JSON whose texts may name ${VALUES.map((name) => `{{ ${name} }}`).join(', ')}, {{ variables.NAME }}; "{{ variables }}" alone is an object of all.`,
  ),
  idPath: field(path, 'Path of the id', 'Where the answer has the id of the call, e.g. data.call_id.'),
  refusals: field(
    z
      .array(z.strictObject({ text: z.string().min(1).max(200), kind: z.enum(REFUSALS) }))
      .max(20)
      .default([]),
    'Refusals',
    'What a refused request means by a text that its error contains; otherwise its status decides.',
  ),
  endUrl: field(
    serviceUrl.nullable().default(null),
    'Address to end a call',
    '{call_id} stands for its id. Posted to.',
  ),
  checkUrl: field(
    serviceUrl.nullable().default(null),
    'Address to check credentials',
    'Asked with GET and the headers.',
  ),
  signature: field(
    z
      .strictObject({
        header: z
          .string()
          .regex(/^[A-Za-z0-9-]{1,100}$/)
          .toLowerCase(),
        algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
        encoding: z.enum(['hex', 'base64']).default('hex'),
        prefix: z.string().max(20).default(''),
      })
      .nullable()
      .default(null),
    'Signature of events',
    'An HMAC of the body with the signing secret. Empty: events carry the webhook secret in X-Webhook-Secret or as the bearer.',
  ),
  events: field(
    z.strictObject({
      id: path,
      status: path,
      reference: optionalPath,
      number: optionalPath,
      timestamp: optionalPath,
      endedReason: optionalPath,
      outcome: optionalPath,
      transcript: optionalPath,
      recordingUrl: optionalPath,
      summary: optionalPath,
      cost: optionalPath,
    }),
    'Paths in events',
    'Where an event has what we use.',
  ),
  statuses: field(
    words(['queued', 'ringing', 'in-progress', 'forwarding', 'ended']),
    'Statuses',
    'Ours by theirs. An event with any other status is acknowledged and ignored.',
  ),
  outcomes: field(
    words(Object.values(CallOutcome) as [CallOutcome, ...CallOutcome[]]),
    'Outcomes',
    'Ours by their reason of the end.',
  ),
  timeoutMs: timeout,
  maxInFlight: parallel,
});

const credentials = z.strictObject({
  secret: field(key, 'Secret', 'Written where headers and body name {{ secret }}.'),
  signingSecret: field(key.optional(), 'Signing secret', 'Of the signature of events.'),
});

type Settings = z.infer<typeof settings>;
type Credentials = z.infer<typeof credentials> & { webhookSecret: string };
type Values = ReturnType<typeof valuesOf>;

const secretsOf = ({ secret, webhookSecret }: Credentials) => ({ secret, webhook_secret: webhookSecret });

const valuesOf = (call: OutgoingCall, secrets: Credentials, eventsUrl: string) => {
  const variables = variablesOf(call);
  const { reference, to, from, agent, attempt, maxSeconds } = call;
  return {
    ...{ reference, to: `+${to}`, from: `+${from.number}`, from_id: from.id ?? '', attempt, max_seconds: maxSeconds },
    ...{ agent_id: agent.id ?? '', agent_name: agent.name, events_url: eventsUrl },
    ...secretsOf(secrets),
    name: call.contact.name,
    language: call.contact.language,
    timezone: call.contact.timezone,
    campaign: call.campaign.name,
    offer: call.offer?.name ?? null,
    offer_url: call.offer?.url ?? null,
    variables,
  };
};

const write = (text: string, values: object) => liquid.parseAndRenderSync(text, values) as string;

function fill(given: Json, values: Values): Json {
  if (typeof given === 'string') return WHOLE.test(given) ? values.variables : write(given, values);
  if (Array.isArray(given)) return given.map((one) => fill(one, values));
  if (given === null || typeof given !== 'object') return given;
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, fill(one, values)]));
}

const headersOf = (headers: Record<string, string>, values: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), write(text, values)]));

export const custom: VoiceDeclaration<Settings, Credentials> = {
  label: 'The service',
  documentation: 'docs/voice-providers.md',
  settings: settings as never,
  credentials: credentials as never,
  sendsWebhookSecret: true,
  missing: () => null,
  place(call, { settings: { url, method, headers, body }, credentials: secrets, eventsUrl }) {
    const values = valuesOf(call, secrets, eventsUrl);
    return { method, url, headers: headersOf(headers, secretsOf(secrets)), body: fill(body, values) as object };
  },
  accepted: (body, { idPath }) => ({ id: valueAt(body, ...idPath.split('.')) }),
  refusals: [],
  refusalOf: (said, { refusals }) => refusals.find(({ text }) => said.toLowerCase().includes(text.toLowerCase()))?.kind,
  end: ({ providerId }, { settings: { endUrl, headers }, credentials: secrets }) =>
    endUrl === null
      ? null
      : {
          method: 'POST',
          url: endUrl.replaceAll(/\{call_id\}|%7Bcall_id%7D/gi, encodeURIComponent(providerId)),
          headers: headersOf(headers, secretsOf(secrets)),
        },
  check: ({ settings: { checkUrl, headers }, credentials: secrets }) =>
    checkUrl === null ? null : { method: 'GET', url: checkUrl, headers: headersOf(headers, secretsOf(secrets)) },
  verifiedWith: ['signature', 'signingSecret'],
  verify({ headers, body, bytes = body }, { settings: { signature }, credentials: { signingSecret } }) {
    if (signature === null) return null;
    const given = headers[signature.header] ?? '';
    if (signingSecret === undefined || !given.startsWith(signature.prefix)) return false;
    return isHmac(given.slice(signature.prefix.length), [bytes], signingSecret, signature);
  },
  read: async (body, { events, statuses, outcomes }) => {
    const at = (of: string | null) => (of === null ? undefined : (valueAt(body, ...of.split('.')) ?? undefined));
    const text = (of: string | null) => (of === null ? null : textAt(body, ...of.split('.')));
    const given = text(events.status) ?? '';
    const status = Object.hasOwn(statuses, given) ? statuses[given] : undefined;
    if (status === undefined) return { message: null };
    const endedReason = text(events.endedReason);
    const found = endedReason !== null && Object.hasOwn(outcomes, endedReason) ? outcomes[endedReason] : undefined;
    return {
      message: {
        type: status === 'ended' ? 'end-of-call-report' : 'status-update',
        status,
        call: { id: at(events.id), type: 'outboundPhoneCall', metadata: { reference: at(events.reference) } },
        customer: { number: at(events.number) },
        timestamp: at(events.timestamp),
        ...(status === 'ended' && {
          endedReason,
          artifact: { transcript: at(events.transcript), recordingUrl: at(events.recordingUrl) },
          cost: at(events.cost),
          analysis: {
            summary: at(events.summary),
            structuredData: { outcome: at(events.outcome), disposition: found },
          },
        }),
      },
    };
  },
};
