import { randomBytes } from 'node:crypto';
import type { TestApp } from './app.ts';

export const newTraceId = () => randomBytes(16).toString('hex');

/** A mutation, then its job, which waited once; stored out of order. */
export async function createImportTrace({ db }: TestApp, teamId: string): Promise<string> {
  const traceId = newTraceId();
  const at = (ms: number) => new Date(Date.UTC(2026, 10, 21, 9, 30, 0, ms));
  const job = { kind: 'job', operation: 'import_data_file' } as const;
  await db.trace.createMany({
    data: [
      { teamId, traceId, ...job, outcome: 'ok', startedAt: at(700), durationMs: 1200.5, statements: 31 },
      {
        teamId,
        traceId,
        kind: 'mutation',
        operation: 'importDataFile',
        outcome: 'ok',
        startedAt: at(0),
        durationMs: 12.345,
        statements: 1,
      },
      { teamId, traceId, ...job, outcome: 'CONFLICT', startedAt: at(20), durationMs: 3, statements: 0 },
    ],
  });
  return traceId;
}
