-- DropIndex
DROP INDEX "conversations_team_id_route_id_idx";

-- CreateIndex
CREATE INDEX "conversations_team_id_route_id_id_idx" ON "conversations"("team_id", "route_id", "id");

-- CreateIndex
CREATE INDEX "hub_parts_team_id_seller_endpoint_id_id_idx" ON "hub_parts"("team_id", "seller_endpoint_id", "id");

-- The sums of a campaign, of a team with many.
CREATE INDEX "sms_roll_ups_campaign_idx" ON "sms_roll_ups"("team_id", "sms_campaign_id") WHERE "number" < 0;
