import { createServer } from 'node:http';
import { createPool, port, teamId } from './environment.ts';

/** Rows as flat arrays, one statement per level, put together by hand in JavaScript. */
const pool = createPool();

const CAMPAIGNS = `SELECT id, name, status, created_at, updated_at FROM sms_campaigns
  WHERE team_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 20`;

const OFFERS = `SELECT p.n, o.* FROM unnest($2::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (
  SELECT o.id, o.name, o.url, o.profit FROM sms_campaign_offers j JOIN offers o ON o.team_id = j.team_id AND o.id = j.offer_id
  WHERE j.sms_campaign_id = p.id AND o.team_id = $1 AND o.deleted_at IS NULL ORDER BY j.position, o.id LIMIT 20) o`;

const SENDS = `SELECT p.n, s.* FROM unnest($2::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (
  SELECT id, status, next_step_at, created_at, updated_at FROM sms_sends
  WHERE sms_campaign_id = p.id AND team_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20) s`;

const LOGS = `SELECT p.n, l.* FROM unnest($2::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (
  SELECT caller_id, caller_type, text, created_at FROM logs
  WHERE caller_id = p.id AND caller_type = 'sms_campaign_send' AND team_id = $1
  ORDER BY created_at DESC, id DESC LIMIT 10) l`;

const SINGLE = `SELECT id, name, status, created_at, updated_at FROM sms_campaigns
  WHERE team_id = $1 AND deleted_at IS NULL AND id = $2`;

type Flat = (string | number)[];

const rows = async (name: string, text: string, values: unknown[]): Promise<Flat[]> =>
  (await pool.query({ name, text, values, rowMode: 'array' })).rows as Flat[];

const campaignOf = ([id, name, status, createdAt, updatedAt]: Flat) => ({ id, name, status, createdAt, updatedAt });

async function light() {
  const campaigns = (await rows('campaigns', CAMPAIGNS, [teamId])).map((row) => ({
    ...campaignOf(row),
    offers: [] as object[],
  }));
  const found = await rows('offers', OFFERS, [teamId, campaigns.map((campaign) => campaign.id)]);
  for (const [n, id, name, url, profit] of found) campaigns[Number(n) - 1]!.offers.push({ id, name, url, profit });
  return campaigns;
}

async function nested() {
  const campaigns = (await rows('campaigns', CAMPAIGNS, [teamId])).map((row) => ({
    ...campaignOf(row),
    offers: [] as object[],
    sends: [] as object[],
  }));
  const ids = campaigns.map((campaign) => campaign.id);
  const [offers, flatSends] = await Promise.all([
    rows('offers', OFFERS, [teamId, ids]),
    rows('sends', SENDS, [teamId, ids]),
  ]);
  for (const [n, id, name, url, profit] of offers) campaigns[Number(n) - 1]!.offers.push({ id, name, url, profit });
  const sends = flatSends.map(([n, id, status, nextStepAt, createdAt, updatedAt]) => {
    const send = { id, status, nextStepAt, createdAt, updatedAt, logs: [] as object[] };
    campaigns[Number(n) - 1]!.sends.push(send);
    return send;
  });
  const logs = await rows('logs', LOGS, [teamId, sends.map((send) => send.id)]);
  for (const [n, callerId, callerType, text, createdAt] of logs) {
    sends[Number(n) - 1]!.logs.push({ callerId, callerType, text, createdAt });
  }
  return campaigns;
}

const ANSWERS: Record<string, (id: string | undefined) => Promise<object>> = {
  nested,
  light,
  single: async (id) => campaignOf((await rows('single', SINGLE, [teamId, id]))[0]!),
};

createServer(async (request, response) => {
  const [, name, id] = request.url!.split('/') as [string, string, string | undefined];
  const data = await ANSWERS[name]?.(id);
  if (!data) return void response.writeHead(404).end();
  const body = JSON.stringify({ data });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(port, '127.0.0.1');
