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
  ...tagged('Sign-in', 'Exchanges an e-mail address and password for an access token.', authRoutes),
  ...tagged('Teams', 'Onboarding data, invitations and API tokens of a team.', teamRoutes),
  ...tagged('Contacts', 'Tags of the people a team reaches.', contactRoutes),
  ...tagged('Data files', 'Imports of uploaded contact lists.', dataFileRoutes),
  ...tagged('SMS campaigns', 'Campaigns that send messages, their planner and their routing tests.', smsCampaignRoutes),
  ...tagged('Voice campaigns', 'Campaigns that place calls, and what runs after each call.', voiceCampaignRoutes),
  ...tagged('Calls', 'Outcomes, events from voice providers, and who connects a number.', callRoutes),
  ...tagged('Offers', 'What campaigns promote: a link and the profit it brings.', offerRoutes),
  ...tagged('Hub', 'Sellers who send through us: their endpoints and prices.', hubRoutes),
  ...tagged('Billing', 'Charges to the balance of an integration.', billingRoutes),
  ...tagged('Reports', 'What reports can be filtered and grouped by.', analyticsRoutes),
  ...tagged('Number look-ups', 'Which network a number belongs to.', enrichmentRoutes),
  ...tagged('Tracing', 'What happened under a trace id.', tracingRoutes),
];

function tagged(name: string, description: string, rows: readonly Route[]): Route[] {
  const tag = { name, description };
  return rows.map((row) => ({ ...row, tag }));
}
