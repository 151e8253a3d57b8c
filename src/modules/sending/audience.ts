import { Prisma } from '../../generated/prisma/client.ts';
import { storedFilter } from '../segments/filter.ts';
import { audienceCondition } from '../segments/rules.ts';
import type { SendKey, Tx } from './engine.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import { rowsOf } from './rows.ts';

/** Contacts that one statement adds to an audience. */
export const AUDIENCE_CHUNK = 5_000;

export interface AudienceProgress {
  cycle: number;
  /** Contacts that the send reaches at most; null: everybody. */
  amount: number | null;
  /** The last contact that was looked at; null: none yet. */
  upTo: string | null;
  /** A feed: only contacts that came since then. */
  since: Date | null;
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
  { cycle, amount, upTo, since }: AudienceProgress,
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
        AND (${since}::timestamptz IS NULL OR t.created_at >= ${since}::timestamptz)
        AND NOT EXISTS (SELECT FROM sms_recipients r
          WHERE r.team_id = ${teamId}::uuid AND r.sms_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int
            AND r.contact_id = t.id AND (r.status <> 'waiting' OR r.sms_send_id = ${sendId}::uuid))
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

/** Whether the cycle has contacts behind the audience of the send, whom nobody reached. */
export async function hasMore(
  tx: Tx,
  { teamId, campaignId }: SendKey,
  who: Prisma.Sql,
  { cycle, upTo }: Pick<AudienceProgress, 'cycle' | 'upTo'>,
): Promise<boolean> {
  const [row] = await rowsOf<{ more: boolean }>(
    tx,
    Prisma.sql`SELECT EXISTS (SELECT FROM contacts t WHERE ${who} AND (${upTo}::uuid IS NULL OR t.id > ${upTo}::uuid)
      AND NOT EXISTS (SELECT FROM sms_recipients r WHERE r.team_id = ${teamId}::uuid
        AND r.sms_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int AND r.contact_id = t.id)) AS more`,
  );
  return row!.more;
}
