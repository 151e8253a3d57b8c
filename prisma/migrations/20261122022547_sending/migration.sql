-- CreateEnum
CREATE TYPE "route_provider" AS ENUM ('simulator', 'http', 'smpp');

-- CreateEnum
CREATE TYPE "recipient_status" AS ENUM ('waiting', 'looking_up', 'handed', 'skipped');

-- CreateEnum
CREATE TYPE "message_status" AS ENUM ('sending', 'accepted', 'delivered', 'failed', 'expired', 'unknown');

-- CreateEnum
CREATE TYPE "channel" AS ENUM ('sms', 'voice');

-- AlterEnum
ALTER TYPE "ledger_kind" ADD VALUE 'refund';

-- AlterEnum
ALTER TYPE "send_status" ADD VALUE 'in_progress';

-- DropIndex
DROP INDEX "sms_messages_team_id_sms_send_id_contact_id_key";

-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "credentials" BYTEA,
ADD COLUMN     "failure_kind" TEXT,
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "integration_id" UUID,
ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "per_second" INTEGER,
ADD COLUMN     "provider" "route_provider",
ADD COLUMN     "sender_id" TEXT,
ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "routing_plans" ADD COLUMN     "default_route_id" UUID;

-- AlterTable
ALTER TABLE "sms_campaigns" ADD COLUMN     "cycle" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "status_reason" TEXT;

-- AlterTable
ALTER TABLE "sms_messages" ADD COLUMN     "cost" DECIMAL(18,6),
ADD COLUMN     "settled_at" TIMESTAMPTZ(3),
ADD COLUMN     "status" "message_status" NOT NULL DEFAULT 'sending',
ADD COLUMN     "step" INTEGER;

-- AlterTable
ALTER TABLE "sms_sends" ADD COLUMN     "amount" INTEGER,
ADD COLUMN     "audience_at" TIMESTAMPTZ(3),
ADD COLUMN     "audience_size" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "audience_up_to" UUID,
ADD COLUMN     "cycle" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "slot" TEXT,
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "status_reason" TEXT,
ADD COLUMN     "step" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "turn_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "voice_campaign_sends" ADD COLUMN     "amount" INTEGER,
ADD COLUMN     "audience_at" TIMESTAMPTZ(3),
ADD COLUMN     "cycle" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "slot" TEXT;

-- AlterTable
ALTER TABLE "voice_campaigns" ADD COLUMN     "cycle" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "sms_recipients" (
    "team_id" UUID NOT NULL,
    "sms_campaign_id" UUID NOT NULL,
    "cycle" INTEGER NOT NULL,
    "contact_id" UUID NOT NULL,
    "sms_send_id" UUID NOT NULL,
    "status" "recipient_status" NOT NULL DEFAULT 'waiting',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "step" INTEGER,
    "message_id" UUID,
    "lookups" SMALLINT NOT NULL DEFAULT 0,
    "looked_up_at" TIMESTAMPTZ(3),
    "counted_on" CHAR(10),
    "tries" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "sms_recipients_pkey" PRIMARY KEY ("team_id","sms_campaign_id","cycle","contact_id")
);

-- CreateTable
CREATE TABLE "sms_send_steps" (
    "team_id" UUID NOT NULL,
    "sms_send_id" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "handed" INTEGER NOT NULL DEFAULT 0,
    "filled_at" TIMESTAMPTZ(3),
    "judged_at" TIMESTAMPTZ(3),
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,
    "clicked" INTEGER NOT NULL DEFAULT 0,
    "unsubscribed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sms_send_steps_pkey" PRIMARY KEY ("team_id","sms_send_id","step")
);

-- CreateTable
CREATE TABLE "sms_batches" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sms_send_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "message_ids" UUID[],
    "size" INTEGER NOT NULL,
    "reserved" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "handed_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "sms_batches_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_provider_messages" (
    "team_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_provider_messages_pkey" PRIMARY KEY ("team_id","route_id","provider_id")
);

-- CreateTable
CREATE TABLE "sms_receipts" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "code" INTEGER,
    "reason" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "sms_receipts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_replies" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "from_number" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "keyword" TEXT,
    "contact_id" UUID,
    "message_id" UUID,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_replies_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "consent_events" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "evidence" TEXT,
    "message_id" UUID,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_events_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_links" (
    "team_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_links_pkey" PRIMARY KEY ("team_id","code")
);

-- CreateTable
CREATE TABLE "sms_link_events" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_agent" TEXT,
    "amount" DECIMAL(18,6),
    "reference" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_link_events_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "contact_limits" (
    "team_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "channel" "channel" NOT NULL,
    "day" CHAR(10) NOT NULL,
    "day_count" INTEGER NOT NULL,
    "week" CHAR(8) NOT NULL,
    "week_count" INTEGER NOT NULL,

    CONSTRAINT "contact_limits_pkey" PRIMARY KEY ("team_id","contact_id","channel")
);

-- CreateTable
CREATE TABLE "sending_settings" (
    "team_id" UUID NOT NULL,
    "contact_from" TEXT DEFAULT '08:00',
    "contact_until" TEXT DEFAULT '21:00',
    "stop_words" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "help_text" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sending_settings_pkey" PRIMARY KEY ("team_id")
);

-- CreateIndex
CREATE INDEX "sms_recipients_team_id_sms_send_id_status_due_at_contact_id_idx" ON "sms_recipients"("team_id", "sms_send_id", "status", "due_at", "contact_id");

-- CreateIndex
CREATE INDEX "sms_recipients_team_id_contact_id_idx" ON "sms_recipients"("team_id", "contact_id");

-- CreateIndex
CREATE INDEX "sms_batches_team_id_sms_send_id_claimed_at_idx" ON "sms_batches"("team_id", "sms_send_id", "claimed_at");

-- CreateIndex
CREATE INDEX "sms_batches_team_id_route_id_claimed_at_idx" ON "sms_batches"("team_id", "route_id", "claimed_at");

-- CreateIndex
CREATE INDEX "sms_batches_done_at_lease_until_idx" ON "sms_batches"("done_at", "lease_until");

-- CreateIndex
CREATE INDEX "sms_provider_messages_team_id_message_id_idx" ON "sms_provider_messages"("team_id", "message_id");

-- CreateIndex
CREATE UNIQUE INDEX "sms_receipts_team_id_route_id_provider_id_status_occurred_a_key" ON "sms_receipts"("team_id", "route_id", "provider_id", "status", "occurred_at");

-- CreateIndex
CREATE INDEX "sms_replies_team_id_from_number_received_at_idx" ON "sms_replies"("team_id", "from_number", "received_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sms_replies_team_id_route_id_provider_id_key" ON "sms_replies"("team_id", "route_id", "provider_id");

-- CreateIndex
CREATE INDEX "consent_events_team_id_number_occurred_at_idx" ON "consent_events"("team_id", "number", "occurred_at" DESC);

-- CreateIndex
CREATE INDEX "sms_links_team_id_message_id_idx" ON "sms_links"("team_id", "message_id");

-- CreateIndex
CREATE INDEX "sms_links_code_idx" ON "sms_links"("code");

-- CreateIndex
CREATE UNIQUE INDEX "sms_link_events_team_id_message_id_kind_reference_key" ON "sms_link_events"("team_id", "message_id", "kind", "reference");

-- CreateIndex
CREATE INDEX "routes_team_id_integration_id_idx" ON "routes"("team_id", "integration_id");

-- CreateIndex
CREATE INDEX "routing_plans_team_id_default_route_id_idx" ON "routing_plans"("team_id", "default_route_id");

-- CreateIndex
CREATE INDEX "sms_sends_status_next_step_at_idx" ON "sms_sends"("status", "next_step_at");

-- CreateIndex
CREATE UNIQUE INDEX "sms_sends_team_id_sms_campaign_id_slot_key" ON "sms_sends"("team_id", "sms_campaign_id", "slot");

-- AddForeignKey
ALTER TABLE "routing_plans" ADD CONSTRAINT "routing_plans_team_id_default_route_id_fkey" FOREIGN KEY ("team_id", "default_route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_team_id_integration_id_fkey" FOREIGN KEY ("team_id", "integration_id") REFERENCES "integrations"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_recipients" ADD CONSTRAINT "sms_recipients_team_id_sms_send_id_fkey" FOREIGN KEY ("team_id", "sms_send_id") REFERENCES "sms_sends"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_recipients" ADD CONSTRAINT "sms_recipients_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_send_steps" ADD CONSTRAINT "sms_send_steps_team_id_sms_send_id_fkey" FOREIGN KEY ("team_id", "sms_send_id") REFERENCES "sms_sends"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_batches" ADD CONSTRAINT "sms_batches_team_id_sms_send_id_fkey" FOREIGN KEY ("team_id", "sms_send_id") REFERENCES "sms_sends"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_batches" ADD CONSTRAINT "sms_batches_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_provider_messages" ADD CONSTRAINT "sms_provider_messages_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "sms_messages"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_provider_messages" ADD CONSTRAINT "sms_provider_messages_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_receipts" ADD CONSTRAINT "sms_receipts_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_replies" ADD CONSTRAINT "sms_replies_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_links" ADD CONSTRAINT "sms_links_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "sms_messages"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_link_events" ADD CONSTRAINT "sms_link_events_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "sms_messages"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact_limits" ADD CONSTRAINT "contact_limits_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sending_settings" ADD CONSTRAINT "sending_settings_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
