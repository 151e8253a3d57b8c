-- CreateEnum
CREATE TYPE "email_secret_purpose" AS ENUM ('reset_password', 'confirm_email');

-- CreateEnum
CREATE TYPE "invitation_delivery" AS ENUM ('waiting', 'sent', 'failed');

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "delivery" "invitation_delivery" NOT NULL DEFAULT 'waiting',
ALTER COLUMN "token_hash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "email_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "purpose" "email_secret_purpose" NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_secrets_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateTable
CREATE TABLE "setup_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setup_secrets_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateIndex
CREATE INDEX "email_secrets_user_id_idx" ON "email_secrets"("user_id");

-- CreateIndex
CREATE INDEX "email_secrets_expires_at_idx" ON "email_secrets"("expires_at");

-- AddForeignKey
ALTER TABLE "email_secrets" ADD CONSTRAINT "email_secrets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
