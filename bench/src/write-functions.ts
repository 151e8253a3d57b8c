/** An id that begins with its time, as the product's do. */
export const NEW_ID = `overlay(gen_random_uuid()::text PLACING overlay(
  lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') PLACING '-' FROM 9 FOR 0) || '-7' FROM 1 FOR 15)::uuid`;

/**
 * The writes as one hand-written SQL function each: the change, its audit entry and its place on the timeline. The floor
 * calls them, and PostGraphile offers them as mutations.
 */
export const WRITE_FUNCTIONS = `
CREATE FUNCTION bench_recorded(team uuid, action text, target uuid, input jsonb, after_state jsonb) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_entries (id, team_id, action, target_type, target_id, address, trace_id, input, after)
    VALUES (gen_random_uuid(), team, action, action, target::text, '127.0.0.1', md5(target::text), input, after_state);
  INSERT INTO traces (id, team_id, trace_id, kind, operation, outcome, started_at, duration_ms, statements)
    VALUES (gen_random_uuid(), team, md5(target::text), 'mutation', action, 'ok', now(), 1, 1);
$$;

CREATE FUNCTION bench_charge(team uuid, integration uuid, cost numeric, reason text, request uuid) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  held integrations;
  entry ledger_entries;
BEGIN
  SELECT * INTO held FROM integrations i WHERE i.team_id = team AND i.id = integration FOR UPDATE;
  SELECT * INTO entry FROM ledger_entries l
    WHERE l.team_id = team AND l.integration_id = integration AND l.webhook_request_id = request;
  IF FOUND THEN RETURN entry.id; END IF;
  IF held.balance < cost THEN RAISE EXCEPTION 'Insufficient balance'; END IF;
  UPDATE integrations i SET balance = i.balance - cost,
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
    WHERE i.team_id = team AND i.id = integration RETURNING * INTO held;
  INSERT INTO ledger_entries (id, team_id, integration_id, kind, amount, balance_after, reason, webhook_request_id, created_at)
    VALUES (gen_random_uuid(), team, integration, 'charge', cost, held.balance, reason, request, held.updated_at)
    RETURNING * INTO entry;
  PERFORM bench_recorded(team, 'chargeIntegration', entry.id, jsonb_build_object('cost', cost), to_jsonb(entry));
  RETURN entry.id;
END $$;

CREATE FUNCTION bench_offer(team uuid, name text, url text, profit numeric) RETURNS text LANGUAGE plpgsql AS $$
DECLARE made offers;
BEGIN
  INSERT INTO offers (id, team_id, name, url, profit, updated_at) VALUES (gen_random_uuid(), team, name, url, profit, now())
    RETURNING * INTO made;
  PERFORM bench_recorded(team, 'createOffer', made.id, jsonb_build_object('name', name), to_jsonb(made));
  RETURN made.id;
END $$;

CREATE FUNCTION bench_contact(team uuid, number bigint, name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE made contacts;
BEGIN
  INSERT INTO contacts (id, team_id, number, name, unsubscribed_at, updated_at) VALUES (gen_random_uuid(), team, number, name,
      (SELECT s.created_at FROM suppressed_numbers s WHERE s.team_id = team AND s.number = bench_contact.number), now())
    RETURNING * INTO made;
  PERFORM bench_recorded(team, 'createContact', made.id, jsonb_build_object('number', number), to_jsonb(made));
  RETURN made.id;
END $$;

-- Of this moment, as the product makes its ids.
CREATE FUNCTION bench_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT ${NEW_ID}
$$;

CREATE FUNCTION bench_event(team uuid, secret text, message jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  account uuid;
  event uuid := bench_id();
  held calls;
  mark bytea;
  happened timestamptz := to_timestamp((message ->> 'timestamp')::numeric / 1000);
  told call_status := replace(message ->> 'status', '-', '_')::call_status;
  answered boolean;
BEGIN
  SELECT a.id INTO account FROM voice_accounts a
    WHERE a.team_id = team AND a.webhook_secret_hash = sha256(secret::bytea) AND a.archived_at IS NULL;
  IF account IS NULL THEN RAISE EXCEPTION 'Invalid secret'; END IF;
  mark := sha256(convert_to(concat_ws(' ', message #>> '{call,id}', message ->> 'type', message ->> 'status', message ->> 'timestamp'), 'UTF8'));
  INSERT INTO call_event_names (team_id, voice_account_id, fingerprint, event_id) VALUES (team, account, mark, event)
    ON CONFLICT (team_id, voice_account_id, fingerprint) DO NOTHING;
  IF NOT FOUND THEN RETURN 'ok'; END IF;
  INSERT INTO call_events (id, team_id, voice_account_id, external_call_id, type, call_status, occurred_at, fingerprint, payload)
    VALUES (event, team, account, message #>> '{call,id}', message ->> 'type', message ->> 'status', happened, mark, message);
  SELECT c.* INTO held FROM call_names n JOIN calls c ON c.team_id = n.team_id AND c.id = n.call_id
    WHERE n.team_id = team AND n.external_id = message #>> '{call,id}' FOR UPDATE OF c;
  IF NOT FOUND THEN RAISE EXCEPTION 'Call not found'; END IF;
  answered := held.is_answered OR told IN ('in_progress', 'forwarding');
  UPDATE calls c SET status = greatest(c.status, told), is_answered = answered, is_picked_up = c.is_picked_up OR answered,
      started_at = least(c.started_at, happened), last_event_at = greatest(c.last_event_at, happened),
      events_count = c.events_count + 1, updated_at = now()
    WHERE c.team_id = team AND c.id = held.id;
  IF answered <> held.is_answered OR held.status = 'scheduled' THEN
    UPDATE voice_campaigns v SET calls_answered = v.calls_answered + (answered AND NOT held.is_answered)::int,
        calls_in_flight = v.calls_in_flight + (held.status = 'scheduled')::int
      WHERE v.team_id = team AND v.id = held.voice_campaign_id;
  END IF;
  INSERT INTO report_marks (team_id, kind, slot) VALUES (team, 'call', (extract(epoch FROM held.created_at) / 900)::int);
  PERFORM pg_notify('changes', 'campaign:' || held.voice_campaign_id);
  UPDATE call_events e SET status = 'processed', attempts = 1, processed_at = now(), call_id = held.id
    WHERE e.team_id = team AND e.id = event;
  PERFORM pg_notify('changes', 'call_event:' || team || ' ' || event);
  INSERT INTO traces (id, team_id, trace_id, kind, operation, outcome, started_at, duration_ms, statements)
    VALUES (gen_random_uuid(), team, md5(event::text), 'event', 'receiveCallEvent', 'ok', now(), 1, 1);
  RETURN 'ok';
END $$;
`;
