import { type Context, viewerOf } from '../../context.ts';
import { isUuid } from '../../database/reads/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import { type LedgerEntry, type LedgerKind, Prisma } from '../../generated/prisma/client.ts';
import { INTEGRATION } from './loaders.ts';

const UNIQUE_VIOLATION = '23505';
/** What the column holds: 12 digits before the point and 6 behind it. */
const MAX_BALANCE = '999999999999.999999';

/** A change of a balance that is to happen once, however often it is asked for. */
interface Movement {
  integrationId: string;
  kind: LedgerKind;
  /** More than 0. The kind gives the direction. */
  amount: string;
  reason: string | null;
  /** Unique within an integration, over both kinds. The same key with another kind or amount is a conflict. */
  key: string;
}

/** The error for a key that has moved something else. */
const OTHER_MOVEMENT: Record<LedgerKind, string> = {
  charge: 'This webhook request was already charged with another cost.',
  top_up: 'This request id was already used with another amount.',
  refund: 'This request id was already used with another amount.',
};

/** Moves the balance and enters it into the ledger, both or neither. A repeat returns the first entry. */
export async function moveBalance(ctx: Context, movement: Movement): Promise<Row<LedgerEntry>> {
  const { team } = viewerOf(ctx);
  if (!isUuid(movement.integrationId)) throw new NotFoundError(INTEGRATION.thing);
  try {
    return (await moveAndEnter(ctx, team.id, movement)) ?? (await earlierOrRefused(ctx, team.id, movement));
  } catch (error) {
    // Another request entered the same key at the same moment, and this one's change was rolled back.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    return earlierOrRefused(ctx, team.id, movement);
  }
}

/**
 * Balance and ledger in one statement, so there is no moment between them. Whether there is enough is decided by the
 * update that takes it: another at the same time waits for the row. Entries of an integration have rising times, so
 * that the ledger reads in the order in which it happened. In a transaction of its own, or a savepoint: when the key is
 * taken, the caller's transaction goes on.
 */
function moveAndEnter(ctx: Context, teamId: string, movement: Movement) {
  return ctx.db.transaction(async (tx) => {
    const [entry] = await read<Row<LedgerEntry>>({ ...ctx.reader, pool: tx }, movementOf(teamId, movement));
    return entry;
  });
}

function movementOf(teamId: string, { integrationId, kind, amount, reason, key }: Movement): Prisma.Sql {
  const change = Prisma.sql`${kind === 'charge' ? `-${amount}` : amount}::numeric`;
  return Prisma.sql`
      WITH moved AS (
        UPDATE integrations SET balance = balance + ${change},
          updated_at = greatest(now(), updated_at + interval '1 millisecond')
        WHERE id = ${integrationId}::uuid AND team_id = ${teamId}::uuid
          AND is_balance_managed AND balance + ${change} <= ${MAX_BALANCE}::numeric
          AND (${kind} <> 'charge' OR balance + ${change} >= 0)
          AND NOT EXISTS (SELECT 1 FROM ledger_entries
            WHERE integration_id = ${integrationId}::uuid AND team_id = ${teamId}::uuid
              AND webhook_request_id = ${key}::uuid)
        RETURNING balance, updated_at)
      INSERT INTO ledger_entries AS t
        (id, team_id, integration_id, kind, amount, balance_after, reason, webhook_request_id, created_at)
      SELECT ${uuidv7()}::uuid, ${teamId}::uuid, ${integrationId}::uuid, ${kind}::ledger_kind, ${amount}::numeric,
        balance, ${reason}::text, ${key}::uuid, updated_at
      FROM moved
      RETURNING ${columnList(tables.LedgerEntry, [...tables.LedgerEntry.fields])}`;
}

/** Why nothing was moved. */
async function earlierOrRefused(ctx: Context, teamId: string, movement: Movement): Promise<LedgerEntry> {
  const { integrationId, kind, amount, key } = movement;
  const [integration, earlier] = await Promise.all([
    ctx.db.prisma.integration.findFirst({ where: { id: integrationId, teamId } }),
    ctx.db.prisma.ledgerEntry.findFirst({ where: { integrationId, teamId, webhookRequestId: key } }),
  ]);
  if (!integration) throw new NotFoundError(INTEGRATION.thing);
  if (earlier?.kind === kind && earlier.amount.equals(amount)) return earlier;
  if (earlier) throw new AppError('CONFLICT', OTHER_MOVEMENT[kind]);
  if (!integration.isBalanceManaged) throw new AppError('BAD_REQUEST', 'Integration does not support managed balance');
  if (kind === 'charge') throw new AppError('PAYMENT_REQUIRED', 'Insufficient balance');
  throw new ValidationError({ amount: [`The balance must not be greater than ${MAX_BALANCE}.`] });
}
