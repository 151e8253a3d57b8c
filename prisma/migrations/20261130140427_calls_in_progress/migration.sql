-- AlterTable
ALTER TABLE "voice_campaign_sends" ADD COLUMN     "handed" INTEGER NOT NULL DEFAULT 0;


UPDATE "voice_campaign_sends" s SET "handed" = x.count
FROM (SELECT team_id, voice_campaign_send_id, count(*)::int AS count FROM voice_recipients WHERE status = 'handed' GROUP BY 1, 2) x
WHERE s.team_id = x.team_id AND s.id = x.voice_campaign_send_id;

-- Calls that are open, and those without a known result, are few among all of a send.
CREATE INDEX call_placements_open_idx ON call_placements (team_id, voice_campaign_send_id) WHERE status <> 'ended';

-- CreateIndex
CREATE INDEX "call_roll_ups_team_id_voice_campaign_send_id_idx" ON "call_roll_ups"("team_id", "voice_campaign_send_id");
