import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { nameFilter } from '../list-named.ts';

/** For records that have little but a name. */
export const HubNameFilter = filterInput(nameFilter);

export const HubNameOrder = orderInput('HubName', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});
