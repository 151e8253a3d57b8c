-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'BALANCE_LOW';

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "paused_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "direct_messages_team_id_route_id_handed_at_idx" ON "direct_messages"("team_id", "route_id", "handed_at");

