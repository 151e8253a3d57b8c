-- AlterTable
ALTER TABLE "sms_messages" ADD COLUMN     "replied_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sms_roll_ups" ADD COLUMN     "replied" INTEGER NOT NULL DEFAULT 0;

-- What was written back before.
UPDATE "sms_messages" m SET "replied_at" = r.at FROM (
    SELECT "team_id", "message_id", min("received_at") AS at FROM "sms_replies"
    WHERE "kind" <> 'STOP' AND "message_id" IS NOT NULL GROUP BY 1, 2) r
  WHERE m."team_id" = r."team_id" AND m."id" = r."message_id";

INSERT INTO "report_marks" ("team_id", "kind", "slot")
  SELECT DISTINCT "team_id", 'sms'::"mark_kind", (('x' || left(replace("id"::text, '-', ''), 12))::bit(48)::bigint / 900000)::int
  FROM "sms_messages" WHERE "replied_at" IS NOT NULL
  ON CONFLICT DO NOTHING;
