-- Values of enums are written as the API writes them. A process of the former version cannot read them: stop all of them first.
ALTER TYPE "hub_bind_kind" RENAME VALUE 'TRANSMITTER' TO 'transmitter';
ALTER TYPE "hub_bind_kind" RENAME VALUE 'RECEIVER' TO 'receiver';
ALTER TYPE "hub_bind_kind" RENAME VALUE 'TRANSCEIVER' TO 'transceiver';

ALTER TYPE "hub_protocol" RENAME VALUE 'SMPP' TO 'smpp';
ALTER TYPE "hub_protocol" RENAME VALUE 'HTTP' TO 'http';

ALTER TYPE "hub_message_status" RENAME VALUE 'REJECTED' TO 'rejected';
ALTER TYPE "hub_message_status" RENAME VALUE 'QUEUED' TO 'queued';
ALTER TYPE "hub_message_status" RENAME VALUE 'SENDING' TO 'sending';
ALTER TYPE "hub_message_status" RENAME VALUE 'ACCEPTED' TO 'accepted';
ALTER TYPE "hub_message_status" RENAME VALUE 'DELIVERED' TO 'delivered';
ALTER TYPE "hub_message_status" RENAME VALUE 'FAILED' TO 'failed';
ALTER TYPE "hub_message_status" RENAME VALUE 'EXPIRED' TO 'expired';
ALTER TYPE "hub_message_status" RENAME VALUE 'UNKNOWN' TO 'unknown';
ALTER TYPE "hub_message_status" RENAME VALUE 'CANCELED' TO 'canceled';

ALTER TYPE "hub_receipt_wish" RENAME VALUE 'ALL' TO 'all';
ALTER TYPE "hub_receipt_wish" RENAME VALUE 'FAILURES' TO 'failures';
ALTER TYPE "hub_receipt_wish" RENAME VALUE 'NONE' TO 'none';

ALTER TYPE "hub_return_kind" RENAME VALUE 'RECEIPT' TO 'receipt';
ALTER TYPE "hub_return_kind" RENAME VALUE 'REPLY' TO 'reply';

ALTER TYPE "reply_kind" RENAME VALUE 'TEXT' TO 'text';
ALTER TYPE "reply_kind" RENAME VALUE 'STOP' TO 'stop';
ALTER TYPE "reply_kind" RENAME VALUE 'START' TO 'start';
ALTER TYPE "reply_kind" RENAME VALUE 'HELP' TO 'help';
ALTER TYPE "reply_kind" RENAME VALUE 'KEYWORD' TO 'keyword';

ALTER TYPE "conversation_status" RENAME VALUE 'OPEN' TO 'open';
ALTER TYPE "conversation_status" RENAME VALUE 'CLOSED' TO 'closed';

ALTER TYPE "message_direction" RENAME VALUE 'INBOUND' TO 'inbound';
ALTER TYPE "message_direction" RENAME VALUE 'OUTBOUND' TO 'outbound';

ALTER TYPE "reply_keyword_match" RENAME VALUE 'EXACT' TO 'exact';
ALTER TYPE "reply_keyword_match" RENAME VALUE 'PREFIX' TO 'prefix';

ALTER TYPE "direct_message_kind" RENAME VALUE 'REPLY' TO 'reply';
ALTER TYPE "direct_message_kind" RENAME VALUE 'ONE_OFF' TO 'one_off';
ALTER TYPE "direct_message_kind" RENAME VALUE 'CAMPAIGN_TEST' TO 'campaign_test';
ALTER TYPE "direct_message_kind" RENAME VALUE 'HELP' TO 'help';
ALTER TYPE "direct_message_kind" RENAME VALUE 'KEYWORD' TO 'keyword';

ALTER TYPE "direct_message_status" RENAME VALUE 'QUEUED' TO 'queued';
ALTER TYPE "direct_message_status" RENAME VALUE 'SENDING' TO 'sending';
ALTER TYPE "direct_message_status" RENAME VALUE 'ACCEPTED' TO 'accepted';
ALTER TYPE "direct_message_status" RENAME VALUE 'DELIVERED' TO 'delivered';
ALTER TYPE "direct_message_status" RENAME VALUE 'FAILED' TO 'failed';
ALTER TYPE "direct_message_status" RENAME VALUE 'EXPIRED' TO 'expired';
ALTER TYPE "direct_message_status" RENAME VALUE 'UNKNOWN' TO 'unknown';

ALTER TYPE "consent_state" RENAME VALUE 'GRANTED' TO 'granted';
ALTER TYPE "consent_state" RENAME VALUE 'WITHDRAWN' TO 'withdrawn';

ALTER TYPE "consent_purpose" RENAME VALUE 'MARKETING' TO 'marketing';
ALTER TYPE "consent_purpose" RENAME VALUE 'SERVICE' TO 'service';

ALTER TYPE "consent_source" RENAME VALUE 'IMPORT' TO 'import';
ALTER TYPE "consent_source" RENAME VALUE 'FORM' TO 'form';
ALTER TYPE "consent_source" RENAME VALUE 'KEYWORD' TO 'keyword';
ALTER TYPE "consent_source" RENAME VALUE 'LINK' TO 'link';
ALTER TYPE "consent_source" RENAME VALUE 'CALL' TO 'call';
ALTER TYPE "consent_source" RENAME VALUE 'API' TO 'api';
ALTER TYPE "consent_source" RENAME VALUE 'AGENT' TO 'agent';
ALTER TYPE "consent_source" RENAME VALUE 'PROVIDER' TO 'provider';

ALTER TYPE "webhook_event_type" RENAME VALUE 'MESSAGE_ACCEPTED' TO 'message_accepted';
ALTER TYPE "webhook_event_type" RENAME VALUE 'MESSAGE_DELIVERED' TO 'message_delivered';
ALTER TYPE "webhook_event_type" RENAME VALUE 'MESSAGE_FAILED' TO 'message_failed';
ALTER TYPE "webhook_event_type" RENAME VALUE 'MESSAGE_CLICKED' TO 'message_clicked';
ALTER TYPE "webhook_event_type" RENAME VALUE 'MESSAGE_REPLIED' TO 'message_replied';
ALTER TYPE "webhook_event_type" RENAME VALUE 'CONTACT_UNSUBSCRIBED' TO 'contact_unsubscribed';
ALTER TYPE "webhook_event_type" RENAME VALUE 'CALL_ENDED' TO 'call_ended';
ALTER TYPE "webhook_event_type" RENAME VALUE 'CALL_OUTCOME_CHANGED' TO 'call_outcome_changed';
ALTER TYPE "webhook_event_type" RENAME VALUE 'CAMPAIGN_STATUS_CHANGED' TO 'campaign_status_changed';
ALTER TYPE "webhook_event_type" RENAME VALUE 'IMPORT_FINISHED' TO 'import_finished';
ALTER TYPE "webhook_event_type" RENAME VALUE 'NUMBER_LOOKED_UP' TO 'number_looked_up';
ALTER TYPE "webhook_event_type" RENAME VALUE 'BALANCE_LOW' TO 'balance_low';
ALTER TYPE "webhook_event_type" RENAME VALUE 'HUB_MESSAGE_FINAL' TO 'hub_message_final';
ALTER TYPE "webhook_event_type" RENAME VALUE 'ENDPOINT_TEST' TO 'endpoint_test';

ALTER TYPE "webhook_delivery_status" RENAME VALUE 'PENDING' TO 'pending';
ALTER TYPE "webhook_delivery_status" RENAME VALUE 'DELIVERED' TO 'delivered';
ALTER TYPE "webhook_delivery_status" RENAME VALUE 'FAILED' TO 'failed';

-- The same words in columns of text and JSON.
UPDATE "hub_messages" SET "refusal" = lower("refusal") WHERE "refusal" IS NOT NULL;
UPDATE "hub_roll_ups" SET "refusal" = lower("refusal") WHERE "refusal" IS NOT NULL;
UPDATE "hub_returns" SET "content" = jsonb_set("content", '{status}', to_jsonb(lower("content"->>'status')))
  WHERE "kind" = 'receipt';
UPDATE "webhook_events" SET "data" = jsonb_set("data", '{kind}', to_jsonb(lower("data"->>'kind')))
  WHERE "type" = 'message_replied';
UPDATE "webhook_events" SET "data" = jsonb_set("data", '{status}', to_jsonb(lower("data"->>'status')))
  WHERE "type" = 'hub_message_final';
UPDATE "data_files" SET "consent" = jsonb_set("consent", '{purpose}', to_jsonb(lower("consent"->>'purpose')))
  WHERE "consent"->>'purpose' IS NOT NULL;
UPDATE "sms_sends" SET "meta" = jsonb_set("meta", '{requiresConsent}', to_jsonb(lower("meta"->>'requiresConsent')))
  WHERE "meta"->>'requiresConsent' IS NOT NULL;
UPDATE "voice_campaign_sends" SET "meta" = jsonb_set("meta", '{requiresConsent}', to_jsonb(lower("meta"->>'requiresConsent')))
  WHERE "meta"->>'requiresConsent' IS NOT NULL;
UPDATE "segments" SET "filter" = jsonb_set("filter", '{consentsAll}', lower("filter"->>'consentsAll')::jsonb)
  WHERE "filter"->'consentsAll' IS NOT NULL;

-- Their answers have the former values. A repeat is refused rather than done again.
UPDATE "idempotency_keys" SET "input_hash" = ''
  WHERE "operation" = ANY ('{sendSms,sendReply,sendCampaignTest,recordConsent,importDataFile,createReplyKeyword,createSegment,createWebhookEndpoint,createSmsCampaign,createVoiceCampaign,duplicateSmsCampaign,duplicateVoiceCampaign}'::text[]);
