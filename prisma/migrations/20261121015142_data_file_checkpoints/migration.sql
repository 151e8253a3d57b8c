-- AlterTable
ALTER TABLE "contacts" ADD COLUMN     "import_id" UUID;

-- AlterTable
ALTER TABLE "data_files" ADD COLUMN     "checkpoint_bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "checkpoint_lines" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "duplicate_rows" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "has_header" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "import_id" UUID;
