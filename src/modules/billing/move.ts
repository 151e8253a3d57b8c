import { all, type Tx } from '../../database/transaction.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { type LedgerKind, Prisma } from '../../generated/prisma/client.ts';
import { factsOf, isHeard, recordEvents, records } from '../webhooks/events/record-events.ts';

/** As the column: 12 digits before the point and 6 after it. */
export const MAX_BALANCE = '999999999999.999999';

/** Ids of the records that a movement pays for, or gives the cost of back. */
export interface PaidFor {
  callId?: string;
  directMessageId?: string;
  smsSendId?: string;
  routeId?: string;
  sellerEndpointId?: string | undefined;
}

/** Undefined where there are several. */
export const theOnly = (ids: readonly string[]): string | undefined => (new Set(ids).size === 1 ? ids[0] : undefined);

export interface Movement {
  integrationId: string | Prisma.Sql;
  kind: LedgerKind;
  amount: string;
  reason: string | null;
  /** A UUID, unique within an integration, over all kinds. */
  key: string;
  now?: Date;
  mayOverdraw?: boolean;
  of?: PaidFor;
}

/**
 * One statement: the update itself decides whether there is enough. Nothing happens when the balance is not managed (what it paid
 * while it was comes back all the same), is too low, would leave the column's bounds, or the key was used: asked so that no index takes the balance, whose entries would without statistics seem as few as those
 * of one key. Entries have rising times. Answers `columns` of the entry `t` alone: Citus takes neither a parameter nor a query there.
 */
function moving(teamId: string, id: string, movement: Movement, columns: Prisma.Sql): Prisma.Sql {
  const { integrationId, kind, amount, reason, key, now, mayOverdraw = false, of = {} } = movement;
  const after = Prisma.sql`(i.balance + ${kind === 'charge' ? `-${amount}` : amount}::numeric)`;
  return Prisma.sql`WITH moved AS (
      UPDATE integrations i SET balance = ${after},
        updated_at = greatest(${now ?? Prisma.sql`now()`}::timestamptz, i.updated_at + interval '1 millisecond')
      WHERE i.team_id = ${teamId}::uuid AND i.id = ${integrationId}::uuid
        ${kind === 'refund' ? Prisma.empty : Prisma.sql`AND i.is_balance_managed`} AND ${after} <= ${MAX_BALANCE}::numeric
        AND ${after} >= ${kind === 'charge' && !mayOverdraw ? '0' : `-${MAX_BALANCE}`}::numeric
        AND NOT EXISTS (SELECT FROM ledger_entries e
          WHERE e.team_id = ${teamId}::uuid AND e.webhook_request_id = ${key}::uuid AND e.integration_id IS NOT DISTINCT FROM i.id)
      RETURNING i.id, i.balance, i.updated_at, i.low_balance)
    INSERT INTO ledger_entries AS t
      (team_id, id, integration_id, kind, amount, balance_after, reason, webhook_request_id, created_at,
        call_id, direct_message_id, sms_send_id, route_id, seller_endpoint_id)
    SELECT ${teamId}::uuid, ${id}::uuid, moved.id, ${kind}::ledger_kind, ${amount}::numeric, moved.balance,
      ${reason}::text, ${key}::uuid, moved.updated_at, ${of.callId}::uuid, ${of.directMessageId}::uuid,
      ${of.smsSendId}::uuid, ${of.routeId}::uuid, ${of.sellerEndpointId}::uuid FROM moved
    RETURNING ${columns}`;
}

/** False when nothing was moved. */
export const move = async (tx: Tx, teamId: string, movement: Movement): Promise<boolean> =>
  (await moveAndRead(tx, teamId, movement, ID, (sql) => tx.keptRows(sql))) !== undefined;

const ID = Prisma.sql`t.id`;

/** Moves an amount and gives `columns` of its entry. A balance that became low is a fact of the transaction that charged it. */
export async function moveAndRead<Entry>(
  tx: Tx,
  teamId: string,
  movement: Movement,
  columns: Prisma.Sql,
  read: (sql: Prisma.Sql) => Promise<Entry[]>,
): Promise<Entry | undefined> {
  const { kind, amount, now } = movement;
  const id = uuidv7(now?.getTime());
  // Sent together: the second one sees what the first one charged.
  const [[entry], [low]] = await all([
    read(moving(teamId, id, movement, columns)),
    kind === 'charge'
      ? tx.keptRows<{ id: string }>`SELECT i.id FROM integrations i
          WHERE i.team_id = ${teamId}::uuid AND i.balance < i.low_balance AND i.id = (SELECT e.integration_id
            FROM ledger_entries e WHERE e.team_id = ${teamId}::uuid AND e.id = ${id}::uuid)
            AND i.balance + ${amount}::numeric >= i.low_balance AND ${isHeard(teamId, 'balance_low')}`
      : Promise.resolve([]),
  ]);
  if (low) await recordEvents(tx, teamId, records.integration, factsOf('balance_low', [low.id]), now ?? new Date());
  return entry;
}
