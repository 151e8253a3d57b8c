-- A message keeps its link itself: a row of its own cost a key and three indexes for each message.
ALTER TABLE "sms_messages" ADD COLUMN     "link_code" TEXT,
ADD COLUMN     "link_target" TEXT;

UPDATE "sms_messages" m SET "link_code" = l."code", "link_target" = l."url"
FROM "sms_links" l WHERE l."team_id" = m."team_id" AND l."message_id" = m."id";

DROP TABLE "sms_links";

CREATE INDEX "sms_messages_link_code_idx" ON "sms_messages"("link_code");

-- Keys that were checked for every message, and were a third of what PostgreSQL worked for it: of what the claim has locked or
-- just written, and of what is deleted by hand now.
ALTER TABLE "sms_messages" DROP CONSTRAINT "sms_messages_team_id_sms_send_id_fkey",
DROP CONSTRAINT "sms_messages_team_id_segment_id_fkey";
ALTER TABLE "contact_limits" DROP CONSTRAINT "contact_limits_team_id_contact_id_fkey";
ALTER TABLE "sms_provider_messages" DROP CONSTRAINT "sms_provider_messages_team_id_message_id_fkey",
DROP CONSTRAINT "sms_provider_messages_team_id_route_id_fkey";

-- They served to empty these columns: a message goes on naming what it was made from.
DROP INDEX "sms_messages_team_id_campaign_text_id_idx", "sms_messages_team_id_sms_routing_plan_id_idx",
  "sms_messages_team_id_sms_routing_plan_rule_id_idx", "sms_messages_team_id_sms_routing_route_id_idx";
DROP INDEX "sms_provider_messages_team_id_message_id_idx";

-- Few messages have a segment.
DROP INDEX "sms_messages_team_id_segment_id_idx";
CREATE INDEX "sms_messages_segment_idx" ON "sms_messages"("team_id", "segment_id") WHERE "segment_id" IS NOT NULL;
