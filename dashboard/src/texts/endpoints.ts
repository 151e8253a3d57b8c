import { chosen } from './language.ts';

export const endpoints = chosen('endpoints', {
  'get /v1/sms/campaigns': 'List message campaigns',
  'delete /v1/sms/campaigns/{campaign}': 'Delete a message campaign',
  'post /v1/sms/campaigns/{campaign}/planner/stop': 'Stop a message campaign',
  'put /v1/voice/campaigns/{campaign}': 'Change a voice campaign',
  'delete /v1/voice/post-processing/{postProcessing}': 'Delete a step after calls',
  'patch /v1/webhooks/calls/{call}/change-outcome': 'Change a call’s outcome',
  'patch /management/numbers/{number}/voice-provider': 'Change a number’s voice provider',
  'post /v1/audience/contacts/tags': 'Tag contacts',
  'post /v1/data-files/{dataFile}/import': 'Import a file',
  'get /v1/enrichment/mnp': 'List number look-ups',
  'post /v1/offers': 'Create offers',
  'get /v1/analytics/filters': 'List report filters',
  'post /v1/billing/charge': 'Charge a balance',
  'post /v1/hub/endpoints': 'Create a seller endpoint',
  'put /v1/hub/profit-logic/rules/{rule}': 'Change a profit rule',
  'delete /v1/sms/routing/sms-tests/{smsRoute}/schedule/{id}': 'Delete a test schedule',
  'get /v1/platform/team/tokens': 'Read the team’s tokens',
  'put /v1/teams/{team}/onboarding': 'Change onboarding data',
  'delete /v1/teams/{team}/invitations/{invitation}': 'Revoke an invitation',
  'get /tracing/timeline': 'Read traces',
});
