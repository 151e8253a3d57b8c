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

test.each([
  ...['User: DON’T CALL ME ANYMORE!', 'User: Take me off the list.', 'User: please put me on your do not call list'],
  ...['User: Rufen Sie mich nicht mehr an', 'User: Bel me niet meer.', 'User: Sluta ringa!', 'User: Nie dzwoń więcej'],
  ...['User: No me llame mas', 'User: No me llame ma\u0301s', 'User: não me ligue mais', 'User: Non mi chiami piu'],
  ...[
    'User: Beni bir daha aramayın',
    'User: Не звоните мне больше',
    'User: ΜΗ ΜΕ ΞΑΝΑΠΑΡΕΤΕ',
    'User: אל תתקשרו אלי יותר',
  ],
  ...['User: لا تتصل بي مرة أخرى', 'User: मुझे कॉल मत करो', 'User: 请不要再打电话了', 'User: もう電話しないでください'],
  ...[
    'User: 다시는 전화하지 마세요',
    'User: อย่าโทรมาอีกนะครับ',
    'User: đừng gọi cho tôi nữa',
    'User: jangan hubungi saya lagi',
  ],
])('whoever asks not to be called is heard: %s', (chat) => {
  expect(said(chat)).toBe('do_not_call');
  // Whatever language the step has, and however the call ended.
  expect(said(chat, 'sw')).toBe('do_not_call');
  for (const endedReason of ['silence-timed-out', 'customer-busy', 'pipeline-error-openai-500', 'no idea'])
    expect(findOutcome({ endedReason, chat, startedAt: at(0), endedAt: at(30) }, null)?.outcome).toBe('do_not_call');
});

test.each([
  ...[
    'AI: Shall I not call you again? Do not call me again is what some say.\nUser: It is fine',
    'User: I take that list',
  ],
  ...['User: Das nehme ich nicht mehr an', 'User: You can call this number again', 'User: I call my mother'],
])('nobody asks not to be called: %s', (chat) => {
  expect(said(chat)).not.toBe('do_not_call');
});

test('a mailbox asks for nothing', () => {
  const chat = 'User: You have reached the Smiths. If you sell something, stop calling. Leave a message.';
  expect(findOutcome({ endedReason: 'voicemail', chat, startedAt: at(0), endedAt: at(9) }, null)?.outcome).toBe(
    'voice_mail',
  );
});
