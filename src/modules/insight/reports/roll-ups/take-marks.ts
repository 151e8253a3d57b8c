import { setImmediate } from 'node:timers/promises';
import { identifier } from '../../../../database/table.ts';
import type { Db, Tx } from '../../../../database/transaction.ts';
import { type MarkKind, Prisma } from '../../../../generated/prisma/client.ts';
import type { Task } from '../../../../jobs/task.ts';
import { tryEach } from '../../../../jobs/try-each.ts';
import { keptFrom } from '../../retention/partitions.ts';
import { CALL_REPORT } from '../call-report.ts';
import { HUB_REPORT } from '../hub-report.ts';
import type { Report, RollUp } from '../report.ts';
import { SMS_REPORT } from '../sms-report.ts';
import { columnsOf, marksOf, summedUp } from './roll-up.ts';
import { slotOf } from './slots.ts';

/** Slots per transaction: the embedded database serves nobody else meanwhile. */
const SLOTS = 20;

const REPORTS: Record<MarkKind, Report> = { sms: SMS_REPORT, call: CALL_REPORT, hub: HUB_REPORT };

export const rollUpReportsTask: Task = {
  run: ({ db, config }, _payload, { signal }) => takeAllMarks(db, signal, config.MESSAGE_DAYS),
};

/** Sums of messages that are no longer kept stay as they are. 0 days: all are kept. */
export async function takeAllMarks(db: Db, signal: AbortSignal, messageDays = 0): Promise<void> {
  const firstKept = messageDays > 0 ? slotOf(keptFrom(messageDays)) : 0;
  const marked = await db.rows<{ teamId: string; kind: MarkKind }>`
    SELECT DISTINCT /* across teams: whatever is marked */ team_id AS "teamId", kind FROM report_marks
    WHERE TRUE${db.reach.within('team_id')}`;
  await tryEach(marked, async ({ teamId, kind }) => {
    let taken = SLOTS;
    while (taken === SLOTS && !signal.aborted) {
      taken = await db.transaction((tx) => takeMarks(tx, teamId, REPORTS[kind], kind === 'call' ? 0 : firstKept));
      await setImmediate();
    }
  });
}

/** Idempotent: sums are computed from the rows. A change whose mark is taken is counted; a later one leaves a mark. */
async function takeMarks(tx: Tx, teamId: string, report: Report, firstKept: number): Promise<number> {
  const { rollUp } = report;
  if (!rollUp) return 0;
  const { kind, table } = rollUp;
  // An older result must not replace a newer one.
  await tx.change`SELECT pg_advisory_xact_lock(hashtextextended(${`roll-ups ${kind} ${teamId}`}, 0))`;
  const taken = await tx.rows<{ slot: number }>`
      DELETE FROM report_marks d WHERE d.team_id = ${teamId}::uuid AND d.kind = ${kind}::mark_kind
      AND d.slot IN (SELECT m.slot FROM ${marksOf(teamId, kind)} GROUP BY m.slot ORDER BY min(m.id) LIMIT ${SLOTS}::int)
      RETURNING d.slot`;
  const all = new Set(taken.map(({ slot }) => slot));
  const slots = [...all].filter((slot) => slot >= firstKept);
  if (slots.length === 0) return all.size;
  await tx.change`DELETE FROM ${identifier(table)} WHERE team_id = ${teamId}::uuid AND slot = ANY(${slots}::int[])`;
  const first = Prisma.sql`${teamId}::uuid, m.slot, (row_number() OVER ())::int`;
  await tx.change`INSERT INTO ${identifier(table)} (team_id, slot, number, ${columnsOf(rollUp)})
      ${summedUp({ ...report, rollUp }, first, Prisma.sql`unnest(${slots}::int[]) m(slot)`, teamId)}`;
  if (rollUp.coarse) await tx.change(coarser(rollUp, teamId, slots));
  return all.size;
}

function coarser({ table, coarse, times, kept }: RollUp, teamId: string, slots: readonly number[]): Prisma.Sql {
  const keys = Prisma.raw(['slot', ...coarse!.columns, ...times].map((name) => `t."${name}"`).join(', '));
  const sums = Prisma.raw(
    Object.keys(kept)
      .map((name) => `sum(t."${name}")`)
      .join(', '),
  );
  const into = columnsOf({ columns: coarse!.columns, times, kept });
  return Prisma.sql`INSERT INTO ${identifier(table)} (team_id, number, slot, ${into})
    SELECT ${teamId}::uuid, -(row_number() OVER ())::int, ${keys}, ${sums} FROM ${identifier(table)} t
    WHERE t.team_id = ${teamId}::uuid AND t.slot = ANY(${slots}::int[]) GROUP BY ${keys}`;
}
