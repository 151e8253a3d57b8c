import type { Route } from '../route.ts';

export const teamRoutes: readonly Route[] = [];
