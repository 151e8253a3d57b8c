-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "deleting_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "seller_endpoints" ADD COLUMN     "deleting_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tags" ADD COLUMN     "deleting_at" TIMESTAMPTZ(3);

