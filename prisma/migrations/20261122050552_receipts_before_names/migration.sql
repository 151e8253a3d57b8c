-- AlterTable
ALTER TABLE "sms_provider_messages" ALTER COLUMN "message_id" DROP NOT NULL;
