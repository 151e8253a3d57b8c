import { loadById } from '../../database/lists.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { agents } from '../agents/loaders.ts';
import { AgentType } from '../agents/types.ts';
import { contacts } from '../contacts/loaders.ts';
import { ContactType } from '../contacts/types.ts';
import { numbers } from '../numbers/loaders.ts';
import { NumberType } from '../numbers/types.ts';
import { CallsOfOutcomeType } from './count-types.ts';
import { callsOfAgent, callsOfContact, callsOfNumber, outcomesOfAgent, outcomesOfNumber } from './loaders.ts';
import { CallType } from './types.ts';

builder.objectFields(CallType, (t) => ({
  number: t.field({
    type: NumberType,
    nullable: true,
    access: 'viewer',
    columns: ['numberId'],
    description: 'The team’s number that was used.',
    resolve: (call, _args, ctx, info) => loadById(ctx, numbers, call.numberId, columns(info)),
  }),
  agent: t.field({
    type: AgentType,
    nullable: true,
    access: 'viewer',
    columns: ['agentId'],
    description: 'The agent that the call was given to.',
    resolve: (call, _args, ctx, info) => loadById(ctx, agents, call.agentId, columns(info)),
  }),
  callAgent: t.field({
    type: AgentType,
    nullable: true,
    access: 'viewer',
    columns: ['callAgentId'],
    description: 'The agent that spoke.',
    resolve: (call, _args, ctx, info) => loadById(ctx, agents, call.callAgentId, columns(info)),
  }),
  contact: t.field({
    type: ContactType,
    nullable: true,
    access: 'viewer',
    columns: ['contactId'],
    description: 'The contact; null once that is deleted.',
    resolve: (call, _args, ctx, info) => loadById(ctx, contacts, call.contactId, columns(info)),
  }),
}));

builder.objectFields(NumberType, (t) => ({
  calls: t.field({
    type: [CallType],
    access: 'viewer',
    args: pageArgs,
    description: 'Calls from and to it, newest first.',
    ...nested(callsOfNumber),
  }),
  callsCount: t.int({
    columns: ['id'],
    description: 'How many calls it had.',
    resolve: (number, _args, ctx) => callsOfNumber.count(ctx, number.id, {}),
  }),
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    size: 18,
    columns: ['id'],
    description: 'How many of its calls came to what, in the order of the enumeration; outcomes of none are left out.',
    resolve: (number, _args, ctx) => outcomesOfNumber.load(ctx, number.id),
  }),
}));

builder.objectFields(AgentType, (t) => ({
  calls: t.field({
    type: [CallType],
    access: 'viewer',
    args: pageArgs,
    description: 'Calls it was given, newest first.',
    ...nested(callsOfAgent),
  }),
  callsCount: t.int({
    columns: ['id'],
    description: 'How many calls it was given.',
    resolve: (agent, _args, ctx) => callsOfAgent.count(ctx, agent.id, {}),
  }),
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    size: 18,
    columns: ['id'],
    description: 'How many of its calls came to what, in the order of the enumeration; outcomes of none are left out.',
    resolve: (agent, _args, ctx) => outcomesOfAgent.load(ctx, agent.id),
  }),
}));

builder.objectFields(ContactType, (t) => ({
  calls: t.field({
    type: [CallType],
    access: 'viewer',
    args: pageArgs,
    description: 'Calls with them, newest first.',
    ...nested(callsOfContact),
  }),
  callsCount: t.int({
    columns: ['id'],
    description: 'How many calls there were with them.',
    resolve: (contact, _args, ctx) => callsOfContact.count(ctx, contact.id, {}),
  }),
}));
