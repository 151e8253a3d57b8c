import { nameFilter } from '../records/name-filter.ts';
import { filterInput, orderInput } from './lists.ts';

export const NameFilter = filterInput(nameFilter);

export const NameOrder = orderInput('Name', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});
