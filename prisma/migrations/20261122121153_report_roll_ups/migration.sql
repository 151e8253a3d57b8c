-- CreateEnum
CREATE TYPE "mark_kind" AS ENUM ('sms', 'call');

-- CreateTable
CREATE TABLE "report_marks" (
    "id" BIGSERIAL NOT NULL,
    "team_id" UUID NOT NULL,
    "kind" "mark_kind" NOT NULL,
    "slot" INTEGER NOT NULL,

    CONSTRAINT "report_marks_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_roll_ups" (
    "team_id" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "sms_campaign_id" UUID NOT NULL,
    "sms_send_id" UUID NOT NULL,
    "segment_id" UUID,
    "offer_id" UUID,
    "domain_id" UUID,
    "country_id" INTEGER,
    "network_id" INTEGER,
    "network_brand" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "messages" INTEGER NOT NULL,
    "sent" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "clicked" INTEGER NOT NULL,
    "leads" INTEGER NOT NULL,
    "sales" INTEGER NOT NULL,
    "unsubscribed" INTEGER NOT NULL,
    "parts" INTEGER NOT NULL,
    "cost" DECIMAL(24,6),
    "revenue" DECIMAL(24,6),

    CONSTRAINT "sms_roll_ups_pkey" PRIMARY KEY ("team_id","slot","number")
);

-- CreateTable
CREATE TABLE "call_roll_ups" (
    "team_id" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "voice_campaign_id" UUID,
    "voice_campaign_send_id" UUID,
    "agent_id" UUID,
    "country_id" INTEGER,
    "status" "call_status" NOT NULL,
    "call_outcome" "call_outcome",
    "call_source" "call_source" NOT NULL,
    "is_answered" BOOLEAN NOT NULL,
    "is_answer_machine" BOOLEAN NOT NULL,
    "is_picked_up" BOOLEAN NOT NULL,
    "is_lead" BOOLEAN NOT NULL,
    "is_sale" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "calls" INTEGER NOT NULL,
    "duration" BIGINT,
    "cost" DECIMAL(24,6),

    CONSTRAINT "call_roll_ups_pkey" PRIMARY KEY ("team_id","slot","number")
);

-- CreateIndex
CREATE INDEX "sms_roll_ups_team_id_sent_at_idx" ON "sms_roll_ups"("team_id", "sent_at");

-- CreateIndex
CREATE INDEX "call_roll_ups_team_id_created_at_idx" ON "call_roll_ups"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "call_roll_ups_team_id_started_at_idx" ON "call_roll_ups"("team_id", "started_at");

-- AddForeignKey
ALTER TABLE "report_marks" ADD CONSTRAINT "report_marks_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_roll_ups" ADD CONSTRAINT "sms_roll_ups_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_roll_ups" ADD CONSTRAINT "call_roll_ups_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What is there already is summed up by the job; reports count its rows until then.
INSERT INTO "report_marks" ("team_id", "kind", "slot")
SELECT DISTINCT "team_id", 'sms'::"mark_kind",
  (('x' || left(replace("id"::text, '-', ''), 12))::bit(48)::bigint / 900000)::int FROM "sms_messages"
UNION ALL
SELECT DISTINCT "team_id", 'call'::"mark_kind",
  (('x' || left(replace("id"::text, '-', ''), 12))::bit(48)::bigint / 900000)::int FROM "calls";
