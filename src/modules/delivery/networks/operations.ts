import type { Context } from '../../../context.ts';
import { columnList, type Row, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { type Country, Prisma } from '../../../generated/prisma/client.ts';

export const listCountries = (ctx: Context, fields: readonly string[]): Promise<Row<Country>[]> =>
  read(ctx.reader, Prisma.sql`SELECT ${columnList(tables.Country, fields)} FROM countries t ORDER BY t.name, t.id`);
