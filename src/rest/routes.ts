import type { Route } from './route.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { authRoutes } from './routes/auth.ts';
import { billingRoutes } from './routes/billing.ts';
import { callRoutes } from './routes/calls.ts';
import { contactRoutes } from './routes/contacts.ts';
import { dataFileRoutes } from './routes/data-files.ts';
import { enrichmentRoutes } from './routes/enrichment.ts';
import { hubRoutes } from './routes/hub.ts';
import { offerRoutes } from './routes/offers.ts';
import { smsCampaignRoutes } from './routes/sms-campaigns.ts';
import { teamRoutes } from './routes/teams.ts';
import { tracingRoutes } from './routes/tracing.ts';
import { voiceCampaignRoutes } from './routes/voice-campaigns.ts';

export const routes: readonly Route[] = [
  ...authRoutes,
  ...teamRoutes,
  ...contactRoutes,
  ...dataFileRoutes,
  ...smsCampaignRoutes,
  ...voiceCampaignRoutes,
  ...callRoutes,
  ...offerRoutes,
  ...hubRoutes,
  ...billingRoutes,
  ...analyticsRoutes,
  ...enrichmentRoutes,
  ...tracingRoutes,
];
