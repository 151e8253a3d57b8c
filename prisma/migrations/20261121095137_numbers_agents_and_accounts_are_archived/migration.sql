-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "archived_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "numbers" ADD COLUMN     "archived_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "voice_accounts" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "previous_secret_last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "secret_last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "secret_rotated_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "agents_team_id_name_id_idx" ON "agents"("team_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_team_id_external_id_key" ON "agents"("team_id", "external_id");
