-- Logs are partitioned by their ids, too: one partition a year, as each send asks every partition for its newest logs. What is stored
-- stays where it is, as the first partition.
DO $$
DECLARE
  year timestamp := date_trunc('year', now() AT TIME ZONE 'UTC');
  bounds uuid[] := ARRAY(SELECT (lpad(to_hex((extract(epoch FROM year + make_interval(years => n)) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid FROM generate_series(1, 2) n);
  is_empty boolean;
BEGIN
  -- What an earlier statement of this transaction has still to check would be in the way.
  SET CONSTRAINTS ALL IMMEDIATE;
  ALTER TABLE "logs" SET SCHEMA partitions;
  ALTER TABLE partitions."logs" RENAME TO "logs_first";
  CREATE TABLE public."logs" (LIKE partitions."logs_first" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    PARTITION BY RANGE ("id");
  ALTER TABLE public."logs" ADD CONSTRAINT "logs_pkey" PRIMARY KEY ("team_id", "id");
  ALTER TABLE public."logs" ADD CONSTRAINT "logs_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  CREATE INDEX "logs_team_id_caller_id_created_at_id_idx" ON public."logs"("team_id", "caller_id", "created_at" DESC, "id" DESC);
  CREATE INDEX "logs_team_id_created_at_id_idx" ON public."logs"("team_id", "created_at" DESC, "id" DESC);

  CREATE TABLE partitions."logs_default" PARTITION OF public."logs" DEFAULT;
  EXECUTE format('WITH later AS (DELETE FROM partitions."logs_first" WHERE id >= %L RETURNING *)
    INSERT INTO partitions."logs_default" SELECT * FROM later', bounds[1]);
  EXECUTE format('ALTER TABLE public."logs" ATTACH PARTITION partitions."logs_first" FOR VALUES FROM (MINVALUE) TO (%L)', bounds[1]);
  EXECUTE format('SELECT NOT EXISTS (SELECT FROM partitions."logs_default" WHERE id < %L)', bounds[2]) INTO is_empty;
  IF is_empty THEN
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public."logs" FOR VALUES FROM (%L) TO (%L)',
      'logs_' || to_char(year + interval '1 year', 'YYYY'), bounds[1], bounds[2]);
  END IF;
  IF EXISTS (SELECT FROM public."logs") THEN
    -- Not the empty ones: PostgreSQL would then scan and sort them for each send instead of reading their index.
    ANALYZE partitions."logs_first";
  END IF;
END $$;
