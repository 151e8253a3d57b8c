-- CreateEnum
CREATE TYPE "number_lookup_provider" AS ENUM ('twilio', 'telnyx', 'custom');

-- AlterEnum
ALTER TYPE "recipient_rule" ADD VALUE 'pre_check';

-- AlterTable
ALTER TABLE "sending_settings" ADD COLUMN     "lookup_credentials" BYTEA,
ADD COLUMN     "lookup_provider" "number_lookup_provider",
ADD COLUMN     "lookup_settings" JSONB,
ADD COLUMN     "pre_check_secret" BYTEA;

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

