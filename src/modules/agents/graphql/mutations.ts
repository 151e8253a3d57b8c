import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { archiveRecord, restoreRecord } from '../../records/archive.ts';
import { deleteRecord } from '../../records/delete-record.ts';
import { AGENT, createAgent, duplicateAgent, updateAgent } from '../operations.ts';
import { CreateAgentInput, UpdateAgentInput } from './inputs.ts';
import { AgentType } from './types.ts';

const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` names what is out of bounds, taken or not the team’s';

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: AgentType,
    access: 'viewer',
    creates: true,
    description: `Creates a voice agent. ${INVALID}.`,
    args: { input: t.arg({ type: CreateAgentInput, required: true, description: 'The agent.' }) },
    resolve: (_root, { input }, ctx) => createAgent(ctx, input),
  }),
  updateAgent: t.field({
    type: AgentType,
    access: 'viewer',
    description: `Changes a voice agent. ${NONE}, ${INVALID}.`,
    args: {
      id: t.arg.id({ required: true, description: 'Its id.' }),
      input: t.arg({ type: UpdateAgentInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateAgent(ctx, id, input),
  }),
  duplicateAgent: t.field({
    type: AgentType,
    access: 'viewer',
    creates: true,
    description: `Creates an agent with the account and prompt of another; its name ends in \`(copy)\`, and the provider does not know it yet. ${NONE}, \`VALIDATION_FAILED\` under \`voiceAccountId\` when that account is archived.`,
    args: { id: t.arg.id({ required: true, description: 'The agent to copy.' }) },
    resolve: (_root, { id }, ctx) => duplicateAgent(ctx, id),
  }),
  archiveAgent: t.field({
    type: AgentType,
    access: 'viewer',
    description: `Archives a voice agent: it stays on its calls, and nothing can be given to it any more. ${NONE}, \`CONFLICT\` while a campaign that was not sent names it or a number’s calls go to it.`,
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => archiveRecord(ctx, AGENT, id),
  }),
  restoreAgent: t.field({
    type: AgentType,
    access: 'viewer',
    description: `Takes an archived voice agent back into use. ${NONE}, \`VALIDATION_FAILED\` under \`voiceAccountId\` while its account is archived.`,
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => restoreRecord(ctx, AGENT, id),
  }),
  deleteAgent: t.field({
    type: DeletedRecord,
    access: 'viewer',
    description: `Deletes a voice agent that was never used. ${NONE}, \`CONFLICT\` when a campaign names it, a number’s calls go to it or it has calls.`,
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => deleteRecord(ctx, AGENT, id),
  }),
}));
