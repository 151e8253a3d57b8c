import type { Route } from '../route.ts';

export const callRoutes: readonly Route[] = [];
