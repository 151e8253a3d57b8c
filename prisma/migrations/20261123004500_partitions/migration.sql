-- Calls, their events and messages are partitioned by their ids, whose first 48 bits are milliseconds: one partition a month. What
-- is stored stays where it is, as the first partition. A key of a partitioned table has to have the id in it, so what a call or
-- an event is known by goes to a table of its own.
CREATE TABLE "call_names" (
    "team_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "call_id" UUID NOT NULL,

    CONSTRAINT "call_names_pkey" PRIMARY KEY ("team_id","external_id")
);
INSERT INTO "call_names" SELECT "team_id", "external_id", "id" FROM "calls" WHERE "external_id" IS NOT NULL;
DROP INDEX "calls_team_id_external_id_key";
CREATE INDEX "call_names_team_id_call_id_idx" ON "call_names"("team_id", "call_id");
ALTER TABLE "call_names" ADD CONSTRAINT "call_names_team_id_call_id_fkey" FOREIGN KEY ("team_id", "call_id") REFERENCES "calls"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "call_event_names" (
    "team_id" UUID NOT NULL,
    "voice_account_id" UUID NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "event_id" UUID NOT NULL,

    CONSTRAINT "call_event_names_pkey" PRIMARY KEY ("team_id","voice_account_id","fingerprint")
);
INSERT INTO "call_event_names" SELECT "team_id", "voice_account_id", "fingerprint", "id" FROM "call_events" ORDER BY "id";
DROP INDEX "call_events_team_id_voice_account_id_fingerprint_key";
CREATE INDEX "call_event_names_event_id_idx" ON "call_event_names" USING BRIN ("event_id" uuid_minmax_ops);
ALTER TABLE "call_event_names" ADD CONSTRAINT "call_event_names_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE SCHEMA IF NOT EXISTS partitions;

DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  bounds uuid[] := ARRAY(SELECT (lpad(to_hex((extract(epoch FROM month + make_interval(months => n)) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid FROM generate_series(1, 4) n);
  name text;
  item record;
  is_empty boolean;
  keys_to_it text[];
  options text;
BEGIN
  -- What an earlier statement of this transaction has still to check would be in the way.
  SET CONSTRAINTS ALL IMMEDIATE;
  FOREACH name IN ARRAY ARRAY['calls', 'call_events', 'sms_messages'] LOOP
    SELECT coalesce('WITH (' || array_to_string(reloptions, ', ') || ')', '') INTO options FROM pg_class WHERE oid = name::regclass;

    keys_to_it := ARRAY(SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid = name::regclass ORDER BY conname);
    FOR item IN SELECT conrelid::regclass AS child, conname FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid = name::regclass LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.child, item.conname);
    END LOOP;

    EXECUTE format('ALTER TABLE %I SET SCHEMA partitions', name);
    EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', name, name || '_first');
    EXECUTE format('CREATE TABLE public.%I (LIKE partitions.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
      PARTITION BY RANGE (id)', name, name || '_first');
    FOR item IN SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = format('partitions.%I', name || '_first')::regclass AND conparentid = 0 AND contype IN ('p', 'f') ORDER BY contype DESC, conname LOOP
      EXECUTE format('ALTER TABLE public.%I ADD CONSTRAINT %I %s', name, item.conname, item.definition);
    END LOOP;
    FOR item IN SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = format('partitions.%I', name || '_first')::regclass AND NOT indisprimary ORDER BY indexrelid LOOP
      EXECUTE replace(item.definition, format(' ON partitions.%I ', name || '_first'), format(' ON public.%I ', name));
    END LOOP;

    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I DEFAULT %s', name || '_default', name, options);
    EXECUTE format('WITH later AS (DELETE FROM partitions.%I WHERE id >= %L RETURNING *) INSERT INTO partitions.%I SELECT * FROM later',
      name || '_first', bounds[1], name || '_default');
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%L)',
      name, name || '_first', bounds[1]);
    FOR n IN 1..3 LOOP
      EXECUTE format('SELECT NOT EXISTS (SELECT FROM partitions.%I WHERE id >= %L AND id < %L)', name || '_default', bounds[n], bounds[n + 1])
        INTO is_empty;
      CONTINUE WHEN NOT is_empty;
      EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L) %s',
        name || to_char(month + make_interval(months => n), '_YYYY_MM'), name, bounds[n], bounds[n + 1], options);
    END LOOP;

    FOREACH options IN ARRAY keys_to_it LOOP
      EXECUTE options;
    END LOOP;
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM public.%I)', name) INTO is_empty;
    IF NOT is_empty THEN
      EXECUTE format('ANALYZE public.%I', name);
    END IF;
  END LOOP;
END $$;
