import { builder } from '../../../graphql/builder.ts';
import { orderInput, textWithin } from '../../../graphql/lists.ts';

/** For records that have little but a name. */
export const HubNameFilter = builder.inputType('HubNameFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({ name: t.string(textWithin('the name')) }),
});

export const HubNameOrder = orderInput('HubName', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});
