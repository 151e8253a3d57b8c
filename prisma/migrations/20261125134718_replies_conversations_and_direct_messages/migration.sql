-- CreateEnum
CREATE TYPE "reply_kind" AS ENUM ('TEXT', 'STOP', 'START', 'HELP', 'KEYWORD');

-- CreateEnum
CREATE TYPE "conversation_status" AS ENUM ('OPEN', 'CLOSED');

-- CreateEnum
CREATE TYPE "message_direction" AS ENUM ('INBOUND', 'OUTBOUND');

-- CreateEnum
CREATE TYPE "reply_keyword_match" AS ENUM ('EXACT', 'PREFIX');

-- CreateEnum
CREATE TYPE "direct_message_kind" AS ENUM ('REPLY', 'ONE_OFF', 'CAMPAIGN_TEST', 'HELP', 'KEYWORD');

-- CreateEnum
CREATE TYPE "direct_message_status" AS ENUM ('QUEUED', 'SENDING', 'ACCEPTED', 'DELIVERED', 'FAILED', 'EXPIRED', 'UNKNOWN');

-- DropForeignKey
ALTER TABLE "sms_replies" DROP CONSTRAINT "sms_replies_team_id_route_id_fkey";

-- AlterTable
ALTER TABLE "sms_replies" DROP COLUMN "answered_at",
ADD COLUMN     "conversation_id" UUID,
ADD COLUMN     "kind" "reply_kind" NOT NULL DEFAULT 'TEXT',
ADD COLUMN     "read_at" TIMESTAMPTZ(3),
ADD COLUMN     "sms_campaign_id" UUID,
ADD COLUMN     "to_sender" TEXT,
ALTER COLUMN "route_id" DROP NOT NULL;

UPDATE "sms_replies" SET "kind" = upper("keyword")::"reply_kind", "keyword" = NULL WHERE "keyword" IS NOT NULL;
UPDATE "sms_replies" r SET "contact_id" = NULL WHERE "contact_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "contacts" c WHERE c."team_id" = r."team_id" AND c."id" = r."contact_id");

-- CreateTable
CREATE TABLE "conversations" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "sender" TEXT NOT NULL,
    "contact_id" UUID,
    "route_id" UUID,
    "status" "conversation_status" NOT NULL DEFAULT 'OPEN',
    "assignee_id" UUID,
    "last_text" TEXT NOT NULL,
    "last_direction" "message_direction" NOT NULL,
    "last_activity_at" TIMESTAMPTZ(3) NOT NULL,
    "last_reply_at" TIMESTAMPTZ(3),
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "direct_messages" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "direct_message_kind" NOT NULL,
    "conversation_id" UUID,
    "contact_id" UUID,
    "reply_id" UUID,
    "sms_campaign_id" UUID,
    "route_id" UUID,
    "number" BIGINT NOT NULL,
    "sender_id" TEXT,
    "text" TEXT NOT NULL,
    "sms_parts" INTEGER NOT NULL,
    "status" "direct_message_status" NOT NULL DEFAULT 'QUEUED',
    "reason" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "handed_at" TIMESTAMPTZ(3),
    "sms_id" TEXT,
    "dlr_code" INTEGER,
    "cost" DECIMAL(18,6),
    "integration_id" UUID,
    "created_by_id" UUID,
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "direct_messages_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "reply_keywords" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "word" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "match" "reply_keyword_match" NOT NULL DEFAULT 'EXACT',
    "sender" TEXT,
    "sms_campaign_id" UUID,
    "tag_id" UUID,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_keywords_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "conversations_team_id_last_activity_at_id_idx" ON "conversations"("team_id", "last_activity_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "conversations_team_id_status_last_activity_at_id_idx" ON "conversations"("team_id", "status", "last_activity_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "conversations_team_id_assignee_id_last_activity_at_id_idx" ON "conversations"("team_id", "assignee_id", "last_activity_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "conversations_team_id_contact_id_last_activity_at_id_idx" ON "conversations"("team_id", "contact_id", "last_activity_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "conversations_team_id_route_id_idx" ON "conversations"("team_id", "route_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_team_id_number_sender_key" ON "conversations"("team_id", "number", "sender");

-- CreateIndex
CREATE INDEX "direct_messages_team_id_created_at_id_idx" ON "direct_messages"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "direct_messages_team_id_number_created_at_id_idx" ON "direct_messages"("team_id", "number", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "direct_messages_team_id_contact_id_created_at_id_idx" ON "direct_messages"("team_id", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "direct_messages_team_id_sms_campaign_id_idx" ON "direct_messages"("team_id", "sms_campaign_id");

-- CreateIndex
CREATE INDEX "direct_messages_team_id_route_id_sms_id_idx" ON "direct_messages"("team_id", "route_id", "sms_id");

-- CreateIndex
CREATE INDEX "direct_messages_team_id_conversation_id_idx" ON "direct_messages"("team_id", "conversation_id");

-- CreateIndex
CREATE INDEX "reply_keywords_team_id_created_at_id_idx" ON "reply_keywords"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reply_keywords_team_id_sms_campaign_id_idx" ON "reply_keywords"("team_id", "sms_campaign_id");

-- CreateIndex
CREATE INDEX "reply_keywords_team_id_tag_id_idx" ON "reply_keywords"("team_id", "tag_id");

-- CreateIndex
CREATE INDEX "sms_replies_team_id_received_at_id_idx" ON "sms_replies"("team_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_replies_team_id_contact_id_received_at_id_idx" ON "sms_replies"("team_id", "contact_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_replies_team_id_sms_campaign_id_received_at_id_idx" ON "sms_replies"("team_id", "sms_campaign_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_replies_team_id_message_id_received_at_id_idx" ON "sms_replies"("team_id", "message_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_replies_team_id_conversation_id_received_at_id_idx" ON "sms_replies"("team_id", "conversation_id", "received_at" DESC, "id" DESC);

-- What nobody has read.
CREATE INDEX "sms_replies_unread_idx" ON "sms_replies"("team_id", "received_at" DESC, "id" DESC) WHERE "read_at" IS NULL;
CREATE INDEX "conversations_unread_idx" ON "conversations"("team_id", "last_activity_at" DESC, "id" DESC) WHERE "unread_count" > 0;

-- AddForeignKey
ALTER TABLE "sms_replies" ADD CONSTRAINT "sms_replies_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_replies" ADD CONSTRAINT "sms_replies_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_replies" ADD CONSTRAINT "sms_replies_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_replies" ADD CONSTRAINT "sms_replies_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_replies" ADD CONSTRAINT "sms_replies_team_id_conversation_id_fkey" FOREIGN KEY ("team_id", "conversation_id") REFERENCES "conversations"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "direct_messages" ADD CONSTRAINT "direct_messages_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "direct_messages" ADD CONSTRAINT "direct_messages_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "direct_messages" ADD CONSTRAINT "direct_messages_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "direct_messages" ADD CONSTRAINT "direct_messages_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "direct_messages" ADD CONSTRAINT "direct_messages_team_id_conversation_id_fkey" FOREIGN KEY ("team_id", "conversation_id") REFERENCES "conversations"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reply_keywords" ADD CONSTRAINT "reply_keywords_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reply_keywords" ADD CONSTRAINT "reply_keywords_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reply_keywords" ADD CONSTRAINT "reply_keywords_team_id_tag_id_fkey" FOREIGN KEY ("team_id", "tag_id") REFERENCES "tags"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

