-- CreateEnum
CREATE TYPE "recipient_rule" AS ENUM ('team_hours', 'campaign_hours', 'campaign_days', 'never_open', 'daily_limit', 'weekly_limit', 'look_up', 'route_paused', 'refused_for_now', 'came_back', 'suppressed', 'no_route', 'text_failed', 'left_audience', 'there_before');

-- AlterTable
ALTER TABLE "sms_recipients" ADD COLUMN     "decided_at" TIMESTAMPTZ(3),
ADD COLUMN     "rule" "recipient_rule";
