-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "token_name" TEXT;

-- Of a token that was renamed since, its name of today.
UPDATE "audit_entries" e SET "token_name" = k."name" FROM "team_tokens" k WHERE k."team_id" = e."team_id" AND k."id" = e."token_id";
