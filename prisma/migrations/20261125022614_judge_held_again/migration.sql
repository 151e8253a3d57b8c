-- AlterTable
ALTER TABLE "sms_sends" ADD COLUMN     "judged_contact" UUID,
ADD COLUMN     "judged_up_to" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "voice_campaign_sends" ADD COLUMN     "judged_contact" UUID,
ADD COLUMN     "judged_up_to" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "voice_recipients" ADD COLUMN     "rule" "recipient_rule";

