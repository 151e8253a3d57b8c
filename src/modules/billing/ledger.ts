import { type Context, viewerOf } from '../../context.ts';
import { isUuid } from '../../database/reads/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import type { LedgerEntry, LedgerKind } from '../../generated/prisma/client.ts';
import { INTEGRATION } from './loaders.ts';
import { MAX_BALANCE, type Movement, moveAndRead } from './move.ts';

const UNIQUE_VIOLATION = '23505';

type ApiMovement = Movement & { integrationId: string };

const OTHER_MOVEMENT: Record<LedgerKind, string> = {
  charge: 'This webhook request was already charged with another cost.',
  top_up: 'This request id was already used with another amount.',
  refund: 'This request id was already used with another amount.',
};

/** A repeat returns the first entry. */
export async function moveBalance(ctx: Context, movement: ApiMovement): Promise<Row<LedgerEntry>> {
  const { team } = viewerOf(ctx);
  if (!isUuid(movement.integrationId)) throw new NotFoundError(INTEGRATION.thing);
  try {
    return (await moveAndEnter(ctx, team.id, movement)) ?? (await earlierOrRefused(ctx, team.id, movement));
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    return earlierOrRefused(ctx, team.id, movement);
  }
}

/** The caller's transaction must survive a taken key. */
const moveAndEnter = (ctx: Context, teamId: string, movement: ApiMovement) =>
  ctx.db.transaction(async (tx) => {
    const columns = columnList(tables.LedgerEntry, [...tables.LedgerEntry.fields]);
    const reader = { ...ctx.reader, pool: tx };
    return moveAndRead(tx, teamId, movement, columns, (sql) => read<Row<LedgerEntry>>(reader, sql));
  });

async function earlierOrRefused(ctx: Context, teamId: string, movement: ApiMovement): Promise<LedgerEntry> {
  const { integrationId, kind, amount, key } = movement;
  const [integration, ofKey] = await Promise.all([
    ctx.db.prisma.integration.findFirst({ where: { id: integrationId, teamId } }),
    ctx.db.prisma.ledgerEntry.findMany({ where: { teamId, webhookRequestId: key } }),
  ]);
  const earlier = ofKey.find((entry) => entry.integrationId === integration?.id);
  if (!integration) throw new NotFoundError(INTEGRATION.thing);
  if (earlier?.kind === kind && earlier.amount.equals(amount)) return earlier;
  if (earlier) throw new AppError('CONFLICT', OTHER_MOVEMENT[kind]);
  if (!integration.isBalanceManaged) throw new AppError('BAD_REQUEST', 'Integration does not support managed balance');
  if (kind === 'charge') throw new AppError('PAYMENT_REQUIRED', 'Insufficient balance');
  throw new ValidationError({ amount: [`The balance must not be greater than ${MAX_BALANCE}.`] });
}
