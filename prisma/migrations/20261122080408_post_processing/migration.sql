-- CreateEnum
CREATE TYPE "post_processing_status" AS ENUM ('waiting', 'done', 'skipped', 'failed');

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "outcome_classified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "post_processings" ADD COLUMN     "signing_secret" BYTEA;

-- CreateTable
CREATE TABLE "call_post_processings" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "post_processing_id" UUID,
    "name" TEXT NOT NULL,
    "kind" "post_processing_kind" NOT NULL,
    "position" INTEGER NOT NULL,
    "status" "post_processing_status" NOT NULL DEFAULT 'waiting',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "failure_reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_post_processings_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "call_post_processings_team_id_created_at_id_idx" ON "call_post_processings"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_post_processings_team_id_status_created_at_id_idx" ON "call_post_processings"("team_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_post_processings_team_id_post_processing_id_created_at_idx" ON "call_post_processings"("team_id", "post_processing_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "call_post_processings_team_id_call_id_position_key" ON "call_post_processings"("team_id", "call_id", "position");

-- AddForeignKey
ALTER TABLE "call_post_processings" ADD CONSTRAINT "call_post_processings_team_id_call_id_fkey" FOREIGN KEY ("team_id", "call_id") REFERENCES "calls"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
