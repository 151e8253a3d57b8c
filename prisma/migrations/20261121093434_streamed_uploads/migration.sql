-- AlterTable
ALTER TABLE "data_files" ADD COLUMN     "guessed_columns" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "is_uploading" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "preview" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "rows_per_second" REAL,
ADD COLUMN     "sha256" TEXT;

-- CreateIndex
CREATE INDEX "data_files_team_id_sha256_idx" ON "data_files"("team_id", "sha256");
