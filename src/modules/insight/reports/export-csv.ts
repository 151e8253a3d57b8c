import type { Context } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { ShareOf } from '../../../database/shares.ts';
import { read } from '../../../database/table.ts';
import { NotFoundError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { csvCell } from '../../../input/csv-cell.ts';
import { encodeCursor } from './cursors.ts';
import { openLink } from './export-link.ts';
import type { Kind } from './key.ts';
import { type Plan, readQuestion } from './question.ts';
import type { Values } from './read-report.ts';
import { sourceFor } from './roll-ups/sources.ts';
import { groupsStatement, rowsStatement, rowTerms } from './statements.ts';

/** Each page is a statement: no more is held while a slow reader reads. */
const PAGE = 500;
/** Characters per piece. Larger texts survive minor garbage collections. */
const PIECE = 32_768;
const MAX_GROUPS = 100_000;

/** `after` is the `row_id` of a line: a broken download continues behind it, without a header. */
export async function reportCsv(
  ctx: Context,
  shareOf: ShareOf,
  sealed: string,
  after: string | null,
): Promise<AsyncIterable<string>> {
  const { order, report } = openLink(ctx, sealed);
  const plan = readQuestion(report, order.question, order.zone);
  const reading: Reading = { reader: { ...ctx.reader, share: shareOf(order.teamId) }, teamId: order.teamId };
  if (plan.isGrouped) return groupLines(reading, plan);
  const names = order.keys ?? [...report.keys.keys()];
  const cursor = after === null ? null : await cursorOf(reading, plan, after);
  return rowLines(reading, plan, names, cursor);
}

type Reading = Pick<Context, 'reader' | 'teamId'>;

async function cursorOf({ reader, teamId }: Reading, plan: Plan, id: string): Promise<string> {
  const terms = rowTerms(plan);
  const { table } = plan.report;
  const values = Prisma.join(terms.map(({ sql }, at) => Prisma.sql`(${sql})::text AS ${Prisma.raw(`s${at}`)}`));
  const [row] = isUuid(id)
    ? await read<Record<string, string>>(
        reader,
        Prisma.sql`SELECT ${values} FROM ${Prisma.raw(table.name)} t WHERE ${table.scope(teamId)} AND t.id = ${id}::uuid`,
      )
    : [];
  if (!row) throw new NotFoundError('Row');
  return encodeCursor(
    terms,
    terms.map((_term, at) => row[`s${at}`]!),
  );
}

async function* rowLines(
  { reader, teamId }: Reading,
  plan: Plan,
  names: readonly string[],
  cursor: string | null,
): AsyncGenerator<string> {
  const keys = names.map((name) => plan.report.keys.get(name)!);
  const terms = rowTerms(plan);
  if (cursor === null) yield `${['row_id', ...names].join(',')}\r\n`;
  for (let after = cursor; ; ) {
    const rows = await read<Values>(reader, rowsStatement(plan, keys, teamId, { limit: PAGE, after, cursor: true }));
    let lines = '';
    for (const row of rows) {
      lines += row.row_id as string;
      for (const { key, kind } of keys) lines += `,${cell(kind, row[key])}`;
      lines += '\r\n';
      if (lines.length < PIECE) continue;
      yield lines;
      lines = '';
    }
    if (lines !== '') yield lines;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = encodeCursor(
      terms,
      terms.map((_term, at) => last[`s${at}`] as string),
    );
  }
}

async function* groupLines({ reader, teamId }: Reading, plan: Plan): AsyncGenerator<string> {
  const { groupBy, bucket, report } = plan;
  const metrics = plan.metrics ?? Object.keys(report.metrics);
  const head = groupBy.flatMap(({ key, groupLabel }) => (groupLabel ? [key, `${key}_label`] : [key]));
  yield `${[...head, ...(bucket ? ['bucket'] : []), ...metrics].join(',')}\r\n`;
  const slice = { limit: MAX_GROUPS, offset: 0 };
  const rows = await read<Values>(reader, groupsStatement(plan, sourceFor(plan, teamId), metrics, teamId, slice));
  for (let from = 0; from < rows.length; from += PAGE) {
    const lines = rows
      .slice(from, from + PAGE)
      .map((row) =>
        [
          ...groupBy.flatMap(({ kind, groupLabel }, at) => [
            cell(kind, row[`g${at}`]),
            ...(groupLabel ? [cell('text', row[`l${at}`])] : []),
          ]),
          ...(bucket ? [cell('time', row.bucket)] : []),
          ...metrics.map((name) => cell('decimal', row[name])),
        ].join(','),
      );
    yield `${lines.join('\r\n')}\r\n`;
  }
}

const cell = (kind: Kind, value: unknown): string =>
  value === null || value === undefined ? '' : kind === 'text' ? csvCell(String(value)) : String(value);
