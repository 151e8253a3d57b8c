import type { Route } from '../route.ts';

export const contactRoutes: readonly Route[] = [];
