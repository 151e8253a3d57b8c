import type { Context } from '../context.ts';
import { columnList, identifier } from '../database/table.ts';
import type { Tx } from '../database/transaction.ts';
import type { FieldErrors } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { changeRecord } from './change-record.ts';
import { type Deletable, refuseUse } from './delete-record.ts';
import { refuse } from './input-rules.ts';

/**
 * A record that is archived instead of deleted once others name it. An archived record stays for those, and nothing new can
 * name it.
 */
export interface Archivable<Model> extends Deletable<Model> {
  /** Errors of what it names, which must exist when it is restored. */
  linkErrors(tx: Tx, record: Model): Promise<FieldErrors>;
}

type Archived = { id: string; teamId: string; archivedAt: Date | null };

/** `CONFLICT` while it is used. Archiving an archived record changes nothing. */
export function archiveRecord<Model extends Archived>(ctx: Context, kind: Archivable<Model>, id: string) {
  return changeRecord(ctx, kind, id, async (tx, record) => {
    if (record.archivedAt) return record;
    await refuseUse(tx, kind.uses(record));
    return setArchived(tx, kind, record, Prisma.sql`now()`);
  });
}

/** Restoring a record that is not archived changes nothing. */
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
  // In Prisma's types, as the rest of a record's code has it.
  const [record] = await tx.prisma.$queryRaw<Model[]>`
    UPDATE ${identifier(table.name)} t SET archived_at = ${moment}, updated_at = now()
    WHERE t.id = ${id}::uuid AND t.team_id = ${teamId}::uuid RETURNING ${columnList(table, [...table.fields])}`;
  return record!;
}
