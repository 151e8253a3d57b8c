import { listFilter, textWithin } from '../database/reads/filters.ts';

export const nameFilter = listFilter('NameFilter', { name: textWithin('the name') });
