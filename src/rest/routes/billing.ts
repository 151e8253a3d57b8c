import type { Route } from '../route.ts';

export const billingRoutes: readonly Route[] = [];
