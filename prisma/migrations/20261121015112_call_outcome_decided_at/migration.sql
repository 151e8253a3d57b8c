-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "outcome_decided_at" TIMESTAMPTZ(3);
