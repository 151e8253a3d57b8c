-- AlterEnum
ALTER TYPE "data_file_status" ADD VALUE 'cancelled';

-- AlterTable
ALTER TABLE "data_file_row_errors" ADD COLUMN     "is_warning" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "data_files" ADD COLUMN     "warning_rows" INTEGER NOT NULL DEFAULT 0;

