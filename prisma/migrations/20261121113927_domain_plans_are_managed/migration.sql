-- DropIndex
DROP INDEX "domain_plans_team_id_idx";

-- DropIndex
DROP INDEX "sms_campaigns_domain_plan_id_idx";

-- AlterTable
-- Those that are there have not changed since they were made.
ALTER TABLE "domain_plans" ADD COLUMN "updated_at" TIMESTAMPTZ(3);
UPDATE "domain_plans" SET "updated_at" = "created_at";
ALTER TABLE "domain_plans" ALTER COLUMN "updated_at" SET NOT NULL;

-- CreateIndex
CREATE INDEX "domain_plans_team_id_created_at_id_idx" ON "domain_plans"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "domain_plans_team_id_name_id_idx" ON "domain_plans"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "sms_campaigns_domain_plan_id_created_at_id_idx" ON "sms_campaigns"("domain_plan_id", "created_at" DESC, "id" DESC);
