import type { Db } from '../../../../database/transaction.ts';
import type { SendKey } from '../engine.ts';
import type { SendTables } from '../send-tables.ts';
import { noteKept } from './kept.ts';

export interface Span {
  from: Date;
  until: Date;
  /** When the preview must end, by `performance.now()`. */
  deadline: number;
}

export interface Clock {
  now: Date;
}

/** How a channel's turns run over the shadows. */
export interface Rehearsal {
  /** Most messages or calls. */
  readonly most: number;
  /** Takes a turn and lets a provider that accepts everything carry it out. Null when nothing is due. */
  turn(): Promise<Rehearsed | null>;
  /** When something happens between turns next, such as the end of a call. Null when nothing does. */
  nextEvent?(): Promise<Date | null>;
  /** Lets happen what is due by the clock's time. */
  pass?(): Promise<void>;
}

export interface Rehearsed {
  /** Messages or calls of the turn. */
  count: number;
  /** Whether anything was decided about any contact. */
  hasDecided: boolean;
  /** Whether nothing more can go out before the next event. */
  waitsForEvent?: boolean;
}

/**
 * Runs the engine's own turns over the shadows, on a clock that jumps to the next moment at which something is due. There is
 * one connection, so batches go one after another. Returns why it ended early.
 */
export async function lookAhead(
  db: Db,
  tables: SendTables,
  send: Omit<SendKey, 'sendId'>,
  clock: Clock,
  rehearsal: Rehearsal,
  { until, deadline }: Pick<Span, 'until' | 'deadline'>,
): Promise<'time' | 'amount' | null> {
  let count = 0;
  for (let turns = 0; ; turns += 1) {
    // A preview that began slowly says something, too.
    if (turns > 0 && performance.now() > deadline) return 'time';
    const turn = await rehearsal.turn();
    if (turn?.hasDecided) await noteKept(db, tables, send, clock.now);
    count += turn?.count ?? 0;
    if (count >= rehearsal.most) return 'amount';
    if (turn && !turn.waitsForEvent) continue;
    const event = (await rehearsal.nextEvent?.()) ?? null;
    const due = turn && event ? null : await nextMoment(db, tables, send);
    const next = event === null || (due !== null && due < event) ? due : event;
    if (next === null || next > until) return null;
    clock.now = next > clock.now ? next : new Date(clock.now.getTime() + 1_000);
    await rehearsal.pass?.();
  }
}

/** When the engine next has something to do. A feed's look for arrivals does not count: in a preview nobody arrives. */
async function nextMoment(
  db: Db,
  { sends, campaigns, recipients, campaignId: campaign, sendId }: SendTables,
  { teamId, campaignId }: Omit<SendKey, 'sendId'>,
): Promise<Date | null> {
  const [row] = await db.rows<{
    at: Date | null;
    isFeed: boolean;
    due: Date | null;
  }>`SELECT s.next_step_at AS at, c.send_type = 'feed' AND s.audience_at IS NOT NULL AS "isFeed",
        (SELECT min(r.due_at) FROM ${recipients} r WHERE r.team_id = s.team_id AND r.${sendId} = s.id
          AND r.status = 'waiting') AS due
      FROM ${sends} s JOIN ${campaigns} c ON c.team_id = s.team_id AND c.id = s.${campaign}
      WHERE s.team_id = ${teamId}::uuid AND s.${campaign} = ${campaignId}::uuid
        AND s.status IN ('pending', 'running', 'in_progress')
      ORDER BY s.next_step_at LIMIT 1`;
  if (!row?.at) return null;
  if (!row.isFeed) return row.at;
  return row.due && (row.due > row.at ? row.due : row.at);
}
