-- Every committed change of what can be watched is announced on the channel `changes`, whichever statement made it:
-- once per statement and record, with ids alone. PostgreSQL drops what a transaction announces twice.

-- Argument: the column that names the campaign.
CREATE FUNCTION announce_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  campaign uuid;
BEGIN
  CASE TG_ARGV[0]
    WHEN 'sms_campaign_id' THEN
      FOR campaign IN SELECT DISTINCT sms_campaign_id FROM changed LOOP
        PERFORM pg_notify('changes', 'campaign:' || campaign);
      END LOOP;
    WHEN 'voice_campaign_id' THEN
      FOR campaign IN SELECT DISTINCT voice_campaign_id FROM changed WHERE voice_campaign_id IS NOT NULL LOOP
        PERFORM pg_notify('changes', 'campaign:' || campaign);
      END LOOP;
    ELSE
      FOR campaign IN SELECT id FROM changed LOOP
        PERFORM pg_notify('changes', 'campaign:' || campaign);
      END LOOP;
  END CASE;
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_update AFTER UPDATE ON sms_campaigns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('id');
CREATE TRIGGER announce_update AFTER UPDATE ON voice_campaigns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('id');

CREATE TRIGGER announce_insert AFTER INSERT ON sms_sends
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('sms_campaign_id');
CREATE TRIGGER announce_update AFTER UPDATE ON sms_sends
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('sms_campaign_id');
CREATE TRIGGER announce_insert AFTER INSERT ON sms_messages
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('sms_campaign_id');
CREATE TRIGGER announce_update AFTER UPDATE ON sms_messages
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('sms_campaign_id');

CREATE TRIGGER announce_insert AFTER INSERT ON voice_campaign_sends
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('voice_campaign_id');
CREATE TRIGGER announce_update AFTER UPDATE ON voice_campaign_sends
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('voice_campaign_id');
CREATE TRIGGER announce_insert AFTER INSERT ON calls
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('voice_campaign_id');
CREATE TRIGGER announce_update AFTER UPDATE ON calls
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_campaigns('voice_campaign_id');

CREATE FUNCTION announce_data_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file uuid;
BEGIN
  FOR file IN SELECT id FROM changed LOOP
    PERFORM pg_notify('changes', 'data_file:' || file);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_update AFTER UPDATE ON data_files
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_data_files();

-- An event is told of once it was settled: which call, and so which campaign, it is about is not known before.
CREATE FUNCTION announce_call_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event record;
BEGIN
  FOR event IN SELECT n.id, n.team_id FROM changed n JOIN former o ON o.id = n.id
    WHERE n.status <> 'received' AND n.status <> o.status
  LOOP
    PERFORM pg_notify('changes', 'call_event:' || event.team_id || ' ' || event.id);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_update AFTER UPDATE ON call_events
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_call_events();
