import type { Route } from '../route.ts';

export const offerRoutes: readonly Route[] = [];
