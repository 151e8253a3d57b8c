import { idsWithin } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

// One look-up for each name (`x`). Without statistics PostgreSQL would look for a list of names in all that the route has.

/** Receipts (`r`) of a route under these names that are not applied yet. */
export const waitingReceipts = (teamId: string, routeId: string, names: readonly string[]) =>
  Prisma.sql`unnest(${[...new Set(names)]}::text[]) x(name) CROSS JOIN LATERAL (SELECT * FROM sms_receipts r
    WHERE r.team_id = ${teamId}::uuid AND r.route_id = ${routeId}::uuid AND r.provider_id = x.name
      AND r.applied_at IS NULL OFFSET 0) r`;

/** The message (`p`) that a provider gave such a name; none where it gave it to several. */
export const messageOfName = (teamId: string, routeId: string) =>
  Prisma.sql`LATERAL (SELECT p.message_id FROM sms_provider_messages p
    WHERE p.team_id = ${teamId}::uuid AND p.route_id = ${routeId}::uuid AND p.provider_id = x.name
      AND NOT p.is_shared OFFSET 0) p`;

/** Whether an id lies in the months of some messages: {@link idsWithin}. */
export type Months = (id: Prisma.Sql) => Prisma.Sql;

/** The months of the messages that receipts under these names are of, as far as these are known. */
export async function monthsOf(tx: Tx, teamId: string, routeId: string, names: readonly string[]): Promise<Months> {
  const ids = await tx.rows<{
    id: string;
  }>`SELECT p.message_id AS id FROM unnest(${[...new Set(names)]}::text[]) x(name)
      CROSS JOIN ${messageOfName(teamId, routeId)} WHERE p.message_id IS NOT NULL
    UNION ALL SELECT r.message_id FROM ${waitingReceipts(teamId, routeId, names)} WHERE r.message_id IS NOT NULL`;
  return (column) =>
    idsWithin(
      column,
      ids.map(({ id }) => id),
    );
}

/** A receipt never moves a message back: only a higher rank counts. */
export const rankOf = (status: Prisma.Sql) => Prisma.sql`CASE ${status}::text
  WHEN 'delivered' THEN 3 WHEN 'failed' THEN 2 WHEN 'expired' THEN 2 WHEN 'accepted' THEN 1 ELSE 0 END`;

/** Of a receipt `r`, read as `w`: one that comes after its person's data was erased keeps nothing that may name them. */
export const appliedAt = (now: Date) =>
  Prisma.sql`applied_at = ${now}::timestamptz, numbers = CASE WHEN w.is_erased THEN '{}' ELSE r.numbers END,
    reason = CASE WHEN w.is_erased THEN NULL ELSE r.reason END`;

/**
 * One-off messages `d` of which the provider's name is `x.name`. Their route is asked in a form that no index takes: without statistics
 * all messages over a route would seem as few as those of one name.
 */
export const directNamed = (teamId: string, routeId: string): Prisma.Sql =>
  Prisma.sql`d.team_id = ${teamId}::uuid AND d.sms_id = x.name AND d.route_id IS NOT DISTINCT FROM ${routeId}::uuid`;
