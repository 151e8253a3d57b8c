-- CreateIndex
CREATE INDEX "sms_provider_messages_created_at_idx" ON "sms_provider_messages" USING BRIN ("created_at");

