-- CreateTable
CREATE TABLE "sms_reply_parts" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "text_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "reference" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "is_ended" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_reply_parts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "sms_reply_parts_team_id_route_id_sender_recipient_reference_idx" ON "sms_reply_parts"("team_id", "route_id", "sender", "recipient", "reference");

-- CreateIndex
CREATE INDEX "sms_reply_parts_created_at_idx" ON "sms_reply_parts"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "sms_reply_parts_team_id_text_id_place_key" ON "sms_reply_parts"("team_id", "text_id", "place");

-- AddForeignKey
ALTER TABLE "sms_reply_parts" ADD CONSTRAINT "sms_reply_parts_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;


CREATE INDEX sms_reply_parts_person_idx ON sms_reply_parts USING gin (person_keys(sender));
