-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "after" JSONB,
ADD COLUMN     "before" JSONB;
