-- A message changes twice after it is written: it is accepted, and its receipt comes. With room on its page neither is
-- entered again into the indexes, which hold none of what changes.
ALTER TABLE "sms_messages" SET (fillfactor = 50);
