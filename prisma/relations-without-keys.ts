/**
 * Relations that the model has and the database does not check. Checking every row of `sms_messages` for each of them took
 * most of the time of storing it. What it names comes from the one statement that writes messages, and is of the same
 * team: the contact, whose row of the audience is locked until its commit, the send and its campaign, locked as long, and
 * what they name. Who deletes a contact deletes its messages, once its rows of audiences are gone. A message keeps the id of the text, rule, plan or route that it was made from when that is deleted.
 * A message that a seller submitted is an entry of what is owed, and keeps the ids of all that is deleted.
 * So is an entry of the ledger, whatever it paid for.
 * A reply keeps the id of a message whose partition or contact is gone. What deletes messages deletes their link events, too.
 */
export const WITHOUT_KEYS = [
  'sms_messages_team_id_fkey',
  'sms_messages_team_id_sms_campaign_id_fkey',
  'sms_messages_team_id_sms_send_id_fkey',
  'sms_messages_team_id_segment_id_fkey',
  'sms_messages_team_id_contact_id_fkey',
  'sms_messages_team_id_offer_id_fkey',
  'sms_messages_team_id_campaign_text_id_fkey',
  'sms_messages_country_id_fkey',
  'sms_messages_network_id_fkey',
  'sms_messages_team_id_sms_routing_plan_id_fkey',
  'sms_messages_team_id_sms_routing_plan_rule_id_fkey',
  'sms_messages_team_id_sms_routing_route_id_fkey',
  'sms_replies_team_id_message_id_fkey',
  'sms_link_events_team_id_message_id_fkey',
  'ledger_entries_team_id_call_id_fkey',
  'ledger_entries_team_id_direct_message_id_fkey',
  'ledger_entries_team_id_sms_send_id_fkey',
  'ledger_entries_team_id_route_id_fkey',
  'ledger_entries_team_id_seller_endpoint_id_fkey',
  'hub_messages_team_id_fkey',
  'hub_messages_team_id_seller_endpoint_id_fkey',
  'hub_messages_team_id_client_company_id_fkey',
  'hub_messages_team_id_route_id_fkey',
  'hub_messages_team_id_profit_rule_id_fkey',
  'hub_messages_country_id_fkey',
  'hub_messages_network_id_fkey',
];

/** What Prisma would write, without those keys; undefined: nothing else. */
export function withoutKeys(sql: string | undefined): string | undefined {
  const rest = sql
    ?.split(/(?=^-- )/m)
    .filter((step) => !WITHOUT_KEYS.some((name) => step.includes(`ADD CONSTRAINT "${name}"`)))
    .join('');
  return rest?.trim() ? rest : undefined;
}
