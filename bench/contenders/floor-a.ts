import { createServer } from 'node:http';
import { createPool, port, teamId } from './environment.ts';

/**
 * The floor: one hand-written statement per kind of request builds the whole JSON in PostgreSQL; the process hands the
 * text on. No GraphQL, no authentication, nothing to select.
 */
const pool = createPool();

const CAMPAIGN = 'c.id, c.name, c.status, c.created_at AS "createdAt", c.updated_at AS "updatedAt"';

const OFFERS = `(SELECT coalesce(json_agg(o), '[]') FROM (
  SELECT o.id, o.name, o.url, o.profit FROM sms_campaign_offers j JOIN offers o ON o.team_id = j.team_id AND o.id = j.offer_id
  WHERE j.sms_campaign_id = c.id AND o.team_id = $1 AND o.deleted_at IS NULL ORDER BY j.position, o.id LIMIT 20) o) AS offers`;

const LOGS = `(SELECT coalesce(json_agg(l), '[]') FROM (
  SELECT l.caller_id AS "callerId", l.caller_type AS "callerType", l.text, l.created_at AS "createdAt" FROM logs l
  WHERE l.caller_id = s.id AND l.caller_type = 'sms_campaign_send' AND l.team_id = $1
  ORDER BY l.created_at DESC, l.id DESC LIMIT 10) l) AS logs`;

const SENDS = `(SELECT coalesce(json_agg(s), '[]') FROM (
  SELECT s.id, s.status, s.next_step_at AS "nextStepAt", s.created_at AS "createdAt", s.updated_at AS "updatedAt", ${LOGS}
  FROM sms_sends s WHERE s.sms_campaign_id = c.id AND s.team_id = $1
  ORDER BY s.created_at DESC, s.id DESC LIMIT 20) s) AS sends`;

const list = (columns: string) => `SELECT coalesce(json_agg(c), '[]')::text FROM (
  SELECT ${columns} FROM sms_campaigns c WHERE c.team_id = $1 AND c.deleted_at IS NULL
  ORDER BY c.created_at DESC, c.id DESC LIMIT 20) c`;

const STATEMENTS: Record<string, string> = {
  nested: list(`${CAMPAIGN}, ${OFFERS}, ${SENDS}`),
  light: list(`${CAMPAIGN}, ${OFFERS}`),
  single: `SELECT row_to_json(c)::text FROM (
    SELECT ${CAMPAIGN} FROM sms_campaigns c WHERE c.team_id = $1 AND c.deleted_at IS NULL AND c.id = $2) c`,
};

createServer(async (request, response) => {
  const [, name, id] = request.url!.split('/') as [string, string, string | undefined];
  const text = STATEMENTS[name];
  if (!text) return void response.writeHead(404).end();
  const { rows } = await pool.query<string[]>({
    name,
    text,
    values: id ? [teamId, id] : [teamId],
    rowMode: 'array',
  });
  const body = `{"data":${rows[0]![0]}}`;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(port, '127.0.0.1');
