-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "outages" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sms_batches" ADD COLUMN     "takeovers" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "voice_accounts" ADD COLUMN     "outages" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "sms_provider_calls" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "sms_send_id" UUID NOT NULL,
    "message_ids" UUID[],
    "begun_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_provider_calls_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "sms_provider_calls_team_id_batch_id_idx" ON "sms_provider_calls"("team_id", "batch_id");

-- CreateIndex
CREATE INDEX "sms_provider_calls_team_id_sms_send_id_begun_at_idx" ON "sms_provider_calls"("team_id", "sms_send_id", "begun_at");

-- AddForeignKey
ALTER TABLE "sms_provider_calls" ADD CONSTRAINT "sms_provider_calls_team_id_batch_id_fkey" FOREIGN KEY ("team_id", "batch_id") REFERENCES "sms_batches"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;


-- Batches under way may be in a call of a worker that knew no such rows. Those of the last hour count in the pace.
INSERT INTO "sms_provider_calls" ("team_id", "id", "batch_id", "sms_send_id", "message_ids", "begun_at")
SELECT "team_id", gen_random_uuid(), "id", "sms_send_id", "message_ids", COALESCE("handed_at", "claimed_at")
FROM "sms_batches" WHERE "done_at" IS NULL OR "claimed_at" > now() - interval '65 minutes';
