import { loadById } from '../../database/lists.ts';
import { pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { VoiceProviderEnum } from './enums.ts';
import {
  agents,
  agentsOfVoiceAccount,
  callsOfAgent,
  callsOfNumber,
  numbers,
  numbersOfVoiceAccount,
  voiceAccounts,
} from './loaders.ts';
import { AgentType, CallType, NumberType, VoiceAccountType } from './refs.ts';

NumberType.implement({
  description: 'A phone number of the team (E9).',
  table: numbers,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true, description: 'The account it is run by.' }),
    inboundAgentId: t.exposeID('inboundAgentId', { nullable: true, description: 'The agent that takes its calls.' }),
    number: t.expose('number', { type: 'SafeInt', description: 'E.164 digits without the plus sign.' }),
    voiceProvider: t.expose('voiceProvider', { type: VoiceProviderEnum, description: 'Who connects its calls.' }),
    voiceProviderId: t.exposeString('voiceProviderId', { nullable: true, description: 'The provider’s id of it.' }),
    sipConfig: t.exposeString('sipConfig', { nullable: true, description: 'Address of its SIP trunk.' }),
    disallowedCountries: t.exposeString('disallowedCountries', {
      nullable: true,
      description: 'Countries it must not call: ISO 3166-1 alpha-2 codes, comma-separated.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'When it was last used.' }),
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
    calls: t.field({
      type: [CallType],
      access: 'viewer',
      columns: ['id'],
      args: pageArgs,
      description: 'Calls from and to it, newest first.',
      resolve: (number, args, ctx, info) => callsOfNumber.load(ctx, number.id, args, columns(info)),
    }),
    callsCount: t.int({
      columns: ['id'],
      description: 'How many calls it had.',
      resolve: (number, _args, ctx) => callsOfNumber.count(ctx, number.id, {}),
    }),
  }),
});

AgentType.implement({
  description: 'A voice agent: the assistant that speaks on calls.',
  table: agents,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true, description: 'The account it is run by.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    externalId: t.exposeString('externalId', { nullable: true, description: 'The provider’s id of the assistant.' }),
    prompt: t.exposeString('prompt', { nullable: true, description: 'What it is told to do.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    voiceAccount: t.field({
      type: VoiceAccountType,
      nullable: true,
      access: 'viewer',
      columns: ['voiceAccountId'],
      description: 'The account it is run by.',
      resolve: (agent, _args, ctx, info) => loadById(ctx, voiceAccounts, agent.voiceAccountId, columns(info)),
    }),
    calls: t.field({
      type: [CallType],
      access: 'viewer',
      columns: ['id'],
      args: pageArgs,
      description: 'Calls it was given, newest first.',
      resolve: (agent, args, ctx, info) => callsOfAgent.load(ctx, agent.id, args, columns(info)),
    }),
    callsCount: t.int({
      columns: ['id'],
      description: 'How many calls it was given.',
      resolve: (agent, _args, ctx) => callsOfAgent.count(ctx, agent.id, {}),
    }),
  }),
});

VoiceAccountType.implement({
  description: 'The team’s account with a voice provider. Its webhook secret (E12) is never shown.',
  table: voiceAccounts,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    provider: t.expose('provider', { type: VoiceProviderEnum, description: 'The provider.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    numbers: t.field({
      type: [NumberType],
      access: 'viewer',
      columns: ['id'],
      args: pageArgs,
      description: 'Numbers it runs, newest first.',
      resolve: (account, args, ctx, info) => numbersOfVoiceAccount.load(ctx, account.id, args, columns(info)),
    }),
    numbersCount: t.int({
      columns: ['id'],
      description: 'How many numbers it runs.',
      resolve: (account, _args, ctx) => numbersOfVoiceAccount.count(ctx, account.id, {}),
    }),
    agents: t.field({
      type: [AgentType],
      access: 'viewer',
      columns: ['id'],
      args: pageArgs,
      description: 'Agents it runs, newest first.',
      resolve: (account, args, ctx, info) => agentsOfVoiceAccount.load(ctx, account.id, args, columns(info)),
    }),
    agentsCount: t.int({
      columns: ['id'],
      description: 'How many agents it runs.',
      resolve: (account, _args, ctx) => agentsOfVoiceAccount.count(ctx, account.id, {}),
    }),
  }),
});
