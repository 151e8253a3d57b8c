-- AlterTable
ALTER TABLE "seller_endpoints" ADD COLUMN     "callback_failure" TEXT,
ADD COLUMN     "callback_paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "callback_secret" BYTEA,
ADD COLUMN     "callback_url" TEXT,
ADD COLUMN     "previous_callback_secret" BYTEA,
ADD COLUMN     "previous_callback_secret_expires_at" TIMESTAMPTZ(3);

-- Looked for again and again, among endpoints that mostly have none.
CREATE INDEX seller_endpoints_callbacks_idx ON seller_endpoints (team_id, id) WHERE callback_url IS NOT NULL;
