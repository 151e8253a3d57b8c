-- CreateEnum
CREATE TYPE "placement_status" AS ENUM ('claimed', 'placing', 'placed', 'unknown', 'ended');

-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "turn" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "call_back_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "numbers" ADD COLUMN     "turn" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "voice_accounts" ADD COLUMN     "failure_kind" TEXT,
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "voice_campaign_sends" ADD COLUMN     "audience_size" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "audience_up_to" UUID,
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "status_reason" TEXT,
ADD COLUMN     "turn_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "voice_campaigns" ADD COLUMN     "max_attempts" INTEGER NOT NULL DEFAULT 3,
ADD COLUMN     "retry_delay" INTEGER NOT NULL DEFAULT 60;

-- CreateTable
CREATE TABLE "voice_recipients" (
    "team_id" UUID NOT NULL,
    "voice_campaign_id" UUID NOT NULL,
    "cycle" INTEGER NOT NULL,
    "contact_id" UUID NOT NULL,
    "voice_campaign_send_id" UUID NOT NULL,
    "status" "recipient_status" NOT NULL DEFAULT 'waiting',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "call_id" UUID,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "lookups" SMALLINT NOT NULL DEFAULT 0,
    "looked_up_at" TIMESTAMPTZ(3),
    "counted_on" CHAR(10),
    "tries" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "voice_recipients_pkey" PRIMARY KEY ("team_id","voice_campaign_id","cycle","contact_id")
);

-- CreateTable
CREATE TABLE "call_placements" (
    "team_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "voice_campaign_send_id" UUID NOT NULL,
    "voice_account_id" UUID NOT NULL,
    "number_id" UUID NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 1,
    "status" "placement_status" NOT NULL DEFAULT 'claimed',
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "handed_at" TIMESTAMPTZ(3),
    "slot_until" TIMESTAMPTZ(3),

    CONSTRAINT "call_placements_pkey" PRIMARY KEY ("team_id","call_id")
);

-- CreateIndex
CREATE INDEX "voice_recipients_team_id_voice_campaign_send_id_status_due__idx" ON "voice_recipients"("team_id", "voice_campaign_send_id", "status", "due_at", "contact_id");

-- CreateIndex
CREATE INDEX "voice_recipients_team_id_contact_id_idx" ON "voice_recipients"("team_id", "contact_id");

-- CreateIndex
CREATE INDEX "voice_recipients_team_id_call_id_idx" ON "voice_recipients"("team_id", "call_id");

-- CreateIndex
CREATE INDEX "call_placements_team_id_voice_campaign_send_id_claimed_at_idx" ON "call_placements"("team_id", "voice_campaign_send_id", "claimed_at");

-- CreateIndex
CREATE INDEX "call_placements_team_id_voice_account_id_slot_until_idx" ON "call_placements"("team_id", "voice_account_id", "slot_until");

-- CreateIndex
CREATE INDEX "call_placements_team_id_number_id_slot_until_idx" ON "call_placements"("team_id", "number_id", "slot_until");

-- CreateIndex
CREATE INDEX "call_placements_slot_until_idx" ON "call_placements"("slot_until");

-- CreateIndex
CREATE INDEX "voice_campaign_sends_status_next_step_at_idx" ON "voice_campaign_sends"("status", "next_step_at");

-- CreateIndex
CREATE UNIQUE INDEX "voice_campaign_sends_team_id_voice_campaign_id_slot_key" ON "voice_campaign_sends"("team_id", "voice_campaign_id", "slot");

-- AddForeignKey
ALTER TABLE "voice_recipients" ADD CONSTRAINT "voice_recipients_team_id_voice_campaign_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_id") REFERENCES "voice_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_recipients" ADD CONSTRAINT "voice_recipients_team_id_voice_campaign_send_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_send_id") REFERENCES "voice_campaign_sends"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_recipients" ADD CONSTRAINT "voice_recipients_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_placements" ADD CONSTRAINT "call_placements_team_id_call_id_fkey" FOREIGN KEY ("team_id", "call_id") REFERENCES "calls"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
