import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { NUMBER, THING, THINGS } from './numbered.ts';
import type { BenchRequest } from './requests.ts';
import { NEW_ID } from './write-functions.ts';

/** What the voice provider reports about one of the calls. */
export const CALL_MESSAGE = {
  type: 'status-update',
  call: { id: `call-${THING}`, type: 'outboundPhoneCall' },
  status: 'in-progress',
  customer: { number: '+12125550123' },
  timestamp: `177${NUMBER}`,
};

/** E12: an inbound call event. */
export const callEvent = (secret: string): BenchRequest => ({
  method: 'POST',
  path: '/api/v1/webhooks/calls/receive/extprovider',
  headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
  body: JSON.stringify({ message: CALL_MESSAGE }),
  read: (answer: unknown) => answer,
});

/** Calls in flight, and the account whose secret the events about them bring. */
export async function createCalls(client: pg.Client, teamId: string, secret: string): Promise<void> {
  const campaignId = randomUUID();
  await client.query(
    `INSERT INTO voice_accounts (id, team_id, name, provider, webhook_secret_hash, updated_at)
     VALUES (gen_random_uuid(), $1, 'Bench', 'provider_a', $2, now())`,
    [teamId, createHash('sha256').update(secret).digest()],
  );
  await client.query(
    `INSERT INTO voice_campaigns (id, team_id, name, calls_total, calls_in_flight, updated_at)
     VALUES ($2, $1, 'Bench', $3::int, $3::int, now())`,
    [teamId, campaignId, THINGS],
  );
  await client.query(
    `INSERT INTO calls (id, team_id, voice_campaign_id, external_id, to_number, status, updated_at)
     SELECT ${NEW_ID}, $1::uuid, $2::uuid, 'call-' || lpad(n::text, 8, '0'), 12125550123, 'queued', now()
     FROM generate_series(0, $3::int - 1) n`,
    [teamId, campaignId, THINGS],
  );
  await client.query(
    `INSERT INTO call_names (team_id, external_id, call_id)
     SELECT team_id, external_id, id FROM calls WHERE team_id = $1 AND external_id IS NOT NULL ON CONFLICT DO NOTHING`,
    [teamId],
  );
  await client.query('ANALYZE calls, call_names, voice_accounts');
}
