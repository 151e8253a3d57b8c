-- CreateIndex
CREATE INDEX "client_companies_team_id_name_id_idx" ON "client_companies"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "integrations_team_id_name_id_idx" ON "integrations"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "mnp_lookups_team_id_amount_id_idx" ON "mnp_lookups"("team_id", "amount", "id");

-- CreateIndex
CREATE INDEX "mnp_lookups_team_id_cost_id_idx" ON "mnp_lookups"("team_id", "cost", "id");

-- CreateIndex
CREATE INDEX "post_processings_team_id_position_id_idx" ON "post_processings"("team_id", "position", "id");

-- CreateIndex
CREATE INDEX "profit_rules_team_id_updated_at_id_idx" ON "profit_rules"("team_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "routes_team_id_name_id_idx" ON "routes"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "routing_plans_team_id_name_id_idx" ON "routing_plans"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "sms_campaign_offers_sms_campaign_id_position_offer_id_idx" ON "sms_campaign_offers"("sms_campaign_id", "position", "offer_id");

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_status_id_idx" ON "sms_campaigns"("team_id", "status", "id");

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_status_id_idx" ON "voice_campaigns"("team_id", "status", "id");
