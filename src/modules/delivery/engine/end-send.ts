import type { Tx } from '../../../database/transaction.ts';
import { nextLocalDay } from '../../../schedule/calendar.ts';
import { knownZone } from '../../../schedule/zone-offsets.ts';
import { metaOfCampaign, segmentIdsOf } from '../meta/meta.ts';
import { firstOpening, nextOpening, type Opening } from '../meta/opening.ts';
import { audienceOfSend, skipLeft, takeOver } from './audience.ts';
import { statusChanges } from './change-status.ts';
import type { Channel, Taken } from './channel.ts';
import type { Machine, SendKey } from './engine.ts';
import { writeLog } from './logs.ts';
import type { OpenSend } from './open-send.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import type { SendTables } from './send-tables.ts';
import { countLeft, hasMore, remain } from './who-is-left.ts';
import { openSend } from './write-send.ts';

/** A planner whose send reached nobody begins its next cycle after this time. */
const NOBODY_MS = 3_600_000;

/**
 * Ends a send: nobody in it waits any more, or its own limit is reached. The campaign's next send follows, or the campaign
 * ends, too.
 */
export async function endSend<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  tx: Tx,
  send: Send,
  plan: SendPlan,
  reason: string | null,
  now: Date,
): Promise<void> {
  const { tables } = channel;
  const { changeStatus } = statusChanges(tables);
  const { reached, size } = await channel.sizesOf(tx, send);
  const told = `${reached} of ${size} contacts ${channel.reachedText}.${reason ? ` ${reason}` : ''}`;
  const who = await audienceOfSend(tx, send.teamId, send.meta, plan);
  const isLeft = who !== null && (await hasMore(tx, send, who, send, tables));
  if (!isLeft) {
    if (!(await skipLeft(tx, send, send.cycle, now, tables))) return;
  }
  // The audience is fixed when a send begins. Contacts that came back to a stopped send since are of this cycle's, too.
  else if (reason === null && size < (send.amount ?? 0)) {
    if ((await takeOver(tx, send, who, send.amount! - size, now, tables)) > 0) return;
  }
  if (await isFollowed(tx, tables, send, plan, isLeft, reason)) {
    await changeStatus(tx, send, { send: 'sent', campaign: 'running', reason }, told, now);
    await openNext(tx, tables, send, { isLeft, reached }, now);
  } else if (isLeft && send.meta.sendType === 'manual') {
    const text = remain(await channel.reachedInCycle(tx, send), await countLeft(tx, send, who, send.cycle, tables));
    await changeStatus(tx, send, { send: 'sent', campaign: 'sent', reason: text }, text, now);
  } else if (isLeft) {
    const more = 'Not everybody was reached: start the campaign again to reach the next contacts.';
    const why = reason ? `${reason} ${more}` : more;
    await changeStatus(tx, send, { send: 'sent', campaign: 'stopped', reason: why }, `${told} ${more}`, now);
  } else await changeStatus(tx, send, { send: 'sent', campaign: 'sent', reason }, told, now);
}

/**
 * Whether another send follows. If the campaign's type was changed while this one went out, a send of the new type follows, unless that
 * type ends with its audience and nobody of it is left, or a multistep send ended by its limit.
 */
async function isFollowed(
  tx: Tx,
  tables: SendTables,
  send: OpenSend,
  { repeats }: SendPlan,
  isLeft: boolean,
  reason: string | null,
): Promise<boolean> {
  if (send.sendType === send.meta.sendType) return repeats;
  if (!repeats && reason !== null) return false;
  if (isLeft || (send.sendType !== 'manual' && send.sendType !== 'multistep')) return true;
  const who = await audienceOfSend(tx, send.teamId, await presentMeta(tx, tables, send), { isFeed: false });
  return who !== null && hasMore(tx, send, who, { cycle: send.cycle, amount: 1 }, tables);
}

/** A send keeps the data with which it began; it may have been changed since. */
export async function presentMeta(tx: Tx, tables: SendTables, { teamId, campaignId }: SendKey): Promise<SendMeta> {
  const campaign = await tx.row<{ meta: SendMeta }>`SELECT ${metaOfCampaign(tables.meta)} AS meta
      FROM ${tables.campaigns} c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid`;
  const { meta } = campaign!;
  return { ...meta, segmentIds: segmentIdsOf(meta.segmentIds) };
}

/**
 * Opens the next send: of a recurring campaign at its next slot, of a planner at once, in a new cycle when nobody is left; of a
 * campaign of another type than the send had, as if it started. When a planner's send ended by its own limit, the next one waits for
 * the team's next day; otherwise the limit would have no effect.
 */
async function openNext(
  tx: Tx,
  tables: SendTables,
  send: OpenSend,
  { isLeft, reached }: { isLeft: boolean; reached: number },
  now: Date,
): Promise<void> {
  const repeats = send.sendType === 'planner' || send.sendType === 'recurring';
  const cycle = send.cycle + (isLeft || !repeats ? 0 : 1);
  const later = isLeft
    ? nextLocalDay(knownZone(send.timezone) ?? 'UTC', now)
    : new Date(now.getTime() + (reached === 0 ? NOBODY_MS : 0));
  const present = await presentMeta(tx, tables, send);
  const isSame = present.sendType === send.meta.sendType;
  let next: Opening | null =
    isSame && present.sendType === 'planner'
      ? { at: later, amount: null, slot: null }
      : isSame
        ? nextOpening(send.meta, send.timezone, send.slot, now, present.recurringData)
        : firstOpening(present, send.timezone, now);
  // A slot that has had its send is passed over: the team's zone may be another since.
  while (next && (await openSend(tx, tables, send, { ...next, cycle }, now)) === 0 && next.slot !== null) {
    next = nextOpening(present, send.timezone, next.slot, next.at);
  }
  if (!next) {
    await statusChanges(tables).changeStatus(tx, send, { send: 'sent', campaign: 'sent' }, 'No slot is left.', now);
    return;
  }
  if (cycle === send.cycle) return;
  await tx.change`UPDATE ${tables.campaigns} SET cycle = ${cycle}::int
      WHERE team_id = ${send.teamId}::uuid AND id = ${send.campaignId}::uuid`;
  const text = `Everybody was reached; cycle ${cycle} begins.`;
  if (send.audienceSize > 0) await writeLog(tx, logOf(tables, send, now), text);
}

const logOf = ({ logs }: SendTables, { teamId, campaignId }: SendKey, at: Date) => ({
  teamId,
  owner: logs.campaign,
  id: campaignId,
  at,
});
