-- AlterTable
ALTER TABLE "voice_campaign_sends" ADD COLUMN     "meta" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "next_step_at" TIMESTAMPTZ(3);
