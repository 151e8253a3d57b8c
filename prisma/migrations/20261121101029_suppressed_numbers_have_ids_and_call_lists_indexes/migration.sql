-- DropIndex
DROP INDEX "calls_agent_id_idx";

-- DropIndex
DROP INDEX "calls_team_id_call_outcome_idx";

-- AlterTable
ALTER TABLE "suppressed_numbers" DROP CONSTRAINT "suppressed_numbers_pkey",
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD CONSTRAINT "suppressed_numbers_pkey" PRIMARY KEY ("id");

-- Ids are given by the application; rows that are there get theirs above.
ALTER TABLE "suppressed_numbers" ALTER COLUMN "id" DROP DEFAULT;

-- CreateIndex
CREATE INDEX "calls_team_id_call_outcome_created_at_id_idx" ON "calls"("team_id", "call_outcome", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_agent_id_created_at_id_idx" ON "calls"("agent_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "suppressed_numbers_team_id_created_at_id_idx" ON "suppressed_numbers"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "suppressed_numbers_team_id_number_key" ON "suppressed_numbers"("team_id", "number");
