import type { ServerResponse } from 'node:http';
import { createSigningSecret } from 'outgoing-requests';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { openVoiceProvider } from '../../../../src/modules/voice/providers/open-voice-provider.ts';
import type { OutgoingCall } from '../../../../src/modules/voice/providers/voice-provider.ts';
import { type Seen, startService } from '../../delivery/providers/webhook-service.ts';

const secret = createSigningSecret();
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

async function provider(
  answer: (seen: Seen, response: ServerResponse) => void,
  { allowPrivate = true, canEnd = true } = {},
) {
  const service = await startService(answer);
  const opened = openVoiceProvider(
    'http',
    { url: `${service.url}/calls`, timeoutMs: 60_000, canEnd },
    { secret },
    {
      eventsUrl: '',
      allowPrivate,
    },
  );
  cleanUp.push(
    () => opened.close(),
    () => service.close(),
  );
  return { voice: opened, seen: service.seen };
}

const CALL: OutgoingCall = {
  reference: '0199aaaa-0000-7000-8000-000000000001',
  to: '4915112345678',
  from: { number: '4930123456', id: 'number-1' },
  agent: { id: 'assistant-1', name: 'Clara' },
  attempt: 2,
  maxSeconds: 600,
  contact: { name: 'Anna', language: 'de', timezone: 'Europe/Berlin', fields: { country: 'DE', custom1_str: 'gold' } },
  campaign: { id: '0199aaaa-0000-7000-8000-00000000000c', name: 'Spring' },
  offer: { id: '0199aaaa-0000-7000-8000-00000000000f', name: 'Solar', url: 'https://shop.example.com/solar' },
  variables: { greeting: 'Hello Anna' },
};

const json =
  (status: number, body: unknown, headers = {}) =>
  (_seen: Seen, response: ServerResponse) =>
    void response.writeHead(status, headers).end(JSON.stringify(body));

test('a call is posted, signed, under the same key for the same call', async () => {
  const { voice, seen } = await provider(json(200, { status: 'accepted', provider_call_id: 'c-1' }));
  expect(await voice.place(CALL)).toEqual({ status: 'accepted', providerId: 'c-1' });
  await voice.place(CALL);
  const [first, again] = seen;
  expect(JSON.parse(first!.body)).toEqual({
    type: 'call.place',
    call: {
      reference: CALL.reference,
      to: '4915112345678',
      from: '4930123456',
      from_id: 'number-1',
      agent_id: 'assistant-1',
      agent_name: 'Clara',
      attempt: 2,
      max_seconds: 600,
      contact: CALL.contact,
      campaign: CALL.campaign,
      offer: CALL.offer,
      variables: CALL.variables,
    },
  });
  new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>);
  expect(first!.headers['idempotency-key']).toBe(`place_${CALL.reference}`);
  expect(again!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
});

test('a refusal has its kind; what may have arrived is unknown', async () => {
  const rejected = { status: 'rejected', kind: 'permanent', code: 404, reason: 'No such number' };
  expect(await (await provider(json(200, rejected))).voice.place(CALL)).toEqual({
    status: 'rejected',
    kind: 'permanent',
    code: '404',
    reason: 'No such number',
    retryAfterSeconds: null,
  });
  const kinds = async (status: number, headers = {}) =>
    (await provider(json(status, {}, headers))).voice
      .place(CALL)
      .then((result) => [result.status, 'kind' in result ? result.kind : null]);
  expect(await kinds(429, { 'retry-after': '5' })).toEqual(['rejected', 'throttled']);
  expect(await kinds(503)).toEqual(['unreachable', null]);
  expect(await kinds(402)).toEqual(['rejected', 'balance']);
  expect(await kinds(401)).toEqual(['rejected', 'blocked']);
  expect(await kinds(500)).toEqual(['unknown', null]);
  expect(await kinds(200)).toEqual(['unknown', null]);
  const broken = await provider((_seen, response) => void response.destroy());
  expect(await broken.voice.place(CALL)).toEqual({
    status: 'unknown',
    reason: 'The connection to the service broke.',
    isUnanswered: true,
  });
});

test('an answer that is odd beside what it says is read as it was meant', async () => {
  const answer = async (body: unknown) => (await provider(json(200, body))).voice.place(CALL);
  expect(await answer({ status: 'Accepted', provider_call_id: 7, reason: null })).toEqual({
    status: 'accepted',
    providerId: '7',
  });
  expect(await answer({ status: 'REJECTED', kind: 'Permanent', reason: 'r'.repeat(501), retry_after: 'x' })).toEqual({
    status: 'rejected',
    kind: 'permanent',
    code: null,
    reason: 'r'.repeat(500),
    retryAfterSeconds: null,
  });
  expect(await answer({ status: 'accepted' })).toEqual({
    status: 'unknown',
    reason: 'The service accepted the call without a provider_call_id.',
  });
  expect(await answer({ status: 'ringing', provider_call_id: 'c' })).toEqual({
    status: 'unknown',
    reason: 'The service’s answer has an unknown status: ringing.',
  });
});

test('addresses of private networks are refused unless they are allowed', async () => {
  const { voice, seen } = await provider(json(200, {}), { allowPrivate: false });
  expect(await voice.place(CALL)).toMatchObject({ status: 'rejected', kind: 'blocked' });
  expect(seen).toEqual([]);
});

test('a call is ended where the service says that it can', async () => {
  const { voice, seen } = await provider(json(200, {}));
  expect(await voice.end({ providerId: 'c-1', controlUrl: null })).toBe(true);
  expect(JSON.parse(seen[0]!.body)).toEqual({ type: 'call.end', call: { provider_call_id: 'c-1' } });
  const cannot = await provider(json(200, {}), { canEnd: false });
  expect(await cannot.voice.end({ providerId: 'c-1', controlUrl: null })).toBe(false);
  expect(cannot.seen).toEqual([]);
});
