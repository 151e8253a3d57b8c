import type { Context } from '../../context.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { type Country, Prisma } from '../../generated/prisma/client.ts';
import { countries } from './loaders.ts';

/** All of them by name: few enough for one answer. */
export const listCountries = (ctx: Context, fields: readonly string[]): Promise<Row<Country>[]> =>
  read(ctx.reader, Prisma.sql`SELECT ${columnList(countries, fields)} FROM countries t ORDER BY t.name, t.id`);
