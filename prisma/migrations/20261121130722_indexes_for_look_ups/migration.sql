-- DropIndex
DROP INDEX "calls_voice_campaign_send_id_idx";

-- DropIndex
DROP INDEX "contacts_team_id_country_id_idx";

-- DropIndex
DROP INDEX "sms_messages_offer_id_idx";

-- CreateIndex
CREATE INDEX "audit_entries_team_id_token_id_created_at_id_idx" ON "audit_entries"("team_id", "token_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_action_created_at_id_idx" ON "audit_entries"("team_id", "action", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_trace_id_created_at_id_idx" ON "audit_entries"("team_id", "trace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_events_team_id_external_call_id_received_at_id_idx" ON "call_events"("team_id", "external_call_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_events_voice_account_id_received_at_id_idx" ON "call_events"("voice_account_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_voice_campaign_send_id_created_at_id_idx" ON "calls"("voice_campaign_send_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_to_number_created_at_id_idx" ON "calls"("team_id", "to_number", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contacts_team_id_country_id_created_at_id_idx" ON "contacts"("team_id", "country_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_sms_send_id_created_at_id_idx" ON "sms_messages"("sms_send_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_offer_id_created_at_id_idx" ON "sms_messages"("offer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "traces_team_id_operation_started_at_id_idx" ON "traces"("team_id", "operation", "started_at" DESC, "id" DESC);

-- What is rare among millions: an index of those rows alone costs the others nothing.
CREATE INDEX "sms_messages_leads_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC) WHERE "is_lead";
CREATE INDEX "sms_messages_sales_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC) WHERE "is_sale";
CREATE INDEX "sms_messages_failed_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC) WHERE "fail_reason" IS NOT NULL;
CREATE INDEX "calls_leads_idx" ON "calls"("team_id", "created_at" DESC, "id" DESC) WHERE "is_lead";
CREATE INDEX "calls_sales_idx" ON "calls"("team_id", "created_at" DESC, "id" DESC) WHERE "is_sale";
CREATE INDEX "traces_failed_idx" ON "traces"("team_id", "started_at" DESC, "id" DESC) WHERE "outcome" <> 'ok';
