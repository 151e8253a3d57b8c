import { type NestedAggregateOptions, nestedAggregate } from '../../../database/reads/aggregates.ts';
import { tables } from '../../../database/tables.ts';
import { type CallOutcome, type CallStatus, Prisma } from '../../../generated/prisma/client.ts';
import { CALL_REPORT } from '../../insight/reports/call-report.ts';
import { coarseSource } from '../../insight/reports/roll-ups/sources.ts';

export interface CallsOfOutcome {
  outcome: CallOutcome | null;
  count: number;
}

export interface CallsOfStatus {
  status: CallStatus;
  count: number;
}

const byOutcome = (column: string, count: Prisma.Sql, source?: NestedAggregateOptions['source']) =>
  nestedAggregate<CallsOfOutcome>(tables.Call, {
    parent: Prisma.raw(`t.${column}`),
    select: Prisma.sql`t.call_outcome AS outcome, ${count} AS count`,
    by: Prisma.sql`t.call_outcome`,
    source,
  });

/** From the roll-ups of reports, which know no numbers. */
const summedUp = (column: string) =>
  byOutcome(column, Prisma.sql`sum(t.calls)::int`, (teamId) => coarseSource(CALL_REPORT, teamId));

export const outcomesOfVoiceCampaign = summedUp('voice_campaign_id');
export const outcomesOfNumber = byOutcome('number_id', Prisma.sql`count(*)`);
export const outcomesOfAgent = summedUp('agent_id');
