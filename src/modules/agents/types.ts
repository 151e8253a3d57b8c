import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { Agent } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { voiceAccounts } from '../voice-accounts/loaders.ts';
import { VoiceAccountType } from '../voice-accounts/types.ts';
import { agents, agentsOfVoiceAccount } from './loaders.ts';

export const AgentType = builder.objectRef<Row<Agent>>('Agent').implement({
  description: 'A voice agent: the assistant that speaks on calls.',
  table: agents,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true, description: 'The account it is run by.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The provider’s id of the assistant; unique in the team. Inbound calls are given to it by this id.',
    }),
    prompt: t.exposeString('prompt', { nullable: true, description: 'What it is told to do.' }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was archived: no campaign or number can be given it any more; null when it is not.',
    }),
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
  }),
});

builder.objectFields(VoiceAccountType, (t) => ({
  agents: t.field({
    type: [AgentType],
    access: 'viewer',
    args: pageArgs,
    description: 'Agents it runs, newest first.',
    ...nested(agentsOfVoiceAccount),
  }),
  agentsCount: t.int({
    columns: ['id'],
    description: 'How many agents it runs.',
    resolve: (account, _args, ctx) => agentsOfVoiceAccount.count(ctx, account.id, {}),
  }),
}));
