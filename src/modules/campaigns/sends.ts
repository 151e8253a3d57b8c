import type { Context } from '../../context.ts';
import type { Tx } from '../../database/transaction.ts';
import { ValidationError } from '../../errors.ts';
import { type CampaignStatus, Prisma } from '../../generated/prisma/client.ts';
import { announceCampaign } from '../../live/announce.ts';
import { publish } from '../../observability/events.ts';
import { slotOfKey } from '../../schedule/recurring-slots.ts';
import { closeGate } from '../delivery/engine/call-gate.ts';
import { dueAt, openSend as insertSend } from '../delivery/engine/write-send.ts';
import { metaOfCampaign } from '../delivery/meta/meta.ts';
import { firstOpening, type Opening, type OpeningMeta } from '../delivery/meta/opening.ts';
import { factsOf, recordEvents } from '../webhooks/events/record-events.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { refreshRules } from './refresh-rules.ts';
import { isStart, OPEN_SENDS, UNDER_WAY } from './rules.ts';
import { NO_SLOT } from './start-checks.ts';

/**
 * Writes a campaign and makes its sends fit its status. A campaign that starts has one open send, which waits until it is due.
 * One that no longer goes out has none. Its log tells of every change.
 */
export async function writeCampaign<Of extends Campaign>(
  ctx: Context,
  tx: Tx,
  kind: CampaignKind<Of>,
  before: Of,
  columns: { status: CampaignStatus; [column: string]: unknown },
  reason?: string | null,
): Promise<Of> {
  if (UNDER_WAY.includes(before.status)) await tx.rows(closeGate(before.teamId));
  const started = isStart(before.status, columns.status) ? given(kind.started(before)) : {};
  const ended = UNDER_WAY.includes(columns.status) ? {} : NOT_PAUSED;
  const campaign = await kind.write(tx, before, { ...started, ...ended, ...given(columns) });
  await announceCampaign(tx, campaign.id);
  const { id, teamId, status } = campaign;
  const starts = isStart(before.status, status);
  const isUnderWay = UNDER_WAY.includes(status);
  const change = `tatus changed from ${before.status} to ${status}.${reason ? ` Reason: ${reason}` : ''}`;
  if (status !== before.status) {
    await recordEvents(tx, teamId, kind.sends.event, factsOf('campaign_status_changed', [id]), new Date());
    const texts = [`S${change}`, ...(starts ? await kind.startWarnings(ctx, campaign) : [])];
    for (const text of texts) await writeCampaignLog(tx, kind, campaign, text);
    if (!isUnderWay) await closeSends(tx, kind, campaign, `The campaign’s s${change}`);
  }
  if (!isUnderWay) return campaign;
  if (starts) await openSend(tx, kind, before, campaign);
  else await refreshNext(tx, kind, before, campaign);
  await refreshRules(tx, kind, campaign);
  return campaign;
}

/** What a campaign that is not under way has. */
export const NOT_PAUSED = { pausedAt: null, pauseReason: null };

export const writeCampaignLog = <Of extends Campaign>(
  tx: Tx,
  { sends: { logs } }: CampaignKind<Of>,
  { id, teamId }: Of,
  text: string,
) => tx.prisma.log.create({ data: { teamId, callerType: logs.campaign, callerId: id, text } });

/** Leaves out absent values, which would override earlier ones. */
const given = <Of extends object>(columns: Of): Of =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Of;

/** Opens a send. One that waits already takes the campaign's meta; one that goes out keeps its own, and no second is opened. */
export async function openSend<Of extends Campaign>(
  tx: Tx,
  kind: CampaignKind<Of>,
  before: Of,
  campaign: Of,
): Promise<void> {
  if (await refreshWaiting(tx, kind, before, campaign)) return;
  const { sends, link } = sendsOf(kind);
  const { id: campaignId, teamId, cycle } = campaign;
  const now = new Date();
  const found = openingOf(campaign, await timezoneOf(tx, campaign), now);
  const { slot, ...opening } = found ?? NO_OPENING;
  const isNone = Prisma.sql`NOT EXISTS (SELECT FROM ${sends}
    WHERE ${link} = ${campaignId}::uuid AND team_id = ${teamId}::uuid AND ${OPEN})`;
  const free = unlessTaken(kind, campaign, slot);
  refuseWithout(
    found,
    await insertSend(tx, kind.sends, { teamId, campaignId }, { ...opening, slot: free, cycle }, now, isNone),
  );
}

/** Has the sends of a campaign that is no longer paused looked at again at once. */
export const wakeSends = <Of extends Campaign>(tx: Tx, { sends }: CampaignKind<Of>, { id, teamId }: Of) =>
  tx.change`UPDATE ${sends.sends} SET next_step_at = LEAST(next_step_at, turn_at)
    WHERE ${sends.campaignId} = ${id}::uuid AND team_id = ${teamId}::uuid AND audience_at IS NOT NULL AND ${OPEN}`;

/** Ends open sends as `stopped`. The log of each says why. */
export async function closeSends<Of extends Campaign>(
  tx: Tx,
  kind: CampaignKind<Of>,
  { id, teamId }: Pick<Of, 'id' | 'teamId'>,
  reason: string,
): Promise<void> {
  const { sends, link } = sendsOf(kind);
  const closed = await tx.rows<{ id: string }>`UPDATE ${sends}
    SET status = 'stopped', status_reason = ${reason}, ended_at = now(), next_step_at = NULL, updated_at = now(),
      -- A slot whose send has not begun is free for the next start.
      slot = CASE WHEN audience_at IS NULL THEN NULL ELSE slot END
    WHERE ${link} = ${id}::uuid AND team_id = ${teamId}::uuid AND ${OPEN} RETURNING id`;
  const text = `Stopped: ${reason}`;
  for (const send of closed)
    await tx.prisma.log.create({ data: { teamId, callerType: kind.sends.logs.send, callerId: send.id, text } });
  tx.committed(() => {
    for (const send of closed) {
      const ended = { kind: kind.sends.kind, teamId, campaignId: id, sendId: send.id, status: 'stopped', reason };
      publish({ is: 'send_ended', ...ended });
    }
  });
}

/** After a change of a campaign under way. */
async function refreshNext<Of extends Campaign>(tx: Tx, kind: CampaignKind<Of>, before: Of, campaign: Of) {
  if (await refreshWaiting(tx, kind, before, campaign)) return;
  const now = new Date();
  const timezone = await timezoneOf(tx, campaign);
  // The next send would find no slot, and the campaign would end for good.
  if (!openingOf(campaign, timezone, now) && openingOf(before, timezone, now)) throw new ValidationError(NO_SLOT);
  // One that waits for contacts ends at the next slot, which may be an earlier one now.
  if (campaign.sendType === 'recurring') await wakeSends(tx, kind, campaign);
}

/**
 * Gives the send that waits, if one does, its campaign's present meta. It keeps its time where the campaign's data still has it: a
 * planner's may be the next day, and one that is due, as it makes up for a missed slot or its campaign is paused, stays due.
 */
async function refreshWaiting<Of extends Campaign>(
  tx: Tx,
  kind: CampaignKind<Of>,
  before: Of,
  campaign: Of,
): Promise<boolean> {
  const { sends, link } = sendsOf(kind);
  const [next] = await tx.rows<Waiting>`SELECT next_step_at AS at, amount, slot, meta FROM ${sends} s
    WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND ${WAITING} FOR UPDATE`;
  if (!next) return false;
  const now = new Date();
  const timezone = await timezoneOf(tx, campaign);
  const first = openingOf(campaign, timezone, now);
  const isPending = before.status === 'pending';
  const kept =
    next.meta.sendType === campaign.sendType ? keptOpening(next, isPending, campaign, first, timezone, now) : null;
  const opening = kept ?? first;
  refuseWithout(opening, await writeNext(tx, kind, campaign, opening ?? NO_OPENING));
  return true;
}

interface Waiting extends Opening {
  meta: OpeningMeta;
}

/** The opening that a waiting send keeps when its campaign changes. Null when it gets that of a campaign that starts now. */
function keptOpening(
  { at, amount, slot, meta }: Waiting,
  isPending: boolean,
  campaign: Campaign,
  first: Opening | null,
  timezone: string,
  now: Date,
): Opening | null {
  const { sendType, recurringData } = campaign as unknown as OpeningMeta;
  if (sendType === 'planner') return isPending ? null : { at, amount, slot };
  // A selected time that is still to come goes first.
  if (sendType !== 'recurring' || recurringData === null || first?.slot === null) return null;
  if (slot === null) {
    const chosen = recurringData.selectedRecurringTime;
    const isChosen = chosen?.sendDatetime === meta.recurringData?.selectedRecurringTime?.sendDatetime;
    return isChosen ? { at, amount: chosen?.sendAmount ?? amount, slot } : null;
  }
  const own = slotOfKey(recurringData, timezone, slot);
  return own && !(isPending && own.at > now) ? { at, amount: own.sendAmount, slot } : null;
}

async function writeNext<Of extends Campaign>(
  tx: Tx,
  kind: CampaignKind<Of>,
  campaign: Of,
  { at, amount, slot }: Opening,
): Promise<number> {
  const { sends, link } = sendsOf(kind);
  const { id, teamId } = campaign;
  // Citus takes no STABLE function in CASE, nor of another table's columns in SET, and takes both in a subquery and in FROM.
  return tx.change`UPDATE ${sends} s SET next_step_at = ${dueAt(at, new Date())}, amount = ${amount}::int,
    meta = (SELECT ${metaOfCampaign(kind.meta)} FROM ${kind.sends.campaigns} c
      WHERE c.team_id = ${teamId}::uuid AND c.id = ${id}::uuid),
    slot = ${unlessTaken(kind, campaign, slot, Prisma.sql`s.id`)}, updated_at = now(),
    -- A feed counts contacts that come after this moment as new.
    created_at = CASE WHEN s.meta ->> 'sendType' = ${campaign.sendType}::text THEN s.created_at ELSE moment END
    FROM now() moment
    WHERE s.${link} = ${id}::uuid AND s.team_id = ${teamId}::uuid AND ${WAITING}`;
}

/** A slot opens one send. A send that is stopped and started again before its slot has come keeps the slot. */
function unlessTaken<Of extends Campaign>(
  kind: CampaignKind<Of>,
  { id, teamId }: Of,
  slot: string | null,
  own: Prisma.Sql = Prisma.sql`NULL`,
): Prisma.Sql {
  const { sends, link } = sendsOf(kind);
  return Prisma.sql`(SELECT ${slot}::text WHERE NOT EXISTS (SELECT FROM ${sends} t WHERE t.${link} = ${id}::uuid
    AND t.team_id = ${teamId}::uuid AND t.slot = ${slot}::text AND t.id IS DISTINCT FROM ${own}::uuid))`;
}

/** Whether a send has not begun. */
const WAITING = Prisma.sql`s.status = 'pending' AND s.audience_at IS NULL AND s.audience_up_to IS NULL`;

const OPEN = Prisma.sql`status = ANY(${OPEN_SENDS}::text[]::send_status[])`;

const sendsOf = ({ sends: { sends, campaignId } }: Pick<CampaignKind<never>, 'sends'>) => ({ sends, link: campaignId });

/** Null for a recurring campaign without a slot. */
const openingOf = (campaign: Campaign, timezone: string, now: Date): Opening | null =>
  firstOpening(campaign as unknown as OpeningMeta, timezone, now);

const timezoneOf = async ({ prisma }: Tx, { teamId }: Campaign): Promise<string> =>
  (await prisma.team.findUniqueOrThrow({ where: { id: teamId }, select: { timezone: true } })).timezone;

/** Never committed: see {@link refuseWithout}. */
const NO_OPENING: Opening = { at: new Date(0), amount: null, slot: null };

/** A send that no slot opens has no amount: it would reach everybody at once. */
function refuseWithout(opening: Opening | null, written: number): number {
  if (opening === null && written > 0) throw new ValidationError(NO_SLOT);
  return written;
}
