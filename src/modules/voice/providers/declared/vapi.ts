import { isObject } from 'plain-json';
import { field } from 'sms-providers';
import { z } from 'zod';
import { textAt, valueAt } from '../../calls/call-message.ts';
import {
  address,
  type DeclaredEvent,
  type FindAssistant,
  isHmac,
  isRecent,
  key,
  parallel,
  timeout,
  type VoiceDeclaration,
  variablesOf,
} from './declaration.ts';

const header = (usual: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/)
    .toLowerCase()
    .default(usual);

const texts = z.record(z.string().min(1).max(100), z.string().max(5_000));

const settings = z.strictObject({
  url: address('https://api.vapi.ai'),
  sendEventsHere: field(
    z.boolean().default(true),
    'Send events here',
    'Sets the server URL and its secret for each call. Turn it off to keep the server URL of your assistant; then enter the events URL and the webhook secret in Vapi yourself.',
  ),
  inboundAssistantId: field(
    z.string().min(1).max(200).nullable().default(null),
    'Assistant for inbound calls',
    'Answers `assistant-request` for numbers that have no inbound agent here. Empty: the call is declined.',
  ),
  declineMessage: field(
    z.string().min(1).max(500).default('Sorry, nobody can take your call right now.'),
    'Decline message',
    'Spoken when an inbound call or a transfer is declined.',
  ),
  toolResults: field(
    texts.default({}),
    'Tool results',
    'Answers `tool-calls`: a text by name of the tool. Tools with their own server URL are not asked here.',
  ),
  transferNumber: field(
    z
      .string()
      .regex(/^\+\d{6,15}$/)
      .nullable()
      .default(null),
    'Transfer to number',
    'Answers `transfer-destination-request`: a number in E.164 form, with its plus sign.',
  ),
  handoffAssistantId: field(
    z.string().min(1).max(200).nullable().default(null),
    'Hand off to assistant',
    'Answers `handoff-destination-request`.',
  ),
  knowledge: field(
    z.array(z.string().min(1).max(10_000)).max(20).default([]),
    'Knowledge',
    'Answers `knowledge-base-request`: texts that the model is given.',
  ),
  signatureHeader: field(header('x-signature'), 'Signature header', 'Of an HMAC credential in Vapi.'),
  timestampHeader: field(header('x-timestamp'), 'Timestamp header', 'Of an HMAC credential in Vapi.'),
  timeoutMs: timeout,
  maxInFlight: parallel,
});

const credentials = z.strictObject({
  apiKey: field(key, 'Private API key', 'Vapi dashboard, Settings, API Keys: the private key.'),
  hmacSecret: field(
    key.optional(),
    'HMAC secret',
    'Only if events are signed by a custom credential of the type HMAC (SHA-256, hex, payload {timestamp}.{body}).',
  ),
});

type Settings = z.infer<typeof settings>;
type Credentials = z.infer<typeof credentials> & { webhookSecret: string };

const authorized = ({ apiKey }: Credentials) => ({ authorization: `Bearer ${apiKey}` });

/** What we use, so that Vapi leaves the rest out. */
const SERVER_MESSAGES = [
  ...['status-update', 'end-of-call-report', 'tool-calls'],
  ...['transfer-destination-request', 'handoff-destination-request'],
];

/** Not cut within a character. */
const shortName = (name: string) => name.slice(0, 40).replace(/[\uD800-\uDBFF]$/, '');

export const vapi: VoiceDeclaration<Settings, Credentials> = {
  label: 'Vapi',
  documentation: 'docs/providers/vapi.md',
  reference: 'https://docs.vapi.ai',
  settings,
  credentials: credentials as never,
  sendsWebhookSecret: true,
  missing: ({ agent, from }) =>
    agent.id === null
      ? `Agent "${agent.name}" needs the id of its Vapi assistant as its external id.`
      : from.id === null
        ? `Number +${from.number} needs its Vapi phone number id as its voice provider id.`
        : null,
  place: (call, { settings: { url, sendEventsHere }, credentials: secrets, eventsUrl }) => ({
    method: 'POST',
    url: `${url}/call`,
    headers: authorized(secrets),
    body: {
      assistantId: call.agent.id,
      phoneNumberId: call.from.id,
      customer: { number: `+${call.to}`, ...(call.contact.name !== null && { name: shortName(call.contact.name) }) },
      assistantOverrides: {
        variableValues: variablesOf(call),
        metadata: { reference: call.reference },
        ...(sendEventsHere && {
          server: { url: eventsUrl, headers: { 'X-Vapi-Secret': secrets.webhookSecret } },
          serverMessages: SERVER_MESSAGES,
        }),
      },
    },
  }),
  accepted: (body) => ({
    id: valueAt(body, 'id'),
    listenUrl: valueAt(body, 'monitor', 'listenUrl'),
    controlUrl: valueAt(body, 'monitor', 'controlUrl'),
  }),
  refusals: [
    [/customer\.number|e\.?164|not a valid phone number/i, 'permanent'],
    [/concurrency/i, 'throttled'],
    [/credits|wallet|billing|payment/i, 'balance'],
  ],
  end: ({ controlUrl }) =>
    controlUrl === null ? null : { method: 'POST', url: controlUrl, headers: {}, body: { type: 'end-call' } },
  check: ({ settings: { url }, credentials: secrets }) => ({
    method: 'GET',
    url: `${url}/assistant?limit=1`,
    headers: authorized(secrets),
  }),
  verifiedWith: ['signatureHeader', 'timestampHeader', 'hmacSecret'],
  verify(
    { headers, body, bytes = body },
    { settings: { signatureHeader, timestampHeader }, credentials: { hmacSecret } },
  ) {
    const signature = headers[signatureHeader];
    if (hmacSecret === undefined || signature === undefined) return null;
    const timestamp = headers[timestampHeader];
    return isRecent(timestamp) && isHmac(signature.replace(/^sha256=/, ''), [`${timestamp}.`, bytes], hmacSecret);
  },
  async read(body, account, findAssistant) {
    const given = valueAt(body, 'message');
    const message = isObject(given) ? given : null;
    const answer = message && (await answerTo(message, account, findAssistant));
    return { message, ...(answer && { answer }) } satisfies DeclaredEvent;
  },
};

async function answerTo(
  message: Record<string, unknown>,
  { inboundAssistantId, declineMessage, toolResults, transferNumber, handoffAssistantId, knowledge }: Settings,
  findAssistant: FindAssistant,
): Promise<object | null> {
  switch (message.type) {
    case 'assistant-request': {
      const called = {
        id: textAt(message, 'phoneNumber', 'id') ?? textAt(message, 'call', 'phoneNumberId'),
        number: textAt(message, 'phoneNumber', 'number'),
      };
      const assistantId = (await findAssistant(called)) ?? inboundAssistantId;
      return assistantId === null ? { error: declineMessage } : { assistantId };
    }
    case 'tool-calls':
      return { results: toolCallsOf(message).map((call) => resultOf(call, toolResults)) };
    case 'transfer-destination-request':
      return transferNumber === null
        ? { error: declineMessage }
        : { destination: { type: 'number', number: transferNumber } };
    case 'handoff-destination-request':
      return handoffAssistantId === null
        ? { error: declineMessage }
        : { destination: { type: 'assistant', assistantId: handoffAssistantId } };
    case 'knowledge-base-request':
      return { documents: knowledge.map((content) => ({ content, similarity: 1 })) };
    default:
      return null;
  }
}

interface ToolCall {
  toolCallId: string;
  name: string;
}

function toolCallsOf(message: Record<string, unknown>): ToolCall[] {
  const given = message.toolCallList ?? message.toolCalls;
  return (Array.isArray(given) ? given : []).slice(0, 50).flatMap((call: unknown) => {
    const toolCallId = textAt(call, 'id');
    const name = textAt(call, 'function', 'name') ?? textAt(call, 'name');
    return toolCallId === null || name === null ? [] : [{ toolCallId, name }];
  });
}

const resultOf = ({ toolCallId, name }: ToolCall, results: Record<string, string>) =>
  Object.hasOwn(results, name)
    ? { toolCallId, name, result: results[name] }
    : { toolCallId, name, error: 'This tool has no result here.' };
