-- CreateIndex
CREATE INDEX "invitations_team_id_created_at_id_idx" ON "invitations"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "memberships_team_id_created_at_user_id_idx" ON "memberships"("team_id", "created_at", "user_id");

-- CreateIndex
CREATE INDEX "voice_campaign_offers_voice_campaign_id_position_offer_id_idx" ON "voice_campaign_offers"("voice_campaign_id", "position", "offer_id");
