import { idIn } from '../../../database/partitions.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { closeGate } from '../engine/call-gate.ts';
import { forgetCalls, judgeLost, lockBatch, ofOnlyCall } from '../engine/calls-of-batch.ts';
import type { BatchKey, Engine, Route } from '../engine/engine.ts';
import { type Paid, refund } from '../engine/reserve.ts';
import { noteHealth } from '../engine/route-health.ts';
import {
  type Accepted,
  type Answered,
  isNotAsked,
  isUnreachable,
  isUnsent,
  messagesWithin,
  type Rejected,
  resultIds,
  type SmsResult,
  type Unknown,
  type Unsent,
} from '../engine/sms-result.ts';
import { monthsOf, waitingReceipts } from '../receipts/by-names.ts';
import { optOut } from '../receipts/opt-out.ts';
import { ownName } from '../receipts/own-name.ts';
import { endUnsent, ofBatch } from './end.ts';
import { foldRelayReceipts } from './fold-relay-receipts.ts';
import { type RelayKey, wakeEndpoint } from './relay-queue.ts';

/** Stores what a provider answered in some calls of a batch of sellers' messages, once. */
export async function settleRelay(
  engine: Engine,
  key: RelayKey,
  { id: batchId, takeovers }: BatchKey,
  route: Route,
  answered: readonly Answered[],
  isLast: boolean,
): Promise<void> {
  const { teamId } = key;
  const given = answered.flatMap((one) => one.results);
  const rejected = given.flatMap((result) => (result.status === 'rejected' ? [result] : []));
  await engine.db.transaction(
    async (tx) => {
      const now = engine.now();
      if (rejected.some(({ kind }) => kind === 'opted_out')) await tx.rows(closeGate(teamId));
      const [batch] = await tx.rows`UPDATE sms_batches SET done_at = CASE WHEN ${isLast} THEN ${now}::timestamptz END
        WHERE team_id = ${teamId}::uuid AND id = ${batchId}::uuid AND done_at IS NULL AND takeovers = ${takeovers}::int
        RETURNING id`;
      if (!batch) await lockBatch(tx, teamId, batchId);
      await markHubMessages(tx, teamId, resultIds(given));
      const results = batch ? await judgeLost(tx, teamId, batchId, given) : given;
      const goesOn = {
        isMoved: isOfRoute,
        isForNow: (one: SmsResult) => one.status === 'rejected' && one.kind === 'retryable',
      };
      if (batch) await noteHealth(tx, key, route, answered, goesOn, now);
      await accept(
        tx,
        teamId,
        route,
        results.flatMap((one) => (one.status === 'accepted' ? [one] : [])),
        now,
      );
      if (!batch) {
        // Another worker has made them unknown. As those of campaigns, what was refused in its only call has failed, and what
        // reached nobody waits again.
        const late = await ofOnlyCall(tx, teamId, batchId, given.filter(isNotOut));
        await forgetCalls(tx, teamId, answered);
        const finals = late.flatMap((result) => finalOf(result, () => true));
        const end = { ids: resultIds(finals), reasons: finals.map(({ reason }) => reason), batchId };
        await endUnsent(tx, teamId, { ...end, status: 'failed', former: 'unknown' }, now);
        await optOutRejected(tx, teamId, rejected, now);
        const backs = late.filter(isUnsent).flatMap((result) => backOf(result, route, now));
        return putBack(tx, key, batchId, backs, now, 'unknown');
      }
      await markUnknown(
        tx,
        teamId,
        results.flatMap((one) => (one.status === 'unknown' ? [one] : [])),
        now,
      );
      const backs = results.flatMap((result) => backOf(result, route, now));
      const finals = results.flatMap((result) => finalOf(result, isFinal));
      const end = { ids: resultIds(finals), reasons: finals.map(({ reason }) => reason), batchId };
      await endUnsent(tx, teamId, { ...end, status: 'failed', former: 'sending' }, now);
      await optOutRejected(tx, teamId, rejected, now);
      await putBack(tx, key, batchId, backs, now);
    },
    { again: COLLISION_OR_LOCKED },
  );
}

/** Why a message ends that did not go out, if it does. */
function finalOf(result: SmsResult, endsIt: (refusal: Rejected) => boolean): { messageId: string; reason: string }[] {
  const { messageId } = result;
  if (result.status === 'rejected') return endsIt(result) ? [{ messageId, reason: result.reason }] : [];
  return isNotAsked(result) && result.kept.status === 'skipped' ? [{ messageId, reason: result.kept.reason }] : [];
}

const isNotOut = (result: SmsResult): result is Rejected | Unsent => result.status === 'rejected' || isUnsent(result);

const isFinal = ({ kind }: Rejected) => kind === 'permanent' || kind === 'opted_out';

/** What another route may take. */
const isOfRoute = (result: SmsResult) =>
  isUnreachable(result) || (result.status === 'rejected' && ['retryable', 'blocked', 'balance'].includes(result.kind));

interface Back {
  messageId: string;
  reason: string;
  /** The earliest moment. */
  dueAt: Date;
  /** Null: the route refused nothing. */
  refusedBy: { routeId: string; kind: string } | null;
}

/** What waits again: for its route, or for the next candidate, which a refusal or a pause of the route makes it take. */
function backOf(result: SmsResult, route: Route, now: Date): Back[] {
  const { messageId } = result;
  if (isNotAsked(result)) {
    if (result.kept.status === 'skipped') return [];
    return [{ messageId, reason: result.kept.reason, dueAt: now, refusedBy: null }];
  }
  // Once its route is paused the claim gives it to another one, or puts it off.
  if (isUnreachable(result)) return [{ messageId, reason: result.reason, dueAt: now, refusedBy: null }];
  if (result.status !== 'rejected' || isFinal(result)) return [];
  const reason = `Route ${route.name} refused it for now: ${result.reason}`;
  const dueAt = new Date(now.getTime() + 1_000 * (result.retryAfterSeconds ?? (result.kind === 'throttled' ? 1 : 0)));
  const refusedBy = result.kind === 'throttled' ? null : { routeId: route.id, kind: result.kind };
  return [{ messageId, reason, dueAt, refusedBy }];
}

/** Their cost is given back, their price stays reserved. The claim lets one wait that all candidates have refused. */
async function putBack(
  tx: Tx,
  key: RelayKey,
  batchId: string,
  backs: readonly Back[],
  now: Date,
  former: 'sending' | 'unknown' = 'sending',
): Promise<void> {
  if (backs.length === 0) return;
  const { teamId, endpointId } = key;
  const hasEndpoint = await tx.row`SELECT FROM seller_endpoints WHERE team_id = ${teamId}::uuid
    AND id = ${endpointId}::uuid AND deleting_at IS NULL FOR KEY SHARE`;
  if (!hasEndpoint) {
    const end = { ids: resultIds(backs), reasons: backs.map(() => 'Its endpoint was deleted.'), batchId };
    await endUnsent(tx, teamId, { ...end, status: 'failed', former }, now);
    return;
  }
  const paid = await tx.rows<Paid>(
    Prisma.sql`UPDATE hub_messages m SET status = 'queued', reason = x.reason, payer_id = NULL, batch_id = NULL,
        cost = 0, due_at = least(m.valid_until, x.due_at),
        tries = m.tries + CASE WHEN x.refusal IS NULL THEN 0 ELSE 1 END,
        refusals = CASE WHEN x.refusal IS NULL THEN m.refusals ELSE COALESCE(m.refusals, '{}') || x.refusal END,
        updated_at = ${now}::timestamptz
      FROM (SELECT p.id, p.payer_id, p.cost, u.* FROM hub_messages p
        JOIN unnest(${resultIds(backs)}::uuid[], ${backs.map(({ reason }) => reason)}::text[],
          ${backs.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
          ${backs.map(({ refusedBy }) => refusedBy && JSON.stringify({ [refusedBy.routeId]: refusedBy.kind }))}::jsonb[])
          u(message, reason, due_at, refusal)
          ON u.message = p.id
        WHERE p.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`p.id`, resultIds(backs))} AND p.status = ${former}::hub_message_status${ofBatch(batchId)}
        ORDER BY p.id FOR UPDATE OF p) x
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND ${messagesWithin(backs)}
      RETURNING x.cost, x.payer_id AS "integrationId"`,
  );
  await refund(tx, teamId, paid, now, { sellerEndpointId: endpointId });
  await wakeEndpoint(tx, key, now);
}

/** One that was given up as unknown is accepted after all. One whose receipt came first gets its name, for the next ones. */
async function accept(tx: Tx, teamId: string, route: Route, results: readonly Accepted[], now: Date): Promise<void> {
  if (results.length === 0) return;
  const rows = await tx.rows<{ early: string | null }>`WITH accepted AS (
        UPDATE hub_messages m SET sms_id = NULLIF(x.provider_id, ''), sent_at = COALESCE(m.sent_at, ${now}::timestamptz),
          status = CASE WHEN m.status IN ('sending', 'unknown') THEN 'accepted' ELSE m.status END,
          reason = CASE WHEN m.status IN ('sending', 'unknown') THEN NULL ELSE m.reason END, updated_at = ${now}::timestamptz
        FROM unnest(${resultIds(results)}::uuid[], ${results.map(({ providerId }) => providerId)}::text[]) x(id, provider_id)
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.sms_id IS NULL AND ${messagesWithin(results)}
          AND m.status IN ('sending', 'unknown', 'accepted', 'delivered', 'failed', 'expired')
        RETURNING m.id, x.provider_id)
      INSERT INTO sms_provider_messages AS p (team_id, route_id, provider_id, message_id, is_shared, created_at)
      SELECT DISTINCT ON (provider_id) ${teamId}::uuid, ${route.id}::uuid, provider_id, id,
        count(*) OVER (PARTITION BY provider_id) > 1, ${now}::timestamptz
      FROM accepted WHERE provider_id <> '' ORDER BY provider_id, id
      ON CONFLICT (team_id, route_id, provider_id) DO UPDATE SET message_id = COALESCE(p.message_id, EXCLUDED.message_id),
        is_shared = p.is_shared OR EXCLUDED.is_shared OR (p.message_id <> EXCLUDED.message_id) IS TRUE
      RETURNING CASE WHEN xmax <> 0 THEN p.provider_id END AS early`;
  // Receipts that came before the answer, by either id.
  const names = [...rows.flatMap(({ early }) => early ?? []), ...results.map(({ messageId }) => ownName(messageId))];
  // Not kept: a plan of when few receipts were stored would read all of them for each name.
  const found = await tx.rows<{ name: string }>`SELECT DISTINCT x.name
    FROM ${waitingReceipts(teamId, route.id, names)}`;
  if (found.length === 0) return;
  const waiting = found.map(({ name }) => name);
  await foldRelayReceipts(tx, teamId, route.id, waiting, await monthsOf(tx, teamId, route.id, waiting), now);
}

const markUnknown = async (tx: Tx, teamId: string, results: readonly Unknown[], now: Date): Promise<void> => {
  if (results.length === 0) return;
  await tx.change`UPDATE hub_messages m SET status = 'unknown', reason = x.reason, updated_at = ${now}::timestamptz
      FROM unnest(${resultIds(results)}::uuid[], ${results.map(({ reason }) => reason)}::text[]) x(id, reason)
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = 'sending' AND ${messagesWithin(results)}`;
};

async function optOutRejected(tx: Tx, teamId: string, rejected: readonly Rejected[], now: Date): Promise<void> {
  const left = rejected.filter(({ kind }) => kind === 'opted_out');
  if (left.length === 0) return;
  const rows = await tx.rows<{ id: string; number: string | null }>`SELECT id, number::text AS number FROM hub_messages
    WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, resultIds(left))}`;
  const reasons = new Map(left.map(({ messageId, reason }) => [messageId, reason]));
  for (const { id, number } of rows)
    await optOut(tx, { teamId, number, method: 'provider', evidence: reasons.get(id)!, messageId: null, now });
}
