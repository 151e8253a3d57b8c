import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEmbedded } from '../../prisma/seed/reset.ts';
import { type DemoCredentials, seedDemo } from '../../prisma/seed.ts';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { isDistributed } from '../../src/database/distribute.ts';
import { verifyPassword } from '../../src/modules/identity/auth/passwords.ts';
import { hashToken, teamOfToken } from '../../src/modules/identity/auth/tokens.ts';
import { decryptToken, type TokenKeys } from '../../src/secrets.ts';
import { openTestDatabase } from '../support/database.ts';
import { dump, FOREIGN_KEYS } from './dump.ts';

const tokenKeys: TokenKeys = [Buffer.alloc(32, 7)];
const seed = ({ db, pool }: Database, keys = tokenKeys) => seedDemo({ db, pool, tokenKeys: keys });

let database: Database;
let demo: DemoCredentials;
let content: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  demo = await seed(database);
  content = await dump(database.pool);
});
afterAll(() => database.close());

async function rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query<Row>(sql, values)).rows;
}
const count = async (table: string, where = 'true') =>
  (await rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`))[0]!.count;

describe('The demo data', () => {
  it('is the same in every database', async () => {
    const other = await openTestDatabase();
    try {
      await seed(other);
      expect(await dump(other.pool)).toEqual(content);
    } finally {
      await other.close();
    }
  });

  it('stays as it is when it is there already', async () => {
    expect(await seed(database)).toEqual(demo);
    expect(await dump(database.pool)).toEqual(content);
  });

  it('is not there at all when filling it in failed midway', async () => {
    const other = await openTestDatabase();
    try {
      // The key is used after the first rows were written.
      await expect(seed(other, [Buffer.alloc(3)])).rejects.toThrow('Invalid key length');
      expect((await other.pool.query('SELECT FROM users')).rowCount).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('is not made anew where somebody works with the embedded database', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbound-reset-'));
    const inside = async (sql: string) => {
      const { pool, close } = await openDatabase({ dataDir });
      await pool.query(sql).finally(close);
    };
    try {
      await inside('CREATE TABLE teams AS SELECT gen_random_uuid() AS id');
      await expect(deleteEmbedded(dataDir)).rejects.toThrow(
        'This database has 1 team(s) that the demo did not make, so --reset deletes nothing.',
      );
      await inside('DELETE FROM teams');
      expect(await deleteEmbedded(dataDir)).toBe(true);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('fills every table', async () => {
    const empty = Object.keys(content).filter((table) => content[table]!.startsWith('0 '));
    // What only a running server writes.
    expect(empty).toEqual([
      'call_placements',
      'call_roll_ups',
      'email_secrets',
      'erased_numbers',
      'hub_connections',
      'hub_parts',
      'hub_queues',
      'hub_returns',
      'hub_roll_ups',
      'idempotency_keys',
      'login_challenges',
      'rate_limits',
      'recovery_codes',
      'route_outcomes',
      'setup_secrets',
      'sms_reply_parts',
      'sms_roll_ups',
      'voice_recipients',
    ]);
  });

  it('has as much of everything as a dashboard is measured with', async () => {
    const team = `team_id = '${demo.ids.team}'`;
    expect(await count('sms_campaigns', `${team} AND deleted_at IS NULL`)).toBe(210);
    expect(await count('sms_sends', team)).toBe(210 * 20);
    expect(await count('logs', `${team} AND caller_type = 'sms_campaign_send'`)).toBe(210 * 20 * 10);
    expect(await count('sms_messages', team)).toBe(210 * 20);
    expect(await count('calls', team)).toBe(1_000);
    expect(await count('contacts', team)).toBe(5_000);
    expect(
      await rows('SELECT DISTINCT count(*)::int AS offers FROM sms_campaign_offers GROUP BY sms_campaign_id'),
    ).toEqual([{ offers: 2 }]);
  });

  it.each([
    ['sms_campaigns', ['feed', 'manual', 'multistep', 'planner', 'recurring']],
    ['voice_campaigns', ['feed', 'manual', 'recurring']],
  ])('has %s of every send type in every status, in both teams', async (table, types) => {
    const found = await rows<{ type: string }>(
      `SELECT DISTINCT team_id, send_type::text AS type, status FROM ${table} ORDER BY type`,
    );
    expect(found).toHaveLength(2 * types.length * 7);
    expect([...new Set(found.map(({ type }) => type))]).toEqual(types);
  });

  it('has SMS sends that keep the data that they send by', async () => {
    expect(
      await count('sms_sends', `jsonb_typeof(meta -> (meta ->> 'sendType' || 'Data')) IS DISTINCT FROM 'object'`),
    ).toBe(0);
  });

  it('has calls with every outcome, and their logs end in it', async () => {
    expect(await rows('SELECT DISTINCT call_outcome FROM calls WHERE call_outcome IS NOT NULL')).toHaveLength(17);
    const newest = `SELECT DISTINCT ON (call_id) call_id, new_call_outcome FROM call_outcome_logs ORDER BY call_id, created_at DESC`;
    const wrong = `calls c LEFT JOIN (${newest}) l ON l.call_id = c.id`;
    expect(await count(wrong, 'c.call_outcome IS DISTINCT FROM l.new_call_outcome')).toBe(0);
  });

  it('counts calls and events where they are counted', async () => {
    const calls = `SELECT team_id, voice_campaign_id, count(*) AS total, count(*) FILTER (WHERE is_answered) AS answered,
      count(*) FILTER (WHERE status = 'ended') AS ended,
      count(*) FILTER (WHERE status NOT IN ('ended', 'scheduled')) AS in_flight FROM calls GROUP BY 1, 2`;
    expect(
      await rows(`SELECT v.name FROM voice_campaigns v LEFT JOIN (${calls}) c ON c.team_id = v.team_id AND c.voice_campaign_id = v.id
        WHERE (v.calls_total, v.calls_answered, v.calls_ended, v.calls_in_flight) <>
          (coalesce(c.total, 0), coalesce(c.answered, 0), coalesce(c.ended, 0), coalesce(c.in_flight, 0))`),
    ).toEqual([]);
    const events = 'SELECT count(*) FROM call_events e WHERE e.team_id = c.team_id AND e.call_id = c.id';
    expect(await count('calls c', `events_count <> (${events})`)).toBe(0);
  });

  it('has a ledger that adds up, entry by entry', async () => {
    const running = `SELECT l.*, sum(CASE kind WHEN 'top_up' THEN amount ELSE -amount END)
      OVER (PARTITION BY integration_id ORDER BY created_at) AS sum FROM ledger_entries l`;
    expect(await count(`(${running}) l`, 'balance_after <> sum OR sum < 0 OR amount <= 0')).toBe(0);
    const total = `SELECT integration_id, sum(CASE kind WHEN 'top_up' THEN amount ELSE -amount END) AS sum FROM ledger_entries GROUP BY 1`;
    expect(
      await count(`integrations i LEFT JOIN (${total}) t ON t.integration_id = i.id`, 'balance <> coalesce(sum, 0)'),
    ).toBe(0);
  });

  it('has only phone numbers that are valid, in the country that it says', async () => {
    const numbers = await rows<{ number: string; iso2: string | null }>(
      `SELECT DISTINCT number::text, iso2 FROM (
         SELECT number, country_id FROM contacts UNION ALL SELECT to_number, country_id FROM calls
         UNION ALL SELECT phone_normalized::bigint, country_id FROM sms_messages
         UNION ALL SELECT number, 840 FROM numbers UNION ALL SELECT to_number, 840 FROM sms_test_schedules
         UNION ALL SELECT number, NULL FROM lookup_results
       ) n LEFT JOIN countries c ON c.id = n.country_id`,
    );
    const wrong = numbers.filter(({ number, iso2 }) => {
      const parsed = parsePhoneNumberFromString(`+${number}`);
      return !parsed?.isValid() || (iso2 !== null && parsed.country !== iso2);
    });
    expect(wrong).toEqual([]);
    expect(new Set(numbers.map(({ iso2 }) => iso2)).size).toBeGreaterThanOrEqual(5);
  });

  it('has nothing that refers to a missing record or to one of the other team', async ({ skip }) => {
    if (await isDistributed(database.pool)) skip('Citus joins only within a team.');
    const keys = await rows<{ child: string; parent: string; column: string; names: string; hasTeams: boolean }>(
      FOREIGN_KEYS,
    );
    expect(keys.filter(({ hasTeams }) => hasTeams).length).toBeGreaterThan(30);
    for (const { child, parent, column, names, hasTeams } of keys) {
      const pairs = `${child} c LEFT JOIN ${parent} p ON p.${names} = c.${column}`;
      const missing = await count(pairs, `c.${column} IS NOT NULL AND p.${names} IS NULL`);
      const crossing = hasTeams ? await count(pairs, 'p.team_id <> c.team_id') : 0;
      expect({ child, column, missing, crossing }).toEqual({ child, column, missing: 0, crossing: 0 });
    }
  });

  it.each([
    ['contacts', 'team_id'],
    ['sms_campaigns', 'team_id'],
    ['voice_campaigns', 'team_id'],
    ['calls', 'team_id'],
    ['offers', 'team_id'],
    ['numbers', 'team_id'],
    ['mnp_lookups', 'team_id'],
    ['team_tokens', 'team_id'],
    ['sms_sends', 'sms_campaign_id'],
    ['logs', 'caller_id'],
  ])('has %s in an order without ties', async (table, parent) => {
    expect(await rows(`SELECT ${parent} FROM ${table} GROUP BY ${parent}, created_at HAVING count(*) > 1`)).toEqual([]);
  });
});

describe('The credentials of the demo', () => {
  it('sign in the owner, and their tokens are the two teams’', async () => {
    const owner = await database.prisma.user.findUniqueOrThrow({
      where: { email: demo.email },
      include: { memberships: true },
    });
    expect(await verifyPassword(owner.passwordHash, demo.password)).toBe(true);
    expect(owner.memberships).toMatchObject([{ teamId: demo.ids.team, role: 'owner' }]);

    const tokenOf = (token: string) =>
      database.prisma.teamToken.findFirstOrThrow({
        where: { teamId: teamOfToken(token)!, tokenHash: hashToken(token) },
      });
    const [token, scoped, other] = await Promise.all([demo.token, demo.scopedToken, demo.otherToken].map(tokenOf));
    expect(token).toMatchObject({ teamId: demo.ids.team, scopes: [] });
    expect(scoped).toMatchObject({ teamId: demo.ids.team, scopes: [{ method: 'post', endpoint: '/v1/offers' }] });
    expect(other!.teamId).not.toBe(demo.ids.team);
    expect(decryptToken(tokenKeys, token!.tokenCiphertext)).toBe(demo.token);
  });

  it('name records of the first team that the operations can be tried on', async () => {
    const { ids } = demo;
    const where = (id: string) => ({ where: { id, teamId: ids.team } });
    const { prisma } = database;
    expect(await prisma.voiceCampaign.findFirst(where(ids.voice_campaign))).toMatchObject({ status: 'draft' });
    expect(await prisma.smsCampaign.findFirst(where(ids.sms_campaign))).toMatchObject({
      status: 'pending',
      plannerData: { isActive: true },
    });
    expect(await prisma.integration.findFirst(where(ids.integration))).toMatchObject({ isBalanceManaged: true });
    expect(await prisma.smsTestSchedule.findFirst(where(ids.schedule))).toMatchObject({ routeId: ids.sms_route });
    expect(await prisma.invitation.findFirst(where(ids.invitation))).toMatchObject({ acceptedAt: null });
    expect(await prisma.callOutcomeLog.count({ where: { callId: ids.call, teamId: ids.team } })).toBeGreaterThan(0);
    const webhookSecretHash = hashToken(demo.webhookSecret);
    expect(await prisma.voiceAccount.count({ where: { teamId: ids.team, webhookSecretHash } })).toBe(1);
    expect(await prisma.profitRule.count(where(ids.rule))).toBe(1);
    expect(await prisma.number.count(where(ids.number))).toBe(1);
    expect(await prisma.contact.count(where(ids.contact))).toBe(1);
    expect(await prisma.postProcessing.count(where(ids.post_processing))).toBe(1);
  });

  it('name a data file whose bytes are a contact list', async () => {
    const file = await database.prisma.dataFile.findUniqueOrThrow({
      where: { teamId_id: { teamId: demo.ids.team, id: demo.ids.data_file } },
      include: { chunks: { orderBy: { position: 'asc' } } },
    });
    const text = Buffer.concat(file.chunks.map(({ bytes }) => bytes)).toString();
    const lines = text.trimEnd().split('\n');
    expect(file).toMatchObject({ status: 'uploaded', size: BigInt(text.length), totalRows: lines.length - 1 });
    expect(file.header).toEqual(lines[0]!.split(','));
    expect(file.chunks.length).toBeGreaterThan(1);
    expect(lines.slice(1).filter((line) => !parsePhoneNumberFromString(line.split(',')[0]!)?.isValid())).toEqual([]);
  });
});
