import { addJob } from '../jobs/add-job.ts';

/** Whom a changed rule may concern: all contacts of the team that a rule holds, or some of them. */
export interface Concerned {
  teamId: string;
  contactIds?: readonly string[];
}

export const JUDGE_HELD = 'judge_held';

/**
 * Has what is held judged again once the caller's transaction, which changes a rule, is committed. A job does it: a claim
 * holds its send while it waits for plans and accounts, so changing one of these must not wait for the send.
 */
export const judgeHeldAgain = (tx: Parameters<typeof addJob>[0], of: Concerned): Promise<void> =>
  addJob(tx, { task: JUDGE_HELD, payload: { ...of } });

/**
 * Mutations that may change what decides about held contacts of a whole team: hours and time zones, routes, plans, balances,
 * and who calls. What is held is judged again after each. Changes of a campaign, a contact or the suppression list see to it
 * themselves.
 */
export const RULE_CHANGES: ReadonlySet<string> = new Set([
  'archiveAgent',
  'archiveVoiceNumber',
  'archiveVoiceAccount',
  'createRoutingPlanRule',
  'deleteRoutingPlanRule',
  'removeRouteProvider',
  'reorderRoutingPlanRules',
  'restoreAgent',
  'restoreVoiceNumber',
  'restoreVoiceAccount',
  'setVoiceNumberProvider',
  'setRouteProvider',
  'setVoiceAccountProvider',
  'topUpIntegration',
  'updateAgent',
  'updateIntegration',
  'updateVoiceNumber',
  'updateRoute',
  'updateRoutingPlan',
  'updateRoutingPlanRule',
  'updateSendingSettings',
  'updateTeam',
  'updateVoiceAccount',
]);
