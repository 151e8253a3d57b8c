-- AlterTable
ALTER TABLE "sending_settings" ADD COLUMN     "previous_postback_secret_expires_at" TIMESTAMPTZ(3);


-- Each secret among them has its own end, at most so many hours after it was replaced.
UPDATE "sending_settings" SET "previous_postback_secret_expires_at" = now() + make_interval(hours => 168)
WHERE "previous_postback_secret" IS NOT NULL;
