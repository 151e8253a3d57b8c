-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "receipt_ids" TEXT;

-- AlterTable
ALTER TABLE "sms_provider_messages" ADD COLUMN     "is_shared" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sms_receipts" ADD COLUMN     "message_id" UUID,
ADD COLUMN     "numbers" TEXT[] DEFAULT ARRAY[]::TEXT[];

