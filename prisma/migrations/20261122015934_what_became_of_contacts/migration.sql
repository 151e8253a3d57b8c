-- AlterTable
ALTER TABLE "data_files" ADD COLUMN     "created_contacts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unchanged_contacts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "updated_contacts" INTEGER NOT NULL DEFAULT 0;
