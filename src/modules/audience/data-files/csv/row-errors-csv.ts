import { type Context, viewerOf } from '../../../../context.ts';
import { loadById } from '../../../../database/reads/lists.ts';
import { read } from '../../../../database/table.ts';
import { tables } from '../../../../database/tables.ts';
import { NIL_UUID } from '../../../../database/uuid.ts';
import { NotFoundError } from '../../../../errors.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { csvCell } from '../../../../input/csv-cell.ts';

const PAGE = 1_000;
const COLUMNS = ['line', 'field', 'value', 'reason', 'severity'] as const;

type ErrorRow = Record<(typeof COLUMNS)[number], string | number | null> & { id: string };

const rowErrorsPath = (dataFileId: string) => `/downloads/data-files/${dataFileId}/row-errors.csv`;

export const rowErrorsUrl = ({ config }: Pick<Context, 'config'>, dataFileId: string) =>
  (config.PUBLIC_URL ?? '') + rowErrorsPath(dataFileId);

export async function rowErrorsCsv(ctx: Context, dataFileId: string): Promise<AsyncIterable<string>> {
  viewerOf(ctx);
  if (!(await loadById(ctx, tables.DataFile, dataFileId, ['id']))) throw new NotFoundError('Data file');
  return csvOf(ctx, dataFileId);
}

async function* csvOf(ctx: Context, dataFileId: string): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  let last: Pick<ErrorRow, 'line' | 'id'> = { line: -1, id: NIL_UUID };
  for (;;) {
    const rows = await read<ErrorRow>(
      ctx.reader,
      Prisma.sql`SELECT t.id, t.line, t.field, t.value, t.reason,
          CASE WHEN t.is_warning THEN 'warning' ELSE 'error' END AS severity FROM data_file_row_errors t
        WHERE ${tables.DataFileRowError.scope(ctx.teamId)} AND t.data_file_id = ${dataFileId}::uuid
          AND (t.line, t.id) > (${last.line}::int, ${last.id}::uuid) ORDER BY t.line, t.id LIMIT ${PAGE}::int`,
    );
    if (rows.length > 0) yield rows.map(csvLine).join('');
    if (rows.length < PAGE) return;
    last = rows.at(-1)!;
  }
}

const csvLine = (row: ErrorRow) => `${COLUMNS.map((column) => csvCell(row[column])).join(',')}\r\n`;
