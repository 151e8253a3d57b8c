/**
 * Mutations that may change what decides about held contacts of a whole team: hours and time zones, routes, plans, balances,
 * and who calls. What is held is judged again after each. Changes of a campaign, a contact or the suppression list see to it
 * themselves.
 */
export const RULE_CHANGES: ReadonlySet<string> = new Set([
  'archiveAgent',
  'archiveNumber',
  'archiveVoiceAccount',
  'createRoutingPlanRule',
  'deleteRoutingPlanRule',
  'removeRouteProvider',
  'reorderRoutingPlanRules',
  'restoreAgent',
  'restoreNumber',
  'restoreVoiceAccount',
  'setNumberVoiceProvider',
  'setRouteProvider',
  'setVoiceAccountAdapter',
  'topUpIntegration',
  'updateAgent',
  'updateIntegration',
  'updateNumber',
  'updateRoute',
  'updateRoutingPlan',
  'updateRoutingPlanRule',
  'updateSendingSettings',
  'updateTeam',
  'updateVoiceAccount',
]);
