import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { agentFilter } from '../operations.ts';

export const AgentFilter = filterInput(agentFilter);

export const AgentOrder = orderInput('Agent', { createdAt: 'When it was created.', name: 'Its name.' });

export const [CreateAgentInput, UpdateAgentInput] = inputPair('Agent', {
  create: 'A new voice agent.',
  update: 'Fields to change. Omitted fields stay as they are; null clears.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name, 1 to 255 characters.',
      onUpdate: 'Name, 1 to 255 characters; it cannot be cleared.',
    }),
    voiceAccountId: t.id({ description: 'Account of the team that runs it, not an archived one.' }),
    externalId: t.string({
      description: 'The provider’s id of the assistant, at most 255 characters; unique in the team.',
    }),
    prompt: t.string({ description: 'The instructions that the agent follows in a call, at most 20,000 characters.' }),
  }),
});
