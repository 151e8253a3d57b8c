-- Feeds now reach contacts that land in their segment later. Their sends look at everybody once more, so that those who
-- were there before the first start are noted and stay left out.
UPDATE "voice_campaign_sends" SET "audience_at" = NULL, "audience_up_to" = NULL WHERE "meta" ->> 'sendType' = 'feed';
