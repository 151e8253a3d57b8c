/**
 * Relations that the model has and the database does not check. Checking every row of `sms_messages` for each of them took
 * most of the time of storing it. A message is tied to its send and its contact by keys, and all of this comes with those:
 * the one statement that writes messages takes it from rows of the same team that are locked until its commit (campaign
 * and routing plan) or that are never deleted (offers, countries, networks). Who deletes one of the others locks it, too,
 * and empties the column first (`forget`).
 */
export const WITHOUT_KEYS = [
  'sms_messages_team_id_fkey',
  'sms_messages_team_id_sms_campaign_id_fkey',
  'sms_messages_team_id_offer_id_fkey',
  'sms_messages_team_id_campaign_text_id_fkey',
  'sms_messages_country_id_fkey',
  'sms_messages_network_id_fkey',
  'sms_messages_team_id_sms_routing_plan_id_fkey',
  'sms_messages_team_id_sms_routing_plan_rule_id_fkey',
  'sms_messages_team_id_sms_routing_route_id_fkey',
];

/** What Prisma would write, without those keys; undefined: nothing else. */
export function withoutKeys(sql: string | undefined): string | undefined {
  const rest = sql
    ?.split(/(?=^-- )/m)
    .filter((step) => !WITHOUT_KEYS.some((name) => step.includes(`ADD CONSTRAINT "${name}"`)))
    .join('');
  return rest?.trim() ? rest : undefined;
}
