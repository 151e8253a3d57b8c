-- AlterEnum
ALTER TYPE "mark_kind" ADD VALUE 'hub';

-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'HUB_MESSAGE_FINAL';

-- CreateTable
CREATE TABLE "hub_roll_ups" (
    "team_id" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "client_company_id" UUID,
    "route_id" UUID,
    "country_id" INTEGER,
    "network_id" INTEGER,
    "status" "hub_message_status" NOT NULL,
    "refusal" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "messages" INTEGER NOT NULL,
    "parts" INTEGER NOT NULL,
    "cost" DECIMAL(24,6) NOT NULL,
    "price" DECIMAL(24,6) NOT NULL,
    "within1" INTEGER NOT NULL,
    "within2" INTEGER NOT NULL,
    "within3" INTEGER NOT NULL,
    "within5" INTEGER NOT NULL,
    "within8" INTEGER NOT NULL,
    "within13" INTEGER NOT NULL,
    "within20" INTEGER NOT NULL,
    "within30" INTEGER NOT NULL,
    "within60" INTEGER NOT NULL,
    "within120" INTEGER NOT NULL,
    "within300" INTEGER NOT NULL,
    "within900" INTEGER NOT NULL,
    "within3600" INTEGER NOT NULL,
    "within21600" INTEGER NOT NULL,
    "within86400" INTEGER NOT NULL,
    "within259200" INTEGER NOT NULL,

    CONSTRAINT "hub_roll_ups_pkey" PRIMARY KEY ("team_id","slot","number")
);

-- CreateIndex
CREATE INDEX "hub_roll_ups_team_id_created_at_idx" ON "hub_roll_ups"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "hub_connections_team_id_seller_endpoint_id_bound_at_id_idx" ON "hub_connections"("team_id", "seller_endpoint_id", "bound_at", "id");

-- AddForeignKey
ALTER TABLE "hub_roll_ups" ADD CONSTRAINT "hub_roll_ups_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

