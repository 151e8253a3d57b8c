-- AlterTable
ALTER TABLE "hub_returns" ADD COLUMN     "taken_until" TIMESTAMPTZ(3);

-- Room on a row's page, so that being taken or applied enters no index.
ALTER TABLE "hub_returns" SET (fillfactor = 50);
ALTER TABLE "sms_receipts" SET (fillfactor = 50);
