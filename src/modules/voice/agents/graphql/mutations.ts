import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { archiveRecord, restoreRecord } from '../../../../records/archive.ts';
import { deleteRecord } from '../../../../records/delete-record.ts';
import { AGENT, createAgent, duplicateAgent, updateAgent } from '../operations.ts';
import { CreateAgentInput, UpdateAgentInput } from './inputs.ts';
import { AgentType } from './types.ts';

const INVALID =
  '`VALIDATION_FAILED` lists fields that are out of range, already taken, or name a record your team does not have';

builder.mutationFields((t) => ({
  createAgent: t.create({
    type: AgentType,
    access: 'viewer',
    description: `Creates a voice agent. ${INVALID}.`,
    input: CreateAgentInput,
    run: createAgent,
  }),
  updateAgent: t.change({
    type: AgentType,
    access: 'viewer',
    description: `Changes a voice agent. ${NONE}, ${INVALID}.`,
    input: UpdateAgentInput,
    run: updateAgent,
  }),
  duplicateAgent: t.change({
    type: AgentType,
    access: 'viewer',
    creates: true,
    description: `Creates an agent with the account and prompt of another; its name ends in \`(copy)\`, and the provider does not know it yet. ${NONE}, \`VALIDATION_FAILED\` under \`voiceAccountId\` when that account is archived.`,
    run: duplicateAgent,
  }),
  archiveAgent: t.change({
    type: AgentType,
    access: 'viewer',
    description: `Archives a voice agent: it stays on its calls, and nothing can be given to it any more. ${NONE}, \`CONFLICT\` while a campaign that was not sent names it or a number’s calls go to it.`,
    run: (ctx, id) => archiveRecord(ctx, AGENT, id),
  }),
  restoreAgent: t.change({
    type: AgentType,
    access: 'viewer',
    description: `Takes an archived voice agent back into use. ${NONE}, \`VALIDATION_FAILED\` under \`voiceAccountId\` while its account is archived.`,
    run: (ctx, id) => restoreRecord(ctx, AGENT, id),
  }),
  deleteAgent: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: AGENT,
    description: `Deletes a voice agent that was never used. ${NONE}, \`CONFLICT\` when a campaign names it, a number’s calls go to it or it has calls.`,
    run: (ctx, id) => deleteRecord(ctx, AGENT, id),
  }),
}));
