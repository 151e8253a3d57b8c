import { builder } from '../../../graphql/builder.ts';
import { AgentType } from '../../agents/graphql/types.ts';
import { ContactType } from '../../contacts/graphql/types.ts';
import { NumberType } from '../../numbers/graphql/types.ts';
import { outcomesOfAgent, outcomesOfNumber } from '../loaders.ts';
import { CallsOfOutcomeType } from './count-types.ts';
import { CallType } from './types.ts';

builder.prismaObjectFields(CallType, (t) => ({
  number: t.one('number', { access: 'viewer' }),
  agent: t.one('agent', { access: 'viewer' }),
  callAgent: t.one('callAgent', { access: 'viewer' }),
  contact: t.one('contact', { access: 'viewer' }),
}));

builder.prismaObjectFields(NumberType, (t) => ({
  calls: t.list('calls', { access: 'viewer' }),
  callsCount: t.count('calls'),
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    size: 18,
    select: { id: true },
    description:
      'How many of its calls have which outcome, in the order of the enumeration; an outcome that none has is left out.',
    resolve: (number, _args, ctx) => outcomesOfNumber.load(ctx, number.id),
  }),
}));

builder.prismaObjectFields(AgentType, (t) => ({
  calls: t.list('calls', { access: 'viewer' }),
  callsCount: t.count('calls'),
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    size: 18,
    select: { id: true },
    description:
      'How many of its calls have which outcome, in the order of the enumeration; an outcome that none has is left out.',
    resolve: (agent, _args, ctx) => outcomesOfAgent.load(ctx, agent.id),
  }),
}));

builder.prismaObjectFields(ContactType, (t) => ({
  calls: t.list('calls', { access: 'viewer' }),
  callsCount: t.count('calls'),
}));
