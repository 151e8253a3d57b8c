import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import {
  type Agent,
  type Call,
  type CallEvent,
  type CallOutcomeLog,
  type Number as PhoneNumber,
  Prisma,
  type VoiceAccount,
} from '../../generated/prisma/client.ts';

export const calls = defineTable<Call>('calls', Prisma.CallScalarFieldEnum);
export const callOutcomeLogs = defineTable<CallOutcomeLog>('call_outcome_logs', Prisma.CallOutcomeLogScalarFieldEnum);
export const callEvents = defineTable<CallEvent>('call_events', Prisma.CallEventScalarFieldEnum);
export const numbers = defineTable<PhoneNumber>('numbers', Prisma.NumberScalarFieldEnum);
export const agents = defineTable<Agent>('agents', Prisma.AgentScalarFieldEnum);
export const voiceAccounts = defineTable<VoiceAccount>('voice_accounts', Prisma.VoiceAccountScalarFieldEnum);

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
export const numbersOfVoiceAccount = nestedList(numbers, below('voice_account_id'));
export const agentsOfVoiceAccount = nestedList(agents, below('voice_account_id'));
