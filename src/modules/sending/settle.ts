import { idsWithin } from '../../database/partitions.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { SendResult } from '../providers/provider.ts';
import { foldReceipts } from '../receipts/fold-receipts.ts';
import { numbersOf, optOut } from '../receipts/opt-out.ts';
import { markMessages } from '../reports/roll-ups/marks.ts';
import { transactionAgain } from './again.ts';
import { announce, pauseCampaign } from './change-status.ts';
import type { Kept } from './claim.ts';
import type { Engine, Route, SendKey, Tx } from './engine.ts';
import { type Paid, refund } from './reserve.ts';
import { countFailures, MAX_FAILURES } from './route-health.ts';
import { changed, rowsOf } from './rows.ts';
import { countSteps, type StepChange } from './steps.ts';
import { unclaim } from './unclaim.ts';

/** What a provider said of one message, or why it was not asked after all. */
export type SmsResult = { messageId: string } & (SendResult | NotAsked);

export interface NotAsked {
  status: 'not_asked';
  kept: Pick<Kept, 'status' | 'rule' | 'reason'>;
}

/** A provider's request to try again is followed so often; then the message has failed. */
const MAX_TRIES = 5;
const RETRY_SECONDS = 60;

/**
 * Writes down what a provider answered for a batch, once: a second call finds the batch done. What is paid for
 * stays paid, an unknown message too until somebody resolves it; the rest of the reserved amount goes back.
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
    // Routes, then balances, then steps: what everybody shares is locked in one order, and for the shortest time at the end.
    const why = batch
      ? await pauseFor(tx, send, route, rejected, await countFailures(tx, send.teamId, route.id, results), now)
      : null;
    const { changes, early } = await accept(tx, send, route, accepted, now);
    // Somebody took the provider for silent: that it accepted still counts, the rest was decided then.
    if (batch) {
      changes.push(...(await markUnknown(tx, send, unknown)));
      changes.push(...(await reject(tx, send, rejected, now)));
      changes.push(...(await takeOut(tx, send, results.filter(isNotAsked), now)));
    }
    await countSteps(tx, send, changes);
    await optOutRejected(tx, send, batch ? rejected : [], now);
    // Receipts that came before we knew whose they are.
    if (early.length > 0) await foldReceipts(tx, send.teamId, route.id, early, now);
    if (batch) await announce(tx, send.campaignId);
    return why;
  });
  // A transaction of its own: a claim locks the campaign before the steps and the balance, this one has locked those.
  if (why) await transactionAgain(engine.pool, (tx) => pauseCampaign(tx, send, why, engine.now()));
}

const resultIds = (results: readonly SmsResult[]) => results.map(({ messageId }) => messageId);

const isNotAsked = (result: SmsResult): result is SmsResult & NotAsked => result.status === 'not_asked';

type Accepted = Extract<SmsResult, { status: 'accepted' }>;
type Rejected = Extract<SmsResult, { status: 'rejected' }>;
type Unknown = Extract<SmsResult, { status: 'unknown' }>;

interface Acceptance {
  changes: StepChange[];
  /** Names that receipts gave before the provider's answer did. */
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
  return { changes: [...open.changes, ...late.changes], early: [...open.early, ...late.early] };
}

async function acceptFrom(
  tx: Tx,
  teamId: string,
  route: Route,
  former: 'sending' | 'unknown',
  results: readonly Accepted[],
  now: Date,
): Promise<Acceptance> {
  // Whether a message is open is asked as it is joined: hardly any message of a team is, and PostgreSQL would look for all
  // that are, and compare each of them with each id. A name that is there before was given by a receipt, and is updated:
  // a row that the statement inserts has no xmax.
  const rows = await rowsOf<{ step: number; count: number; early: string[] | null }>(
    tx,
    Prisma.sql`WITH accepted AS (
        UPDATE sms_messages m SET status = 'accepted', is_sent = true, sent_at = ${now}::timestamptz, sms_id = NULLIF(x.provider_id, ''),
          fail_reason = NULL, updated_at = ${now}::timestamptz
        FROM (SELECT u.*, ${former}::message_status AS former FROM unnest(${results.map(({ messageId }) => messageId)}::uuid[],
          ${results.map(({ providerId }) => providerId)}::text[]) u(id, provider_id) OFFSET 0) x
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = x.former AND ${messagesWithin(results)}
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

const messagesWithin = (results: readonly { messageId: string }[], id = Prisma.sql`m.id`) =>
  idsWithin(
    id,
    results.map(({ messageId }) => messageId),
  );

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

/** What each kind of refusal means for its messages. */
async function reject(tx: Tx, send: SendKey, rejected: readonly Rejected[], now: Date): Promise<StepChange[]> {
  if (rejected.length === 0) return [];
  const tries = await triesOf(tx, send, rejected);
  const isFinal = ({ messageId, kind }: Rejected) =>
    kind === 'permanent' || kind === 'opted_out' || (kind === 'retryable' && (tries.get(messageId) ?? 0) >= MAX_TRIES);
  const changes = await fail(tx, send, rejected.filter(isFinal), now);
  for (const [seconds, group] of groupBy(
    rejected.filter((result) => !isFinal(result)),
    ({ retryAfterSeconds }) => retryAfterSeconds ?? RETRY_SECONDS,
  )) {
    const ids = group.map(({ messageId }) => messageId);
    const reason = `The provider refused it for now: ${group[0]!.reason}`;
    const counts = group[0]!.kind === 'retryable' ? 1 : 0;
    const dueAt = new Date(now.getTime() + seconds * 1_000);
    const back = { status: 'waiting', rule: 'refused_for_now', reason, dueAt, tries: counts } as const;
    changes.push(...(await unclaim(tx, send, ids, back, now)));
  }
  return changes;
}

async function takeOut(
  tx: Tx,
  send: SendKey,
  results: readonly (SmsResult & NotAsked)[],
  now: Date,
): Promise<StepChange[]> {
  const changes: StepChange[] = [];
  for (const group of groupBy(results, ({ kept }) => kept.rule).values()) {
    const ids = resultIds(group);
    changes.push(...(await unclaim(tx, send, ids, { ...group[0]!.kept, dueAt: now }, now)));
  }
  return changes;
}

async function optOutRejected(tx: Tx, { teamId }: SendKey, rejected: readonly Rejected[], now: Date): Promise<void> {
  const optedOut = new Map(
    rejected.flatMap(({ messageId, kind, reason }) => (kind === 'opted_out' ? [[messageId, reason]] : [])),
  );
  if (optedOut.size === 0) return;
  for (const { messageId, number } of await numbersOf(tx, teamId, [...optedOut.keys()])) {
    const evidence = optedOut.get(messageId)!;
    await optOut(tx, { teamId, number, method: 'provider', evidence, messageId, now });
  }
}

async function fail(tx: Tx, { teamId }: SendKey, failed: readonly Rejected[], now: Date): Promise<StepChange[]> {
  if (failed.length === 0) return [];
  const rows = await rowsOf<{ step: number } & Paid>(
    tx,
    // Returns what they had cost.
    Prisma.sql`UPDATE sms_messages m SET status = 'failed', fail_reason = x.reason, settled_at = ${now}::timestamptz,
        cost = NULL, updated_at = ${now}::timestamptz
      FROM (SELECT f.id, f.reason, p.cost FROM sms_messages p JOIN unnest(${failed.map(({ messageId }) => messageId)}::uuid[], ${failed.map(({ reason }) => reason)}::text[])
        f(id, reason) ON f.id = p.id WHERE p.team_id = ${teamId}::uuid AND ${messagesWithin(failed, Prisma.sql`p.id`)}) x
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status IN ('sending', 'unknown') AND ${messagesWithin(failed)}
      RETURNING m.step, x.cost, m.integration_id AS "integrationId"`,
  );
  await refund(tx, teamId, rows, now);
  return rows.map(({ step }) => ({ step, failed: 1 }));
}

/** Slows the route down. Returns why the campaign is to pause; null: it goes on. */
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

async function triesOf(tx: Tx, { teamId, sendId, campaignId }: SendKey, rejected: readonly Rejected[]) {
  const rows = await rowsOf<{ messageId: string; tries: number }>(
    tx,
    Prisma.sql`SELECT r.message_id AS "messageId", r.tries + 1 AS tries FROM sms_messages m
      JOIN sms_recipients r ON r.team_id = m.team_id AND r.sms_campaign_id = ${campaignId}::uuid
        AND r.contact_id = m.contact_id AND r.sms_send_id = ${sendId}::uuid
      WHERE m.team_id = ${teamId}::uuid AND m.id = ANY(${rejected.map(({ messageId }) => messageId)}::uuid[])`,
  );
  return new Map(rows.map(({ messageId, tries }) => [messageId, tries]));
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return groups;
}
