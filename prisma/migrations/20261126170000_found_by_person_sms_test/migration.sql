-- The mutations whose entries may have a number: TELLING in src/modules/audience/person/inventory.ts. New: sendSmsCampaignTest.
DROP INDEX audit_entries_person_idx;
CREATE INDEX audit_entries_person_idx ON audit_entries
  USING gin (person_keys(input::text || COALESCE(before::text, '') || COALESCE(after::text, '')))
  WHERE action = ANY ('{createContact,updateContact,deleteContact,exportPerson,recordConsent,requestNumberLookup,suppressContact,suppressNumbers,unsuppressContact,unsuppressNumber,sendReply,sendSmsCampaignTest,sendCampaignTest,sendSms,testRoute,testVoiceAccount,createSmsTestSchedule,updateSmsTestSchedule,deleteSmsTestSchedule,uploadDataFile,importDataFile,cancelDataFileImport,deleteDataFile,receiveCallEvent,replayCallEvent,replayWebhookDelivery}'::text[]);
