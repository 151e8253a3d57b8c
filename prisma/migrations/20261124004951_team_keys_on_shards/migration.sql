-- DropForeignKey
ALTER TABLE "consent_events" DROP CONSTRAINT "consent_events_team_id_fkey";

-- DropForeignKey
ALTER TABLE "sending_settings" DROP CONSTRAINT "sending_settings_team_id_fkey";

-- AddForeignKey
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sending_settings" ADD CONSTRAINT "sending_settings_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;


-- A call and its name are written by one statement, in either order.
ALTER TABLE "call_names" ALTER CONSTRAINT "call_names_team_id_call_id_fkey" DEFERRABLE INITIALLY DEFERRED;
