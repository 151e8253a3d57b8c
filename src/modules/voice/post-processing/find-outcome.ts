import type { Call, CallOutcome } from '../../../generated/prisma/client.ts';
import { outcomeOf } from '../calls/rules.ts';
import { PHRASES } from './transcript-phrases.ts';

interface FoundOutcome {
  outcome: CallOutcome;
  confidence: number;
}

type Finished = Pick<Call, 'endedReason' | 'chat' | 'startedAt' | 'endedAt'>;

/** The first match wins: refusals and excuses come before agreement. */
const ORDER: readonly [CallOutcome, confidence: number][] = [
  ['voice_mail', 0.9],
  ['do_not_call', 0.9],
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

export function findOutcome(call: Finished, language: string | null): FoundOutcome | null {
  const byReason = outcomeOf(call.endedReason, null);
  if (byReason !== null && byReason !== 'unknown_error') return { outcome: byReason, confidence: 1 };
  if (call.chat === null) return null;
  const words = wordsOfContact(call.chat);
  if (words.trim() === '') {
    // Silence says nothing when the end reason is unknown.
    if (byReason === 'unknown_error') return null;
    return wasQuick(call)
      ? { outcome: 'quick_hangup', confidence: 0.7 }
      : { outcome: 'no_user_response', confidence: 0.7 };
  }
  const spoken = language === null ? Object.values(PHRASES) : [PHRASES[language.split('-')[0]!.toLowerCase()] ?? {}];
  for (const [outcome, confidence] of ORDER) {
    const isSaid = spoken.some((phrases) => phrases[outcome]?.some((phrase) => words.includes(` ${phrase} `)));
    if (isSaid) return { outcome, confidence };
  }
  return null;
}

/** Lines begin with the speaker; a line without one continues the line before. */
function wordsOfContact(chat: string): string {
  let isContact = true;
  const lines = chat.split('\n').filter((line) => {
    const speaker = /^\s*([\p{L}]+)\s*:/u.exec(line)?.[1]?.toLowerCase();
    if (speaker !== undefined) isContact = !AGENTS.includes(speaker);
    return isContact;
  });
  const texts = lines.map((line) => line.replace(/^\s*[\p{L}]+\s*:/u, ''));
  const words = texts.join(' ').toLowerCase().replaceAll('’', "'");
  return ` ${words.replaceAll(/[^\p{L}\p{N}']+/gu, ' ').trim()} `;
}

const wasQuick = ({ startedAt, endedAt }: Finished) =>
  startedAt !== null && endedAt !== null && endedAt.getTime() - startedAt.getTime() < QUICK_MS;
