import { expect, test } from 'vitest';
import { CallOutcome } from '../../../../src/generated/prisma/client.ts';
import { findOutcome } from '../../../../src/modules/voice/post-processing/find-outcome.ts';
import { eventsOfCall } from '../../../../src/modules/voice/providers/simulated-call.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 9, 0, second));
const said = (chat: string | null, language: string | null = null) =>
  findOutcome({ endedReason: 'customer-ended-call', chat, startedAt: at(0), endedAt: at(30) }, language)?.outcome ??
  null;

const CALL = {
  reference: 'r',
  to: '4917712345678',
  from: { number: '4930123456', id: null },
  agent: { id: null, name: 'A' },
  attempt: 1,
  maxSeconds: 60,
  contact: { name: null, language: null, timezone: 'UTC', fields: {} },
  campaign: { id: '', name: '' },
  offer: null,
  variables: {},
};

/** What a simulated call of an outcome tells the rules. */
function simulated(outcome: CallOutcome) {
  const { message } = eventsOfCall(CALL, { outcome }, { providerId: 'p', startedAt: 0, callMs: 1_000 }).at(-1)!;
  const { endedReason, artifact } = message as { endedReason: string; artifact?: { transcript: string } };
  const chat = artifact?.transcript ?? null;
  return findOutcome({ endedReason, chat, startedAt: at(0), endedAt: at(5) }, null)?.outcome ?? null;
}

test('every outcome that a simulated call has is found by its end or by what was said', () => {
  const { unknown_error, ...known } = CallOutcome;
  for (const outcome of Object.values(known)) expect([outcome, simulated(outcome)]).toEqual([outcome, outcome]);
  expect(simulated(unknown_error)).toBeNull();
});

test('what the contact says counts, whoever else speaks, and what forbids comes first', () => {
  expect(said('AI: Are you interested? Sounds good?\nUser: Wrong number!')).toBe('wrong_number');
  expect(said('User: Sounds good, but do not call this number again.')).toBe('do_not_call');
  expect(said('User: I’m not interested.')).toBe('not_interested');
  expect(said('User: I’m interested.')).toBe('interested');
  expect(said('Bot: Hello.\nCustomer: Please call\nme back tomorrow')).toBe('call_me_later');
  expect(said('User: Disinterested parties may bequeath')).toBeNull();
  expect(said('AI: Hello?\nAI: Is anybody there?')).toBe('no_user_response');
  expect(said(null)).toBeNull();
});

test('with a language its phrases alone count', () => {
  expect(said('User: Nein, danke.')).toBe('not_interested');
  expect(said('User: Nein, danke.', 'de-AT')).toBe('not_interested');
  expect(said('User: Nein, danke.', 'en')).toBeNull();
  expect(said('User: Ne m’appelez plus !', 'fr')).toBe('do_not_call');
  expect(said('User: No me interesa', 'es')).toBe('not_interested');
  expect(said('User: No thanks', 'sw')).toBeNull();
});
