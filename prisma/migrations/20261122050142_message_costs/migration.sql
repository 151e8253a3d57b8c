-- AlterTable
ALTER TABLE "sms_batches" DROP COLUMN "reserved";

-- AlterTable
ALTER TABLE "sms_messages" ADD COLUMN     "integration_id" UUID;
