-- AlterTable
ALTER TABLE "sms_messages" ADD COLUMN     "revenue" DECIMAL(18,6);

-- What a sale earned was not kept: the offer's profit of today stands for it.
UPDATE "sms_messages" m SET "revenue" = o."profit" FROM "offers" o
WHERE m."is_sale" AND o."team_id" = m."team_id" AND o."id" = m."offer_id";
