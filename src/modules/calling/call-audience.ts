import { Prisma } from '../../generated/prisma/client.ts';
import type { SendKey, Tx } from '../sending/engine.ts';
import type { SendPlan } from '../sending/plan.ts';
import { changed, rowsOf } from '../sending/rows.ts';
import type { CallSend } from './call-send.ts';

/** Contacts that one statement adds to an audience. */
const CHUNK = 5_000;

/**
 * Adds the next contacts to a send's audience: those whom the campaign does not have in this cycle, in the order of their
 * ids. A contact that still waits in an earlier send, which was stopped, moves over to this one. The cursor is kept by the
 * same transaction. True when the audience is complete.
 */
export async function growCallAudience(
  tx: Tx,
  send: CallSend,
  who: Prisma.Sql,
  { isFeed }: SendPlan,
  now: Date,
): Promise<boolean> {
  const { teamId, sendId, campaignId, cycle, amount } = send;
  const upTo = isFeed ? null : send.audienceUpTo;
  const since = isFeed ? await firstStart(tx, send) : null;
  const left = amount === null ? CHUNK : Math.min(CHUNK, amount - (await sizeOf(tx, send)));
  const [chunk] = await rowsOf<{ found: number; added: number; upTo: string | null }>(
    tx,
    Prisma.sql`
    WITH next AS MATERIALIZED (
      SELECT t.id FROM contacts t
      WHERE ${who}
        AND (${upTo}::uuid IS NULL OR t.id > ${upTo}::uuid)
        AND (${since}::timestamptz IS NULL OR t.created_at >= ${since}::timestamptz)
        AND NOT EXISTS (SELECT FROM voice_recipients r
          WHERE r.team_id = ${teamId}::uuid AND r.voice_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int
            AND r.contact_id = t.id AND (r.status <> 'waiting' OR r.voice_campaign_send_id = ${sendId}::uuid))
      ORDER BY t.id LIMIT ${Math.max(0, left)}::int
    ), added AS (
      INSERT INTO voice_recipients AS r
        (team_id, voice_campaign_id, cycle, contact_id, voice_campaign_send_id, due_at)
      SELECT ${teamId}::uuid, ${campaignId}::uuid, ${cycle}::int, id, ${sendId}::uuid, ${now}::timestamptz FROM next
      ON CONFLICT (team_id, voice_campaign_id, cycle, contact_id)
        -- Whoever asked to be called later is called then.
        DO UPDATE SET voice_campaign_send_id = EXCLUDED.voice_campaign_send_id,
          due_at = CASE WHEN r.attempts > 0 THEN r.due_at ELSE EXCLUDED.due_at END,
          reason = CASE WHEN r.attempts > 0 THEN r.reason END
        WHERE r.status = 'waiting'
      RETURNING 1)
    SELECT (SELECT count(*) FROM next)::int AS found, (SELECT count(*) FROM added)::int AS added,
      (SELECT max(id::text) FROM next)::uuid AS "upTo"`,
  );
  const { found, added, upTo: last } = chunk!;
  const isComplete = found < CHUNK;
  send.audienceSize += added;
  send.audienceUpTo = last ?? upTo;
  await changed(
    tx,
    Prisma.sql`UPDATE voice_campaign_sends SET audience_up_to = ${send.audienceUpTo}::uuid,
        audience_size = ${send.audienceSize}::int,
        audience_at = CASE WHEN ${isComplete} THEN COALESCE(audience_at, ${now}::timestamptz) END,
        turn_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid`,
  );
  return isComplete;
}

async function sizeOf(tx: Tx, { teamId, sendId }: SendKey): Promise<number> {
  const [row] = await rowsOf<{ size: number }>(
    tx,
    Prisma.sql`SELECT count(*)::int AS size FROM voice_recipients
      WHERE team_id = ${teamId}::uuid AND voice_campaign_send_id = ${sendId}::uuid`,
  );
  return row!.size;
}

/** A feed's contacts count from the campaign's first start on: those that came while it was stopped are not lost. */
async function firstStart(tx: Tx, { teamId, campaignId, cycle }: CallSend): Promise<Date> {
  const [row] = await rowsOf<{ at: Date }>(
    tx,
    Prisma.sql`SELECT min(created_at) AS at FROM voice_campaign_sends
      WHERE team_id = ${teamId}::uuid AND voice_campaign_id = ${campaignId}::uuid AND cycle = ${cycle}::int`,
  );
  return row!.at;
}

/** Whether the cycle has contacts whom no send of it took. */
export async function hasMoreToCall(
  tx: Tx,
  { teamId, campaignId, cycle }: CallSend,
  who: Prisma.Sql,
): Promise<boolean> {
  const [row] = await rowsOf<{ more: boolean }>(
    tx,
    Prisma.sql`SELECT EXISTS (SELECT FROM contacts t WHERE ${who}
      AND NOT EXISTS (SELECT FROM voice_recipients r WHERE r.team_id = ${teamId}::uuid
        AND r.voice_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int AND r.contact_id = t.id)) AS more`,
  );
  return row!.more;
}
