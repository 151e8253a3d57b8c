import { nestedAggregate } from '../../database/aggregates.ts';
import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import {
  type Call,
  type CallEvent,
  type CallOutcome,
  type CallOutcomeLog,
  type CallStatus,
  Prisma,
} from '../../generated/prisma/client.ts';

export const calls = defineTable<Call>('calls', Prisma.CallScalarFieldEnum);
export const callOutcomeLogs = defineTable<CallOutcomeLog>('call_outcome_logs', Prisma.CallOutcomeLogScalarFieldEnum);
export const callEvents = defineTable<CallEvent>('call_events', Prisma.CallEventScalarFieldEnum);

const newestFirst = Prisma.sql`t.created_at DESC, t.id DESC`;
const below = (column: string) => ({ parent: Prisma.raw(`t.${column}`), order: newestFirst });

export const outcomeLogsOfCall = nestedList(callOutcomeLogs, below('call_id'));
export const eventsOfCall = nestedList(callEvents, {
  parent: Prisma.sql`t.call_id`,
  order: Prisma.sql`t.occurred_at DESC, t.id DESC`,
});
export const callsOfNumber = nestedList(calls, below('number_id'));
export const callsOfAgent = nestedList(calls, below('agent_id'));
export const callsOfContact = nestedList(calls, below('contact_id'));
export const callsOfVoiceCampaign = nestedList(calls, below('voice_campaign_id'));

export interface CallsOfOutcome {
  outcome: CallOutcome | null;
  count: number;
}

export interface CallsOfStatus {
  status: CallStatus;
  count: number;
}

const byOutcome = (column: string) =>
  nestedAggregate<CallsOfOutcome>(calls, {
    parent: Prisma.raw(`t.${column}`),
    select: Prisma.sql`t.call_outcome AS outcome, count(*) AS count`,
    by: Prisma.sql`t.call_outcome`,
  });

export const outcomesOfVoiceCampaign = byOutcome('voice_campaign_id');
export const outcomesOfNumber = byOutcome('number_id');
export const outcomesOfAgent = byOutcome('agent_id');
