-- CreateEnum
CREATE TYPE "consent_state" AS ENUM ('GRANTED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "consent_purpose" AS ENUM ('MARKETING', 'SERVICE');

-- CreateEnum
CREATE TYPE "consent_source" AS ENUM ('IMPORT', 'FORM', 'KEYWORD', 'LINK', 'CALL', 'API', 'AGENT', 'PROVIDER');

-- AlterEnum
ALTER TYPE "recipient_rule" ADD VALUE 'no_consent';

-- DropIndex
DROP INDEX "consent_events_team_id_number_occurred_at_idx";

-- AlterTable
ALTER TABLE "consent_events" ADD COLUMN     "channel" "channel",
ADD COLUMN     "data_file_id" UUID,
ADD COLUMN     "line" INTEGER,
ADD COLUMN     "purpose" "consent_purpose",
ADD COLUMN     "source" "consent_source",
ADD COLUMN     "state" "consent_state",
ADD COLUMN     "user_id" UUID;

UPDATE "consent_events" SET
    "state" = CASE WHEN "kind" = 'opted_out' THEN 'WITHDRAWN'::"consent_state" ELSE 'GRANTED'::"consent_state" END,
    "source" = CASE "method" WHEN 'reply' THEN 'KEYWORD'::"consent_source" WHEN 'link' THEN 'LINK'::"consent_source"
        WHEN 'provider' THEN 'PROVIDER'::"consent_source" WHEN 'call' THEN 'CALL'::"consent_source"
        ELSE 'AGENT'::"consent_source" END;

ALTER TABLE "consent_events" DROP COLUMN "kind",
DROP COLUMN "method",
ALTER COLUMN "source" SET NOT NULL,
ALTER COLUMN "state" SET NOT NULL;

-- AlterTable
ALTER TABLE "data_files" ADD COLUMN     "consent" JSONB;

-- AlterTable
ALTER TABLE "sending_settings" ADD COLUMN     "erasure_key" BYTEA;

-- AlterTable
ALTER TABLE "sms_campaigns" ADD COLUMN     "requires_consent" "consent_purpose";

-- AlterTable
ALTER TABLE "voice_campaigns" ADD COLUMN     "requires_consent" "consent_purpose";

-- CreateTable
CREATE TABLE "consents" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "channel" "channel" NOT NULL,
    "purpose" "consent_purpose" NOT NULL,
    "state" "consent_state" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "event_id" UUID NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "erased_numbers" (
    "team_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erased_numbers_pkey" PRIMARY KEY ("team_id","hash")
);

-- CreateIndex
CREATE INDEX "consents_team_id_since_id_idx" ON "consents"("team_id", "since" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consents_team_id_event_id_idx" ON "consents"("team_id", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "consents_team_id_number_channel_purpose_key" ON "consents"("team_id", "number", "channel", "purpose");

-- CreateIndex
CREATE INDEX "consent_events_team_id_number_occurred_at_id_idx" ON "consent_events"("team_id", "number", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consent_events_team_id_occurred_at_id_idx" ON "consent_events"("team_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "data_files_team_id_import_id_idx" ON "data_files"("team_id", "import_id");

-- CreateIndex
CREATE INDEX "lookup_results_team_id_number_idx" ON "lookup_results"("team_id", "number");

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_team_id_event_id_fkey" FOREIGN KEY ("team_id", "event_id") REFERENCES "consent_events"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "erased_numbers" ADD CONSTRAINT "erased_numbers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;


-- A contact's timeline shows when its links were followed.
CREATE INDEX "sms_messages_team_id_contact_id_time_clicked_id_idx" ON "sms_messages"("team_id", "contact_id", "time_clicked" DESC, "id" DESC)
    WHERE "time_clicked" IS NOT NULL;

-- Retention empties the texts of old calls: what is left to be emptied must be found without looking at all calls.
CREATE INDEX "calls_with_texts_idx" ON "calls"("id")
    WHERE "chat" IS NOT NULL OR "summary" IS NOT NULL OR "recording_url" IS NOT NULL OR "listen_url" IS NOT NULL
        OR "control_url" IS NOT NULL;

-- Retention drops months of messages: with this key it would look through all events meanwhile, and nobody could read a message.
ALTER TABLE "sms_link_events" DROP CONSTRAINT "sms_link_events_team_id_message_id_fkey";
