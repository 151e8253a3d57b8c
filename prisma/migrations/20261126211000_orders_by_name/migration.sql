-- CreateIndex
CREATE INDEX "data_files_team_id_name_id_idx" ON "data_files"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "segments_team_id_name_id_idx" ON "segments"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "sms_test_schedules_team_id_name_id_idx" ON "sms_test_schedules"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "tags_team_id_created_at_id_idx" ON "tags"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "team_tokens_team_id_name_id_idx" ON "team_tokens"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "voice_accounts_team_id_name_id_idx" ON "voice_accounts"("team_id", "name", "id");

