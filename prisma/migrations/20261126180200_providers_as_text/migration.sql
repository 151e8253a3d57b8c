-- Providers are stored by their names, which the declarations define: another one needs no migration.
ALTER TABLE "routes" ALTER COLUMN "provider" TYPE TEXT USING "provider"::text;
ALTER TABLE "voice_accounts" ALTER COLUMN "adapter" TYPE TEXT USING "adapter"::text;
ALTER TABLE "sending_settings" ALTER COLUMN "lookup_provider" TYPE TEXT USING "lookup_provider"::text;
DROP TYPE "route_provider";
DROP TYPE "voice_adapter";
DROP TYPE "number_lookup_provider";
