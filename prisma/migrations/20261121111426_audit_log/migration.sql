-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "user_id" UUID,
    "email" TEXT,
    "token_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT,
    "target_id" TEXT,
    "address" TEXT NOT NULL,
    "trace_id" CHAR(32) NOT NULL,
    "input" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_created_at_id_idx" ON "audit_entries"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_user_id_created_at_id_idx" ON "audit_entries"("team_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_target_id_created_at_id_idx" ON "audit_entries"("team_id", "target_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries"("created_at");

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What has been written stays as it is. Entries go as a whole: with their team or when they are old.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
