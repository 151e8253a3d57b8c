-- AlterTable
ALTER TABLE "sending_settings" ADD COLUMN     "postback_secret" BYTEA;
