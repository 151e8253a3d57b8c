-- CreateIndex
CREATE INDEX "call_events_team_id_processed_at_id_idx" ON "call_events"("team_id", "processed_at", "id");

-- CreateIndex
CREATE INDEX "call_roll_ups_team_id_voice_campaign_id_idx" ON "call_roll_ups"("team_id", "voice_campaign_id");

-- CreateIndex
CREATE INDEX "call_roll_ups_team_id_agent_id_idx" ON "call_roll_ups"("team_id", "agent_id");

-- CreateIndex
CREATE INDEX "conversations_last_activity_at_idx" ON "conversations"("last_activity_at");

-- CreateIndex
CREATE INDEX "direct_messages_created_at_idx" ON "direct_messages"("created_at");

-- CreateIndex
CREATE INDEX "sms_replies_received_at_idx" ON "sms_replies"("received_at");

-- CreateIndex
CREATE INDEX "voice_campaigns_agent_ids_idx" ON "voice_campaigns" USING GIN ("agent_ids" jsonb_path_ops);

-- CreateIndex
CREATE INDEX "voice_campaigns_number_ids_idx" ON "voice_campaigns" USING GIN ("number_ids" jsonb_path_ops);


-- What is not settled is little among all that was.
CREATE INDEX calls_never_heard_of_idx ON calls (team_id, voice_campaign_send_id) WHERE ended_reason = 'no event told of its end';
CREATE INDEX hub_parts_open_idx ON hub_parts (created_at) WHERE message_id IS NULL;
CREATE INDEX data_files_uploading_idx ON data_files (created_at) WHERE is_uploading;
CREATE INDEX data_files_importing_idx ON data_files (updated_at) WHERE status = 'importing';
CREATE INDEX routes_smpp_idx ON routes (id) WHERE provider = 'smpp';
