import { describe, expect, test } from 'vitest';
import { type FactEvent, foldFacts } from '../../../../src/modules/voice/calls/call-facts.ts';
import { formatted, isoWithOffset, localTime } from '../../../../src/modules/voice/calls/local-time.ts';
import { outcomeOf } from '../../../../src/modules/voice/calls/rules.ts';

describe('the outcome of a call', () => {
  test.each([
    ['customer-busy', 'busy'],
    ['customer-did-not-answer', 'no_answer'],
    ['voicemail', 'voice_mail'],
    ['silence-timed-out', 'no_user_response'],
    ['assistant-did-not-receive-customer-audio', 'audio_issue'],
    ['pipeline-error-openai-llm-failed', 'agent_issue'],
    ['pipeline-error-eleven-labs-voice-failed', 'agent_issue'],
    ['call.start.error-get-transport', 'failed'],
    ['call.start.error-some-voice-failed', 'failed'],
    ['nobody-documents-this', 'unknown_error'],
    ['Customer-Busy', 'busy'],
  ] as const)('%s is %s', (reason, outcome) => {
    expect(outcomeOf(reason, null)).toBe(outcome);
  });

  const spoken = (structuredData: unknown, successEvaluation: unknown) =>
    outcomeOf('customer-ended-call', { structuredData, successEvaluation });

  test('comes from the analysis when a party ended the call', () => {
    expect(spoken({ call_outcome: 'call_me_later' }, 'true')).toBe('call_me_later');
    expect(spoken({ outcome: 'Do not call' }, null)).toBe('do_not_call');
    expect(spoken({ callOutcome: 'toString' }, true)).toBe('interested');
    expect(spoken(null, 'false')).toBe('not_interested');
    expect(outcomeOf('assistant-said-end-call-phrase', { structuredData: null, successEvaluation: 'Pass' })).toBe(
      'interested',
    );
  });

  test.each([
    ...['customer-busy', 'customer-did-not-answer', 'voicemail', 'silence-timed-out', 'Silence-Timed-Out'],
    ...[
      'assistant-did-not-receive-customer-audio',
      'call.start.error-get-transport',
      'pipeline-error-openai-llm-failed',
    ],
    ...[
      'customer-ended-call',
      'assistant-ended-call',
      'assistant-said-end-call-phrase',
      'assistant-forwarded-call',
      'hangup',
    ],
    ...['exceeded-max-duration', 'unknown-reason', '', null],
  ])('is what the analysis names, though the call ended with %j', (reason) => {
    const named = (data: unknown, successEvaluation?: unknown) =>
      outcomeOf(reason, { structuredData: data, successEvaluation });
    expect(named({ call_outcome: 'do_not_call' })).toBe('do_not_call');
    expect(named({ outcome: 'Do Not Call!' }, 'true')).toBe('do_not_call');
    expect(named({ callOutcome: 'doNotCall' }, false)).toBe('do_not_call');
    expect(named({ outcome: 'DO-NOT-CALL' })).toBe('do_not_call');
    for (const outcome of ['DNC', 'Do not contact', 'do-not-call-again'])
      expect(named({ outcome })).toBe('do_not_call');
    for (const yes of [true, 'true', 'Yes', 1])
      expect(named({ do_not_call: yes, outcome: 'busy' })).toBe('do_not_call');
    expect(named({ doNotCall: 'yes' }, true)).toBe('do_not_call');
    for (const said of [
      { opt_out: true },
      { dnc_requested: 'Yes.' },
      { 'Stop calling': 'TRUE' },
      { unsubscribed: 'y', outcome: 'interested' },
      { 'Call Outcome': 'never call again' },
      { disposition: 'DNC' },
      { call_disposition: 'do-not-call', outcome: 7 },
      { outcome: 'interested', disposition: 'DNC list' },
      { outcome: ['interested', 'do_not_call'] },
      { outcome: '\uff24\uff2f\u00a0\uff2e\uff2f\uff34\u2014\uff23\uff21\uff2c\uff2c' },
      '{"call_outcome": "do_not_call"}',
      { do_not_call: 'yes, please remove me' },
      { do_not_call: 'Y - asked twice' },
      { do_not_call: { value: true, reason: 'Asked.' } },
      { outcome: 'DNC - asked to be removed' },
      { outcome: 'Not interested. Do not call!' },
      { outcome: 'Do not call: asked for it' },
      { call_outcome: { value: 'do_not_call' }, outcome: 'busy' },
      { result: { outcome: 'do_not_call' }, outcome: 'interested' },
      { analysis: { consent: { opt_out: 'yes' } } },
    ])
      expect([said, named(said)]).toEqual([said, 'do_not_call']);
    for (const said of ['do_not_call', '{', '[]', '7', [], [true], { opt_out: false }, { disposition: {} }])
      expect(named(said)).not.toBe('do_not_call');
    expect(named({ dnc: true })).toBe('do_not_call');
    for (const said of [
      { outcome: 'interested (opt out: no)' },
      { outcome: 'interested, will not opt out' },
      { outcome: { result: 'interested', confidence: 1 } },
      { outcome: 'Interested - wants the offer by mail' },
    ])
      expect([said, named(said)]).toEqual([said, 'interested']);
    for (const no of [false, 'false', 'no', 'No, thanks', 'yes/no', '', 0, null, {}, { value: false, confidence: 1 }]) {
      expect(named({ doNotCall: no, outcome: 'interested' })).toBe('interested');
    }
    expect(named({ outcome: 'interested' }, 'false')).toBe('interested');
    expect(named({ outcome: 'wrong number' })).toBe('wrong_number');
  });

  test('is not what the evaluation says of a call that no party ended', () => {
    const said = { structuredData: null, successEvaluation: 'false' };
    expect(outcomeOf('voicemail', said)).toBe('voice_mail');
    expect(outcomeOf('customer-busy', { ...said, structuredData: { outcome: 'sold' } })).toBe('busy');
  });

  test('is not known without a reason or when the analysis says nothing', () => {
    expect(outcomeOf(null, { structuredData: {}, successEvaluation: true })).toBeNull();
    expect(outcomeOf('customer-ended-call', null)).toBeNull();
    expect(spoken([1], { toString: 'x' })).toBeNull();
    expect(spoken('interested', 7)).toBeNull();
  });
});

const nothing: Parameters<typeof foldFacts>[0] = {
  status: 'queued',
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

const event = (type: string, callStatus: string, second: number, payload: object): FactEvent => ({
  type,
  callStatus,
  occurredAt: new Date(Date.UTC(2026, 10, 21, 9, 0, second)),
  id: `01a22c00-0000-7000-8000-${String(second).padStart(12, '0')}`,
  payload: payload as FactEvent['payload'],
});

test('a call’s state is the same for every order of its events', () => {
  const events = [
    event('status-update', 'ringing', 1, {}),
    event('status-update', 'in-progress', 5, {}),
    event('status-update', 'ended', 60, { endedReason: 'customer-busy' }),
    event('end-of-call-report', 'ended', 61, { endedReason: 'voicemail', artifact: { transcript: 'old' }, cost: 1 }),
    event('end-of-call-report', 'ended', 62, { artifact: { transcript: 'new' } }),
  ];
  const expected = {
    status: 'ended',
    endedReason: 'voicemail',
    chat: 'new',
    recordingUrl: null,
    cost: '1.000000',
    isAnswered: true,
    isPickedUp: true,
    isAnswerMachine: true,
    isProcessed: true,
    callAgentId: null,
    callOutcome: 'voice_mail',
    startedAt: new Date('2026-11-21T09:00:01Z'),
    endedAt: new Date('2026-11-21T09:01:00Z'),
    lastEventAt: new Date('2026-11-21T09:01:02Z'),
  };
  const orders = permutations(events);
  expect(orders).toHaveLength(120);
  for (const order of orders) {
    let call = nothing;
    order.forEach((_, at) => {
      call = { ...call, ...foldFacts(call, order.slice(0, at + 1)) };
    });
    expect({ ...nothing, ...expected, agentId: null, outcomeDecidedAt: null }).toEqual(call);
  }
});

const reported = (second: number, payload: object) => event('end-of-call-report', 'ended', second, payload);

test('somebody who asked not to be called stays asked, whatever a later report leaves out or a classifier found', () => {
  const asked = reported(1, {
    endedReason: 'silence-timed-out',
    analysis: { structuredData: { outcome: 'do_not_call' } },
  });
  const empty = reported(2, { endedReason: 'silence-timed-out', analysis: { summary: 'Nothing.' } });
  expect(foldFacts(nothing, [asked, empty])).toMatchObject({ callOutcome: 'do_not_call' });
  const praised = reported(3, { analysis: { successEvaluation: 'true' } });
  expect(foldFacts(nothing, [asked, praised])).toMatchObject({ callOutcome: 'do_not_call' });
  const classified = { ...nothing, callOutcome: 'interested' as const, outcomeClassifiedAt: new Date() };
  expect(foldFacts(classified, [asked])).toMatchObject({ callOutcome: 'do_not_call' });
  expect(foldFacts(classified, [reported(1, { endedReason: 'voicemail' })])).toMatchObject({
    callOutcome: 'interested',
  });
  // A person decided.
  expect(foldFacts({ ...classified, outcomeDecidedAt: new Date() }, [asked])).toMatchObject({
    callOutcome: 'interested',
  });
  const below = reported(1, { call: { id: 'a', analysis: { structuredData: { outcome: 'do_not_call' } } } });
  expect(foldFacts(nothing, [below])).toMatchObject({ callOutcome: 'do_not_call' });
});

test('a sale and a voicemail stay what they were beside the outcome that was named', () => {
  const analysis = { structuredData: { outcome: 'do_not_call', is_sale: true } };
  expect(foldFacts(nothing, [reported(1, { endedReason: 'voicemail', analysis })])).toMatchObject({
    callOutcome: 'do_not_call',
    isSale: true,
    isAnswerMachine: true,
  });
  const sold = { structuredData: { outcome: 'interested', is_sale: true } };
  expect(foldFacts(nothing, [reported(1, { endedReason: 'silence-timed-out', analysis: sold })])).toMatchObject({
    callOutcome: 'interested',
    isSale: true,
  });
});

test('an analysis that is JSON text says as much as an object, beside structured outputs, too', () => {
  const structuredData = JSON.stringify({
    is_lead: true,
    isSale: true,
    call_back_at: '2026-11-22T09:00:00Z',
    dnc: true,
  });
  const outputs = { structuredOutputs: { a: { name: 'Call outcome', result: 'interested' } } };
  for (const artifact of [{}, outputs]) {
    const fact = reported(1, { endedReason: 'customer-ended-call', analysis: { structuredData }, artifact });
    expect(foldFacts(nothing, [fact])).toMatchObject({
      ...{ callOutcome: 'do_not_call', isLead: true, isSale: true, callBackAt: new Date('2026-11-22T09:00:00Z') },
    });
  }
});

test('a call began when its report says, whatever its other events say in whatever order', () => {
  const events = [
    event('status-update', 'ringing', 1, { startedAt: '2026-11-21T08:00:00Z' }),
    event('status-update', 'in-progress', 9, {}),
    reported(60, { startedAt: '2026-11-21T09:00:05.250Z', endedAt: '2026-11-21T09:00:55Z' }),
    event('status-update', 'ended', 58, {}),
  ];
  for (const order of permutations(events)) {
    let call = nothing;
    order.forEach((_, at) => {
      call = { ...call, ...foldFacts(call, order.slice(0, at + 1)) };
    });
    expect(call.startedAt).toEqual(new Date('2026-11-21T09:00:05.250Z'));
  }
  const withoutOne = events.map((one) => (one.type === 'end-of-call-report' ? reported(60, {}) : one));
  expect(foldFacts(nothing, withoutOne).startedAt).toEqual(new Date('2026-11-21T08:00:00Z'));
});

function permutations<T>(items: T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

describe('local time', () => {
  test('knows summer and winter, other days and half hours', () => {
    expect(formatted('2026-07-01T22:30:00.000Z', 'Europe/Berlin')).toBe('2026-07-02 00:30');
    expect(isoWithOffset('2026-11-21T09:05:07.000Z', 'Europe/Berlin')).toBe('2026-11-21T10:05:07+01:00');
    expect(isoWithOffset('2026-07-21T09:05:07.000Z', 'Europe/Berlin')).toBe('2026-07-21T11:05:07+02:00');
    expect(isoWithOffset('2026-11-21T02:00:00.000Z', 'America/St_Johns')).toBe('2026-11-20T22:30:00-03:30');
    expect(isoWithOffset(new Date('2026-11-21T02:00:00Z'), 'UTC')).toBe('2026-11-21T02:00:00+00:00');
  });

  test('falls back to UTC for a name that is none', () => {
    expect(localTime('2026-11-21T02:00:00.000Z', 'Mars/Olympus')).toEqual({
      date: '2026-11-21',
      time: '02:00:00',
      offset: '+00:00',
    });
  });
});
