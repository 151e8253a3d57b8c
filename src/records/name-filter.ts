import { listFilter, textWithin } from '../database/reads/filters.ts';

/** For client companies, routes and routing plans, which have little but a name. */
export const nameFilter = listFilter('NameFilter', { name: textWithin('the name') });
