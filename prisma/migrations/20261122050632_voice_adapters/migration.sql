-- CreateEnum
CREATE TYPE "voice_adapter" AS ENUM ('simulator', 'http');

-- AlterTable
ALTER TABLE "numbers" ADD COLUMN     "max_concurrent_calls" INTEGER;

-- AlterTable
ALTER TABLE "voice_accounts" ADD COLUMN     "adapter" "voice_adapter",
ADD COLUMN     "adapter_credentials" BYTEA,
ADD COLUMN     "adapter_settings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "integration_id" UUID,
ADD COLUMN     "max_concurrent_calls" INTEGER NOT NULL DEFAULT 10,
ADD COLUMN     "paused_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "voice_accounts_team_id_integration_id_idx" ON "voice_accounts"("team_id", "integration_id");

-- AddForeignKey
ALTER TABLE "voice_accounts" ADD CONSTRAINT "voice_accounts_team_id_integration_id_fkey" FOREIGN KEY ("team_id", "integration_id") REFERENCES "integrations"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
