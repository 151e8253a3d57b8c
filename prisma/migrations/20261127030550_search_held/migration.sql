-- AlterTable
ALTER TABLE "sms_sends" ADD COLUMN     "is_searching" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "voice_campaign_sends" ADD COLUMN     "is_searching" BOOLEAN NOT NULL DEFAULT false;

