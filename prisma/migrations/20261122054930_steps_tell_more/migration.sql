-- AlterTable
ALTER TABLE "sms_campaigns" DROP COLUMN "multistep_status";

-- AlterTable
ALTER TABLE "sms_replies" ADD COLUMN     "answered_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sms_send_steps" ADD COLUMN     "brands" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "expired" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "timezones" TEXT[] DEFAULT ARRAY[]::TEXT[];
