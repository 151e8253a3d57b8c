-- Few of all calls. Not by their status: each change of it would then enter every index of the table.
CREATE INDEX calls_open_inbound_idx ON calls (team_id, created_at) WHERE call_source = 'inbound' AND ended_at IS NULL;
