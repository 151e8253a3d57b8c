import { idOf } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type SegmentFilter, storedFilter } from '../reach/filter.ts';
import { type Condition, EACH } from '../reach/look.ts';
import { audienceCondition, reachable } from '../reach/rules.ts';
import { stretchOf } from '../reach/stretch.ts';
import { SUPPRESSED } from './decide.ts';
import type { SendKey } from './engine.ts';
import type { SendMeta, SendPlan } from './plan.ts';

import { type SendTables, SMS_SENDS } from './send-tables.ts';

/** Contacts that one statement looks at for an audience, and the most that one skips or moves at a send's end. */
const AUDIENCE_CHUNK = 5_000;

export interface AudienceProgress {
  cycle: number;
  /** Contacts that the send reaches at most; null: everybody. */
  amount: number | null;
  /** The last contact that was looked at; null: none yet. */
  upTo: string | null;
}

export interface AudienceChunk {
  added: number;
  upTo: string | null;
  isComplete: boolean;
}

/**
 * Adds the next contacts to a send's audience, in the order of their ids: those that the campaign has not reached in this
 * cycle. A contact that still waits in an earlier, stopped send moves to this one. The same transaction stores the cursor,
 * so a crash between two chunks loses nothing and repeats nothing.
 */
export async function addToAudience(
  tx: Tx,
  send: SendKey,
  who: Condition,
  { cycle, amount, upTo }: AudienceProgress,
  now: Date,
  tables: SendTables,
): Promise<AudienceChunk> {
  const left = amount === null ? null : amount - (await sizeOf(tx, send, tables));
  if (left !== null && left <= 0) return { added: 0, upTo, isComplete: true };
  const { end, contacts } = stretchOf(send.teamId, upTo, AUDIENCE_CHUNK);
  const [chunk] = await tx.rows<{ next: string[]; upTo: string | null }>`
    WITH ${end} SELECT ARRAY(SELECT t.id FROM ${contacts()} t WHERE ${who(EACH)} AND ${notYet(send, cycle, tables)}
      ORDER BY t.id LIMIT ${left}::int) AS next, (SELECT up_to FROM stretch) AS "upTo"`;
  const { next, upTo: last } = chunk!;
  const isFull = left !== null && next.length >= left;
  const added = await addRecipients(tx, { ...send, cycle }, next, WAITING, now, tables);
  return { added, upTo: last ?? upTo, isComplete: last === null || isFull };
}

const WAITING = Prisma.sql`'waiting'::recipient_status, NULL::text, NULL::recipient_rule, NULL::timestamptz`;

/**
 * A separate statement, because Citus sends to every node what an INSERT inside a WITH reads from another query of that WITH.
 * `decision` gives the status, reason, rule and time of new recipients. Returns how many of those added or moved are waiting.
 */
async function addRecipients(
  tx: Tx,
  { teamId, sendId, campaignId, cycle }: SendKey & { cycle: number },
  contactIds: readonly string[],
  decision: Prisma.Sql,
  now: Date,
  tables: SendTables,
): Promise<number> {
  if (contactIds.length === 0) return 0;
  const added = await tx.row<{ count: number }>`WITH added AS (
      INSERT INTO ${tables.recipients} AS r (team_id, ${tables.campaignId}, cycle, contact_id, ${tables.sendId}, due_at,
        status, reason, rule, decided_at)
      SELECT ${teamId}::uuid, ${campaignId}::uuid, ${cycle}::int, x.id, ${sendId}::uuid, ${now}::timestamptz, ${decision}
      FROM unnest(${contactIds}::uuid[]) x(id)
      ON CONFLICT (team_id, ${tables.campaignId}, cycle, contact_id)
        DO UPDATE SET ${tables.sendId} = EXCLUDED.${tables.sendId}, ${tables.takenOver(Prisma.sql`EXCLUDED.due_at`)}
        WHERE r.status = 'waiting'
      RETURNING r.status)
    SELECT count(*) FILTER (WHERE status = 'waiting')::int AS count FROM added`;
  return added!.count;
}

/**
 * Whether `contacts t` is neither reached in this cycle nor part of this send. It reads one recipient by its key for each
 * contact. PostgreSQL would turn EXISTS into a join, and without statistics that join reads all recipients.
 */
const notYet = ({ teamId, sendId, campaignId }: SendKey, cycle: number, tables: SendTables) => Prisma.sql`(
  SELECT r.status <> 'waiting' OR r.${tables.sendId} = ${sendId}::uuid FROM ${tables.recipients} r
  WHERE r.team_id = ${teamId}::uuid AND r.contact_id = t.id AND r.${tables.campaignId} = ${campaignId}::uuid
    AND r.cycle = ${cycle}::int) IS NOT TRUE`;

/** A feed looks at the newest contacts, younger than this, in every turn, and at the others stretch by stretch. */
const FRESH_MS = 15 * 60_000;

/**
 * Adds contacts that arrived in a feed: new ones, and older ones that its segment takes in later. A turn looks at one
 * stretch of the table, so it costs the same whatever the table's size. Until every contact was looked at once, those that
 * were there before the feed's first start are left out for good.
 */
export async function addArrivals(
  tx: Tx,
  send: SendKey,
  who: Condition,
  { cycle, upTo, startedAt }: { cycle: number; upTo: string | null; startedAt: Date | null },
  now: Date,
  tables: SendTables,
): Promise<AudienceChunk> {
  const { teamId } = send;
  const wasThere = Prisma.sql`created_at < ${startedAt}::timestamptz`;
  const { end, contacts } = stretchOf(teamId, upTo, AUDIENCE_CHUNK);
  const [chunk] = await tx.rows<{ next: string[]; wereThere: string[]; upTo: string | null }>`
    WITH ${end}, next AS MATERIALIZED (
      SELECT t.id, t.created_at FROM ${contacts()} t WHERE ${who(EACH)} AND ${notYet(send, cycle, tables)}
      UNION
      SELECT t.id, t.created_at FROM (SELECT x.* FROM contacts x
        WHERE x.team_id = ${teamId}::uuid AND x.created_at >= ${new Date(now.getTime() - FRESH_MS)}::timestamptz
        ORDER BY x.created_at DESC LIMIT ${AUDIENCE_CHUNK}::int) t
      WHERE ${who(EACH)} AND ${notYet(send, cycle, tables)})
    SELECT (SELECT up_to FROM stretch) AS "upTo",
      ARRAY(SELECT id FROM next WHERE (${wasThere}) IS NOT TRUE) AS next, ARRAY(SELECT id FROM next WHERE ${wasThere}) AS "wereThere"`;
  const { next, wereThere, upTo: last } = chunk!;
  const took = await addRecipients(
    tx,
    { ...send, cycle },
    wereThere,
    Prisma.sql`'skipped'::recipient_status, ${THERE_BEFORE}::text, 'there_before'::recipient_rule, ${now}::timestamptz`,
    now,
    tables,
  );
  const added = await addRecipients(tx, { ...send, cycle }, next, WAITING, now, tables);
  return { added: added + took, upTo: last, isComplete: last === null };
}

export const THERE_BEFORE = 'The contact was there before the feed was started.';

const LEFT = 'The contact left the campaign’s audience before its turn came.';
const suppresses = (teamId: string) => Prisma.sql`EXISTS (
  SELECT FROM contacts t WHERE t.team_id = ${teamId}::uuid AND t.id = r.contact_id AND NOT ${reachable(teamId)})`;
const whySkipped = (teamId: string) =>
  Prisma.sql`CASE WHEN ${suppresses(teamId)} THEN 'suppressed' ELSE 'left_audience' END`;

/** `recipients r` that wait in a send of the cycle. */
export const waitsInCycle = (send: SendKey, cycle: number, tables: SendTables) => Prisma.sql`
  r.team_id = ${send.teamId}::uuid AND r.${tables.campaignId} = ${send.campaignId}::uuid AND r.cycle = ${cycle}::int
  AND r.status = 'waiting' AND r.${tables.sendId} IN (${sendsOf(send, cycle, tables)})`;

export const sendsOf = (
  { teamId, campaignId }: SendKey,
  cycle: number,
  { sends, campaignId: ofCampaign }: SendTables,
) =>
  Prisma.sql`SELECT s.id FROM ${sends} s
    WHERE s.team_id = ${teamId}::uuid AND s.${ofCampaign} = ${campaignId}::uuid AND s.cycle = ${cycle}::int`;

/** Recipients `r` of the cycle that still wait, looked up by the contacts that a query finds. */
const stillWaiting = (
  { teamId, campaignId }: SendKey,
  cycle: number,
  { campaignId: ofCampaign }: SendTables,
  contacts: Prisma.Sql,
) =>
  Prisma.sql`r.team_id = ${teamId}::uuid AND r.${ofCampaign} = ${campaignId}::uuid AND r.cycle = ${cycle}::int
    AND ${idOf(Prisma.sql`r.contact_id`, contacts)} AND r.status = 'waiting'`;

/**
 * Skips contacts that still wait in an earlier send when the cycle ends: they have left the audience since. `which`: those of these
 * recipients `r`. Returns false if more may be left.
 */
export async function skipLeft(
  tx: Tx,
  send: SendKey,
  cycle: number,
  now: Date,
  tables: SendTables = SMS_SENDS,
  which = Prisma.sql`TRUE`,
): Promise<boolean> {
  const left = Prisma.sql`SELECT r.contact_id FROM ${tables.recipients} r
    WHERE ${waitsInCycle(send, cycle, tables)} AND ${which} LIMIT ${AUDIENCE_CHUNK}::int`;
  const skipped = await tx.change`UPDATE ${tables.recipients} r SET (status, reason, rule, decided_at) = ('skipped',
        CASE WHEN ${suppresses(send.teamId)} THEN ${SUPPRESSED} ELSE ${LEFT} END, (${whySkipped(send.teamId)})::recipient_rule, ${now}::timestamptz)
      WHERE ${stillWaiting(send, cycle, tables, left)}`;
  return skipped < AUDIENCE_CHUNK;
}

async function sizeOf(tx: Tx, { teamId, sendId }: SendKey, tables: SendTables): Promise<number> {
  const [row] = await tx.rows<{ size: number }>`SELECT count(*)::int AS size FROM ${tables.recipients}
      WHERE team_id = ${teamId}::uuid AND ${tables.sendId} = ${sendId}::uuid`;
  return row!.size;
}

/** The filters of the segments that a campaign names. Null when one of them was deleted. */
export async function segmentsOfSend(
  tx: Tx,
  teamId: string,
  meta: SendMeta,
): Promise<{ inAny: SegmentFilter[]; alsoIn: SegmentFilter | null } | null> {
  const ids = [...new Set([...meta.segmentIds, ...(meta.filterSegmentId ? [meta.filterSegmentId] : [])])];
  const rows =
    ids.length === 0
      ? []
      : await tx.rows<{
          id: string;
          filter: unknown;
        }>`SELECT id, filter FROM segments WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[])`;
  if (rows.length < ids.length) return null;
  const filters = new Map(rows.map(({ id, filter }) => [id, storedFilter(filter)]));
  return {
    inAny: meta.segmentIds.map((id) => filters.get(id)!),
    alsoIn: meta.filterSegmentId ? filters.get(meta.filterSegmentId)! : null,
  };
}

/** Whether `contacts t` came with one of a feed campaign's feeds. Segments do not matter then. */
export function arrivesInFeed({ feedData }: SendMeta, { isFeed }: Pick<SendPlan, 'isFeed'>): Prisma.Sql {
  const named = isFeed ? [feedData?.feedId, ...(feedData?.feedIds ?? [])] : [];
  const feeds = named.filter((id) => typeof id === 'string');
  return feeds.length > 0 ? Prisma.sql`COALESCE(t.foreign_id = ANY(${feeds}::text[]), false)` : Prisma.sql`false`;
}

/** Whom a campaign reaches, as a condition on `contacts t`. Null when a segment that it names was deleted. */
export async function audienceOfSend(
  tx: Tx,
  teamId: string,
  meta: SendMeta,
  plan: Pick<SendPlan, 'isFeed'>,
): Promise<Condition | null> {
  const segments = await segmentsOfSend(tx, teamId, meta);
  if (!segments) return null;
  const { inAny, alsoIn } = segments;
  const arrives = arrivesInFeed(meta, plan);
  return (look) => Prisma.sql`t.team_id = ${teamId}::uuid
    AND (${arrives} OR (${audienceCondition(teamId, inAny, alsoIn, look)}))`;
}

/**
 * Moves contacts of the audience that still wait in earlier, stopped sends of the cycle to this one, some thousands at a time. Returns
 * how many.
 */
export const takeOver = (
  tx: Tx,
  send: SendKey & { cycle: number },
  who: Condition,
  most: number,
  now: Date,
  tables: SendTables,
) => {
  const { recipients, sendId } = tables;
  const waiting = Prisma.sql`SELECT r.contact_id FROM ${recipients} r
    JOIN contacts t ON t.team_id = r.team_id AND t.id = r.contact_id
    WHERE ${waitsInCycle(send, send.cycle, tables)} AND r.${sendId} <> ${send.sendId}::uuid AND ${who(EACH)}
    ORDER BY r.contact_id LIMIT ${Math.min(most, AUDIENCE_CHUNK)}::int`;
  return move(tx, send, send, waiting, now, tables);
};

/**
 * Moves contacts of the audience that still wait in a send to another, some thousands at a time. Returns how many, and whether more may
 * be left. One that the other's cycle has already stays.
 */
export async function handOn(
  tx: Tx,
  send: SendKey & { cycle: number },
  next: { sendId: string; cycle: number },
  who: Condition,
  now: Date,
  tables: SendTables,
): Promise<{ moved: number; isMore: boolean }> {
  const { recipients, sendId, campaignId } = tables;
  const isTaken = Prisma.sql`${next.cycle}::int <> ${send.cycle}::int AND (SELECT x.cycle FROM ${recipients} x
    WHERE x.team_id = ${send.teamId}::uuid AND x.contact_id = r.contact_id AND x.${campaignId} = ${send.campaignId}::uuid
      AND x.cycle = ${next.cycle}::int) IS NOT NULL`;
  const waiting = Prisma.sql`SELECT r.contact_id FROM ${recipients} r
    JOIN contacts t ON t.team_id = r.team_id AND t.id = r.contact_id
    WHERE ${waitsInCycle(send, send.cycle, tables)} AND r.${sendId} = ${send.sendId}::uuid AND NOT (${isTaken}) AND ${who(EACH)}
    LIMIT ${AUDIENCE_CHUNK}::int`;
  const moved = await move(tx, send, next, waiting, now, tables);
  if (moved < AUDIENCE_CHUNK) return { moved, isMore: false };
  const left = await tx.rows`SELECT FROM ${recipients} WHERE team_id = ${send.teamId}::uuid
    AND ${sendId} = ${send.sendId}::uuid AND status = 'waiting' LIMIT 1`;
  return { moved, isMore: left.length > 0 };
}

const move = (
  tx: Tx,
  send: SendKey & { cycle: number },
  to: { sendId: string; cycle: number },
  waiting: Prisma.Sql,
  now: Date,
  tables: SendTables,
): Promise<number> =>
  tx.change`UPDATE ${tables.recipients} r SET ${tables.sendId} = ${to.sendId}::uuid, cycle = ${to.cycle}::int,
      ${tables.takenOver(Prisma.sql`${now}::timestamptz`)}
    WHERE ${stillWaiting(send, send.cycle, tables, waiting)}`;
