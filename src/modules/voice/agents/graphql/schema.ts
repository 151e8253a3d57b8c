import './mutations.ts';
import { builder } from '../../../../graphql/builder.ts';
import { AGENT, listAgents } from '../operations.ts';
import { AgentFilter, AgentOrder } from './inputs.ts';
import { AgentType } from './types.ts';

builder.queryFields((t) => ({
  agents: t.page({
    type: AgentType,
    access: 'viewer',
    description: 'The team’s voice agents, newest first unless ordered otherwise.',
    filter: AgentFilter,
    orderBy: AgentOrder,
    list: listAgents,
    texts: { filter: 'Which agents.' },
  }),
  agent: t.record({ type: AgentType, of: AGENT, access: 'viewer', description: 'One voice agent.' }),
}));
