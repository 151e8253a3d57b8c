-- CreateEnum
CREATE TYPE "sms_test_status" AS ENUM ('pending', 'sending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "sms_test_results" (
    "id" UUID NOT NULL,
    "sms_test_schedule_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "sms_test_status" NOT NULL DEFAULT 'pending',
    "sms_id" TEXT,
    "failure_reason" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sms_test_results_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sms_test_results_sms_test_schedule_id_due_at_key" ON "sms_test_results"("sms_test_schedule_id", "due_at");

-- AddForeignKey
ALTER TABLE "sms_test_results" ADD CONSTRAINT "sms_test_results_sms_test_schedule_id_fkey" FOREIGN KEY ("sms_test_schedule_id") REFERENCES "sms_test_schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;
