-- AlterEnum
ALTER TYPE "lookup_status" ADD VALUE 'cancelled';

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "low_balance" DECIMAL(18,6);

-- CreateTable
CREATE TABLE "voice_campaign_offers" (
    "voice_campaign_id" UUID NOT NULL,
    "offer_id" UUID NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "voice_campaign_offers_pkey" PRIMARY KEY ("voice_campaign_id","offer_id")
);

-- CreateIndex
CREATE INDEX "voice_campaign_offers_offer_id_idx" ON "voice_campaign_offers"("offer_id");

-- CreateIndex
CREATE INDEX "offers_team_id_updated_at_id_idx" ON "offers"("team_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "offers_team_id_profit_id_idx" ON "offers"("team_id", "profit", "id");

-- AddForeignKey
ALTER TABLE "voice_campaign_offers" ADD CONSTRAINT "voice_campaign_offers_voice_campaign_id_fkey" FOREIGN KEY ("voice_campaign_id") REFERENCES "voice_campaigns"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "voice_campaign_offers" ADD CONSTRAINT "voice_campaign_offers_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "offers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
