import { type Context, viewerOf } from '../context.ts';
import { isUuid } from '../database/reads/lists.ts';
import { columnList, identifier, type Table } from '../database/table.ts';
import { COLLISION, type Tx } from '../database/transaction.ts';
import { NotFoundError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

export interface RecordKind<Model> {
  thing: string;
  table: Table<Model>;
  /** Rows that refer to it are written while it is being changed. */
  isBusy?: true;
}

/** Under the record's lock, so that concurrent changes see each other. `change` runs again after a deadlock. */
export function changeRecord<Model, Result>(
  ctx: Context,
  { table, thing, isBusy }: RecordKind<Model>,
  id: string,
  change: (tx: Tx, record: Model) => Promise<Result>,
): Promise<Result> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(thing);
  return ctx.db.transaction(
    async (tx) => {
      const [record] = await tx.prisma.$queryRaw<Model[]>(
        Prisma.sql`SELECT ${columnList(table, [...table.fields])} FROM ${identifier(table.name)} t
        WHERE t.id = ${id}::uuid AND ${table.scope(team.id)} ${isBusy ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.sql`FOR UPDATE`}`,
      );
      if (!record) throw new NotFoundError(thing);
      return change(tx, record);
    },
    { again: COLLISION },
  );
}
