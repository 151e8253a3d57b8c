import type { Route } from '../route.ts';

export const voiceCampaignRoutes: readonly Route[] = [];
