import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { nextOpening, type Opening } from '../meta/opening.ts';
import type { Condition } from '../reach/look.ts';
import { audienceOfSend, handOn, skipLeft } from './audience.ts';
import { statusChanges } from './change-status.ts';
import type { Channel, Taken } from './channel.ts';
import { presentMeta } from './end-send.ts';
import type { Machine, SendKey } from './engine.ts';
import { writeLog } from './logs.ts';
import type { OpenSend } from './open-send.ts';
import type { SendTables } from './send-tables.ts';
import { hasMore } from './who-is-left.ts';
import { dueAt, openSend } from './write-send.ts';

/** A turn hands on some thousands; the next one follows at once. */
const HANDING_ON_MS = 60_000;

interface SlotSend {
  sendId: string;
  cycle: number;
  isOpen: boolean;
}

/** A recurring campaign's slot after that of this send. Null for other campaigns, when none is left, and when it has had its send. */
export async function nextSlot(tx: Tx, tables: SendTables, send: OpenSend, now: Date): Promise<Opening | null> {
  if (send.meta.sendType !== 'recurring' || send.sendType !== 'recurring') return null;
  const { recurringData } = await presentMeta(tx, tables, send);
  const next = nextOpening(send.meta, send.timezone, send.slot, now, recurringData);
  if (!next || next.at > now) return next;
  return (await sendOfSlot(tx, tables, send, next.slot))?.isOpen === false ? null : next;
}

/** That of the selected time, which has no slot, is another one than this send that is open. */
async function sendOfSlot(
  tx: Tx,
  { sends, campaignId: ofCampaign }: SendTables,
  { teamId, campaignId, sendId }: SendKey,
  slot: string | null,
): Promise<SlotSend | undefined> {
  const which =
    slot === null ? Prisma.sql`${OPEN} AND slot IS NULL AND id <> ${sendId}::uuid` : Prisma.sql`slot = ${slot}`;
  return tx.row`SELECT id AS "sendId", cycle, ${OPEN} AS "isOpen" FROM ${sends}
      WHERE team_id = ${teamId}::uuid AND ${ofCampaign} = ${campaignId}::uuid AND ${which}`;
}

const OPEN = Prisma.sql`status IN ('pending', 'running', 'in_progress')`;

/**
 * Ends a recurring campaign's send at the next slot, which has come while contacts of it wait: for their next week, or for a moment
 * that they named. They go on with that slot's send, and their places with them.
 */
export async function endAtSlot<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  tx: Tx,
  send: Send,
  slot: Opening,
  who: Condition,
  now: Date,
): Promise<void> {
  const { tables } = channel;
  const { sends, sendId, campaigns } = tables;
  const { teamId, campaignId } = send;
  const ownRow = Prisma.sql`r.${sendId} = ${send.sendId}::uuid`;
  const changeSend = (id: string, what: Prisma.Sql) =>
    tx.change`UPDATE ${sends} SET ${what} WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
  // It begins when all are handed on.
  const later = new Date(now.getTime() + HANDING_ON_MS);
  let next = await sendOfSlot(tx, tables, send, slot.slot);
  if (!next) {
    const isLeft = await hasMore(tx, send, who, send, tables, [send.sendId]);
    if (!isLeft && !(await skipLeft(tx, send, send.cycle, now, tables, Prisma.sql`NOT ${ownRow}`))) return;
    await openSend(tx, tables, send, { ...slot, at: later, cycle: send.cycle + (isLeft ? 0 : 1) }, now);
    next = (await sendOfSlot(tx, tables, send, slot.slot))!;
  }
  const whoNext = await audienceOfSend(tx, teamId, await presentMeta(tx, tables, send), { isFeed: false });
  const { moved, isMore } = await handOn(tx, send, next, whoNext ?? who, now, tables);
  await changeSend(
    send.sendId,
    Prisma.sql`amount = amount - ${moved}::int, audience_size = audience_size - ${moved}::int`,
  );
  await changeSend(
    next.sendId,
    Prisma.sql`amount = amount + ${moved}::int, audience_size = audience_size + ${moved}::int,
      next_step_at = ${dueAt(isMore ? later : slot.at, now)}`,
  );
  if (isMore) return;
  while (!(await skipLeft(tx, send, send.cycle, now, tables, ownRow)));
  const { reached, size } = await channel.sizesOf(tx, send);
  const told = size > 0 ? `${reached} of ${size} contacts ${channel.reachedText}. ` : '';
  const text = `${told}Those who wait go on with the next slot.`;
  await statusChanges(tables).changeStatus(tx, send, { send: 'sent', campaign: 'running', reason: null }, text, now);
  if (next.cycle === send.cycle) return;
  await tx.change`UPDATE ${campaigns} SET cycle = ${next.cycle}::int
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  const log = { teamId, owner: tables.logs.campaign, id: campaignId, at: now };
  await writeLog(tx, log, `Nobody else is left; cycle ${next.cycle} begins.`);
}
