-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "route_provider" ADD VALUE 'twilio';
ALTER TYPE "route_provider" ADD VALUE 'vonage';
ALTER TYPE "route_provider" ADD VALUE 'telnyx';
ALTER TYPE "route_provider" ADD VALUE 'infobip';
ALTER TYPE "route_provider" ADD VALUE 'sinch';
ALTER TYPE "route_provider" ADD VALUE 'plivo';
ALTER TYPE "route_provider" ADD VALUE 'bird';
ALTER TYPE "route_provider" ADD VALUE 'bandwidth';
ALTER TYPE "route_provider" ADD VALUE 'aws';
ALTER TYPE "route_provider" ADD VALUE 'kannel';
ALTER TYPE "route_provider" ADD VALUE 'jasmin';
ALTER TYPE "route_provider" ADD VALUE 'custom';

