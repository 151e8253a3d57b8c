import { all, COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { announceMessages } from '../../../live/announce.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { factsOf, isHeard, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { monthsOf } from '../receipts/by-names.ts';
import { foldReceipts } from '../receipts/fold-receipts.ts';
import { arrived } from './arrived.ts';
import { closeGate } from './call-gate.ts';
import { forgetCalls, judgeLost } from './calls-of-batch.ts';
import { pauseCampaign } from './change-status.ts';
import type { BatchKey, Engine, Route, SendKey } from './engine.ts';
import { writeBothLogs } from './logs.ts';
import { movesOf } from './moves.ts';
import { letWait, optOutRejected, refuseLate, reject, takeOut } from './refuse.ts';
import { returnLate } from './return-late.ts';
import { HEALTHY, noteHealth } from './route-health.ts';
import { SMS_SENDS } from './send-tables.ts';
import { tellShared } from './shared-ids.ts';
import {
  type Accepted,
  type Answered,
  isNotAsked,
  isUnreachable,
  messagesWithin,
  resultIds,
  type SmsResult,
  type Unknown,
} from './sms-result.ts';
import { countSteps, type StepChange } from './steps.ts';

/**
 * Stores what a provider answered in some calls of a batch, once. Accepted messages stay paid, and unknown ones until somebody
 * resolves them. The rest of the reserved amount is given back. `isLast`: the batch is done with it.
 */
export async function settle(
  engine: Engine,
  send: SendKey,
  { id: batchId, takeovers }: BatchKey,
  route: Route,
  answered: readonly Answered[],
  isLast: boolean,
): Promise<void> {
  const given = answered.flatMap((one) => one.results);
  const { why, isLate } = await engine.db.transaction(
    async (tx) => {
      const now = engine.now();
      if (optsOut(given)) await tx.rows(closeGate(send.teamId));
      const [[batch]] = await all([
        tx.rows`UPDATE sms_batches SET done_at = CASE WHEN ${isLast} THEN ${now}::timestamptz END
          WHERE team_id = ${send.teamId}::uuid AND id = ${batchId}::uuid AND done_at IS NULL AND takeovers = ${takeovers}::int
          RETURNING id`,
        markMessages(tx, send.teamId, resultIds(given)),
        announceMessages(tx, send.campaignId, resultIds(given)),
      ]);
      const results = batch ? await judgeLost(tx, send.teamId, batchId, given) : given;
      const accepted = results.flatMap((result) => (result.status === 'accepted' ? [result] : []));
      const unknown = results.flatMap((result) => (result.status === 'unknown' ? [result] : []));
      const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result] : []));
      // Routes, then balances, then steps: shared rows are locked in this order, and as late as possible.
      const moves = await movesOf(tx, send, route, results);
      const health = batch ? await noteHealth(tx, send, route, answered, moves, now) : HEALTHY;
      const known = await arrived(tx, send, route, results.filter(isNotAccepted));
      const { changes, named } = await accept(tx, send, [...accepted, ...known], now);
      // Without it another worker has decided about the batch. What was accepted still counts, and what was refused is given back.
      if (batch) {
        changes.push(...(await markUnknown(tx, send, unknown)));
        changes.push(...(await reject(tx, send, route, rejected, moves, now)));
        changes.push(...(await takeOut(tx, send, results.filter(isNotAsked), now)));
        changes.push(
          ...(await letWait(tx, send, results.filter(isUnreachable), moves, health.pausedUntil ?? now, now)),
        );
        await forgetCalls(tx, send.teamId, answered);
      } else changes.push(...(await refuseLate(tx, send, batchId, rejected, now)));
      const [{ early, shared }] = await all([nameMessages(tx, send, route, named, now), countSteps(tx, send, changes)]);
      if (shared.length > 0) await tellShared(tx, send, route, shared, named, now);
      await optOutRejected(tx, send, rejected, now);
      // Receipts that came before we knew their messages.
      if (early.length > 0) {
        const months = await monthsOf(tx, send.teamId, route.id, early);
        await foldReceipts(tx, send.teamId, route.id, early, months, now);
      }
      if (health.told) await writeBothLogs(tx, SMS_SENDS.logs, send, health.told, now);
      return { why: health.why, isLate: !batch };
    },
    { again: COLLISION_OR_LOCKED },
  );
  if (isLate) return returnLate(engine, send, batchId, answered);
  // In a transaction of its own: a claim locks the campaign before balances and steps, which are locked here already.
  if (!why) return;
  const stop = { reason: why, isBalance: given.some(isBalance) };
  await engine.db.transaction((tx) => pauseCampaign(tx, send, stop, engine.now()), { again: COLLISION_OR_LOCKED });
}

const isBalance = (result: SmsResult) => result.status === 'rejected' && result.kind === 'balance';

const optsOut = (results: readonly SmsResult[]) =>
  results.some((result) => result.status === 'rejected' && result.kind === 'opted_out');

const isNotAccepted = ({ status }: SmsResult) => status !== 'accepted';

interface Acceptance {
  changes: StepChange[];
  /** Those that were not named before. */
  named: Accepted[];
}

async function accept(tx: Tx, send: SendKey, results: readonly Accepted[], now: Date): Promise<Acceptance> {
  const open = await acceptFrom(tx, send, 'sending', results, now);
  if (open.named.length === results.length) return open;
  const late = await acceptFrom(tx, send, 'unknown', results, now);
  // Those that count as sent already get the provider's id, for their receipts.
  const { named } = await acceptFrom(tx, send, 'accepted', results, now);
  return { changes: [...open.changes, ...late.changes], named: [...open.named, ...late.named, ...named] };
}

async function acceptFrom(
  tx: Tx,
  send: SendKey,
  former: 'sending' | 'unknown' | 'accepted',
  results: readonly Accepted[],
  now: Date,
): Promise<Acceptance> {
  const { teamId } = send;
  // `former` stands in the joined rows: compared with a constant, PostgreSQL would first look for all messages of that
  // status and compare each with each id.
  const rows = await tx.rows<{ step: number; places: number[]; isHeard: boolean }>`WITH accepted AS (
        UPDATE sms_messages m SET status = 'accepted', is_sent = true, sent_at = COALESCE(m.sent_at, ${now}::timestamptz),
          sms_id = NULLIF(x.provider_id, ''), fail_reason = NULL, updated_at = ${now}::timestamptz
        FROM (SELECT u.*, ${former}::message_status AS former FROM unnest(${results.map(({ messageId }) => messageId)}::uuid[],
          ${results.map(({ providerId }) => providerId)}::text[]) WITH ORDINALITY u(id, provider_id, place) OFFSET 0) x
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = x.former AND m.sms_id IS NULL
          AND ${messagesWithin(results)}
        RETURNING m.step, x.place::int AS place)
      SELECT step, array_agg(place) AS places, ${former} <> 'accepted' AND ${isHeard(teamId, 'message_accepted')} AS "isHeard"
      FROM accepted GROUP BY step`;
  const found = rows.map((row) => ({ ...row, results: row.places.map((place) => results[place - 1]!) }));
  const heard = found.flatMap((row) => (row.isHeard ? resultIds(row.results) : []));
  await recordEvents(tx, teamId, records.message, factsOf('message_accepted', heard), now);
  return {
    changes: found.map(({ step, places: { length: count } }) => ({
      step,
      accepted: count,
      unknown: former === 'unknown' ? -count : 0,
    })),
    named: found.flatMap((row) => row.results),
  };
}

interface Names {
  /** The provider's ids of messages whose receipts came before its answer. */
  early: string[];
  /** Those that stand for several messages. */
  shared: string[];
}

/**
 * Stores which message the provider gave which id. An id that is there already came with a receipt, and is updated: only rows that
 * were inserted have no xmax.
 */
async function nameMessages(
  tx: Tx,
  { teamId }: SendKey,
  route: Route,
  results: readonly Accepted[],
  now: Date,
): Promise<Names> {
  const given = results.filter(({ providerId }) => providerId !== '');
  if (given.length === 0) return { early: [], shared: [] };
  const [names] = await tx.rows<Names>`WITH named AS (
        INSERT INTO sms_provider_messages AS p (team_id, route_id, provider_id, message_id, is_shared, created_at)
        SELECT DISTINCT ON (x.provider_id) ${teamId}::uuid, ${route.id}::uuid, x.provider_id, x.id,
          count(*) OVER (PARTITION BY x.provider_id) > 1, ${now}::timestamptz
        FROM unnest(${resultIds(given)}::uuid[], ${given.map(({ providerId }) => providerId)}::text[]) x(id, provider_id)
        ORDER BY x.provider_id, x.id
        ON CONFLICT (team_id, route_id, provider_id) DO UPDATE SET message_id = COALESCE(p.message_id, EXCLUDED.message_id),
          is_shared = p.is_shared OR EXCLUDED.is_shared OR (p.message_id <> EXCLUDED.message_id) IS TRUE,
          created_at = EXCLUDED.created_at
        RETURNING p.provider_id, xmax <> 0 AS is_early, p.is_shared)
      SELECT COALESCE(array_agg(provider_id) FILTER (WHERE is_early), '{}') AS early,
        COALESCE(array_agg(provider_id) FILTER (WHERE is_shared), '{}') AS shared FROM named`;
  return names!;
}

async function markUnknown(tx: Tx, { teamId }: SendKey, results: readonly Unknown[]): Promise<StepChange[]> {
  if (results.length === 0) return [];
  const rows = await tx.rows<{ step: number }>`UPDATE sms_messages m SET status = 'unknown', fail_reason = x.reason
      FROM unnest(${results.map(({ messageId }) => messageId)}::uuid[], ${results.map(({ reason }) => reason)}::text[]) x(id, reason)
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = 'sending' AND ${messagesWithin(results)}
      RETURNING m.step`;
  return rows.map(({ step }) => ({ step, unknown: 1 }));
}
