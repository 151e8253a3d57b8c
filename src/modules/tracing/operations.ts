import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { between, equals, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { columnList, read } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { Prisma, type TraceKind } from '../../generated/prisma/client.ts';
import { metricsOf, type TraceEntry, timelineOf } from './rules.ts';
import { writeEntries } from './timeline.ts';

export interface TraceTimeline {
  traceId: string;
  timeline: string[];
  metrics: string;
}

const TRACE_ID = /^[0-9a-f]{32}$/;
/** Not in the reference: a caller may go on with one trace id for ever (`traceparent`); its answer stays readable. */
const MAX_ENTRIES = 1_000;

/** E17. The own team's entries only, so that another team's trace and a missing one answer alike. */
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

export interface TraceEntryFilter {
  traceId?: string | null;
  kind?: TraceKind[] | null;
  operation?: string | null;
  outcome?: string | null;
  isFailed?: boolean | null;
  minDurationMs?: number | null;
  startedAt?: TimeRange | null;
}

export async function listTraceEntries(
  ctx: Context,
  args: ConnectionArgs & { filter?: TraceEntryFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  await writeEntries(ctx);
  return readConnection(ctx, tables.Trace, args, {
    fields,
    orderBy: args.orderBy ?? { field: 'startedAt', direction: 'desc' },
    filter: [
      ...equals(Prisma.sql`t.trace_id`, 'bpchar', filter?.traceId?.toLowerCase()),
      ...oneOf(Prisma.sql`t.kind`, 'trace_kind', filter?.kind),
      ...equals(Prisma.sql`t.operation`, 'text', filter?.operation),
      ...equals(Prisma.sql`t.outcome`, 'text', filter?.outcome),
      ...equals(Prisma.sql`(t.outcome <> 'ok')`, 'boolean', filter?.isFailed),
      ...between(Prisma.sql`t.duration_ms`, 'float8', filter?.minDurationMs, null),
      ...within(Prisma.sql`t.started_at`, filter?.startedAt),
    ],
  });
}
