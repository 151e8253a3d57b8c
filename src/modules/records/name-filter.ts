import { listFilter, textWithin } from '../../database/reads/filters.ts';

/** Client companies, routes and routing plans: what has little but a name. */
export const nameFilter = listFilter('NameFilter', { name: textWithin('the name') });
