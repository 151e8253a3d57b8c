import type { Context } from '../context.ts';
import { loadById } from '../database/reads/lists.ts';
import type { Row } from '../database/table.ts';
import { NotFoundError } from '../errors.ts';
import type { RecordKind } from './change-record.ts';

export async function getRecord<Model>(
  ctx: Context,
  { table, thing }: RecordKind<Model>,
  id: string,
  fields: readonly string[],
): Promise<Row<Model>> {
  const record = await loadById(ctx, table, id, fields);
  if (!record) throw new NotFoundError(thing);
  return record;
}
