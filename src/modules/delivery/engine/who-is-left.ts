import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { countContacts } from '../reach/count-contacts.ts';
import { type Condition, EACH, type Related } from '../reach/look.ts';
import { type AudienceProgress, sendsOf, waitsInCycle } from './audience.ts';
import type { SendKey } from './engine.ts';
import { type SendTables, SMS_SENDS } from './send-tables.ts';

/** Recipients `x` of the campaign's cycle. */
const inCycle = ({ teamId, campaignId }: SendKey, cycle: number, tables: SendTables, where: Prisma.Sql): Related => ({
  teamId,
  table: tables.recipients,
  by: Prisma.sql`x.${tables.campaignId} = ${campaignId}::uuid AND x.cycle = ${cycle}::int`,
  where,
});

/** Contacts of the audience that no send of the cycle has reached, and that do not wait in one of the sends `but`. */
const notReached =
  (send: SendKey, who: Condition, cycle: number, tables: SendTables, but: readonly string[] = []): Condition =>
  (look) =>
    Prisma.sql`${who(look)} AND NOT ${look.any(
      inCycle(
        send,
        cycle,
        tables,
        Prisma.sql`(x.status <> 'waiting'
      OR x.${tables.sendId} = ANY(${but}::uuid[]))`,
      ),
    )}`;

/** How many contacts of the audience no send of the cycle has taken or reached, and how many it has. */
export async function countLeft(
  tx: Tx,
  send: SendKey,
  who: Condition,
  cycle: number,
  tables: SendTables,
): Promise<{ left: number; total: number }> {
  const { teamId, campaignId } = send;
  const [left] = await countContacts((sql) => tx.rows(sql), teamId, [notReached(send, who, cycle, tables)]);
  const [row] = await tx.rows<{ taken: number }>`SELECT count(*)::int AS taken FROM ${tables.sends} s
      JOIN ${tables.recipients} r ON r.team_id = s.team_id AND r.${tables.sendId} = s.id
      WHERE s.team_id = ${teamId}::uuid AND s.${tables.campaignId} = ${campaignId}::uuid AND s.cycle = ${cycle}::int
        AND r.cycle = ${cycle}::int AND r.status <> 'waiting'`;
  return { left: left!, total: left! + row!.taken };
}

/** What a manual send's end leaves, for the log. */
export const remain = (reached: number, { left, total }: { left: number; total: number }) =>
  `${counted(reached)} of ${counted(total)} contacts reached; ${left === 1 ? '1 remains' : `${counted(left)} remain`}. Start again to reach ${left === 1 ? 'it' : 'them'}.`;

const counted = (count: number) => count.toLocaleString('en-US');

/** Contacts that are tried one by one before all are gone through. Nearly always one of them is found. */
const TRIED = 1_000;

/**
 * Whether somebody of the audience still waits in the cycle. For sends that take a number of contacts at a time, also
 * whether there is a contact that none of them has taken. `but`: who waits in these sends does not count.
 */
export async function hasMore(
  tx: Tx,
  send: SendKey,
  who: Condition,
  { cycle, amount }: Pick<AudienceProgress, 'cycle' | 'amount'>,
  tables: SendTables = SMS_SENDS,
  but: readonly string[] = [],
): Promise<boolean> {
  const { teamId } = send;
  const waiting = Prisma.sql`x.status = 'waiting' AND x.${tables.sendId} IN (${sendsOf(send, cycle, tables)})
    AND x.${tables.sendId} <> ALL(${but}::uuid[])`;
  const isLeft: Condition =
    amount !== null
      ? notReached(send, who, cycle, tables, but)
      : (look) => Prisma.sql`${who(look)} AND ${look.any(inCycle(send, cycle, tables, waiting))}`;
  // Sends take contacts in the order of their ids: whom none has taken is found at the end.
  const tried =
    amount !== null
      ? Prisma.sql`SELECT x.id FROM contacts x WHERE x.team_id = ${teamId}::uuid ORDER BY x.id DESC LIMIT ${TRIED}::int`
      : Prisma.sql`SELECT r.contact_id AS id FROM ${tables.recipients} r
          WHERE ${waitsInCycle(send, cycle, tables)} LIMIT ${TRIED}::int`;
  const [first] = await tx.rows<{ tried: number; found: boolean }>`
    WITH tried AS MATERIALIZED (${tried})
    SELECT (SELECT count(*) FROM tried)::int AS tried, EXISTS (SELECT FROM tried CROSS JOIN LATERAL (
      SELECT * FROM contacts x WHERE x.team_id = ${teamId}::uuid AND x.id = tried.id OFFSET 0) t
      WHERE ${isLeft(EACH)} LIMIT 1) AS found`;
  if (first!.found || first!.tried < TRIED) return first!.found;
  const [count] = await countContacts(
    (sql) => tx.rows(sql),
    teamId,
    [isLeft],
    ([found]) => found! > 0,
  );
  return count! > 0;
}
