import type { Route } from '../route.ts';

export const enrichmentRoutes: readonly Route[] = [];
