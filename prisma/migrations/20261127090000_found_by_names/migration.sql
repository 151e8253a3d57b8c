-- By what finds one row: without statistics all rows of a balance or a route seem as few.
-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_team_id_webhook_request_id_integration_id_key" ON "ledger_entries"("team_id", "webhook_request_id", "integration_id");

-- DropIndex
DROP INDEX "ledger_entries_team_id_integration_id_webhook_request_id_key";

-- CreateIndex
CREATE INDEX "direct_messages_team_id_sms_id_idx" ON "direct_messages"("team_id", "sms_id");

-- DropIndex
DROP INDEX "direct_messages_team_id_route_id_sms_id_idx";
