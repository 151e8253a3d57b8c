-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "previous_secret" BYTEA,
ADD COLUMN     "previous_secret_expires_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "voice_accounts" ADD COLUMN     "previous_adapter_credentials" BYTEA,
ADD COLUMN     "previous_adapter_credentials_expire_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sending_settings" ADD COLUMN     "previous_postback_secret" BYTEA;
