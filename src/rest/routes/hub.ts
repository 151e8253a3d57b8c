import type { Route } from '../route.ts';

export const hubRoutes: readonly Route[] = [];
