import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { Number as PhoneNumber } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { agents } from '../agents/loaders.ts';
import { AgentType } from '../agents/types.ts';
import { VoiceProviderEnum } from '../voice-accounts/enums.ts';
import { voiceAccounts } from '../voice-accounts/loaders.ts';
import { VoiceAccountType } from '../voice-accounts/types.ts';
import { numbers, numbersOfAgent, numbersOfVoiceAccount } from './loaders.ts';

export const NumberType = builder.objectRef<Row<PhoneNumber>>('Number').implement({
  description: 'A phone number of the team (E9).',
  table: numbers,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true, description: 'The account it is run by.' }),
    inboundAgentId: t.exposeID('inboundAgentId', { nullable: true, description: 'The agent that takes its calls.' }),
    number: t.expose('number', {
      type: 'SafeInt',
      description: 'E.164 digits without the plus sign; unique in the team.',
    }),
    voiceProvider: t.expose('voiceProvider', { type: VoiceProviderEnum, description: 'Who connects its calls.' }),
    voiceProviderId: t.exposeString('voiceProviderId', { nullable: true, description: 'The provider’s id of it.' }),
    sipConfig: t.exposeString('sipConfig', { nullable: true, description: 'Address of its SIP trunk.' }),
    disallowedCountries: t.exposeString('disallowedCountries', {
      nullable: true,
      description: 'Countries it must not call: ISO 3166-1 alpha-2 codes, comma-separated.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last call from or to it began, as call events (E12) tell; null before the first.',
    }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was archived: no campaign can call from it any more; null when it is not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    voiceAccount: t.field({
      type: VoiceAccountType,
      nullable: true,
      access: 'viewer',
      columns: ['voiceAccountId'],
      description: 'The account it is run by.',
      resolve: (number, _args, ctx, info) => loadById(ctx, voiceAccounts, number.voiceAccountId, columns(info)),
    }),
    inboundAgent: t.field({
      type: AgentType,
      nullable: true,
      access: 'viewer',
      columns: ['inboundAgentId'],
      description: 'The agent that takes its calls.',
      resolve: (number, _args, ctx, info) => loadById(ctx, agents, number.inboundAgentId, columns(info)),
    }),
  }),
});

builder.objectFields(VoiceAccountType, (t) => ({
  numbers: t.field({
    type: [NumberType],
    access: 'viewer',
    args: pageArgs,
    description: 'Numbers it runs, newest first.',
    ...nested(numbersOfVoiceAccount),
  }),
  numbersCount: t.int({
    columns: ['id'],
    description: 'How many numbers it runs.',
    resolve: (account, _args, ctx) => numbersOfVoiceAccount.count(ctx, account.id, {}),
  }),
}));

builder.objectFields(AgentType, (t) => ({
  inboundNumbers: t.field({
    type: [NumberType],
    access: 'viewer',
    args: pageArgs,
    description: 'Numbers whose calls it takes, newest first.',
    ...nested(numbersOfAgent),
  }),
  inboundNumbersCount: t.int({
    columns: ['id'],
    description: 'How many numbers’ calls it takes.',
    resolve: (agent, _args, ctx) => numbersOfAgent.count(ctx, agent.id, {}),
  }),
}));
