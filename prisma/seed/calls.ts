import type { CallOutcome, CallSource, CallStatus } from '../../src/generated/prisma/client.ts';
import { after, before, MINUTE, NOW, SECOND } from './clock.ts';
import type { SeededContact } from './contacts.ts';
import { demoId } from './ids.ts';
import type { TeamSeed } from './team-seed.ts';
import type { SeededVoice } from './voice-accounts.ts';
import type { CallCounts, PlannedVoiceCampaign } from './voice-campaigns.ts';

/** Outcomes of calls on which somebody, or something, spoke; with what the provider gives as the end's reason. */
const ANSWERED: [CallOutcome, endedReason: string][] = [
  ['interested', 'assistant-ended-call'],
  ['not_interested', 'customer-ended-call'],
  ['call_me_later', 'customer-ended-call'],
  ['do_not_call', 'customer-ended-call'],
  ['wrong_number', 'customer-ended-call'],
  ['not_qualified', 'assistant-ended-call'],
  ['burned_experience', 'customer-ended-call'],
  ['quick_hangup', 'customer-ended-call'],
  ['maybe_interested', 'assistant-ended-call'],
  ['voice_mail', 'voicemail'],
  ['no_user_response', 'silence-timed-out'],
  ['agent_issue', 'pipeline-error-openai-llm-failed'],
  ['audio_issue', 'assistant-did-not-receive-customer-audio'],
];
const UNANSWERED: [CallOutcome, endedReason: string][] = [
  ['no_answer', 'customer-did-not-answer'],
  ['busy', 'customer-busy'],
  ['failed', 'call.start.error-number-unreachable'],
  ['unknown_error', 'unknown-error'],
];
const OUTCOMES = [...ANSWERED, ...UNANSWERED];
const OPEN: CallStatus[] = ['in_progress', 'ringing', 'queued', 'scheduled', 'forwarding'];

export type SeededCall = ReturnType<typeof callRow> & { campaign: PlannedVoiceCampaign | undefined; position: number };

/** Nine of ten were made by campaigns, newest last; the newest of running campaigns have not ended. */
export function planCalls(
  seed: TeamSeed,
  campaigns: PlannedVoiceCampaign[],
  contacts: SeededContact[],
  voice: SeededVoice,
): SeededCall[] {
  const called = campaigns.filter(({ sends }) => sends.length > 1);
  const running = called.filter(({ status }) => status === 'running' || status === 'in_progress');
  const { calls: count } = seed.sizes;
  return Array.from({ length: count }, (_, position) => {
    const isOpen = position >= count - 15;
    const campaign = isOpen
      ? running[position % running.length]!
      : position % 10 === 9
        ? undefined
        : called[position % called.length]!;
    const status = isOpen ? OPEN[position % OPEN.length]! : 'ended';
    const source: CallSource = campaign ? 'campaign' : position % 20 === 9 ? 'inbound' : 'manual';
    const contact = contacts[(position * 13) % contacts.length]!;
    return { ...callRow(seed, { position, status, source, campaign, contact, voice }), campaign, position };
  });
}

type Plan = {
  position: number;
  status: CallStatus;
  source: CallSource;
  campaign: PlannedVoiceCampaign | undefined;
  contact: SeededContact;
  voice: SeededVoice;
};

function callRow(seed: TeamSeed, { position, status, source, campaign, contact, voice }: Plan) {
  const { random, sizes, team } = seed;
  const createdAt = before(NOW, (sizes.calls - position) * 23 * MINUTE);
  const [callOutcome, endedReason] = status === 'ended' ? OUTCOMES[position % OUTCOMES.length]! : [null, null];
  const isAnswered =
    status === 'in_progress' || status === 'forwarding' || ANSWERED.some(([outcome]) => outcome === callOutcome);
  const isStarted = status !== 'scheduled' && status !== 'queued';
  const startedAt = isStarted ? after(createdAt, 20 * SECOND) : null;
  const endedAt = status === 'ended' ? after(createdAt, (isAnswered ? random.between(25, 240) : 50) * SECOND) : null;
  const agentId = voice.agentIds[source === 'inbound' ? 3 : position % 3]!;
  const isLead = callOutcome === 'interested';
  const first = contact.name.split(' ')[0]!;
  return {
    id: seed.nextId('call'),
    teamId: seed.teamId,
    contactId: contact.id,
    numberId: voice.numberIds[position % voice.numberIds.length]!,
    callAgentId: isAnswered ? agentId : null,
    agentId,
    voiceCampaignId: campaign?.id ?? null,
    voiceCampaignSendId: campaign
      ? campaign.sends[status === 'ended' ? position % campaign.sends.length : 1]!.id
      : null,
    externalId: status === 'scheduled' ? null : `call-${team}-${String(position + 1).padStart(5, '0')}`,
    meta: [],
    isProcessed: status === 'ended',
    isAnswerMachine: callOutcome === 'voice_mail',
    isAnswered,
    isLead,
    isSale: isLead && position % 2 === 0,
    isPickedUp: isAnswered,
    toNumber: contact.number,
    eventsCount: eventsOf(status, position),
    toolLogsCount: isLead ? 1 : 0,
    timezone: contact.timezone,
    chat:
      isAnswered && endedAt ? `Agent: Hello ${first}, do you have a minute?\nCustomer: ${reply(callOutcome)}` : null,
    recordingUrl: isAnswered && endedAt ? `https://recordings.example.com/${team}/${position + 1}.mp3` : null,
    cost: endedAt ? ((endedAt.getTime() - createdAt.getTime()) / 1_000_000).toFixed(6) : null,
    status,
    callOutcome,
    callSource: source,
    countryId: contact.countryId,
    endedReason,
    scheduledAt: status === 'scheduled' ? after(createdAt, 60 * MINUTE) : createdAt,
    startedAt,
    endedAt,
    // With the last of its outcome logs, see below.
    outcomeDecidedAt: endedAt && isCorrected(position) ? after(endedAt, (isLate(position) ? 3 : 2) * MINUTE) : null,
    leadSubmittedAt: isLead && endedAt ? after(endedAt, MINUTE) : null,
    lastEventAt: endedAt ?? startedAt,
    createdAt,
    updatedAt: endedAt ?? startedAt ?? createdAt,
  };
}

/** How many events of call-events.ts a call has. */
function eventsOf(status: CallStatus, position: number): number {
  if (status === 'ended') return position % 10 === 0 ? 4 : 3;
  if (status === 'ringing') return 1;
  return status === 'in_progress' || status === 'forwarding' ? 2 : 0;
}

function reply(outcome: CallOutcome | null): string {
  if (outcome === 'interested') return 'Yes, please send me the offer.';
  if (outcome === 'call_me_later') return 'Not now, could you call again tomorrow?';
  return outcome === 'do_not_call' ? 'Please do not call me again.' : 'No, thank you.';
}

/** What the campaigns keep of their calls. */
export function countCalls(calls: SeededCall[]): Map<string, CallCounts> {
  const counts = new Map<string, CallCounts>();
  for (const { voiceCampaignId, status, isAnswered } of calls) {
    if (voiceCampaignId === null) continue;
    const count = counts.get(voiceCampaignId) ?? { total: 0, inFlight: 0, answered: 0, ended: 0 };
    count.total += 1;
    if (status === 'ended') count.ended += 1;
    else if (status !== 'scheduled') count.inFlight += 1;
    if (isAnswered) count.answered += 1;
    counts.set(voiceCampaignId, count);
  }
  return counts;
}

export async function seedCalls(seed: TeamSeed, calls: SeededCall[], webhookId: string): Promise<void> {
  await seed.insert(
    'calls',
    calls.map(({ campaign: _campaign, position: _position, ...row }) => row),
  );
  await seed.insert(
    'call_names',
    calls.flatMap(({ teamId, externalId, id: callId }) => (externalId === null ? [] : { teamId, externalId, callId })),
  );
  await seed.insert(
    'call_outcome_logs',
    calls.flatMap((call) => (call.callOutcome === null ? [] : outcomeLogs(seed, call, call.callOutcome))),
  );
  await seed.insert(
    'call_post_processings',
    calls.flatMap((call) => postProcessings(seed, call, webhookId)),
  );
}

const isLate = (position: number) => position % 5 === 0;
const isCorrected = (position: number) => position % 3 === 0;

const classifierRun = ({ team }: TeamSeed, position: number) => demoId('classifierRun', team, position + 1);

/** The classifier of its campaign found the outcome of each; of every tenth the customer's own service was not told. */
function postProcessings(seed: TeamSeed, { id: callId, position, endedAt, campaign }: SeededCall, webhookId: string) {
  if (!campaign || !endedAt) return [];
  const shared = { teamId: seed.teamId, callId, createdAt: endedAt, endedAt: after(endedAt, 2 * MINUTE) };
  const isLost = position % 10 === 0;
  return [
    {
      ...shared,
      id: classifierRun(seed, position),
      postProcessingId: campaign.classifierId,
      name: 'Outcome from the transcript',
      kind: 'outcome_classifier' as const,
      position: 0,
      status: 'done' as const,
      attempts: isLate(position) ? 2 : 1,
      failureReason: null,
    },
    {
      ...shared,
      id: seed.nextId('callPostProcessing'),
      postProcessingId: webhookId,
      name: 'Tell the CRM',
      kind: 'webhook' as const,
      position: 1,
      status: isLost ? ('failed' as const) : ('done' as const),
      attempts: isLost ? 8 : 1,
      failureReason: isLost ? 'The service answered 503.' : null,
    },
  ];
}

/** The classifier's outcome; of every fifth call it failed first, and of every third somebody corrected it. */
function outcomeLogs(seed: TeamSeed, call: SeededCall, outcome: CallOutcome) {
  const { position, endedAt, campaign } = call;
  const guess = isCorrected(position) ? OUTCOMES[(position + 1) % OUTCOMES.length]![0] : outcome;
  const steps = [
    ...(isLate(position) ? [{ from: null, to: null, failureReason: 'The transcript was not ready.' }] : []),
    { from: null, to: guess, failureReason: null },
    ...(isCorrected(position) ? [{ from: guess, to: outcome, failureReason: null }] : []),
  ];
  return steps.map(({ from, to, failureReason }, at) => {
    const byHand = from !== null;
    const classifierId = byHand ? null : (campaign?.classifierId ?? null);
    return {
      id: seed.nextId('callOutcomeLog'),
      teamId: seed.teamId,
      callId: call.id,
      callOutcomeClassifierId: classifierId,
      callOutcomeClassifierRunId: classifierId && classifierRun(seed, position),
      initialCallOutcome: from,
      newCallOutcome: to,
      status: failureReason ? ('failed' as const) : ('applied' as const),
      failureReason,
      createdAt: after(endedAt!, (at + 1) * MINUTE),
    };
  });
}
