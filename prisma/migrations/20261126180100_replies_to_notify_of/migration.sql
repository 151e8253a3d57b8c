ALTER TABLE "reply_keywords" ADD COLUMN "unnotified_reply_ids" UUID[] DEFAULT ARRAY[]::UUID[];
