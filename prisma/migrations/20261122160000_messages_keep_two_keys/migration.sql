-- A message is tied to its send and its contact. What it was made from is read, under locks, by the one statement that writes
-- messages: a check of each row for each of these made most of what storing it took.
ALTER TABLE sms_messages
  DROP CONSTRAINT sms_messages_team_id_fkey,
  DROP CONSTRAINT sms_messages_team_id_sms_campaign_id_fkey,
  DROP CONSTRAINT sms_messages_team_id_offer_id_fkey,
  DROP CONSTRAINT sms_messages_team_id_campaign_text_id_fkey,
  DROP CONSTRAINT sms_messages_country_id_fkey,
  DROP CONSTRAINT sms_messages_network_id_fkey,
  DROP CONSTRAINT sms_messages_team_id_sms_routing_plan_id_fkey,
  DROP CONSTRAINT sms_messages_team_id_sms_routing_plan_rule_id_fkey,
  DROP CONSTRAINT sms_messages_team_id_sms_routing_route_id_fkey;

-- They served the keys to countries and networks alone.
DROP INDEX sms_messages_country_id_idx, sms_messages_network_id_idx;
