-- What the metrics count: few rows of all that are kept.
CREATE INDEX "hub_roll_ups_unknown_idx" ON "hub_roll_ups"("created_at") WHERE "status" = 'unknown';
