import type { Route } from '../route.ts';

export const tracingRoutes: readonly Route[] = [];
