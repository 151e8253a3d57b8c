import type { TokenScope } from '../../../viewer.ts';

/** Documented endpoints that take a token; scopes may name them. */
export const ENDPOINTS = [
  'put /v1/voice/campaigns/{campaign}',
  'post /v1/data-files/{dataFile}/import',
  'post /v1/hub/endpoints',
  'put /v1/hub/profit-logic/rules/{rule}',
  'patch /v1/webhooks/calls/{call}/change-outcome',
  'post /v1/billing/charge',
  'post /v1/audience/contacts/tags',
  'patch /management/numbers/{number}/voice-provider',
  'post /v1/offers',
  'put /v1/teams/{team}/onboarding',
  'get /v1/platform/team/tokens',
  'get /v1/sms/campaigns',
  'get /v1/analytics/filters',
  'get /v1/enrichment/mnp',
  'get /tracing/timeline',
  'delete /v1/sms/routing/sms-tests/{smsRoute}/schedule/{id}',
  'post /v1/sms/campaigns/{campaign}/planner/stop',
  'delete /v1/teams/{team}/invitations/{invitation}',
  'delete /v1/voice/post-processing/{postProcessing}',
  'delete /v1/sms/campaigns/{campaign}',
] as const;

const shape = (endpoint: string) => endpoint.toLowerCase().replace(/[:{][^/]*/g, '{}');

const byShape = new Map(ENDPOINTS.map((endpoint) => [shape(endpoint), endpoint]));

export function documentedScope({ method, endpoint, reason }: TokenScope): TokenScope | null {
  const path = `/${endpoint.trim().replace(/^\/?(api\/)?|\/$/g, '')}`;
  const known = byShape.get(shape(`${method.trim()} ${path}`));
  const [documentedMethod = '', documentedPath = ''] = known?.split(' ') ?? [];
  return known ? { method: documentedMethod, endpoint: documentedPath, reason: reason.trim() } : null;
}
