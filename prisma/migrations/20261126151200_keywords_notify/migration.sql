ALTER TABLE "reply_keywords" ADD COLUMN "notify_user_ids" UUID[] DEFAULT ARRAY[]::UUID[],
  ADD COLUMN "unnotified" INTEGER NOT NULL DEFAULT 0;
