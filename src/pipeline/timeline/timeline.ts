import type { Logger } from 'pino';
import { outOfScope } from '../../database/scope.ts';
import type { Db } from '../../database/transaction.ts';
import { uuidv7 } from '../../database/uuid.ts';
import type { Trace } from '../../generated/prisma/client.ts';

type NewEntry = Omit<Trace, 'id'>;

interface Timeline {
  waiting: (NewEntry & { id: string })[];
  left: number;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void> | undefined;
}

/** A process that dies loses this much of the timeline. */
const WRITE_AFTER_MS = 500;
const MAX_WAITING = 10_000;

const timelines = new WeakMap<object, Timeline>();

/** Written in batches, outside of the transactions that they describe. */
export function addEntry(services: { db: Db; logger: Logger }, entry: NewEntry): void {
  const { db } = services;
  const timeline = timelines.get(db) ?? { waiting: [], left: 0, timer: undefined, writing: undefined };
  timelines.set(db, timeline);
  if (timeline.waiting.length < MAX_WAITING) timeline.waiting.push({ id: uuidv7(), ...entry });
  else timeline.left += 1;
  timeline.timer ??= outOfScope(() => setTimeout(() => void writeEntries(services), WRITE_AFTER_MS).unref());
}

export async function writeEntries(services: { db: Db; logger: Logger }): Promise<void> {
  const timeline = timelines.get(services.db);
  if (!timeline) return;
  clearTimeout(timeline.timer);
  timeline.timer = undefined;
  timeline.writing ??= outOfScope(() => writeAll(timeline, services)).finally(() => {
    timeline.writing = undefined;
  });
  await timeline.writing;
}

async function writeAll(timeline: Timeline, { db, logger }: { db: Db; logger: Logger }): Promise<void> {
  while (timeline.waiting.length > 0) {
    const teams = new Map<string, Timeline['waiting']>();
    for (const entry of timeline.waiting) {
      const ofTeam = teams.get(entry.teamId) ?? [];
      teams.set(entry.teamId, ofTeam);
      ofTeam.push(entry);
    }
    timeline.waiting = [];
    for (const [teamId, entries] of teams) {
      await insert(db, teamId, entries).catch((err: unknown) => {
        logger.error({ err, traceIds: entries.map(({ traceId }) => traceId) }, 'traces could not be recorded');
      });
    }
  }
  if (timeline.left > 0) logger.error({ entries: timeline.left }, 'traces were left out: too many waited');
  timeline.left = 0;
}

const insert = (db: Db, teamId: string, entries: Timeline['waiting']) =>
  db.change`INSERT INTO traces (team_id, id, trace_id, kind, operation, outcome, started_at, duration_ms, statements)
  SELECT ${teamId}::uuid, x.id, x."traceId", x.kind, x.operation, x.outcome, x."startedAt", x."durationMs", x.statements
  FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) x(id uuid, "traceId" text, kind trace_kind, operation text,
    outcome text, "startedAt" timestamptz, "durationMs" float8, statements int)`;
