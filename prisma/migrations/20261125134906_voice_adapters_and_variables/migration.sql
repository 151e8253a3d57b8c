-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "voice_adapter" ADD VALUE 'vapi';
ALTER TYPE "voice_adapter" ADD VALUE 'retell';
ALTER TYPE "voice_adapter" ADD VALUE 'bland';
ALTER TYPE "voice_adapter" ADD VALUE 'custom';

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "control_url" TEXT,
ADD COLUMN     "listen_url" TEXT,
ADD COLUMN     "summary" TEXT;

-- AlterTable
ALTER TABLE "voice_campaigns" ADD COLUMN     "variables" JSONB;

