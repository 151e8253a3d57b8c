-- The mutations whose entries may have a number: TELLING in src/modules/audience/person/inventory.ts. New: testVoiceAccount.
DROP INDEX audit_entries_person_idx;
CREATE INDEX audit_entries_person_idx ON audit_entries
  USING gin (person_keys(input::text || COALESCE(before::text, '') || COALESCE(after::text, '')))
  WHERE action = ANY ('{createContact,updateContact,deleteContact,exportPerson,recordConsent,requestNumberLookup,suppressContact,suppressNumbers,unsuppressContact,unsuppressNumber,sendCampaignTest,sendReply,sendSms,testRoute,testVoiceAccount,createSmsTestSchedule,updateSmsTestSchedule,deleteSmsTestSchedule,uploadDataFile,importDataFile,cancelDataFileImport,deleteDataFile,receiveCallEvent,replayCallEvent,replayWebhookDelivery}'::text[]);

-- Receipts of parts that became no message: nothing else leads to them.
CREATE INDEX hub_returns_part_idx ON hub_returns USING gin (person_keys(content ->> 'destination')) WHERE content ? 'isPart';
