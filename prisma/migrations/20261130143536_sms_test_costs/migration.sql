-- AlterTable
ALTER TABLE "sms_test_results" ADD COLUMN     "cost" DECIMAL(18,6),
ADD COLUMN     "integration_id" UUID;

