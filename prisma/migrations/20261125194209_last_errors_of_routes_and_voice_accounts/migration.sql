-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "last_error_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_error_kind" TEXT,
ADD COLUMN     "last_error_reason" TEXT;

-- AlterTable
ALTER TABLE "voice_accounts" ADD COLUMN     "last_error_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_error_kind" TEXT,
ADD COLUMN     "last_error_reason" TEXT;

