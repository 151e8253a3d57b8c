import { Prisma } from '../../generated/prisma/client.ts';
import { foldReceipts } from '../receipts/fold-receipts.ts';
import { markMessages } from '../reports/roll-ups/marks.ts';
import { transactionAgain } from './again.ts';
import { arrived } from './arrived.ts';
import { announce, pauseCampaign } from './change-status.ts';
import type { Engine, Route, SendKey, Tx } from './engine.ts';
import { optOutRejected, reject, takeOut } from './refuse.ts';
import { countFailures, MAX_FAILURES } from './route-health.ts';
import { changed, rowsOf } from './rows.ts';
import {
  type Accepted,
  isNotAsked,
  messagesWithin,
  type Rejected,
  resultIds,
  type SmsResult,
  type Unknown,
} from './sms-result.ts';
import { countSteps, type StepChange } from './steps.ts';

/**
 * Stores what a provider answered for a batch, once: a second call finds the batch done. Accepted messages stay paid, and
 * unknown ones until somebody resolves them. The rest of the reserved amount is given back.
 */
export async function settle(
  engine: Engine,
  send: SendKey,
  batchId: string,
  route: Route,
  results: readonly SmsResult[],
): Promise<void> {
  const why = await transactionAgain(engine.pool, async (tx) => {
    const now = engine.now();
    const [batch] = await rowsOf(
      tx,
      Prisma.sql`UPDATE sms_batches SET done_at = ${now}::timestamptz
        WHERE team_id = ${send.teamId}::uuid AND id = ${batchId}::uuid AND done_at IS NULL RETURNING id`,
    );
    await markMessages(tx, send.teamId, resultIds(results));
    const accepted = results.flatMap((result) => (result.status === 'accepted' ? [result] : []));
    const unknown = results.flatMap((result) => (result.status === 'unknown' ? [result] : []));
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result] : []));
    // Routes, then balances, then steps: shared rows are locked in this order, and as late as possible.
    const why = batch
      ? await pauseFor(tx, send, route, rejected, await countFailures(tx, send.teamId, route.id, results), now)
      : null;
    const known = await arrived(tx, send, route, results.filter(isNotAccepted));
    const { changes, early } = await accept(tx, send, route, [...accepted, ...known], now);
    // Without it another worker has decided about the batch. What was accepted still counts, nothing else does.
    if (batch) {
      changes.push(...(await markUnknown(tx, send, unknown)));
      changes.push(...(await reject(tx, send, rejected, now)));
      changes.push(...(await takeOut(tx, send, results.filter(isNotAsked), now)));
    }
    await countSteps(tx, send, changes);
    await optOutRejected(tx, send, batch ? rejected : [], now);
    // Receipts that came before we knew their messages.
    if (early.length > 0) await foldReceipts(tx, send.teamId, route.id, early, now);
    if (batch) await announce(tx, send.campaignId);
    return why;
  });
  // In a transaction of its own: a claim locks the campaign before balances and steps, which are locked here already.
  if (why) await transactionAgain(engine.pool, (tx) => pauseCampaign(tx, send, why, engine.now()));
}

const isNotAccepted = ({ status }: SmsResult) => status !== 'accepted';

interface Acceptance {
  changes: StepChange[];
  /** The provider's ids of messages whose receipts came before its answer. */
  early: string[];
}

async function accept(
  tx: Tx,
  { teamId }: SendKey,
  route: Route,
  results: readonly Accepted[],
  now: Date,
): Promise<Acceptance> {
  const open = await acceptFrom(tx, teamId, route, 'sending', results, now);
  const accepted = open.changes.reduce((sum, change) => sum + (change.accepted ?? 0), 0);
  if (accepted === results.length) return open;
  const late = await acceptFrom(tx, teamId, route, 'unknown', results, now);
  // Those that count as sent already get the provider's id, for their receipts.
  const named = await acceptFrom(tx, teamId, route, 'accepted', results, now);
  return { changes: [...open.changes, ...late.changes], early: [...open.early, ...late.early, ...named.early] };
}

async function acceptFrom(
  tx: Tx,
  teamId: string,
  route: Route,
  former: 'sending' | 'unknown' | 'accepted',
  results: readonly Accepted[],
  now: Date,
): Promise<Acceptance> {
  // `former` stands in the joined rows: compared with a constant, PostgreSQL would first look for all messages of that
  // status and compare each with each id. A provider's id that is there already came with a receipt, and is updated: only
  // rows that were inserted have no xmax.
  const rows = await rowsOf<{ step: number; count: number; early: string[] | null }>(
    tx,
    Prisma.sql`WITH accepted AS (
        UPDATE sms_messages m SET status = 'accepted', is_sent = true, sent_at = COALESCE(m.sent_at, ${now}::timestamptz),
          sms_id = NULLIF(x.provider_id, ''), fail_reason = NULL, updated_at = ${now}::timestamptz
        FROM (SELECT u.*, ${former}::message_status AS former FROM unnest(${results.map(({ messageId }) => messageId)}::uuid[],
          ${results.map(({ providerId }) => providerId)}::text[]) u(id, provider_id) OFFSET 0) x
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = x.former AND m.sms_id IS NULL
          AND ${messagesWithin(results)}
        RETURNING m.id, m.step, x.provider_id
      ), named AS (
        INSERT INTO sms_provider_messages (team_id, route_id, provider_id, message_id, created_at)
        SELECT DISTINCT ON (provider_id) ${teamId}::uuid, ${route.id}::uuid, provider_id, id, ${now}::timestamptz
        FROM accepted WHERE provider_id <> '' ORDER BY provider_id, id
        ON CONFLICT (team_id, route_id, provider_id) DO UPDATE SET message_id = EXCLUDED.message_id,
          created_at = EXCLUDED.created_at
        RETURNING provider_id, xmax <> 0 AS is_early)
      SELECT step, count(*)::int AS count,
        (SELECT array_agg(provider_id) FROM named WHERE is_early) AS early FROM accepted GROUP BY step`,
  );
  return {
    changes: rows.map(({ step, count }) => ({ step, accepted: count, unknown: former === 'unknown' ? -count : 0 })),
    early: rows[0]?.early ?? [],
  };
}

async function markUnknown(tx: Tx, { teamId }: SendKey, results: readonly Unknown[]): Promise<StepChange[]> {
  if (results.length === 0) return [];
  const rows = await rowsOf<{ step: number }>(
    tx,
    Prisma.sql`UPDATE sms_messages m SET status = 'unknown', fail_reason = x.reason
      FROM unnest(${results.map(({ messageId }) => messageId)}::uuid[], ${results.map(({ reason }) => reason)}::text[]) x(id, reason)
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = 'sending' AND ${messagesWithin(results)}
      RETURNING m.step`,
  );
  return rows.map(({ step }) => ({ step, unknown: 1 }));
}

/** Slows the route down. Returns why the campaign must pause, or null when it goes on. */
async function pauseFor(
  tx: Tx,
  send: SendKey,
  route: Route,
  rejected: readonly Rejected[],
  { failures, kind }: { failures: number; kind: string | null },
  now: Date,
): Promise<string | null> {
  const throttled = rejected.filter((result) => result.kind === 'throttled');
  if (throttled.length > 0) {
    const until = new Date(
      now.getTime() +
        1_000 * Math.max(...throttled.map(({ retryAfterSeconds }) => retryAfterSeconds ?? THROTTLED_SECONDS)),
    );
    await changed(
      tx,
      Prisma.sql`UPDATE routes SET paused_until = ${until}::timestamptz
        WHERE team_id = ${send.teamId}::uuid AND id = ${route.id}::uuid`,
    );
  }
  const blocked = rejected.find((result) => result.kind === 'blocked' || result.kind === 'balance');
  if (blocked?.kind === 'balance') return `The provider of route ${route.name} says that its balance is used up.`;
  if (blocked) return `The provider of route ${route.name} refuses everything: ${blocked.reason}`;
  return failures >= MAX_FAILURES && kind !== 'throttled'
    ? `${failures} messages in a row failed over route ${route.name} (${kind}).`
    : null;
}

const THROTTLED_SECONDS = 1;
