-- Metrics count unknown messages without reading the steps of all sends.
CREATE INDEX "sms_send_steps_unknown_idx" ON "sms_send_steps"("team_id") WHERE "unknown" > 0;
