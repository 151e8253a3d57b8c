-- DropIndex
DROP INDEX "hub_returns_expires_at_idx";

-- AlterTable
ALTER TABLE "hub_returns" DROP COLUMN "expires_at";

-- CreateIndex
CREATE INDEX "hub_returns_created_at_idx" ON "hub_returns"("created_at");

