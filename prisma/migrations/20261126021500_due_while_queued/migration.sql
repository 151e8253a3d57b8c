-- Only what is queued is due. The index of what is due does not name the status, so an acceptance and a receipt change no index.
DROP INDEX "hub_messages_queued_idx";
ALTER TABLE "hub_messages" ALTER COLUMN "due_at" DROP NOT NULL, ALTER COLUMN "due_at" SET DEFAULT CURRENT_TIMESTAMP;
UPDATE "hub_messages" SET "due_at" = NULL WHERE "status" <> 'QUEUED';
ALTER TABLE "hub_messages" ADD CONSTRAINT "hub_messages_due_while_queued" CHECK (("status" = 'QUEUED') = ("due_at" IS NOT NULL));
CREATE INDEX "hub_messages_due_idx" ON "hub_messages"("team_id", "seller_endpoint_id", "due_at", "id") WHERE "due_at" IS NOT NULL;
