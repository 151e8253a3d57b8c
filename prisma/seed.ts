import type pg from 'pg';
import type { Db } from '../src/database/transaction.ts';
import type { TokenKeys } from '../src/secrets.ts';
import { seedAuditLog } from './seed/audit-log.ts';
import { seedBilling } from './seed/billing.ts';
import { seedCallEvents } from './seed/call-events.ts';
import { countCalls, planCalls, seedCalls } from './seed/calls.ts';
import { seedContacts, seedSegments } from './seed/contacts.ts';
import { CREDENTIALS, DEMO_TEAM_IDS, type DemoCredentials } from './seed/credentials.ts';
import { seedDataFiles } from './seed/data-files.ts';
import { seedDemoSeller } from './seed/demo-seller.ts';
import { seedLookups } from './seed/enrichment.ts';
import { seedHub } from './seed/hub.ts';
import { seedHubMessages } from './seed/hub-messages.ts';
import type { TeamNumber } from './seed/ids.ts';
import { insertInto } from './seed/insert.ts';
import { type NetworksByCountry, readNetworks } from './seed/networks.ts';
import { seedOffers } from './seed/offers.ts';
import { SIZES } from './seed/sizes.ts';
import { seedSmsCampaigns } from './seed/sms-campaigns.ts';
import { seedSmsMessages } from './seed/sms-messages.ts';
import { seedSmsSends } from './seed/sms-sends.ts';
import { type TeamSeed, teamSeed } from './seed/team-seed.ts';
import { seedTeam } from './seed/teams.ts';
import { seedTraces } from './seed/traces.ts';
import { seedVoiceAccounts } from './seed/voice-accounts.ts';
import { planVoiceCampaigns, seedVoiceCampaigns } from './seed/voice-campaigns.ts';
import { seedWebhooks } from './seed/webhooks.ts';

export type { DemoCredentials, DemoIds } from './seed/credentials.ts';

export type SeedServices = { db: Db; pool: pg.Pool; tokenKeys: TokenKeys };

/** Any number of our own: of processes that start together one seeds and the others find it done. */
const ADVISORY_LOCK = 7_266_002;

/**
 * Checking the foreign keys row by row is 40 % of the work on the embedded database, and the rows are the same every
 * time: a test checks them. Within this transaction only; a role that may not turn the checks off keeps them.
 */
const TRUST_REFERENCES = `SELECT set_config('session_replication_role', 'replica', true)
  WHERE current_setting('is_superuser') = 'on'`;

/** What sends know of their steps. */
const SENDS_OF_STEPS = `UPDATE sms_sends s SET step = p.step, audience_size = p.handed, audience_at = s.created_at,
    started_at = p.started_at, ended_at = s.updated_at
  FROM sms_send_steps p WHERE p.team_id = s.team_id AND p.sms_send_id = s.id AND s.team_id = ANY($1)`;

const REPLIED = `UPDATE sms_messages m SET replied_at = r.at FROM (
    SELECT team_id, message_id, min(received_at) AS at FROM sms_replies WHERE kind <> 'stop' GROUP BY 1, 2) r
  WHERE m.team_id = r.team_id AND m.id = r.message_id AND m.team_id = ANY($1)`;

/** Messages and calls that were written without the product's help are summed up for the reports by its job. */
const MARKS = `INSERT INTO report_marks (team_id, kind, slot)
  SELECT DISTINCT team_id, kind::mark_kind, (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 900000)::int
  FROM (SELECT team_id, id, 'sms' AS kind FROM sms_messages UNION ALL SELECT team_id, id, 'call' FROM calls
    UNION ALL SELECT team_id, id, 'hub' FROM hub_messages) x
  WHERE team_id = ANY($1)`;

/**
 * Fills a migrated database with the demo's two teams, or leaves it alone when they are there. One transaction: a start
 * that is interrupted leaves nothing behind.
 */
export async function seedDemo(
  { db, pool, tokenKeys }: SeedServices,
  log: (text: string) => void = () => {},
  sizes = SIZES,
): Promise<DemoCredentials> {
  if (await isSeeded(db)) return CREDENTIALS;
  log('Filling the database with demo data …');
  await db.transaction(async (tx) => {
    await tx.rows`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`;
    if (await isSeeded(tx)) return;
    await tx.query(TRUST_REFERENCES);
    const networks = await readNetworks(tx);
    const teams: TeamNumber[] = [1, 2];
    for (const team of teams) await fillTeam(teamSeed(team, sizes[team], insertInto(tx)), networks, tokenKeys);
    await tx.query(SENDS_OF_STEPS, [DEMO_TEAM_IDS]);
    await tx.query(REPLIED, [DEMO_TEAM_IDS]);
    await tx.query(MARKS, [DEMO_TEAM_IDS]);
  });
  // The planner knows nothing of the new rows yet, and the first requests should not pay for that.
  await pool.query('ANALYZE');
  return CREDENTIALS;
}

const isSeeded = async ({ prisma }: Db) => (await prisma.team.count({ where: { id: { in: DEMO_TEAM_IDS } } })) > 0;

async function fillTeam(seed: TeamSeed, networks: NetworksByCountry, tokenKeys: TokenKeys): Promise<void> {
  await seedTeam(seed, tokenKeys);
  const contacts = await seedContacts(seed, networks);
  const segmentIds = await seedSegments(seed);
  await seedDataFiles(seed, contacts);
  await seedLookups(seed, contacts);
  await seedBilling(seed);
  await seedTraces(seed);
  await seedAuditLog(seed);
  await seedWebhooks(seed, tokenKeys);
  const routing = await seedHub(seed, networks, tokenKeys);
  if (seed.team === 1) await seedDemoSeller(seed, tokenKeys);

  const offers = await seedOffers(seed);
  const smsCampaigns = await seedSmsCampaigns(seed, { offers, segmentIds, routing });
  const sends = await seedSmsSends(seed, smsCampaigns);
  await seedSmsMessages(seed, sends, contacts, routing);
  await seedHubMessages(seed, contacts, routing);

  const voice = await seedVoiceAccounts(seed, tokenKeys);
  const voiceCampaigns = planVoiceCampaigns(seed);
  const calls = planCalls(seed, voiceCampaigns, contacts, voice);
  const webhookId = await seedVoiceCampaigns(seed, voiceCampaigns, countCalls(calls), { segmentIds, voice, offers });
  await seedCalls(seed, calls, webhookId);
  await seedCallEvents(seed, calls, voice.accountIds[0]!);
}
