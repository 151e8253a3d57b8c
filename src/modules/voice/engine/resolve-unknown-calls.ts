import { type Context, viewerOf } from '../../../context.ts';
import { idIn } from '../../../database/partitions.ts';
import { isUuid, loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import type { ResolveUnknownCallsInput } from '../../../generated/inputs.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceAll, callTopic, campaignTopic } from '../../../live/announce.ts';
import { writeBothLogs } from '../../delivery/engine/logs.ts';
import {
  type LockedSend,
  lockSend,
  refuseEarlierCycle,
  refuseOthers,
  reopenSend,
} from '../../delivery/engine/reopen-send.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { endCallAs } from './end-call.ts';
import { freeRecipient } from './release-call.ts';

/** How a call ends of which nothing was heard for as long as a call can last. */
export const NEVER_HEARD_OF = 'no event told of its end';
const PLACED = 'a person says that it was placed';
const CALLED_AGAIN = 'a person decided to call again';

export interface ResolvedCalls {
  resolvedCount: number;
  remainingCount: number;
  voiceSend: { id: string };
}

/** Calls that one request resolves at most. For more, ask again. */
const MAX_RESOLVED = 200;

/** Of a call `k`: no event has named it. */
const IS_UNNAMED = Prisma.sql`k.external_id IS NULL AND k.last_event_at IS NULL AND k.deleted_at IS NULL`;

/**
 * Calls (`send_id`, `id`) that may or may not have been placed. Each half has its own partial index. The reason is inlined because
 * PostgreSQL does not match a parameter to the condition of an index.
 */
const unknownCalls = (teamId: string, sendIds: readonly string[]) => Prisma.sql`(
  SELECT p.voice_campaign_send_id AS send_id, k.id FROM call_placements p
  CROSS JOIN LATERAL (SELECT * FROM calls k WHERE k.team_id = ${teamId}::uuid AND k.id = p.call_id OFFSET 0) k
  WHERE p.team_id = ${teamId}::uuid AND p.voice_campaign_send_id = ANY(${sendIds}::uuid[]) AND p.status = 'unknown'
    AND k.status <> 'ended' AND ${IS_UNNAMED}
  UNION ALL
  SELECT k.voice_campaign_send_id, k.id FROM calls k
  WHERE k.team_id = ${teamId}::uuid AND k.voice_campaign_send_id = ANY(${sendIds}::uuid[])
    AND k.ended_reason = '${Prisma.raw(NEVER_HEARD_OF)}' AND k.status = 'ended' AND ${IS_UNNAMED})`;

/**
 * A person decides what became of calls without a known result. A call keeps its row either way, so that an event that names it later
 * still finds it: a contact who asked in it not to be called is suppressed.
 */
export function resolveUnknownCalls(ctx: Context, input: ResolveUnknownCallsInput): Promise<ResolvedCalls> {
  const { team } = viewerOf(ctx);
  const { voiceSendId, outcome } = input;
  if (!isUuid(voiceSendId)) throw new NotFoundError('Voice send');
  return ctx.db.transaction(
    async (tx) => {
      const now = new Date();
      const send = await lockSend(tx, VOICE_SENDS, team.id, voiceSendId.toLowerCase());
      if (!send) throw new NotFoundError('Voice send');
      const named = input.callIds;
      // Calls of other sends, and those known by now, are left alone.
      if (named) await refuseOthers(tx, team.id, Prisma.sql`calls`, 'input.callIds', named, MAX_RESOLVED);
      if (outcome === 'call_again') refuseEarlierCycle(send, outcome);
      const ids = await unknownOf(tx, send, named ?? null);
      if (ids.length > 0) await resolve(tx, send, ids, outcome, now);
      const remainingCount = await countUnknown(tx, send);
      return { resolvedCount: ids.length, remainingCount, voiceSend: { id: send.sendId } };
    },
    { again: COLLISION_OR_LOCKED },
  );
}

/** One statement for all sends of a level. */
export const unknownCallsOf = (ctx: ReadContext, sendId: string): Promise<number> =>
  loaderFor<number>(ctx, unknownCallsOf, '', async (ids) => {
    const rows = await read<{ id: string; count: number }>(
      ctx.reader,
      Prisma.sql`SELECT u.send_id AS id, count(*)::int AS count FROM ${unknownCalls(ctx.teamId, ids)} u GROUP BY 1`,
    );
    const known = new Map(rows.map(({ id, count }) => [id, count]));
    return ids.map((id) => known.get(id) ?? 0);
  }).load(sendId);

async function unknownOf(tx: Tx, { teamId, sendId }: LockedSend, callIds: readonly string[] | null): Promise<string[]> {
  const unknown = Prisma.sql`SELECT u.id FROM ${unknownCalls(teamId, [sendId])} u
    WHERE ${callIds}::uuid[] IS NULL OR u.id = ANY(${callIds}::uuid[]) ORDER BY u.id LIMIT ${MAX_RESOLVED}::int`;
  const rows = await tx.rows<{ id: string }>`SELECT k.id FROM (${unknown}) u
    CROSS JOIN LATERAL (SELECT k.id FROM calls k WHERE k.team_id = ${teamId}::uuid AND k.id = u.id AND ${IS_UNNAMED}
      AND (k.status <> 'ended' OR k.ended_reason = ${NEVER_HEARD_OF}) FOR UPDATE) k`;
  return rows.map(({ id }) => id);
}

async function countUnknown(tx: Tx, { teamId, sendId }: LockedSend): Promise<number> {
  const [row] = await tx.rows<{
    count: number;
  }>`SELECT count(*)::int AS count FROM ${unknownCalls(teamId, [sendId])} u`;
  return row!.count;
}

async function resolve(
  tx: Tx,
  send: LockedSend,
  ids: readonly string[],
  outcome: ResolveUnknownCallsInput['outcome'],
  now: Date,
): Promise<void> {
  const { teamId, campaignId, campaignStatus } = send;
  const isAgain = outcome === 'call_again';
  const reason = isAgain ? CALLED_AGAIN : PLACED;
  for (const callId of ids) {
    const key = { teamId, campaignId, callId };
    await endCallAs(tx, key, { outcome: 'unknown_error', reason }, now);
    if (isAgain) await freeRecipient(tx, key, { ...WAITS, dueAt: now }, now);
  }
  // Those that had ended already.
  await tx.change`UPDATE calls SET ended_reason = ${reason}, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, ids)} AND ended_reason = ${NEVER_HEARD_OF}`;
  await markCalls(tx, teamId, ids);
  const isStopped = campaignStatus === 'stopped' || campaignStatus === 'draft';
  if (isAgain && !isStopped) await reopenSend(tx, VOICE_SENDS, send, now);
  const calls = `${ids.length} ${ids.length === 1 ? 'call' : 'calls'} of which nobody knew the outcome`;
  const text = isAgain
    ? `A person decided to call again instead of ${calls}${isStopped ? ', once the campaign is started again' : ''}.`
    : `A person says that ${calls} went out.`;
  await writeBothLogs(tx, VOICE_SENDS.logs, send, text, now);
  await announceAll(tx, [campaignTopic(campaignId), ...ids.map(callTopic)]);
}

const WAITS = {
  status: 'waiting',
  rule: 'came_back',
  reason: 'Nobody knew whether the call was placed; a person decided to call again.',
} as const;
