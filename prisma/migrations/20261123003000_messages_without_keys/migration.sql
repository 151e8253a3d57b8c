-- The check of each message's contact was an eighth of what PostgreSQL worked for it. A claim has the contact's row of the
-- audience locked, and who deletes a contact waits for that before it deletes the messages.
ALTER TABLE "sms_messages" DROP CONSTRAINT "sms_messages_team_id_contact_id_fkey";
