-- Rows that name each other are of one team, whichever statement writes them. What a column names is read from the foreign
-- keys, so that a table with new ones only asks again: SELECT keep_in_one_team('table').

-- Its rows are a team's: by a column of their own, or through what they name.
CREATE FUNCTION is_of_team(of regclass) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM pg_attribute WHERE attrelid = of AND attname = 'team_id' AND NOT attisdropped)
    OR EXISTS (SELECT FROM keys_into_teams(of));
END
$$;

-- Columns that name a row of a team, in their order, and the tables that they name.
CREATE FUNCTION keys_into_teams(of regclass) RETURNS TABLE (col name, named regclass) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT a.attname, c.confrelid::regclass
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.conrelid = of AND c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.confrelid <> of
      AND is_of_team(c.confrelid)
    ORDER BY a.attnum;
END
$$;

CREATE FUNCTION full_name(of regclass) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = of
$$;

-- An expression for the team of one row.
CREATE FUNCTION team_of(of regclass, of_row text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  key record;
BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = of AND attname = 'team_id' AND NOT attisdropped) THEN
    RETURN of_row || '.team_id';
  END IF;
  SELECT * INTO key FROM keys_into_teams(of) LIMIT 1;
  RETURN format('(SELECT %s FROM %s %s WHERE %s.id = %s.%I)',
    team_of(key.named, of_row || '_'), full_name(key.named), of_row || '_', of_row || '_', of_row, key.col);
END
$$;

-- Refuses rows that name another team's.
CREATE FUNCTION keep_in_one_team(of regclass) RETURNS void LANGUAGE plpgsql AS $keep$
DECLARE
  other text;
  name text := 'one_team_of_' || (SELECT relname FROM pg_class WHERE oid = of);
BEGIN
  -- Row by row by the primary key: a join that was planned once for many rows would read the whole table for one.
  SELECT string_agg(format('(SELECT %s FROM %s p WHERE p.id = w.%I) <> %s',
    team_of(named, 'p'), full_name(named), col, team_of(of, 'w')), E'\n    OR ') INTO other
  FROM keys_into_teams(of)
  -- Without a column of its own it is of the team of what its first key names.
  WHERE team_of(of, 'w') = 'w.team_id' OR col <> (SELECT k.col FROM keys_into_teams(of) k LIMIT 1);
  IF other IS NULL THEN RETURN; END IF;
  EXECUTE format($f$CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF EXISTS (SELECT FROM written w WHERE %s) THEN
    RAISE EXCEPTION 'A row of %% would name one of another team.', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$body$
$f$, name, other);
  EXECUTE format('CREATE OR REPLACE TRIGGER one_team_insert AFTER INSERT ON %s
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION %I()', full_name(of), name);
  EXECUTE format('CREATE OR REPLACE TRIGGER one_team_update AFTER UPDATE ON %s
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION %I()', full_name(of), name);
END
$keep$;

SELECT keep_in_one_team(oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r';
