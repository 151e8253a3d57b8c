-- AlterTable
ALTER TABLE "sms_send_steps" ADD COLUMN     "gone" INTEGER NOT NULL DEFAULT 0;

