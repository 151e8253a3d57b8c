import type { Context } from '../context.ts';
import { columnList, identifier } from '../database/table.ts';
import type { Tx } from '../database/transaction.ts';
import type { FieldErrors } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { changeRecord } from './change-record.ts';
import { type Deletable, refuseUse } from './delete-record.ts';
import { refuse } from './input-rules.ts';

/** Archived instead of deleted once others name it; nothing new can name an archived record. */
export interface Archivable<Model> extends Deletable<Model> {
  linkErrors(tx: Tx, record: Model): Promise<FieldErrors>;
}

type Archived = { id: string; teamId: string; archivedAt: Date | null };

export function archiveRecord<Model extends Archived>(ctx: Context, kind: Archivable<Model>, id: string) {
  return changeRecord(ctx, kind, id, async (tx, record) => {
    if (record.archivedAt) return record;
    await refuseUse(tx, kind.uses(record));
    return setArchived(tx, kind, record, Prisma.sql`now()`);
  });
}

export function restoreRecord<Model extends Archived>(ctx: Context, kind: Archivable<Model>, id: string) {
  return changeRecord(ctx, kind, id, async (tx, record) => {
    if (!record.archivedAt) return record;
    refuse(await kind.linkErrors(tx, record));
    return setArchived(tx, kind, record, Prisma.sql`NULL`);
  });
}

async function setArchived<Model extends Archived>(
  tx: Tx,
  { table }: Archivable<Model>,
  { id, teamId }: Model,
  moment: Prisma.Sql,
): Promise<Model> {
  const [record] = await tx.prisma.$queryRaw<Model[]>`
    UPDATE ${identifier(table.name)} t SET archived_at = ${moment}, updated_at = now()
    WHERE t.id = ${id}::uuid AND t.team_id = ${teamId}::uuid RETURNING ${columnList(table, [...table.fields])}`;
  return record!;
}
