-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN     "call_id" UUID,
ADD COLUMN     "direct_message_id" UUID,
ADD COLUMN     "route_id" UUID,
ADD COLUMN     "seller_endpoint_id" UUID,
ADD COLUMN     "sms_send_id" UUID;


-- A call's entry has its id as the key. Its reason had the phone number, which an erasure would have left.
UPDATE "ledger_entries" SET "call_id" = "webhook_request_id", "reason" = '1 call'
WHERE "kind" = 'charge' AND "reason" ~ '^Call to [0-9]{5,18}$';
