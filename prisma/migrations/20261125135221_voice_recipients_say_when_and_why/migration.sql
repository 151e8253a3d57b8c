-- Voice recipients keep why and when something was decided about them, as SMS recipients do.
ALTER TYPE "recipient_rule" ADD VALUE 'no_caller';
ALTER TYPE "recipient_rule" ADD VALUE 'call_again';
ALTER TYPE "recipient_rule" ADD VALUE 'call_later';

ALTER TABLE "voice_recipients" ADD COLUMN "decided_at" TIMESTAMPTZ(3);
