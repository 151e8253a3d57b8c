import { randomUUID } from 'node:crypto';
import { runOnce } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isDistributed } from '../../src/database/distribute.ts';
import { acrossTeams } from '../../src/database/teams.ts';
import { addJob } from '../../src/jobs/add-job.ts';
import { giveUpDeadJobs } from '../../src/jobs/give-up.ts';
import { graphileTasks, queueOptions } from '../../src/jobs/queue.ts';
import { hashPassword } from '../../src/modules/identity/auth/passwords.ts';
import { openMetrics } from '../../src/observability/metrics.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { makeJobsDue, waitingJobs } from '../support/jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let isCluster: boolean;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
  isCluster = await isDistributed(app.pool);
});
afterAll(() => app.close());

const LOST = `connection to the remote node postgres@10.0.0.2:5432 failed with the following error: Connection refused`;

/** Something of the application's finds that a node is away, as it does on a cluster. */
const findLost = () =>
  app.services.pool
    .query(`/* across teams: a test */ DO $$ BEGIN RAISE '${LOST}' USING ERRCODE = '08006'; END $$`)
    .catch(() => {});

describe('without a cluster', () => {
  test('what is across teams is sent as it is, and a lost connection asks for nothing more', async () => {
    const { reach, prisma } = app.services.db;
    const sent = await app.statements(async () => {
      await app.services.pool
        .query(`/* across teams: a test */ DO $$ BEGIN RAISE 'x' USING ERRCODE = '57P01'; END $$`)
        .catch(() => {});
      await app.app.fetch(new Request('http://localhost/l/abcdefghij'));
      await prisma.session.count({ where: { teamId: reach.teams(acrossTeams('A test.')) } });
    });
    expect(reach.isWhole).toBe(true);
    expect(sent).toHaveLength(3);
    expect(sent.join()).not.toContain('ANY');
    expect(reach.within('team_id').text).toBe('');
  });
});

describe('while a node is away', () => {
  let here: TestTeam & { code: string; email: string };
  let there: TestTeam & { code: string; email: string };
  beforeAll(async () => {
    if (isCluster) return;
    [here, there] = [await createReached('here', 'a'), await createReached('there', 'b')];
    // What a coordinator's catalogue says, without Citus: each team is on its own node.
    await app.pool.query(`
      CREATE TABLE away (node text);
      CREATE TABLE pg_dist_shard AS SELECT 'teams'::regclass AS logicalrelid, n::bigint AS shardid FROM generate_series(1, 2) n;
      CREATE TABLE pg_dist_placement AS SELECT n::bigint AS shardid, n AS groupid FROM generate_series(1, 2) n;
      CREATE TABLE pg_dist_node AS SELECT n AS groupid, '10.0.0.' || n AS nodename, 5432 AS nodeport, 'primary' AS noderole
        FROM generate_series(1, 2) n;
      CREATE FUNCTION shard_name(regclass, bigint) RETURNS text LANGUAGE sql AS $$ SELECT 'of_node_' || $2 $$;
      CREATE VIEW of_node_1 AS SELECT id FROM teams WHERE name = 'here';
      CREATE VIEW of_node_2 AS SELECT id FROM teams WHERE name = 'there';
      CREATE FUNCTION master_run_on_worker(names text[], ports int[], commands text[], boolean)
        RETURNS TABLE (node_name text, node_port int, success boolean, result text) LANGUAGE plpgsql AS $$ BEGIN
        FOR n IN 1 .. cardinality(names) LOOP
          node_name := names[n]; node_port := ports[n]; result := 'failed to connect';
          success := NOT EXISTS (SELECT FROM away WHERE node = names[n]);
          IF success THEN EXECUTE commands[n] INTO result; END IF;
          RETURN NEXT;
        END LOOP; END $$`);
  });
  afterEach(comeBack);

  async function createReached(name: string, letter: string) {
    const mine = await createTeam(app, name);
    const teamId = mine.team.id;
    const email = `${name}@example.com`;
    await app.db.user.create({
      data: {
        ...{ email, name, passwordHash: await hashPassword('right') },
        memberships: { create: { teamId, role: 'owner' } },
      },
    });
    const code = letter.repeat(10);
    await app.pool.query(
      `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, contact_id, phone_normalized, link_code, link_target, final_text, updated_at)
       SELECT $1, gen_random_uuid(), c.id, s.id, gen_random_uuid(), 1, $2, 'https://shop.example', 'x', now() FROM
         (SELECT gen_random_uuid() AS id) c, (SELECT gen_random_uuid() AS id) s`,
      [teamId, code],
    );
    return { ...mine, code, email };
  }

  async function goAway(): Promise<void> {
    await app.pool.query(`INSERT INTO away VALUES ('10.0.0.2')`);
    await findLost();
    await expect.poll(() => app.services.db.reach.away, PATIENCE).toEqual(['10.0.0.2:5432']);
  }

  async function comeBack(): Promise<void> {
    if (isCluster) return;
    await app.pool.query('DELETE FROM away');
    const { reach } = app.services.db;
    // One that has begun already may still find it away.
    await expect.poll(() => reach.look().then(() => reach.isWhole), PATIENCE).toBe(true);
  }

  const visit = async (code: string) => (await app.app.fetch(new Request(`http://localhost/l/${code}`))).status;
  const signIn = (email: string, password: string) => app.rest('POST', '/login', { body: { email, password } });

  test('links of other teams lead on, and an unknown one may be of a team that is away', async ({ skip }) => {
    if (isCluster) skip();
    expect([await visit(here.code), await visit(there.code), await visit('c'.repeat(10))]).toEqual([302, 302, 404]);
    await goAway();
    expect([await visit(here.code), await visit(there.code), await visit('c'.repeat(10))]).toEqual([302, 503, 503]);
    await comeBack();
    expect([await visit(here.code), await visit(there.code), await visit('c'.repeat(10))]).toEqual([302, 302, 404]);
  });

  test('who is in a team that is away is told so, with the right password alone', async ({ skip }) => {
    if (isCluster) skip();
    await goAway();
    expect((await signIn(here.email, 'right')).status).toBe(200);
    expect((await signIn(here.email, 'wrong')).status).toBe(401);
    expect((await signIn(there.email, 'right')).status).toBe(503);
    expect((await signIn(there.email, 'wrong')).status).toBe(401);
    expect((await signIn('nobody@example.com', 'right')).status).toBe(401);
  });

  test('a sign-in takes no more statements than before', async ({ skip }) => {
    if (isCluster) skip();
    const before = await app.statements(() => signIn(here.email, 'right'));
    await goAway();
    const meanwhile = await app.statements(() => signIn(here.email, 'right'));
    expect(meanwhile.filter((sql) => !sql.includes('pg_dist_shard'))).toHaveLength(before.length);
  });

  test('is named by /ready, which says 200, and counted by a metric', async ({ skip }) => {
    if (isCluster) skip();
    const ready = async () => {
      const response = await app.app.fetch(new Request('http://localhost/ready'));
      return { status: response.status, body: await response.json() };
    };
    const { pool, db, logger } = app.services;
    const metrics = openMetrics({ pool, reach: db.reach, logger });
    try {
      expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
      expect(await metrics.text()).toContain('\noutbound_database_nodes_away 0\n');
      await goAway();
      expect(await ready()).toEqual({ status: 200, body: { status: 'ready', away: ['10.0.0.2:5432'] } });
      expect(await metrics.text()).toContain('\noutbound_database_nodes_away 1\n');
    } finally {
      metrics.close();
    }
  });

  test('it is found without a request that fails, and its return, too', async ({ skip }) => {
    if (isCluster) skip();
    await goAway();
    await app.pool.query('DELETE FROM away');
    await expect.poll(() => app.services.db.reach.isWhole, PATIENCE).toBe(true);
  });
});

describe('a job whose team is away', () => {
  const lost = () => Object.assign(new Error(LOST), { code: '08006' });
  const failing = { probe: { run: () => Promise.reject(lost()) } };
  const tasksOf = () => graphileTasks(app.services, failing, new AbortController().signal);

  test('keeps its attempts, and rests while others run', async () => {
    await addJob(app.services.db, { task: 'probe', payload: { id: randomUUID() }, maxAttempts: 2 });
    for (let times = 0; times < 3; times += 1) {
      await makeJobsDue(app);
      const before = Date.now();
      await runOnce({ ...queueOptions(app.services), concurrency: 1 }, tasksOf());
      await expect.poll(() => waitingJobs(app, 'probe'), PATIENCE).toMatchObject([{ attempts: 0 }]);
      const [job] = await waitingJobs(app, 'probe');
      expect(job!.runAt.getTime()).toBeGreaterThan(before + 5_000);
    }
    await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  });

  test('uses them up where something else does not answer', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:25'), { code: 'ECONNREFUSED' });
    const tasks = { probe: { run: () => Promise.reject(refused) } };
    await addJob(app.services.db, { task: 'probe', payload: { id: randomUUID() }, maxAttempts: 2 });
    const options = { ...queueOptions(app.services), concurrency: 1 };
    await runOnce(options, graphileTasks(app.services, tasks, new AbortController().signal));
    await expect.poll(() => waitingJobs(app, 'probe'), PATIENCE).toMatchObject([{ attempts: 1 }]);
    await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  });

  test('is given up later, and does not keep others from it', async () => {
    const { db } = app.services;
    for (const name of ['away', 'here']) await addJob(db, { task: 'probe', payload: { name } });
    await app.pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
    const givenUp: unknown[] = [];
    const giveUp = async (_tx: unknown, payload: unknown) => {
      if ((payload as { name: string }).name === 'away') throw lost();
      givenUp.push(payload);
    };
    await giveUpDeadJobs(app.services, { probe: { run: async () => {}, giveUp } });
    expect(givenUp).toEqual([{ name: 'here' }]);
    await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  });
});
