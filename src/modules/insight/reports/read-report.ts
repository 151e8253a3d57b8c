import { type Context, viewerOf } from '../../../context.ts';
import type { JsonRow } from '../../../database/reads/json-rows.ts';
import { read } from '../../../database/table.ts';
import { ValidationError } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { decodeOffset, encodeCursor, encodeOffset, invalidCursor } from './cursors.ts';
import { type Plan, type Question, readQuestion } from './question.ts';
import type { Report } from './report.ts';
import { isMarked, type Source, sourceFor } from './roll-ups/sources.ts';
import { groupsStatement, pageStatement, rowTerms, totalsStatement } from './statements.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface Page {
  readonly items: readonly Values[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

export interface ReportArgs extends Question {
  first: number;
  after?: string | null | undefined;
}

export interface Wanted {
  readonly page: boolean;
  readonly cursor: boolean;
  readonly rows: readonly string[];
  readonly written: readonly JsonRow[];
  readonly groups: readonly string[];
  readonly totals: readonly string[];
}

// Not in the reference.
export const MAX_REPORT_PAGE = 1_000;
/** As many groups as the export has. */
const MAX_OFFSET = 100_000;

/** Each part is read when it is asked for: two statements at most. */
export interface Answer {
  readonly plan: Plan;
  readonly source: () => Promise<'roll_up' | 'mixed' | 'raw'>;
  readonly asOf: Date;
  readonly page: () => Promise<Page>;
  readonly totals: () => Promise<Values>;
}

export function readReport(ctx: Context, report: Report, args: ReportArgs, wanted: Wanted): Answer {
  const plan = readQuestion(report, args, viewerOf(ctx).team.timezone);
  const { first, after } = args;
  if (first < 0) throw new ValidationError({ first: [messages.atLeast('first', 0)] });
  if (first > MAX_REPORT_PAGE) throw new ValidationError({ first: [messages.atMost('first', MAX_REPORT_PAGE)] });
  const source = sourceFor(plan, ctx.teamId);
  const among = (names: readonly string[]) => names.filter((name) => plan.metrics?.includes(name) ?? true);
  const metrics = among(wanted.totals);
  const page = once(() =>
    plan.isGrouped
      ? groupPage(ctx, plan, first, after, (slice) =>
          groupsStatement(plan, source, among(wanted.groups), ctx.teamId, slice),
        )
      : rowPage(ctx, plan, first, after, wanted),
  );
  const totals = once(async () => {
    if (metrics.length === 0) return {};
    const [row] = await ask(ctx, totalsStatement(plan, source, metrics, ctx.teamId));
    return row!;
  });
  return {
    plan,
    asOf: new Date(),
    page,
    totals,
    async source() {
      const items = [
        ...(metrics.length > 0 ? [await totals()] : []),
        ...(wanted.page && plan.isGrouped ? (await page()).items : []),
      ];
      return sourceOf(ctx, source, items);
    },
  };
}

const once = <T>(work: () => Promise<T>) => {
  let done: Promise<T> | undefined;
  return () => (done ??= work());
};

async function sourceOf(ctx: Context, { isMixed }: Source, items: readonly Values[]) {
  if (!isMixed) return 'raw';
  const told = items.length > 0 ? items : await ask(ctx, isMarked(isMixed));
  return told.some(({ is_mixed }) => is_mixed === true) ? 'mixed' : 'roll_up';
}

async function rowPage(
  ctx: Context,
  plan: Plan,
  first: number,
  after: string | null | undefined,
  { rows, written, cursor }: Wanted,
): Promise<Page> {
  const terms = rowTerms(plan);
  const slice = { limit: first + 1, after, cursor };
  const items = await ask(ctx, pageStatement(plan, rows, written, ctx.teamId, slice), after);
  return pageOf(items, first, (row) =>
    cursor
      ? encodeCursor(
          terms,
          terms.map((_term, at) => row[`s${at}`] as string | null),
        )
      : null,
  );
}

async function groupPage(
  ctx: Context,
  plan: Plan,
  first: number,
  after: string | null | undefined,
  statement: (slice: { limit: number; offset: number }) => Prisma.Sql,
): Promise<Page> {
  const order = JSON.stringify([plan.groupBy.map(({ key }) => key), plan.bucket?.every, plan.sort]);
  const offset = after ? decodeOffset(order, after) : 0;
  if (offset > MAX_OFFSET) throw invalidCursor();
  const items = await ask(ctx, statement({ limit: first + 1, offset }));
  return pageOf(items, first, (_row, at) => encodeOffset(order, offset + at + 1));
}

function pageOf(items: Values[], first: number, cursor: (row: Values, at: number) => string | null): Page {
  const hasNextPage = items.length > first;
  if (hasNextPage) items.pop();
  const last = items.at(-1);
  return { items, hasNextPage, endCursor: last ? cursor(last, items.length - 1) : null };
}

const UNKNOWN_ZONE = '22023';

async function ask(ctx: Context, sql: Prisma.Sql, cursor?: string | null): Promise<Values[]> {
  try {
    return await read<Values>(ctx.reader, sql);
  } catch (error) {
    const code = String((error as { code?: string }).code);
    if (code === UNKNOWN_ZONE) throw new ValidationError({ 'bucket.timezone': [messages.timezone('bucket.timezone')] });
    // A made-up cursor may hold a value that the column's type refuses (SQLSTATE class 22).
    if (cursor && code.startsWith('22')) throw invalidCursor();
    throw error;
  }
}
