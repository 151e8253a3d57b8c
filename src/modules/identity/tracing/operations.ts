import type { Context } from '../../../context.ts';
import { readConnection } from '../../../database/reads/connection.ts';
import { is, type ListArgs, listFilter, matching, oneOf, within } from '../../../database/reads/filters.ts';
import { columnList, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { AppError } from '../../../errors.ts';
import type { TraceOutcome } from '../../../generated/inputs.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { metricsOf, type TraceEntry, timelineOf } from '../../../pipeline/timeline/rules.ts';
import { writeEntries } from '../../../pipeline/timeline/timeline.ts';

export interface TraceTimeline {
  traceId: string;
  timeline: string[];
  metrics: string;
}

const TRACE_ID = /^[0-9a-f]{32}$/;
/** Not in the reference: a caller may reuse one trace id forever (`traceparent`). */
const MAX_ENTRIES = 1_000;

/** E17. Other teams' traces answer like missing ones. */
export async function traceTimeline(ctx: Context, id: string): Promise<TraceTimeline> {
  const traceId = id.toLowerCase();
  await writeEntries(ctx);
  const entries = TRACE_ID.test(traceId) ? await entriesOf(ctx, traceId) : [];
  if (entries.length === 0) throw new AppError('NOT_FOUND', 'Trace not found');
  return { traceId, timeline: timelineOf(entries), metrics: metricsOf(entries) };
}

const entriesOf = (ctx: Context, traceId: string) =>
  read<TraceEntry>(
    ctx.reader,
    Prisma.sql`SELECT ${columnList(tables.Trace, ['kind', 'operation', 'outcome', 'startedAt', 'durationMs', 'statements'])}
      FROM traces t WHERE ${tables.Trace.scope(ctx.teamId)} AND t.trace_id = ${traceId}
      ORDER BY t.started_at, t.id LIMIT ${MAX_ENTRIES}::int`,
  );

export const traceEntryFilter = listFilter('TraceEntryFilter', {
  traceId: matching('String', 'Of this trace.', (id) => [Prisma.sql`t.trace_id = ${id.toLowerCase()}::bpchar`]),
  kind: oneOf('TraceKind', 'One of these kinds.'),
  operation: is('String', 'Exactly this operation.'),
  outcome: {
    type: 'TraceOutcome',
    isList: true,
    description: 'One of these outcomes.',
    sql: (outcomes: readonly TraceOutcome[]) => [
      Prisma.sql`t.outcome = ANY(${outcomes.map((one) => (one === 'ok' ? one : one.toUpperCase()))}::text[])`,
    ],
  },
  isFailed: is('Boolean', 'Ended in an error or not.', Prisma.sql`(t.outcome <> 'ok')`),
  minDurationMs: matching('NonNegativeInt', 'Took at least this long, in milliseconds.', (ms) => [
    Prisma.sql`t.duration_ms >= ${ms}::float8`,
  ]),
  startedAt: within('When it began.'),
});

export async function listTraceEntries(
  ctx: Context,
  args: ListArgs<typeof traceEntryFilter>,
  fields: readonly string[],
) {
  await writeEntries(ctx);
  return readConnection(ctx, tables.Trace, args, {
    fields,
    orderBy: { field: 'startedAt', direction: 'desc' },
    filter: traceEntryFilter.where(ctx.teamId, args.filter),
  });
}
