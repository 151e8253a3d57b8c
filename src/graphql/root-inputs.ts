import type { Conditions, ListFilter } from '../database/reads/filters.ts';

interface RootFilter {
  input: unknown;
  where: ListFilter<Conditions>['where'];
}

/** Lists below a record take the filter and the order of the root list of their type. By the name of the input type. */
export const rootFilters = new Map<string, RootFilter>();
export const rootOrders = new Map<string, unknown>();
