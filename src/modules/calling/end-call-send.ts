import type { Tx } from '../../database/transaction.ts';
import { nextOpening } from '../campaigns/opening.ts';
import { audienceOfSend, skipLeft } from '../sending/audience.ts';
import { statusChanges } from '../sending/change-status.ts';
import type { SendPlan } from '../sending/plan.ts';
import { VOICE_SENDS } from '../sending/send-tables.ts';
import { countLeft, hasMore, remain } from '../sending/who-is-left.ts';
import { openSend } from '../sending/write-send.ts';
import type { CallSend } from './call-send.ts';

const { changeStatus } = statusChanges(VOICE_SENDS);

/** Ends a send in which nobody waits any more. The campaign's next send follows, or the campaign ends, too. */
export async function endCallSend(tx: Tx, send: CallSend, plan: SendPlan, now: Date): Promise<void> {
  const { called, size } = await sizesOf(tx, send);
  const text = `${called} of ${size} contacts were called.`;
  const who = await audienceOfSend(tx, send.teamId, send.meta, plan);
  const isLeft = who !== null && (await hasMore(tx, send, who, send, VOICE_SENDS));
  if (!isLeft) await skipLeft(tx, send, send.cycle, now, VOICE_SENDS);
  if (plan.repeats) {
    await changeStatus(tx, send, { send: 'sent', campaign: 'running' }, text, now);
    await openNext(tx, send, isLeft, now);
  } else if (isLeft) {
    const more = remain(await calledInCycle(tx, send), await countLeft(tx, send, who, send.cycle, VOICE_SENDS));
    await changeStatus(tx, send, { send: 'sent', campaign: 'sent', reason: more }, more, now);
  } else await changeStatus(tx, send, { send: 'sent', campaign: 'sent' }, text, now);
}

/** Opens a recurring campaign's next send at its next slot, in a new cycle when nobody is left. A slot opens one send. */
async function openNext(tx: Tx, send: CallSend, isLeft: boolean, now: Date): Promise<void> {
  const { teamId, campaignId } = send;
  const cycle = send.cycle + (isLeft ? 0 : 1);
  const next = nextOpening(send.meta, send.timezone, send.slot, now);
  if (!next) {
    await changeStatus(tx, send, { send: 'sent', campaign: 'sent' }, 'No slot is left.', now);
    return;
  }
  await tx.change`UPDATE voice_campaigns SET cycle = ${cycle}::int
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid AND cycle <> ${cycle}::int`;
  await openSend(tx, VOICE_SENDS, send, { ...next, cycle }, now);
}

/** Contacts who were called at least once, in all sends of the cycle. */
async function calledInCycle(tx: Tx, { teamId, campaignId, cycle }: CallSend): Promise<number> {
  const [row] = await tx.rows<{
    called: number;
  }>`SELECT count(*)::int AS called FROM voice_recipients WHERE team_id = ${teamId}::uuid
      AND voice_campaign_id = ${campaignId}::uuid AND cycle = ${cycle}::int AND attempts > 0`;
  return row!.called;
}

/** The size of a send is counted at its end, as contacts may have come to it from earlier sends. */
async function sizesOf(tx: Tx, { teamId, sendId }: CallSend): Promise<{ called: number; size: number }> {
  const [row] = await tx.rows<{ called: number; size: number }>`UPDATE voice_campaign_sends s SET audience_size = r.size
      FROM (SELECT count(*)::int AS size, (count(*) FILTER (WHERE attempts > 0))::int AS called FROM voice_recipients
        WHERE team_id = ${teamId}::uuid AND voice_campaign_send_id = ${sendId}::uuid) r
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid
      RETURNING r.called, r.size`;
  return row!;
}
