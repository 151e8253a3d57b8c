import './mutations.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { AGENT, listAgents } from '../operations.ts';
import { AgentFilter, AgentOrder } from './inputs.ts';
import { AgentType } from './types.ts';

builder.queryField('agents', (t) =>
  t.connection(
    {
      type: AgentType,
      access: 'viewer',
      description: 'The team’s voice agents, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: AgentFilter, description: 'Which agents.' }),
        orderBy: t.arg({ type: AgentOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listAgents(ctx, args, columns(info)),
    },
    { description: 'A page of voice agents.' },
    { description: 'A voice agent in a list.' },
  ),
);

builder.queryField('agent', (t) =>
  t.field({
    type: AgentType,
    access: 'viewer',
    description: 'One voice agent. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, AGENT, id, columns(info)),
  }),
);
