-- AlterEnum
ALTER TYPE "sms_test_status" ADD VALUE 'delivered';

-- CreateIndex
CREATE INDEX "sms_test_results_team_id_sms_id_idx" ON "sms_test_results"("team_id", "sms_id");
