import type { Context } from '../context.ts';
import { readByIndex } from '../database/read-by-index.ts';
import { identifier, type Table } from '../database/table.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { changeRecord, type RecordKind } from './change-record.ts';
import { forget } from './forget.ts';
import { type InOne, letGo, type Naming } from './in-blocks.ts';

export interface Deletable<Model> extends RecordKind<Model> {
  /** Statements that yield `text`: why it is in use. */
  uses(record: Model): Prisma.Sql[];
  history?(record: Model): Prisma.Sql[];
  /** Many rows name it. */
  many?: readonly Naming[];
  namedIn?: readonly (readonly [table: string, column: string])[];
  ahead?(record: Model, inOne: InOne): Promise<unknown>;
  deleting?(tx: Tx, record: Model): Promise<unknown>;
  deleted?(tx: Tx, record: Model): Promise<unknown>;
}

/** `CONFLICT` while it is used or has a history. Locked, also by writes that begin to use it (references.ts). */
export function deleteRecord<Model extends { id: string; teamId: string }>(
  ctx: Context,
  kind: Deletable<Model>,
  id: string,
): Promise<{ id: string }> {
  return changeRecord(ctx, kind, id, async (tx, record) => {
    await refuseUse(tx, usesOf(kind, record));
    if (kind.many) await readByIndex(tx);
    await forget(tx, record, kind.namedIn ?? []);
    await kind.deleting?.(tx, record);
    await tx.change`DELETE FROM ${identifier(kind.table.name)}
      WHERE id = ${record.id}::uuid AND team_id = ${record.teamId}::uuid`;
    await kind.deleted?.(tx, record);
    return { id: record.id };
  });
}

/**
 * `ahead` of {@link deleteRecord}: lets go of the many rows that name it. Where others may begin to use it meanwhile, it is marked
 * first, and they refuse it from then on.
 */
export async function deleteAhead<Model extends { id: string; teamId: string }>(
  ctx: Context,
  kind: Deletable<Model>,
  id: string,
): Promise<void> {
  const inOne = <Result>(work: (tx: Tx, record: Model) => Promise<Result>) =>
    inTransaction(ctx, (within) =>
      changeRecord(within, kind, id, async (tx, record) => {
        await refuseUse(tx, usesOf(kind, record));
        return work(tx, record);
      }),
    );
  const record = await inOne(async (tx, found) => {
    if (kind.table.fields.has('deletingAt')) await markDeleting(tx, kind.table, found);
    return found;
  });
  await kind.ahead?.(record, inOne);
  await letGo(inOne, record, kind.many ?? []);
}

export const markDeleting = (
  tx: Tx,
  { name }: Pick<Table<unknown>, 'name'>,
  { id, teamId }: { id: string; teamId: string },
) =>
  tx.change`UPDATE ${identifier(name)} SET deleting_at = now()
    WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid AND deleting_at IS NULL`;

const usesOf = <Model>(kind: Deletable<Model>, record: Model) => [
  ...kind.uses(record),
  ...(kind.history?.(record) ?? []),
];

export async function refuseUse(tx: Tx, uses: Prisma.Sql[]): Promise<void> {
  for (const use of uses) {
    const found = await tx.row<{ text: string }>`${use} LIMIT 1`;
    if (found) throw new AppError('CONFLICT', found.text);
  }
}
