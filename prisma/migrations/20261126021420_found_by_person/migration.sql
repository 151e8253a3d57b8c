-- CreateIndex
CREATE INDEX "hub_parts_team_id_message_id_idx" ON "hub_parts"("team_id", "message_id");

-- CreateIndex
CREATE INDEX "sms_link_events_message_id_idx" ON "sms_link_events" USING BRIN ("message_id" uuid_minmax_ops);

-- CreateIndex
CREATE INDEX "sms_provider_messages_message_id_idx" ON "sms_provider_messages" USING BRIN ("message_id" uuid_minmax_ops);

-- CreateIndex
CREATE INDEX "sms_receipts_id_idx" ON "sms_receipts" USING BRIN ("id" uuid_minmax_ops);


-- What a text may name a person by: every six digits in a row of its numbers, however these are written, and its e-mail
-- addresses. Whoever is asked for has all keys of their number or of their e-mail. Its cost keeps the planner from filtering by it.
CREATE FUNCTION person_keys(given text) RETURNS int[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
  SELECT COALESCE(array_agg(DISTINCT key), '{}') FROM (
    SELECT substr(run[1], at, 6)::int AS key
    FROM regexp_matches(translate(given, ' ./()-', ''), '[0-9]{6,}', 'g') run, generate_series(1, length(run[1]) - 5) at
    UNION ALL
    SELECT hashtext(rtrim(address[1], '.'))
    FROM regexp_matches(replace(replace(replace(lower(given), '\n', ' '), '\r', ' '), '\t', ' '),
      '[^\s"''@<>,;:()|=/?&\\]+@[^\s"''@<>,;:()|=/?&\\]+', 'g') address
  ) keys
$$;

-- The mutations whose entries may have a number: TELLING in src/modules/audience/person/inventory.ts.
CREATE INDEX audit_entries_person_idx ON audit_entries
  USING gin (person_keys(input::text || COALESCE(before::text, '') || COALESCE(after::text, '')))
  WHERE action = ANY ('{createContact,updateContact,deleteContact,exportPerson,recordConsent,requestNumberLookup,suppressContact,suppressNumbers,unsuppressContact,unsuppressNumber,sendCampaignTest,sendReply,sendSms,testRoute,createSmsTestSchedule,updateSmsTestSchedule,deleteSmsTestSchedule,uploadDataFile,importDataFile,cancelDataFileImport,deleteDataFile,receiveCallEvent,replayCallEvent,replayWebhookDelivery}'::text[]);

CREATE INDEX data_files_person_idx ON data_files USING gin (person_keys(preview::text));
CREATE INDEX data_file_row_errors_person_idx ON data_file_row_errors USING gin (person_keys(value));

-- Few events are of these types.
CREATE INDEX webhook_events_number_idx ON webhook_events (team_id, (data ->> 'number')) WHERE type = 'CONTACT_UNSUBSCRIBED';
CREATE INDEX hub_returns_from_idx ON hub_returns (team_id, (content ->> 'from')) WHERE kind = 'REPLY';

-- Events of calls that are not known, by the last digits of the customer's number.
CREATE INDEX call_events_customer_idx ON call_events (team_id,
  (right(regexp_replace(COALESCE(payload #>> '{customer,number}', payload #>> '{call,customer,number}'), '[^0-9]', '', 'g'), 6)))
  WHERE call_id IS NULL;
