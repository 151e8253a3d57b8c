import { identifier } from '../../../../database/table.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { stretchAt } from '../../../../schedule/zone-offsets.ts';
import type { Span } from '../days.ts';
import type { Condition, KeyFilter } from '../filter-model.ts';
import type { Plan } from '../question.ts';
import type { Report, RollUp } from '../report.ts';
import { columnsOf, marksOf, summedUp } from './roll-up.ts';
import { QUARTER_MS } from './slots.ts';

/** The rows, or roll-ups with keys and sums of the same names. */
export interface Source {
  readonly from: Prisma.Sql;
  readonly scope: Prisma.Sql;
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  readonly isMixed: Prisma.Sql | undefined;
}

export const isMarked = (isMixed: Prisma.Sql): Prisma.Sql => Prisma.sql`SELECT ${isMixed} AS is_mixed`;

export function sourceFor(plan: Plan, teamId: string): Source {
  const { report } = plan;
  const { rollUp } = report;
  if (!rollUp || !isIn(rollUp, plan)) return rowsThemselves(report, teamId);
  return rolledUp({ ...report, rollUp }, rollUp.coarse !== undefined && isIn(rollUp.coarse, plan), teamId);
}

/** What is summed up of each parent alone, such as a campaign. */
export const coarseSource = (report: Report & { rollUp: RollUp }, teamId: string): Source =>
  rolledUp(report, report.rollUp.coarse !== undefined, teamId);

const rowsThemselves = ({ table, sums }: Report, teamId: string): Source => ({
  from: identifier(table.name),
  scope: table.scope(teamId),
  sums,
  isMixed: undefined,
});

/** Roll-ups, and rows where slots are marked, in one statement: both are of the same moment. */
function rolledUp(report: Report & { rollUp: RollUp }, isCoarse: boolean, teamId: string): Source {
  const { rollUp } = report;
  const marks = marksOf(teamId, rollUp.kind);
  const slots = Prisma.sql`(SELECT DISTINCT m.slot FROM ${marks}) m`;
  return {
    from: Prisma.sql`(SELECT r.team_id, ${columnsOf(rollUp, 'r.')} FROM ${identifier(rollUp.table)} r
        WHERE r.team_id = ${teamId}::uuid AND r.number ${Prisma.raw(isCoarse ? '<' : '>')} 0 AND NOT EXISTS (SELECT FROM ${marks} AND m.slot = r.slot)
      UNION ALL ${summedUp(report, Prisma.sql`${teamId}::uuid`, slots, teamId)})`,
    scope: Prisma.sql`t.team_id = ${teamId}::uuid`,
    sums: rollUp.sums,
    isMixed: Prisma.sql`EXISTS (SELECT FROM ${marks})`,
  };
}

function isIn({ keys }: Pick<RollUp, 'keys'>, { filters, groupBy, bucket, zone }: Plan): boolean {
  const asked = [...filters.map(({ key }) => key), ...groupBy, ...(bucket ? [bucket.key] : [])];
  return asked.every(({ key }) => keys.has(key)) && filters.every(isWhole) && (!bucket || hasWholeQuarters(zone));
}

const isWhole = ({ key, conditions }: KeyFilter) => key.type !== 'date' || conditions.every(isWholeCondition);

function isWholeCondition({ operator, value, valueTo }: Condition): boolean {
  const { from, until } = (value ?? {}) as Partial<Span>;
  const end = (valueTo as Span | undefined)?.until ?? until;
  const needed = operator === 'lessThan' ? [from] : operator === 'greaterThan' ? [until] : [from, end];
  return needed.every((moment) => moment === undefined || moment % QUARTER_MS === 0);
}

/** Every zone since 1972. */
const hasWholeQuarters = (zone: string) => stretchAt(zone, Date.now()).offset % QUARTER_MS === 0;
