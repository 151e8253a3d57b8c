import { Prisma } from '../../generated/prisma/client.ts';
import type { SendResult } from '../providers/provider.ts';
import { foldReceipts } from '../receipts/fold-receipts.ts';
import { numbersOf, optOut } from '../receipts/opt-out.ts';
import { transactionAgain } from './again.ts';
import { announce, pauseCampaign } from './change-status.ts';
import type { Engine, Route, SendKey, Tx } from './engine.ts';
import { type Paid, refund } from './reserve.ts';
import { unclaim } from './return-batch.ts';
import { countFailures, MAX_FAILURES } from './route-health.ts';
import { changed, rowsOf } from './rows.ts';

/** What a provider said of one message. */
export type SmsResult = { messageId: string } & SendResult;

/** A provider's request to try again is followed so often; then the message has failed. */
const MAX_TRIES = 5;
const RETRY_SECONDS = 60;

/**
 * Writes down what a provider answered for a batch, once: whoever comes second finds the batch done. What is paid for
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
    const accepted = results.flatMap((result) => (result.status === 'accepted' ? [result] : []));
    const unknown = results.flatMap((result) => (result.status === 'unknown' ? [result] : []));
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result] : []));
    await accept(tx, send, route, accepted, now);
    // Somebody took the provider for silent: that it accepted still counts, the rest was decided then.
    if (!batch) return null;
    await markUnknown(tx, send, unknown);
    await reject(tx, send, rejected, now);
    const why = await pauseFor(tx, send, route, rejected, await countFailures(tx, send.teamId, route.id, results), now);
    await announce(tx, send.campaignId);
    return why;
  });
  // A transaction of its own: a claim locks the campaign before the steps and the balance, this one has locked those.
  if (why) await transactionAgain(engine.pool, (tx) => pauseCampaign(tx, send, why, engine.now()));
}

type Accepted = Extract<SmsResult, { status: 'accepted' }>;
type Rejected = Extract<SmsResult, { status: 'rejected' }>;
type Unknown = Extract<SmsResult, { status: 'unknown' }>;

async function accept(tx: Tx, { teamId, sendId }: SendKey, route: Route, results: readonly Accepted[], now: Date) {
  if (results.length === 0) return;
  const ids = results.map(({ messageId }) => messageId);
  await changed(
    tx,
    Prisma.sql`WITH open AS (
        SELECT m.id, m.status, x.provider_id FROM sms_messages m
        JOIN unnest(${ids}::uuid[], ${results.map(({ providerId }) => providerId)}::text[]) x(id, provider_id) ON x.id = m.id
        WHERE m.team_id = ${teamId}::uuid AND m.status IN ('sending', 'unknown') FOR UPDATE OF m
      ), accepted AS (
        UPDATE sms_messages m SET status = 'accepted', is_sent = true, sent_at = ${now}::timestamptz, sms_id = open.provider_id,
          fail_reason = NULL, updated_at = ${now}::timestamptz
        FROM open WHERE m.team_id = ${teamId}::uuid AND m.id = open.id
        RETURNING m.id, m.step, open.provider_id, open.status AS former
      ), named AS (
        INSERT INTO sms_provider_messages (team_id, route_id, provider_id, message_id, created_at)
        SELECT ${teamId}::uuid, ${route.id}::uuid, provider_id, id, ${now}::timestamptz FROM accepted ORDER BY provider_id
        ON CONFLICT (team_id, route_id, provider_id) DO UPDATE SET message_id = EXCLUDED.message_id,
          created_at = EXCLUDED.created_at)
      UPDATE sms_send_steps s SET accepted = s.accepted + x.count, unknown = s.unknown - x.unknown
      FROM (SELECT step, count(*)::int AS count, (count(*) FILTER (WHERE former = 'unknown'))::int AS unknown
        FROM accepted GROUP BY step) x
      WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = ${sendId}::uuid AND s.step = x.step`,
  );
  // A receipt may have come before we knew whose it is.
  await foldReceipts(
    tx,
    teamId,
    route.id,
    results.map(({ providerId }) => providerId),
    now,
  );
}

async function markUnknown(tx: Tx, { teamId, sendId }: SendKey, results: readonly Unknown[]): Promise<void> {
  if (results.length === 0) return;
  await changed(
    tx,
    Prisma.sql`WITH unknown AS (
        UPDATE sms_messages m SET status = 'unknown', fail_reason = x.reason
        FROM unnest(${results.map(({ messageId }) => messageId)}::uuid[], ${results.map(({ reason }) => reason)}::text[]) x(id, reason)
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = 'sending' RETURNING m.step)
      UPDATE sms_send_steps s SET unknown = s.unknown + x.count
      FROM (SELECT step, count(*)::int AS count FROM unknown GROUP BY step) x
      WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = ${sendId}::uuid AND s.step = x.step`,
  );
}

/** What each kind of refusal means for its messages. */
async function reject(tx: Tx, send: SendKey, rejected: readonly Rejected[], now: Date): Promise<void> {
  if (rejected.length === 0) return;
  const tries = await triesOf(tx, send, rejected);
  const isFinal = ({ messageId, kind }: Rejected) =>
    kind === 'permanent' || kind === 'opted_out' || (kind === 'retryable' && (tries.get(messageId) ?? 0) >= MAX_TRIES);
  await fail(tx, send, rejected.filter(isFinal), now);
  const optedOut = new Map(
    rejected.flatMap(({ messageId, kind, reason }) => (kind === 'opted_out' ? [[messageId, reason]] : [])),
  );
  for (const { messageId, number } of await numbersOf(tx, send.teamId, [...optedOut.keys()])) {
    const evidence = optedOut.get(messageId)!;
    await optOut(tx, { teamId: send.teamId, number, method: 'provider', evidence, messageId, now });
  }
  for (const [seconds, group] of groupBy(
    rejected.filter((result) => !isFinal(result)),
    ({ retryAfterSeconds }) => retryAfterSeconds ?? RETRY_SECONDS,
  )) {
    const ids = group.map(({ messageId }) => messageId);
    const reason = `The provider refused it for now: ${group[0]!.reason}`;
    const counts = group[0]!.kind === 'retryable' ? 1 : 0;
    await unclaim(
      tx,
      send,
      ids,
      { status: 'waiting', reason, dueAt: new Date(now.getTime() + seconds * 1_000), tries: counts },
      now,
    );
  }
}

async function fail(tx: Tx, send: SendKey, failed: readonly Rejected[], now: Date): Promise<void> {
  if (failed.length === 0) return;
  const { teamId, sendId } = send;
  const rows = await rowsOf<{ step: number } & Paid>(
    tx,
    // Returns what they had cost.
    Prisma.sql`UPDATE sms_messages m SET status = 'failed', fail_reason = x.reason, settled_at = ${now}::timestamptz,
        cost = NULL, updated_at = ${now}::timestamptz
      FROM (SELECT f.id, f.reason, p.cost FROM sms_messages p JOIN unnest(${failed.map(({ messageId }) => messageId)}::uuid[], ${failed.map(({ reason }) => reason)}::text[])
        f(id, reason) ON f.id = p.id WHERE p.team_id = ${teamId}::uuid) x
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status IN ('sending', 'unknown')
      RETURNING m.step, x.cost, m.integration_id AS "integrationId"`,
  );
  for (const [step, ofStep] of groupBy(rows, (row) => row.step)) {
    await changed(
      tx,
      Prisma.sql`UPDATE sms_send_steps SET failed = failed + ${ofStep.length}::int
        WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND step = ${step}::int`,
    );
  }
  await refund(tx, teamId, rows, now);
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
