import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, equals } from '../../database/filters.ts';
import { isUuid, loadById } from '../../database/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import { type Integration, type LedgerEntry, Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { integrations, type LedgerFilter, ledgerConditions, ledgerEntries } from './loaders.ts';

const THING = 'Integration';
const MAX_REASON = 500;
const UNIQUE_VIOLATION = '23505';

export interface Charge {
  cost: string;
  meta: { integrationId: string; reason: string; webhookRequestId: string };
}

/**
 * E7. Takes the cost from an integration's balance and enters it into the ledger, both or neither. `webhookRequestId`
 * is the idempotency key: a repeat returns the first charge's entry and takes nothing.
 *
 * Not in the reference: the key is one within an integration; a repeat is told from another charge by its cost.
 */
export async function chargeIntegration(ctx: Context, { cost, meta }: Charge): Promise<Row<LedgerEntry>> {
  const { team } = viewerOf(ctx);
  checkCharge(cost, meta.reason);
  if (!isUuid(meta.integrationId)) throw new NotFoundError(THING);
  try {
    return (await takeAndEnter(ctx, team.id, cost, meta)) ?? (await earlierOrRefused(ctx, team.id, cost, meta));
  } catch (error) {
    // The same key at the same moment: the other request entered it first, and this one's deduction was rolled back.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    return earlierOrRefused(ctx, team.id, cost, meta);
  }
}

/**
 * Balance and ledger in one statement, so there is no moment between them. Whether there is enough is decided by the
 * update that takes it: whoever comes at the same time waits for the row.
 */
async function takeAndEnter(ctx: Context, teamId: string, cost: string, meta: Charge['meta']) {
  const { integrationId, reason, webhookRequestId } = meta;
  const [entry] = await read<Row<LedgerEntry>>(
    ctx.reader,
    Prisma.sql`
      WITH charged AS (
        UPDATE integrations SET balance = balance - ${cost}::numeric, updated_at = clock_timestamp()
        WHERE id = ${integrationId}::uuid AND team_id = ${teamId}::uuid
          AND is_balance_managed AND balance >= ${cost}::numeric
          AND NOT EXISTS (SELECT 1 FROM ledger_entries
            WHERE integration_id = ${integrationId}::uuid AND webhook_request_id = ${webhookRequestId}::uuid)
        RETURNING balance)
      INSERT INTO ledger_entries AS t
        (id, team_id, integration_id, kind, amount, balance_after, reason, webhook_request_id, created_at)
      SELECT ${uuidv7()}::uuid, ${teamId}::uuid, ${integrationId}::uuid, 'charge', ${cost}::numeric, balance,
        ${reason}, ${webhookRequestId}::uuid, clock_timestamp()
      FROM charged
      RETURNING ${columnList(ledgerEntries, [...ledgerEntries.fields])}`,
  );
  return entry;
}

/** Why nothing was taken. */
async function earlierOrRefused(
  ctx: Context,
  teamId: string,
  cost: string,
  { integrationId, webhookRequestId }: Charge['meta'],
): Promise<LedgerEntry> {
  const [integration, earlier] = await Promise.all([
    ctx.db.integration.findFirst({ where: { id: integrationId, teamId } }),
    ctx.db.ledgerEntry.findFirst({ where: { integrationId, teamId, webhookRequestId } }),
  ]);
  if (!integration) throw new NotFoundError(THING);
  if (earlier?.amount.equals(cost)) return earlier;
  if (earlier) throw new AppError('CONFLICT', 'This webhook request was already charged with another cost.');
  if (!integration.isBalanceManaged) throw new AppError('BAD_REQUEST', 'Integration does not support managed balance');
  throw new AppError('PAYMENT_REQUIRED', 'Insufficient balance');
}

function checkCharge(cost: string, reason: string): void {
  const isPositive = !cost.startsWith('-') && /[1-9]/.test(cost);
  const reasonError =
    reason.trim() === ''
      ? messages.required('meta.reason')
      : reason.length > MAX_REASON && messages.atMostCharacters('meta.reason', MAX_REASON);
  if (isPositive && !reasonError) return;
  throw new ValidationError({
    ...(!isPositive && { cost: [messages.moreThan('cost', 0)] }),
    ...(reasonError && { 'meta.reason': [reasonError] }),
  });
}

export function listIntegrations(
  ctx: Context,
  args: ConnectionArgs & {
    filter?: { name?: string | null; isBalanceManaged?: boolean | null } | null;
    orderBy?: Order | null;
  },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, integrations, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...contains(Prisma.sql`t.name`, filter?.name),
      ...equals(Prisma.sql`t.is_balance_managed`, 'boolean', filter?.isBalanceManaged),
    ],
  });
}

export async function getIntegration(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Integration>> {
  const integration = await loadById(ctx, integrations, id, fields);
  if (!integration) throw new NotFoundError(THING);
  return integration;
}

export function listLedgerEntries(
  ctx: Context,
  args: ConnectionArgs & { integrationId?: string | null; filter?: LedgerFilter | null },
  fields: readonly string[],
) {
  return readConnection(ctx, ledgerEntries, args, {
    fields,
    filter: [...equals(Prisma.sql`t.integration_id`, 'uuid', args.integrationId), ...ledgerConditions(args.filter)],
  });
}
