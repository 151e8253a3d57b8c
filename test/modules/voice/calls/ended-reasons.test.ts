import { expect, test } from 'vitest';
import { CallOutcome } from '../../../../src/generated/prisma/client.ts';
import { classOf, readEndedReason } from '../../../../src/modules/voice/calls/ended-reasons.ts';
import { impliesAnswer, outcomeOf } from '../../../../src/modules/voice/calls/rules.ts';
import { RETELL, VAPI } from './published-ended-reasons.ts';

const listOf = (text: string) => text.trim().split(/\s+/);
const meaningOf = (reason: string) => {
  const { outcome, isFault } = readEndedReason(reason);
  return `${outcome ?? 'by the analysis'}${isFault ? ', called again' : ''}`;
};

test.each([
  ['Vapi', VAPI, 595],
  ['Retell', RETELL, 34],
] as const)('every reason that %s publishes means what it should', (_name, published, count) => {
  const reasons = Object.values(published).flatMap(listOf);
  expect(new Set(reasons).size).toBe(count);
  expect(reasons).toHaveLength(count);
  for (const [meaning, text] of Object.entries(published)) {
    expect(listOf(text).map((reason) => [reason, meaningOf(reason)])).toEqual(
      listOf(text).map((reason) => [reason, meaning]),
    );
    const [outcome] = meaning.split(',');
    expect([...Object.values(CallOutcome), 'by the analysis'].filter((one) => one !== 'unknown_error')).toContain(
      outcome,
    );
  }
});

test('what nobody documents is unknown, and is not called again', () => {
  for (const reason of ['', 'x', 'no event told of its end', 'not placed: customer-busy', 'simulated-unknown-reason']) {
    expect(readEndedReason(reason)).toEqual({ outcome: 'unknown_error' });
  }
});

test('a party that ended the call answered it; a fault before an answer says nothing', () => {
  expect(
    ['exceeded-max-duration', 'agent_hangup', 'call.forwarding.no-answer', 'voicemail'].map(impliesAnswer),
  ).toEqual([true, true, true, true]);
  expect(['dial_failed', 'customer-busy', 'pipeline-error-openai-llm-failed', 'x'].map(impliesAnswer)).toEqual([
    ...[false, false, false, false],
  ]);
  const verdict = { structuredData: null, successEvaluation: 'true' };
  expect(outcomeOf('max_duration_reached', verdict)).toBe('interested');
  expect(outcomeOf('worker-shutdown', verdict)).toBe('failed');
});

test.each([
  ['hung_up', ['customer-ended-call', 'agent_hangup', 'max_duration_reached']],
  ['not_reached', ['customer-busy', 'dial_no_answer', 'voicemail', 'silence-timed-out', 'invalid_destination']],
  ['agent_issue', ['pipeline-error-openai-llm-failed', 'error_asr_something', 'assistant-not-found']],
  ['provider_fault', ['worker-shutdown', 'dial_failed', 'phone-call-provider-closed-websocket']],
  ['failed', ['manually-canceled', 'no_valid_payment']],
  ['unknown', ['x', '']],
])('%s is the class of such reasons', (name, reasons) => {
  expect(reasons.map((reason) => [reason, classOf(reason)])).toEqual(reasons.map((reason) => [reason, name]));
});
