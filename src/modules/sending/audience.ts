import { Prisma } from '../../generated/prisma/client.ts';
import { storedFilter } from '../segments/filter.ts';
import { audienceCondition, REACHABLE } from '../segments/rules.ts';
import { SUPPRESSED } from './decide.ts';
import type { SendKey, Tx } from './engine.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import { changed, rowsOf } from './rows.ts';

/** Contacts that one statement adds to an audience. */
export const AUDIENCE_CHUNK = 5_000;

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
 * Adds the next contacts to a send's audience: those whom the campaign has not reached in this cycle, in the order of
 * their ids. A contact that still waits in an earlier send, which was stopped, moves over to this one. The cursor is
 * kept by the same transaction, so a crash between two chunks loses nothing and repeats nothing.
 */
export async function addToAudience(
  tx: Tx,
  send: SendKey,
  who: Prisma.Sql,
  { cycle, amount, upTo }: AudienceProgress,
  now: Date,
): Promise<AudienceChunk> {
  const { teamId, sendId, campaignId } = send;
  const left = amount === null ? AUDIENCE_CHUNK : Math.min(AUDIENCE_CHUNK, amount - (await sizeOf(tx, send)));
  if (left <= 0) return { added: 0, upTo, isComplete: true };
  const [chunk] = await rowsOf<{ found: number; added: number; upTo: string | null }>(
    tx,
    Prisma.sql`
    WITH next AS MATERIALIZED (
      SELECT t.id FROM contacts t
      WHERE ${who}
        AND (${upTo}::uuid IS NULL OR t.id > ${upTo}::uuid)
        AND ${notYet(send, cycle)}
      ORDER BY t.id LIMIT ${left}::int
    ), added AS (
      INSERT INTO sms_recipients AS r (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, due_at)
      SELECT ${teamId}::uuid, ${campaignId}::uuid, ${cycle}::int, id, ${sendId}::uuid, ${now}::timestamptz FROM next
      ON CONFLICT (team_id, sms_campaign_id, cycle, contact_id)
        DO UPDATE SET sms_send_id = EXCLUDED.sms_send_id, due_at = EXCLUDED.due_at, reason = NULL
        WHERE r.status = 'waiting'
      RETURNING 1)
    SELECT (SELECT count(*) FROM next)::int AS found, (SELECT count(*) FROM added)::int AS added,
      (SELECT max(id::text) FROM next)::uuid AS "upTo"`,
  );
  const { found, added, upTo: last } = chunk!;
  return { added, upTo: last ?? upTo, isComplete: found < left };
}

/** Whom the campaign has not in this cycle's audience, or still waiting in a send before this one. */
const notYet = ({ teamId, sendId, campaignId }: SendKey, cycle: number) => Prisma.sql`NOT EXISTS (
  SELECT FROM sms_recipients r WHERE r.team_id = ${teamId}::uuid AND r.sms_campaign_id = ${campaignId}::uuid
    AND r.cycle = ${cycle}::int AND r.contact_id = t.id AND (r.status <> 'waiting' OR r.sms_send_id = ${sendId}::uuid))`;

/** Contacts that were created within this time are looked at in every turn of a feed; the others one stretch after another. */
const FRESH_MS = 15 * 60_000;

/**
 * Adds contacts that arrived in a feed: new ones, and those that its segment takes in later, wherever in the table they
 * are. A turn looks at one stretch of the table, so that it costs the same whatever the size. Until everybody was looked at
 * once, those who were there before the feed's first start are left out for good.
 */
export async function addArrivals(
  tx: Tx,
  send: SendKey,
  who: Prisma.Sql,
  { cycle, upTo, startedAt }: { cycle: number; upTo: string | null; startedAt: Date | null },
  now: Date,
): Promise<AudienceChunk> {
  const { teamId, sendId, campaignId } = send;
  const [chunk] = await rowsOf<{ looked: number; added: number; upTo: string | null }>(
    tx,
    Prisma.sql`
    WITH stretch AS MATERIALIZED (
      SELECT t.id FROM contacts t WHERE t.team_id = ${teamId}::uuid AND (${upTo}::uuid IS NULL OR t.id > ${upTo}::uuid)
      ORDER BY t.id LIMIT ${AUDIENCE_CHUNK}::int
    ), next AS MATERIALIZED (
      SELECT t.id, t.created_at FROM stretch JOIN contacts t ON t.id = stretch.id
      WHERE ${who} AND ${notYet(send, cycle)}
      UNION
      (SELECT t.id, t.created_at FROM contacts t
        WHERE ${who} AND ${notYet(send, cycle)} AND t.created_at >= ${new Date(now.getTime() - FRESH_MS)}::timestamptz
        ORDER BY t.created_at LIMIT ${AUDIENCE_CHUNK}::int)
    ), added AS (
      INSERT INTO sms_recipients AS r (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, due_at, status, reason)
      SELECT ${teamId}::uuid, ${campaignId}::uuid, ${cycle}::int, id, ${sendId}::uuid, ${now}::timestamptz,
        CASE WHEN created_at < ${startedAt}::timestamptz THEN 'skipped' ELSE 'waiting' END::recipient_status,
        CASE WHEN created_at < ${startedAt}::timestamptz THEN ${THERE_BEFORE} END
      FROM next
      ON CONFLICT (team_id, sms_campaign_id, cycle, contact_id)
        DO UPDATE SET sms_send_id = EXCLUDED.sms_send_id, due_at = EXCLUDED.due_at, reason = NULL
        WHERE r.status = 'waiting'
      RETURNING r.status)
    SELECT (SELECT count(*) FROM stretch)::int AS looked, (SELECT max(id::text) FROM stretch)::uuid AS "upTo",
      (SELECT count(*) FROM added WHERE status = 'waiting')::int AS added`,
  );
  const { looked, added, upTo: last } = chunk!;
  const isComplete = looked < AUDIENCE_CHUNK;
  return { added, upTo: isComplete ? null : last, isComplete };
}

const THERE_BEFORE = 'The contact was there before the feed was started.';

/** Who still waits in an earlier send of a cycle that ends has left the audience since. */
export const skipLeft = (tx: Tx, { teamId, campaignId }: SendKey, cycle: number) =>
  changed(
    tx,
    Prisma.sql`UPDATE sms_recipients r SET status = 'skipped', reason = CASE WHEN EXISTS (
          SELECT FROM contacts t WHERE t.team_id = r.team_id AND t.id = r.contact_id AND NOT ${REACHABLE})
        THEN ${SUPPRESSED} ELSE 'The contact left the campaign’s audience before its turn came.' END
      WHERE r.team_id = ${teamId}::uuid AND r.sms_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int
        AND r.status = 'waiting'`,
  );

async function sizeOf(tx: Tx, { teamId, sendId }: SendKey): Promise<number> {
  const [row] = await rowsOf<{ size: number }>(
    tx,
    Prisma.sql`SELECT count(*)::int AS size FROM sms_recipients
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid`,
  );
  return row!.size;
}

/** Whom a campaign reaches, as a condition on `contacts t`; null: a segment that it names was deleted. */
export async function audienceOfSend(
  tx: Tx,
  teamId: string,
  meta: SendMeta,
  plan: Pick<SendPlan, 'isFeed'>,
): Promise<Prisma.Sql | null> {
  const ids = [...new Set([...meta.segmentIds, ...(meta.filterSegmentId ? [meta.filterSegmentId] : [])])];
  const rows =
    ids.length === 0
      ? []
      : await rowsOf<{ id: string; filter: unknown }>(
          tx,
          Prisma.sql`SELECT id, filter FROM segments WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[])`,
        );
  if (rows.length < ids.length) return null;
  const filters = new Map(rows.map(({ id, filter }) => [id, storedFilter(filter)]));
  const alsoIn = meta.filterSegmentId ? filters.get(meta.filterSegmentId)! : null;
  const inSegments = audienceCondition(
    meta.segmentIds.map((id) => filters.get(id)!),
    alsoIn,
  );
  const feeds = [meta.feedData?.feedId, ...(meta.feedData?.feedIds ?? [])].filter((id) => typeof id === 'string');
  const arrives =
    plan.isFeed && feeds.length > 0
      ? Prisma.sql`(t.foreign_id = ANY(${feeds}::text[]) OR (${inSegments}))`
      : Prisma.sql`(${inSegments})`;
  return Prisma.sql`t.team_id = ${teamId}::uuid AND ${arrives}`;
}

/**
 * Whether somebody of the audience still waits in the cycle; after sends that take so many contacts at a time also whether
 * there is anybody whom none of them has taken.
 */
export async function hasMore(
  tx: Tx,
  { teamId, campaignId }: SendKey,
  who: Prisma.Sql,
  { cycle, amount }: Pick<AudienceProgress, 'cycle' | 'amount'>,
): Promise<boolean> {
  const ofCycle = (
    status: Prisma.Sql,
  ) => Prisma.sql`EXISTS (SELECT FROM sms_recipients r WHERE r.team_id = ${teamId}::uuid
    AND r.sms_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int AND r.contact_id = t.id AND ${status})`;
  const isLeft =
    amount === null
      ? ofCycle(Prisma.sql`r.status = 'waiting'`)
      : Prisma.sql`NOT ${ofCycle(Prisma.sql`r.status <> 'waiting'`)}`;
  const [row] = await rowsOf<{ more: boolean }>(
    tx,
    Prisma.sql`SELECT EXISTS (SELECT FROM contacts t WHERE ${who} AND ${isLeft}) AS more`,
  );
  return row!.more;
}
