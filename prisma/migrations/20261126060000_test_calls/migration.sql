ALTER TABLE "call_placements"
  ALTER COLUMN "voice_campaign_send_id" DROP NOT NULL,
  ADD COLUMN "reason" TEXT;
