import type { TraceKind } from '../../generated/prisma/client.ts';

export interface TraceEntry {
  kind: TraceKind;
  operation: string;
  outcome: string;
  startedAt: string;
  durationMs: number;
  statements: number;
}

/** Not in the reference: `2026-11-21T09:30:00.000Z mutation createOffer: ok (12.3 ms, 4 statements)`. */
export function timelineOf(entries: readonly TraceEntry[]): string[] {
  return entries.map(
    ({ kind, operation, outcome, startedAt, durationMs, statements }) =>
      `${startedAt} ${kind} ${operation}: ${outcome} (${durationMs} ms, ${statements} ${statements === 1 ? 'statement' : 'statements'})`,
  );
}

/** Not in the reference. From the first start to the last end, then entry by entry. */
export function metricsOf(entries: readonly TraceEntry[]): string {
  const starts = entries.map(({ startedAt }) => Date.parse(startedAt));
  const ends = entries.map(({ durationMs }, at) => starts[at]! + durationMs);
  return JSON.stringify({
    duration_ms: milliseconds(Math.max(...ends) - Math.min(...starts)),
    statements: entries.reduce((sum, { statements }) => sum + statements, 0),
    entries: entries.map(({ kind, operation, outcome, durationMs, statements }) => ({
      kind,
      operation,
      outcome,
      duration_ms: durationMs,
      statements,
    })),
  });
}

const milliseconds = (value: number) => Math.round(value * 1000) / 1000;
