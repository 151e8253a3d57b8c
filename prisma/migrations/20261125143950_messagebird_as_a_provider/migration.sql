-- AlterEnum
ALTER TYPE "route_provider" ADD VALUE 'messagebird';

