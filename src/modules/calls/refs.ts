import type { Row } from '../../database/table.ts';
import type { Agent, Call, Number as PhoneNumber, VoiceAccount } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';

// Calls, numbers, agents and accounts lead to each other; here are their names, in the files beside this one their fields.
export const CallType = builder.objectRef<Row<Call>>('Call');
export const NumberType = builder.objectRef<Row<PhoneNumber>>('Number');
export const AgentType = builder.objectRef<Row<Agent>>('Agent');
export const VoiceAccountType = builder.objectRef<Row<VoiceAccount>>('VoiceAccount');
