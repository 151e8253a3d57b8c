-- AlterTable
ALTER TABLE "sms_campaigns" ADD COLUMN     "smart_encoding" BOOLEAN NOT NULL DEFAULT false;

