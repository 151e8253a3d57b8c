import { type Chance, chanceFrom } from '../../../chance.ts';
import { CallOutcome } from '../../../generated/prisma/client.ts';
import type { VoiceSettings } from './settings.ts';
import type { OutgoingCall } from './voice-provider.ts';

/** Follows from the seed, the number called and the attempt alone. */
export interface SimulatedFate {
  refused: boolean;
  outcome: CallOutcome;
  chance: Chance;
}

export function callFate(
  settings: Pick<VoiceSettings<'simulator'>, 'seed' | 'refused' | 'outcomes'>,
  { to, attempt }: Pick<OutgoingCall, 'to' | 'attempt'>,
): SimulatedFate {
  const chance = chanceFrom(`${settings.seed} ${to} ${attempt}`);
  const refused = chance.happens(settings.refused);
  return { refused, outcome: chance.pick(weighted(settings.outcomes)), chance };
}

function weighted(outcomes: VoiceSettings<'simulator'>['outcomes']): CallOutcome[] {
  const all = Object.values(CallOutcome);
  const likely = all.flatMap((outcome) => Array.from({ length: outcomes[outcome] ?? 0 }, () => outcome));
  return likely.length > 0 ? likely : all;
}

/** Others come from the analysis. */
const REASONS: Partial<Record<CallOutcome, string>> = {
  voice_mail: 'voicemail',
  no_user_response: 'silence-timed-out',
  agent_issue: 'pipeline-error-simulated-llm-failed',
  no_answer: 'customer-did-not-answer',
  failed: 'call.start.error-simulated',
  audio_issue: 'assistant-did-not-receive-customer-audio',
  busy: 'customer-busy',
  unknown_error: 'simulated-unknown-reason',
};

const UNANSWERED: readonly CallOutcome[] = ['no_answer', 'busy', 'failed'];

export interface SimulatedEvent {
  afterMs: number;
  message: Record<string, unknown>;
}

const HOUR = 3_600_000;

export function eventsOfCall(
  { reference, to, from, agent }: OutgoingCall,
  { outcome }: Pick<SimulatedFate, 'outcome'>,
  { providerId, startedAt, callMs }: { providerId: string; startedAt: number; callMs: number },
): SimulatedEvent[] {
  const isAnswered = !UNANSWERED.includes(outcome);
  const endedReason = REASONS[outcome] ?? 'customer-ended-call';
  const statuses = ['queued', ...(outcome === 'failed' ? [] : ['ringing']), ...(isAnswered ? ['in-progress'] : [])];
  const call = {
    id: providerId,
    type: 'outboundPhoneCall',
    metadata: { reference },
    customer: { number: `+${to}` },
    phoneNumberId: from.id,
    assistantId: agent.id,
  };
  const told = [
    ...statuses.map((status) => ({ type: 'status-update', status })),
    { type: 'status-update', status: 'ended', endedReason },
    { type: 'end-of-call-report', endedReason, cost: 0, ...(isAnswered && conversationOf(outcome, startedAt)) },
  ];
  return told.map((content, at) => {
    const afterMs = Math.round((callMs * (at + 1)) / told.length);
    return { afterMs, message: { ...content, call, timestamp: startedAt + afterMs } };
  });
}

const WORDS: Partial<Record<CallOutcome, string>> = {
  interested: 'Yes, that sounds good. Send me the offer.',
  not_interested: 'No, thank you.',
  call_me_later: 'I am in a meeting. Call me later.',
  do_not_call: 'Never call this number again.',
  wrong_number: 'You have the wrong number.',
  not_qualified: 'I do not own a house.',
  burned_experience: 'You have called me before, and it was a waste of time.',
  quick_hangup: '',
  maybe_interested: 'Maybe. I would have to think about it.',
};

function conversationOf(outcome: CallOutcome, startedAt: number) {
  const words = WORDS[outcome];
  const transcript = ['AI: Hello, this is a simulated call.', ...(words ? [`User: ${words}`] : [])].join('\n');
  const structuredData = {
    outcome,
    is_lead: outcome === 'interested',
    ...(outcome === 'call_me_later' && { call_back_at: new Date(startedAt + HOUR).toISOString() }),
  };
  return {
    artifact: { transcript },
    ...(REASONS[outcome] === undefined && { analysis: { structuredData, summary: 'Simulated.' } }),
  };
}
