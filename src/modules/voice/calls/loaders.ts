import { nestedAggregate } from '../../../database/reads/aggregates.ts';
import { tables } from '../../../database/tables.ts';
import { type CallOutcome, type CallStatus, Prisma } from '../../../generated/prisma/client.ts';

export interface CallsOfOutcome {
  outcome: CallOutcome | null;
  count: number;
}

export interface CallsOfStatus {
  status: CallStatus;
  count: number;
}

const byOutcome = (column: string) =>
  nestedAggregate<CallsOfOutcome>(tables.Call, {
    parent: Prisma.raw(`t.${column}`),
    select: Prisma.sql`t.call_outcome AS outcome, count(*) AS count`,
    by: Prisma.sql`t.call_outcome`,
  });

export const outcomesOfVoiceCampaign = byOutcome('voice_campaign_id');
export const outcomesOfNumber = byOutcome('number_id');
export const outcomesOfAgent = byOutcome('agent_id');
