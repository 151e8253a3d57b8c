import type { Call, CallOutcome } from '../../../generated/prisma/client.ts';
import { folded } from '../../delivery/receipts/keywords.ts';
import { outcomeOf } from '../calls/rules.ts';
import { DO_NOT_CALL, PHRASES } from './transcript-phrases.ts';

interface FoundOutcome {
  outcome: CallOutcome;
  confidence: number;
}

type Finished = Pick<Call, 'endedReason' | 'chat' | 'startedAt' | 'endedAt'>;

/** The first match wins: excuses come before agreement. */
const ORDER: readonly [CallOutcome, confidence: number][] = [
  ['voice_mail', 0.9],
  ['wrong_number', 0.9],
  ['call_me_later', 0.8],
  ['burned_experience', 0.8],
  ['not_qualified', 0.7],
  ['not_interested', 0.8],
  ['maybe_interested', 0.6],
  ['interested', 0.8],
];

const AGENTS = ['ai', 'assistant', 'agent', 'bot'];
const QUICK_MS = 10_000;

/** Folded, by language. */
const SPOKEN = new Map(
  Object.entries(PHRASES).map(([language, phrases]) => [
    language,
    new Map(Object.entries(phrases).map(([outcome, said]) => [outcome, said.map(folded)])),
  ]),
);
const REFUSALS = DO_NOT_CALL.map(folded);

export function findOutcome(call: Finished, language: string | null): FoundOutcome | null {
  const byReason = outcomeOf(call.endedReason, null);
  const words = call.chat === null ? null : wordsOfContact(call.chat);
  // A request not to be called is heard in any language, however the call ended. A mailbox asks nothing.
  if (byReason !== 'voice_mail' && words !== null && REFUSALS.some((phrase) => has(words, phrase)))
    return { outcome: 'do_not_call', confidence: 0.9 };
  if (byReason !== null && byReason !== 'unknown_error') return { outcome: byReason, confidence: 1 };
  if (words === null) return null;
  if (words.trim() === '') {
    // Silence says nothing when the end reason is unknown.
    if (byReason === 'unknown_error') return null;
    return wasQuick(call)
      ? { outcome: 'quick_hangup', confidence: 0.7 }
      : { outcome: 'no_user_response', confidence: 0.7 };
  }
  const spoken = language === null ? [...SPOKEN.values()] : [SPOKEN.get(language.split('-')[0]!.toLowerCase())];
  for (const [outcome, confidence] of ORDER) {
    const isSaid = spoken.some((phrases) => phrases?.get(outcome)?.some((phrase) => has(words, phrase)));
    if (isSaid) return { outcome, confidence };
  }
  return null;
}

/** Chinese, Japanese and Thai have no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const has = (words: string, phrase: string) =>
  UNSPACED.test(phrase)
    ? words.replaceAll(' ', '').includes(phrase.replaceAll(' ', ''))
    : words.includes(` ${phrase} `);

/** Lines begin with the speaker; a line without one continues the line before. */
function wordsOfContact(chat: string): string {
  let isContact = true;
  const lines = chat.split('\n').filter((line) => {
    const speaker = /^\s*([\p{L}]+)\s*:/u.exec(line)?.[1]?.toLowerCase();
    if (speaker !== undefined) isContact = !AGENTS.includes(speaker);
    return isContact;
  });
  const texts = lines.map((line) => line.replace(/^\s*[\p{L}]+\s*:/u, ''));
  return ` ${folded(texts.join(' '))} `;
}

const wasQuick = ({ startedAt, endedAt }: Finished) =>
  startedAt !== null && endedAt !== null && endedAt.getTime() - startedAt.getTime() < QUICK_MS;
