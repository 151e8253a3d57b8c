-- AlterEnum
ALTER TYPE "recipient_rule" ADD VALUE 'pre_check';

-- AlterTable
ALTER TABLE "sending_settings" ADD COLUMN     "pre_check_secret" BYTEA;

-- AlterTable
ALTER TABLE "sms_campaigns" ADD COLUMN     "pre_check_url" TEXT;

-- AlterTable
ALTER TABLE "sms_recipients" ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "checks" SMALLINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "voice_campaigns" ADD COLUMN     "pre_check_url" TEXT;

-- AlterTable
ALTER TABLE "voice_recipients" ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "checks" SMALLINT NOT NULL DEFAULT 0;

