import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { nameFilter } from '../name-filter.ts';

export const NameFilter = filterInput(nameFilter);

export const NameOrder = orderInput('Name', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});
