import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { agentFilter } from '../operations.ts';

export const AgentFilter = filterInput(agentFilter);

export const AgentOrder = orderInput('Agent', { createdAt: 'When it was created.', name: 'Its name.' });

const ACCOUNT = 'Account of the team that runs it, not an archived one.';
const EXTERNAL_ID = 'The provider’s id of the assistant, at most 255 characters; unique in the team.';
const PROMPT = 'The instructions that the agent follows in a call, at most 20,000 characters.';

export const CreateAgentInput = builder.inputType('CreateAgentInput', {
  description: 'A new voice agent.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    voiceAccountId: t.id({ description: ACCOUNT }),
    externalId: t.string({ description: EXTERNAL_ID }),
    prompt: t.string({ description: PROMPT }),
  }),
});

export const UpdateAgentInput = builder.inputType('UpdateAgentInput', {
  description: 'What to change; what is absent stays, null clears.',
  fields: (t) => ({
    name: t.string({ description: 'Name, 1 to 255 characters; it cannot be cleared.' }),
    voiceAccountId: t.id({ description: ACCOUNT }),
    externalId: t.string({ description: EXTERNAL_ID }),
    prompt: t.string({ description: PROMPT }),
  }),
});
