import { type Context, viewerOf } from '../context.ts';
import { isUuid } from '../database/reads/lists.ts';
import { columnList, identifier, type Table } from '../database/table.ts';
import type { Tx } from '../database/transaction.ts';
import { NotFoundError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** The table of a kind of record, and the noun for a missing one. */
export interface RecordKind<Model> {
  thing: string;
  table: Table<Model>;
}

/** Checks and writes under the record's lock, so that of two changes at once the second sees the first. */
export function changeRecord<Model, Result>(
  ctx: Context,
  { table, thing }: RecordKind<Model>,
  id: string,
  change: (tx: Tx, record: Model) => Promise<Result>,
): Promise<Result> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(thing);
  return ctx.db.transaction(async (tx) => {
    // In Prisma's types, as `change` would read it.
    const [record] = await tx.prisma.$queryRaw<Model[]>(
      Prisma.sql`SELECT ${columnList(table, [...table.fields])} FROM ${identifier(table.name)} t
        WHERE t.id = ${id}::uuid AND ${table.scope(team.id)} FOR UPDATE`,
    );
    if (!record) throw new NotFoundError(thing);
    return change(tx, record);
  });
}
