-- Roll-ups by campaign and send alone have numbers below 0.
DROP INDEX "sms_roll_ups_team_id_sent_at_idx";
CREATE INDEX "sms_roll_ups_team_id_sent_at_idx" ON "sms_roll_ups"("team_id", "sent_at") WHERE "number" > 0;
CREATE INDEX "sms_roll_ups_coarse_idx" ON "sms_roll_ups"("team_id", "sent_at") WHERE "number" < 0;

-- Slots that were summed up without them.
INSERT INTO "report_marks" ("team_id", "kind", "slot")
SELECT DISTINCT "team_id", 'sms'::"mark_kind", "slot" FROM "sms_roll_ups";
