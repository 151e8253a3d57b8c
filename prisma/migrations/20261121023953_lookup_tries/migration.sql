-- AlterTable
ALTER TABLE "lookup_results" ADD COLUMN     "asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_try_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "mnp_lookups" ADD COLUMN     "hlr_settings" JSONB;

-- CreateIndex
CREATE INDEX "lookup_results_mnp_lookup_id_next_try_at_idx" ON "lookup_results"("mnp_lookup_id", "next_try_at");
