import type { Route } from '../route.ts';

export const analyticsRoutes: readonly Route[] = [];
