import { Prisma } from '../generated/prisma/client.ts';
import { columnList, columnName, identifier, type Reader, type Row, read, type Table } from './table.ts';
import { uuidv7 } from './uuid.ts';

type Given<Model> = { [Field in keyof Row<Model>]?: Row<Model>[Field] | Prisma.Sql | undefined };

/**
 * Writes one row and returns it as reads have it, in a third of the time that Prisma takes. Id and times come from here,
 * as with Prisma; what is absent is left to the column's default. Values may be worked out of a row of `from`.
 */
export async function insertRow<Model extends { id: string; teamId: string }>(
  reader: Reader,
  table: Table<Model>,
  given: Given<Model> & { teamId: string },
  from?: Prisma.Sql,
): Promise<Row<Model>> {
  const now = new Date();
  const made = { id: uuidv7(now.getTime()), createdAt: now, updatedAt: now };
  const values = Object.entries({ ...made, ...given }).filter(([name, value]) => {
    if (!table.fields.has(name)) throw new Error(`${table.model} has no ${name}.`);
    return value !== undefined;
  });
  const list = Prisma.join(values.map(([, value]) => value));
  const [row] = await read<Row<Model>>(
    reader,
    Prisma.sql`INSERT INTO ${identifier(table.name)} AS t (${Prisma.join(values.map(([name]) => identifier(columnName(name))))})
      ${from ? Prisma.sql`SELECT ${list} FROM ${from}` : Prisma.sql`VALUES (${list})`} RETURNING ${columnList(table, [...table.fields])}`,
  );
  return row!;
}
