import { afterEach, expect, test } from 'vitest';
import { chanceFrom } from '../../../../src/chance.ts';
import { CallOutcome } from '../../../../src/generated/prisma/client.ts';
import { factOf, foldFacts } from '../../../../src/modules/voice/calls/call-facts.ts';
import { readCallMessage } from '../../../../src/modules/voice/calls/call-message.ts';
import { openVoiceProvider } from '../../../../src/modules/voice/providers/open-voice-provider.ts';
import { readVoiceSettings } from '../../../../src/modules/voice/providers/settings.ts';
import { callFate, eventsOfCall } from '../../../../src/modules/voice/providers/simulated-call.ts';
import type { OutgoingCall } from '../../../../src/modules/voice/providers/voice-provider.ts';
import { travelled } from '../../../../src/modules/voice/providers/voice-simulator.ts';
import { startService } from '../../delivery/providers/webhook-service.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

const CALL: OutgoingCall = {
  reference: '0199aaaa-0000-7000-8000-000000000001',
  to: '4915112345678',
  from: { number: '4930123456', id: 'number-1' },
  agent: { id: 'assistant-1', name: 'Clara' },
  attempt: 1,
  maxSeconds: 600,
  contact: { name: null, language: null, timezone: 'UTC', fields: {} },
  campaign: { id: '', name: '' },
  offer: null,
  variables: {},
};

const settings = (given: object = {}) => readVoiceSettings('simulator', given).value!;

test.each(Object.values(CallOutcome))('the events of %s lead to it, whatever their order', (outcome) => {
  const events = eventsOfCall(CALL, { outcome }, { providerId: 'c-1', startedAt: 1_000, callMs: 500 });
  const read = events.map(({ message }) => readCallMessage(message));
  const begun = {
    status: 'scheduled' as const,
    isAnswered: false,
    isAnswerMachine: false,
    isPickedUp: false,
    isProcessed: false,
    chat: null,
    recordingUrl: null,
    summary: null,
    endedReason: null,
    callOutcome: null,
    outcomeDecidedAt: null,
    outcomeClassifiedAt: null,
    agentId: null,
    callAgentId: null,
    startedAt: null,
    endedAt: null,
    lastEventAt: null,
    isLead: false,
    isSale: false,
    callBackAt: null,
  };
  const facts = read.map((event, at) => ({
    ...event,
    id: `01a22c00-0000-7000-8000-${String(at).padStart(12, '0')}`,
    payload: event.payload as never,
  }));
  const forwards = foldFacts(begun, facts);
  expect(forwards).toMatchObject({ status: 'ended', callOutcome: outcome, isProcessed: true });
  expect(foldFacts(begun, [...facts].reverse())).toEqual(forwards);
  expect(factOf(facts.at(-1)!).isReport).toBe(true);
});

test('what becomes of a call follows from the seed, the number and the attempt', () => {
  const of = (seed: string, to: string, attempt: number) => {
    const { outcome, refused } = callFate(settings({ seed }), { to, attempt });
    return { outcome, refused };
  };
  expect(of('a', '1', 1)).toEqual(of('a', '1', 1));
  const numbers = Array.from({ length: 200 }, (_, at) => String(at));
  expect(new Set(numbers.map((to) => of('a', to, 1).outcome)).size).toBe(17);
  expect(numbers.map((to) => of('a', to, 1))).not.toEqual(numbers.map((to) => of('a', to, 2)));
  const only = settings({ outcomes: { busy: 1 }, refused: 0 });
  expect(new Set(numbers.map((to) => callFate(only, { to, attempt: 1 }).outcome))).toEqual(new Set(['busy']));
});

test('some events come twice and some after those that happened later', () => {
  const events = eventsOfCall(CALL, { outcome: 'interested' }, { providerId: 'c-1', startedAt: 0, callMs: 500 });
  const travel = (given: object) => travelled(events, settings({ callMs: 500, ...given }), chanceFrom('a'));
  expect(travel({ repeated: 0, disordered: 0 })).toEqual(events);
  expect(travel({ repeated: 1, disordered: 0 })).toHaveLength(2 * events.length);
  const disordered = travel({ repeated: 0, disordered: 1 }).map(({ afterMs }) => afterMs);
  expect(disordered).not.toEqual([...disordered].sort((a, b) => a - b));
});

test('events are posted with the webhook secret, as an object or as its text, until they are taken', async () => {
  let refusals = 1;
  const service = await startService((_seen, response) => {
    response.writeHead(refusals-- > 0 ? 404 : 200).end('{}');
  });
  const voice = openVoiceProvider(
    'simulator',
    settings({ callMs: 0, repeated: 0, refused: 0, outcomes: { interested: 1 }, seed: 'c' }),
    { webhookSecret: 'obw_1' },
    { eventsUrl: `${service.url}/events`, allowPrivate: false },
  );
  cleanUp.push(
    () => voice.close(),
    () => service.close(),
  );
  expect(await voice.place(CALL)).toEqual({ status: 'accepted', providerId: `simulator-${CALL.reference}` });
  await expect.poll(() => service.seen.length).toBe(6);
  expect(new Set(service.seen.map(({ headers }) => headers['x-webhook-secret']))).toEqual(new Set(['obw_1']));
  const messages = service.seen.map(({ body }) => (JSON.parse(body) as { message: unknown }).message);
  expect(new Set(messages.map((message) => typeof message))).toEqual(new Set(['string', 'object']));
  const objects = messages.map((message) => (typeof message === 'string' ? JSON.parse(message) : message));
  for (const message of objects) expect(message.call.metadata.reference).toBe(CALL.reference);
});

test('a call that is refused brings no events', async () => {
  const voice = openVoiceProvider(
    'simulator',
    settings({ refused: 1 }),
    { webhookSecret: 'obw_1' },
    { eventsUrl: 'http://127.0.0.1:1', allowPrivate: false },
  );
  cleanUp.push(() => voice.close());
  expect(await voice.place(CALL)).toMatchObject({ status: 'rejected', kind: 'permanent' });
});
