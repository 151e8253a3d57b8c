import type { Call, Prisma } from '../../generated/prisma/client.ts';
import { isInFlight } from './rules.ts';

type Counted = Pick<Call, 'teamId' | 'voiceCampaignId' | 'status' | 'isAnswered'>;

const count = (call: Counted | null) => ({
  total: call ? 1 : 0,
  inFlight: call && isInFlight(call.status) ? 1 : 0,
  answered: call?.isAnswered ? 1 : 0,
  ended: call?.status === 'ended' ? 1 : 0,
});

/**
 * Keeps the counters of a voice campaign in step with one of its calls, in the transaction that changes the call. A new
 * call was nothing before: `null`.
 */
export async function countTransition(
  tx: Prisma.TransactionClient,
  before: Counted | null,
  after: Counted,
): Promise<void> {
  if (after.voiceCampaignId === null) return;
  const was = count(before);
  const is = count(after);
  const total = is.total - was.total;
  const inFlight = is.inFlight - was.inFlight;
  const answered = is.answered - was.answered;
  const ended = is.ended - was.ended;
  if (total === 0 && inFlight === 0 && answered === 0 && ended === 0) return;
  await tx.$executeRaw`UPDATE voice_campaigns SET calls_total = calls_total + ${total}::int,
    calls_in_flight = calls_in_flight + ${inFlight}::int, calls_answered = calls_answered + ${answered}::int,
    calls_ended = calls_ended + ${ended}::int
    WHERE id = ${after.voiceCampaignId}::uuid AND team_id = ${after.teamId}::uuid`;
}
