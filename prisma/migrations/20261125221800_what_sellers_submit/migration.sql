-- CreateEnum
CREATE TYPE "hub_bind_kind" AS ENUM ('TRANSMITTER', 'RECEIVER', 'TRANSCEIVER');

-- CreateEnum
CREATE TYPE "hub_protocol" AS ENUM ('SMPP', 'HTTP');

-- CreateEnum
CREATE TYPE "hub_message_status" AS ENUM ('REJECTED', 'QUEUED', 'SENDING', 'ACCEPTED', 'DELIVERED', 'FAILED', 'EXPIRED', 'UNKNOWN', 'CANCELED');

-- CreateEnum
CREATE TYPE "hub_receipt_wish" AS ENUM ('ALL', 'FAILURES', 'NONE');

-- CreateEnum
CREATE TYPE "hub_return_kind" AS ENUM ('RECEIPT', 'REPLY');

-- AlterTable
ALTER TABLE "client_companies" ADD COLUMN     "integration_id" UUID;

-- AlterTable
ALTER TABLE "seller_endpoints" DROP COLUMN "active_rx",
DROP COLUMN "active_trx",
DROP COLUMN "active_tx",
ADD COLUMN     "is_lookup_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "per_second" INTEGER,
ADD COLUMN     "window" INTEGER NOT NULL DEFAULT 100;

-- AlterTable
ALTER TABLE "sms_batches" ADD COLUMN     "seller_endpoint_id" UUID,
ALTER COLUMN "sms_send_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "sms_provider_calls" ALTER COLUMN "sms_send_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "hub_connections" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "kind" "hub_bind_kind" NOT NULL,
    "address" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "bound_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hub_connections_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "hub_senders" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "sender" TEXT NOT NULL,
    "keyword" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "hub_senders_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "hub_messages" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "client_company_id" UUID,
    "protocol" "hub_protocol" NOT NULL,
    "sender" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "number" BIGINT,
    "text" TEXT NOT NULL,
    "sms_parts" INTEGER NOT NULL DEFAULT 1,
    "country_id" INTEGER,
    "network_id" INTEGER,
    "route_id" UUID,
    "profit_rule_id" UUID,
    "cost" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "price" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "integration_id" UUID,
    "payer_id" UUID,
    "status" "hub_message_status" NOT NULL DEFAULT 'QUEUED',
    "refusal" TEXT,
    "reason" TEXT,
    "dlr_code" INTEGER,
    "reference" TEXT,
    "receipts" "hub_receipt_wish" NOT NULL DEFAULT 'ALL',
    "part_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "refusals" JSONB,
    "route_choice" JSONB,
    "batch_id" UUID,
    "sms_id" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hub_messages_pkey" PRIMARY KEY ("team_id","id")
) PARTITION BY RANGE ("id");

-- By id, whose first 48 bits are milliseconds: all until the end of this month, some months ahead, and the rest. The product
-- makes the next ones.
DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  bounds uuid[] := ARRAY(SELECT (lpad(to_hex((extract(epoch FROM month + make_interval(months => n)) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid FROM generate_series(1, 4) n);
BEGIN
  CREATE TABLE partitions."hub_messages_default" PARTITION OF public."hub_messages" DEFAULT WITH (fillfactor = 50);
  EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (MINVALUE) TO (%L) WITH (fillfactor = 50)',
    'hub_messages_first', 'hub_messages', bounds[1]);
  FOR n IN 1..3 LOOP
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = 50)',
      'hub_messages' || to_char(month + make_interval(months => n), '_YYYY_MM'), 'hub_messages', bounds[n], bounds[n + 1]);
  END LOOP;
END $$;

-- CreateTable
CREATE TABLE "hub_queues" (
    "team_id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "turn_at" TIMESTAMPTZ(3),

    CONSTRAINT "hub_queues_pkey" PRIMARY KEY ("team_id","seller_endpoint_id")
);

-- CreateTable
CREATE TABLE "hub_references" (
    "team_id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hub_references_pkey" PRIMARY KEY ("team_id","seller_endpoint_id","reference")
);

-- CreateTable
CREATE TABLE "hub_parts" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "sender" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "concatenation" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "submission" JSONB NOT NULL,
    "receipts" "hub_receipt_wish" NOT NULL,
    "message_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hub_parts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "hub_returns" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seller_endpoint_id" UUID NOT NULL,
    "kind" "hub_return_kind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hub_returns_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "hub_connections_team_id_seller_endpoint_id_lease_until_idx" ON "hub_connections"("team_id", "seller_endpoint_id", "lease_until");

-- CreateIndex
CREATE INDEX "hub_connections_lease_until_idx" ON "hub_connections"("lease_until");

-- CreateIndex
CREATE INDEX "hub_senders_team_id_seller_endpoint_id_sender_keyword_id_idx" ON "hub_senders"("team_id", "seller_endpoint_id", "sender", "keyword", "id");

-- CreateIndex
CREATE UNIQUE INDEX "hub_senders_team_id_sender_keyword_key" ON "hub_senders"("team_id", "sender", "keyword");

-- CreateIndex
CREATE INDEX "hub_messages_team_id_created_at_id_idx" ON "hub_messages"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "hub_messages_team_id_seller_endpoint_id_created_at_id_idx" ON "hub_messages"("team_id", "seller_endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "hub_messages_team_id_client_company_id_created_at_id_idx" ON "hub_messages"("team_id", "client_company_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "hub_messages_team_id_number_created_at_idx" ON "hub_messages"("team_id", "number", "created_at" DESC);

-- CreateIndex
CREATE INDEX "hub_messages_team_id_route_id_created_at_id_idx" ON "hub_messages"("team_id", "route_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "hub_messages_team_id_batch_id_idx" ON "hub_messages"("team_id", "batch_id");

-- What waits: few rows, whatever is stored.
CREATE INDEX "hub_messages_queued_idx" ON "hub_messages"("team_id", "seller_endpoint_id", "due_at", "id") WHERE "status" = 'QUEUED';

-- CreateIndex
CREATE INDEX "hub_queues_due_at_idx" ON "hub_queues"("due_at");

-- CreateIndex
CREATE INDEX "hub_references_created_at_idx" ON "hub_references"("created_at");

-- CreateIndex
CREATE INDEX "hub_parts_team_id_seller_endpoint_id_sender_destination_con_idx" ON "hub_parts"("team_id", "seller_endpoint_id", "sender", "destination", "concatenation");

-- CreateIndex
CREATE INDEX "hub_parts_created_at_idx" ON "hub_parts"("created_at");

-- CreateIndex
CREATE INDEX "hub_returns_team_id_seller_endpoint_id_due_at_id_idx" ON "hub_returns"("team_id", "seller_endpoint_id", "due_at", "id");

-- CreateIndex
CREATE INDEX "hub_returns_team_id_subject_id_id_idx" ON "hub_returns"("team_id", "subject_id", "id");

-- CreateIndex
CREATE INDEX "hub_returns_expires_at_idx" ON "hub_returns"("expires_at");

-- CreateIndex
CREATE INDEX "client_companies_team_id_integration_id_idx" ON "client_companies"("team_id", "integration_id");

-- AddForeignKey
ALTER TABLE "hub_connections" ADD CONSTRAINT "hub_connections_team_id_seller_endpoint_id_fkey" FOREIGN KEY ("team_id", "seller_endpoint_id") REFERENCES "seller_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hub_senders" ADD CONSTRAINT "hub_senders_team_id_seller_endpoint_id_fkey" FOREIGN KEY ("team_id", "seller_endpoint_id") REFERENCES "seller_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hub_queues" ADD CONSTRAINT "hub_queues_team_id_seller_endpoint_id_fkey" FOREIGN KEY ("team_id", "seller_endpoint_id") REFERENCES "seller_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hub_references" ADD CONSTRAINT "hub_references_team_id_seller_endpoint_id_fkey" FOREIGN KEY ("team_id", "seller_endpoint_id") REFERENCES "seller_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hub_parts" ADD CONSTRAINT "hub_parts_team_id_seller_endpoint_id_fkey" FOREIGN KEY ("team_id", "seller_endpoint_id") REFERENCES "seller_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hub_returns" ADD CONSTRAINT "hub_returns_team_id_seller_endpoint_id_fkey" FOREIGN KEY ("team_id", "seller_endpoint_id") REFERENCES "seller_endpoints"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "client_companies" ADD CONSTRAINT "client_companies_team_id_integration_id_fkey" FOREIGN KEY ("team_id", "integration_id") REFERENCES "integrations"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

