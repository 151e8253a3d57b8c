-- CreateEnum
CREATE TYPE "webhook_event_type" AS ENUM ('MESSAGE_ACCEPTED', 'MESSAGE_DELIVERED', 'MESSAGE_FAILED', 'MESSAGE_CLICKED', 'MESSAGE_REPLIED', 'CONTACT_UNSUBSCRIBED', 'CALL_ENDED', 'CALL_OUTCOME_CHANGED', 'CAMPAIGN_STATUS_CHANGED', 'IMPORT_FINISHED', 'NUMBER_LOOKED_UP', 'ENDPOINT_TEST');

-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" "webhook_event_type"[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "batch_size" SMALLINT,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "type" "webhook_event_type" NOT NULL,
    "record_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" "webhook_event_type" NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'PENDING',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "attempted_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "response_status" SMALLINT,
    "response_body" TEXT,
    "failure_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_team_id_created_at_id_idx" ON "webhook_endpoints"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_events_team_id_record_id_sequence_idx" ON "webhook_events"("team_id", "record_id", "sequence" DESC);

-- CreateIndex
CREATE INDEX "webhook_events_id_idx" ON "webhook_events" USING BRIN ("id" uuid_minmax_ops);

-- CreateIndex
CREATE INDEX "webhook_deliveries_team_id_created_at_id_idx" ON "webhook_deliveries"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_team_id_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("team_id", "endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_team_id_event_id_endpoint_id_key" ON "webhook_deliveries"("team_id", "event_id", "endpoint_id");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_team_id_endpoint_id_fkey" FOREIGN KEY ("team_id", "endpoint_id") REFERENCES "webhook_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_team_id_event_id_fkey" FOREIGN KEY ("team_id", "event_id") REFERENCES "webhook_events"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What is due: pending deliveries are few beside those that are over.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("team_id", "endpoint_id", "due_at") WHERE "status" = 'PENDING';
