/**
 * Ids of the demo: the shape of a UUIDv7, readable, and the same every time. The first twelve digits are one moment for
 * all, then the kind of record, the team and a running number, so that within a kind they sort by creation.
 */
const KINDS = [
  'agent',
  'call',
  'callEvent',
  'callOutcomeLog',
  'campaignText',
  'clientCompany',
  'contact',
  'dataFile',
  'dataFileRowError',
  'domainPlan',
  'integration',
  'invitation',
  'ledgerEntry',
  'log',
  'lookupResult',
  'mnpLookup',
  'number',
  'offer',
  'postProcessing',
  'profitRule',
  'profitRuleChange',
  'route',
  'routingPlan',
  'routingPlanRule',
  'segment',
  'sellerEndpoint',
  'senderId',
  'session',
  'smsCampaign',
  'smsMessage',
  'smsSend',
  'smsTestSchedule',
  'tag',
  'team',
  'teamToken',
  'trace',
  'user',
  'voiceAccount',
  'voiceCampaign',
  'voiceCampaignSend',
  'webhookRequest',
  'classifierRun',
  'domain',
  'suppressedNumber',
  'auditEntry',
  'smsBatch',
  'smsReceipt',
  'smsReply',
  'smsLinkEvent',
  'consentEvent',
  'callPostProcessing',
  'smsProviderCall',
  'smsTestResult',
  'webhookEndpoint',
  'webhookEvent',
  'webhookDelivery',
  'conversation',
  'directMessage',
  'replyKeyword',
  'routingPlanCandidate',
  'routeSender',
  'routeHealth',
  'consent',
  'hubMessage',
  'hubSender',
] as const;

export type Kind = (typeof KINDS)[number];

/** 1 is the large team, 2 the one that must not see it. */
export type TeamNumber = 1 | 2;

/** 2026-11-20T12:00:00Z in milliseconds: not the demo's present, so that ids in documentation are good in every demo. */
const MOMENT = '01a1f8d3ea00';

/** `position` begins with 1. */
export function demoId(kind: Kind, team: TeamNumber, position: number): string {
  const group = (KINDS.indexOf(kind) + 1).toString(16).padStart(3, '0');
  return `${MOMENT.slice(0, 8)}-${MOMENT.slice(8)}-7${group}-800${team}-${String(position).padStart(12, '0')}`;
}
