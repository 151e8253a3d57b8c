import type { Tx } from '../../database/transaction.ts';
import { nextOpening, type Opening } from '../campaigns/opening.ts';
import { nextLocalDay } from '../schedule/calendar.ts';
import { knownZone } from '../schedule/zone-offsets.ts';
import { audienceOfSend, skipLeft, takeOver } from './audience.ts';
import { changeStatus } from './change-status.ts';
import type { SendKey } from './engine.ts';
import { writeLog } from './logs.ts';
import type { OpenSend } from './open-send.ts';
import type { SendPlan } from './plan.ts';
import { SMS_SENDS } from './send-tables.ts';
import { countLeft, hasMore, remain } from './who-is-left.ts';
import { openSend } from './write-send.ts';

/** A planner whose send reached nobody begins its next cycle after this time. */
const NOBODY_MS = 3_600_000;

/**
 * Ends a send: nobody in it waits any more, or its own limit is reached. The campaign's next send follows, or the campaign
 * ends, too.
 */
export async function endSend(tx: Tx, send: OpenSend, plan: SendPlan, reason: string | null, now: Date): Promise<void> {
  const { reached, size } = await sizesOf(tx, send);
  const told = `${reached} of ${size} contacts got a message.${reason ? ` ${reason}` : ''}`;
  const who = await audienceOfSend(tx, send.teamId, send.meta, plan);
  const isLeft = who !== null && (await hasMore(tx, send, who, send));
  if (!isLeft) await skipLeft(tx, send, send.cycle, now);
  // The audience is fixed when a send begins. Contacts that came back to a stopped send since are of this cycle's, too.
  else if (reason === null && size < (send.amount ?? 0)) {
    if ((await takeOver(tx, send, who, send.cycle, send.amount! - size, now)) > 0) return;
  }
  if (plan.repeats) {
    await changeStatus(tx, send, { send: 'sent', campaign: 'running', reason }, told, now);
    await openNext(tx, send, { isLeft, reached }, now);
    return;
  }
  if (isLeft && send.meta.sendType === 'manual') {
    const text = remain(await reachedInCycle(tx, send), await countLeft(tx, send, who, send.cycle, SMS_SENDS));
    await changeStatus(tx, send, { send: 'sent', campaign: 'sent', reason: text }, text, now);
    return;
  }
  if (isLeft) {
    const more = 'Not everybody was reached: start the campaign again to reach the next contacts.';
    const why = reason ? `${reason} ${more}` : more;
    await changeStatus(tx, send, { send: 'sent', campaign: 'stopped', reason: why }, `${told} ${more}`, now);
    return;
  }
  await changeStatus(tx, send, { send: 'sent', campaign: 'sent', reason }, told, now);
}

/**
 * Opens the next send: of a recurring campaign at its next slot, of a planner at once, in a new cycle when nobody is left.
 * When a planner's send ended by its own limit, the next one waits for the team's next day; otherwise the limit would have
 * no effect.
 */
async function openNext(
  tx: Tx,
  send: OpenSend,
  { isLeft, reached }: { isLeft: boolean; reached: number },
  now: Date,
): Promise<void> {
  const cycle = send.cycle + (isLeft ? 0 : 1);
  const later = isLeft
    ? nextLocalDay(knownZone(send.timezone) ?? 'UTC', now)
    : new Date(now.getTime() + (reached === 0 ? NOBODY_MS : 0));
  const next: Opening | null =
    send.sendType === 'planner'
      ? { at: later, amount: null, slot: null }
      : nextOpening(send.meta, send.timezone, send.slot, now);
  if (!next) {
    await changeStatus(tx, send, { send: 'sent', campaign: 'sent' }, 'No slot is left.', now);
    return;
  }
  await openSend(tx, SMS_SENDS, send, { ...next, cycle }, now);
  if (isLeft) return;
  await tx.change`UPDATE sms_campaigns SET cycle = ${cycle}::int
      WHERE team_id = ${send.teamId}::uuid AND id = ${send.campaignId}::uuid`;
  const text = `Everybody was reached; cycle ${cycle} begins.`;
  if (send.audienceSize > 0) await writeLog(tx, logOf(send, now), text);
}

const logOf = ({ teamId, campaignId }: SendKey, at: Date) => ({
  teamId,
  owner: 'sms_campaign' as const,
  id: campaignId,
  at,
});

/** Contacts whose message was accepted, in all sends of the cycle. */
async function reachedInCycle(tx: Tx, { teamId, campaignId, cycle }: OpenSend): Promise<number> {
  const [row] = await tx.rows<{ reached: number }>`SELECT COALESCE(sum(p.accepted), 0)::int AS reached FROM sms_sends s
      JOIN sms_send_steps p ON p.team_id = s.team_id AND p.sms_send_id = s.id
      WHERE s.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid AND s.cycle = ${cycle}::int`;
  return row!.reached;
}

/** The size of a send is counted at its end, as contacts may have come to it from earlier sends. */
async function sizesOf(tx: Tx, { teamId, sendId }: SendKey): Promise<{ reached: number; size: number }> {
  const [row] = await tx.rows<{
    reached: number;
    size: number;
  }>`UPDATE sms_sends SET audience_size = (SELECT count(*) FROM sms_recipients
          WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid)
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid
      RETURNING audience_size AS size, (SELECT COALESCE(sum(accepted), 0)::int FROM sms_send_steps
        WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid) AS reached`;
  return row!;
}
