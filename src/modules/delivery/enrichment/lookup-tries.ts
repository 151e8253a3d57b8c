import type { Db, Tx } from '../../../database/transaction.ts';
import { type LookupResult, type MnpLookup, Prisma } from '../../../generated/prisma/client.ts';
import type { NumberAnswer } from './lookup-provider.ts';
import { nextTryAt, type RetryRules } from './retry-rules.ts';

export type Asked = Pick<LookupResult, 'id' | 'number' | 'retries'>;

type Stored = Omit<Asked, 'number'> & { number: string };

const askedOf = ({ number, ...asked }: Stored): Asked => ({ ...asked, number: BigInt(number) });

type Lookup = Pick<MnpLookup, 'id' | 'teamId'>;

const isOf = (result: 'r' | 'd', { id, teamId }: Lookup) =>
  Prisma.sql`${Prisma.raw(result)}.team_id = ${teamId}::uuid AND ${Prisma.raw(result)}.mnp_lookup_id = ${id}::uuid`;

/** A later answer was lost with its process. */
const LOST_SECONDS = 90;
const LOST_AFTER = Prisma.sql`make_interval(secs => ${LOST_SECONDS}::int)`;

/** When what is asked for now is answered or lost. */
export const settledAfter = (now: Date): Date => new Date(now.getTime() + (LOST_SECONDS + 10) * 1_000);

const unanswered = Prisma.sql`(r.next_try_at IS NULL AND r.asked_at IS NOT NULL
  AND (r.checked_at IS NULL OR r.checked_at < r.asked_at))`;

/**
 * Whom to ask about now, at `price` each. `asked_at` is always later than the last answer, even when the clock is set back: that
 * tells whether one is awaited.
 */
export const claimDue = (db: Db, lookup: Lookup, count: number, price: Prisma.Decimal): Promise<Asked[]> =>
  db.transaction(async (tx) => {
    const claimed = await tx.rows<Stored>`
    UPDATE lookup_results r SET next_try_at = NULL, asked_at = greatest(now(), r.checked_at + interval '1 millisecond'),
      retries = r.retries + CASE WHEN r.checked_at >= r.asked_at THEN 1 ELSE 0 END
    WHERE r.team_id = ${lookup.teamId}::uuid AND r.id = ANY(ARRAY(
      SELECT d.id FROM lookup_results d WHERE ${isOf('d', lookup)} AND d.next_try_at <= now()
      ORDER BY d.next_try_at, d.id LIMIT ${count}::int FOR UPDATE SKIP LOCKED))
    RETURNING r.id, r.number, r.retries`;
    await charge(tx, lookup, price.times(claimed.length));
    return claimed.map(askedOf);
  });

export const giveBack = (db: Db, lookup: Lookup, batch: readonly Asked[], price: Prisma.Decimal): Promise<void> =>
  db.transaction(async (tx) => {
    const count = await tx.change`UPDATE lookup_results r SET next_try_at = now()
    FROM unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ retries }) => retries)}::int[]) a(id, retries)
    WHERE ${isOf('r', lookup)} AND r.id = a.id AND r.retries = a.retries AND ${unanswered}`;
    await charge(tx, lookup, price.times(-count));
  });

async function charge(tx: Tx, { id, teamId }: Lookup, amount: Prisma.Decimal): Promise<void> {
  if (amount.isZero()) return;
  await tx.change`UPDATE mnp_lookups SET cost = cost + ${amount.toFixed()}::numeric
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
}

export async function saveAnswers(
  db: Db,
  lookup: Lookup,
  rules: RetryRules,
  batch: readonly Asked[],
  answers: readonly NumberAnswer[],
): Promise<void> {
  const byNumber = new Map(answers.map((answer) => [answer.number, answer]));
  const now = new Date();
  const rows = batch.map(({ id, number, retries }) => {
    const answer = byNumber.get(number);
    const next = answer?.isReachable ? null : nextTryAt(rules, retries, now);
    const network = answer?.network ? Number(answer.network.mcc + answer.network.mnc.padStart(3, '0')) : null;
    return { id, retries, answer, network, next: next?.toISOString() ?? null };
  });
  await db.change`
    UPDATE lookup_results r SET is_reachable = a.is_reachable, is_ported = a.is_ported, checked_at = greatest(now(), r.asked_at),
      network_id = (SELECT n.id FROM networks n WHERE n.id = a.network_id), next_try_at = a.next_try_at
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ retries }) => retries)}::int[],
      ${rows.map(({ answer }) => answer?.isReachable ?? null)}::boolean[],
      ${rows.map(({ answer }) => answer?.isPorted ?? null)}::boolean[],
      ${rows.map(({ network }) => network)}::int[], ${rows.map(({ next }) => next)}::timestamptz[])
      a(id, retries, is_reachable, is_ported, network_id, next_try_at)
    WHERE ${isOf('r', lookup)} AND r.id = a.id AND r.retries = a.retries AND ${unanswered}`;
}

export async function settleLost(db: Db, lookup: Lookup, rules: RetryRules): Promise<void> {
  const lost = await db.rows<Stored>`SELECT r.id, r.number, r.retries
    FROM lookup_results r WHERE ${isOf('r', lookup)} AND ${unanswered} AND r.asked_at < now() - ${LOST_AFTER}`;
  if (lost.length > 0) await saveAnswers(db, lookup, rules, lost.map(askedOf), []);
}

export async function nextMoment(db: Db, lookup: Lookup): Promise<Date | null> {
  const row = await db.row<{ next: Date | null }>`
    SELECT min(coalesce(r.next_try_at, r.asked_at + ${LOST_AFTER} + interval '1 second')) AS next
    FROM lookup_results r WHERE ${isOf('r', lookup)} AND (r.next_try_at IS NOT NULL OR ${unanswered})`;
  return row?.next ?? null;
}
