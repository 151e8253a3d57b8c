-- AlterTable
ALTER TABLE "route_health" ADD COLUMN     "out_since" TIMESTAMPTZ(3);
UPDATE "route_health" SET "out_since" = "updated_at" WHERE "is_out";
ALTER TABLE "route_health" DROP COLUMN "is_out";

-- AlterTable
ALTER TABLE "route_outcomes" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "route_outcomes" ALTER COLUMN "claimed_at" DROP DEFAULT;
