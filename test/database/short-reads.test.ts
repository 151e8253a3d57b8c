import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { isDistributed } from '../../src/database/distribute.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE } from '../support/patience.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

/** Of ten connections of a process with a worker, see turns.ts. */
const TURNS_OF_A_TOKEN = 4;
const OFFER = { name: 'Meal box', url: 'https://shop.example', profit: '1' };

/** The embedded database is one session: its reads share it as they are. */
describe.skipIf(inject('databaseTemplate').kind === 'embedded')('records by id that are read at once', () => {
  let app: TestApp;
  let acme: TestTeam;
  let other: TestTeam;
  let ids: string[];
  beforeAll(async () => {
    app = await createTestApp({ LOG_LEVEL: 'silent', TOKEN_CACHE_MS: 60_000, LOCK_TIMEOUT_MS: 5_000 });
  });
  beforeEach(async () => {
    acme = await createTeam(app);
    other = await createTeam(app);
    const { id: teamId } = acme.team;
    const names = Array.from({ length: 60 }, (_, at) => `Tag ${at}`);
    const tags = await app.db.tag.createManyAndReturn({ data: names.map((name) => ({ teamId, name })) });
    ids = tags.map(({ id }) => id);
    for (const token of [acme.token, other.token]) await app.graphql('{ team { name } }', { token });
  });
  afterAll(() => app.close());

  const nameOf = async (id: string, token = acme.token) => {
    const query = 'query ($id: ID!) { tag(id: $id) { name } }';
    const { data, errors } = await app.graphql<{ tag: { name: string } }>(query, { token, variables: { id } });
    return String(errors?.[0]?.extensions.code ?? data!.tag.name);
  };
  const firstNames = (count: number) => Array.from({ length: count }, (_, at) => `Tag ${at}`);
  const readFive = () => Promise.all(ids.slice(0, 5).map((id) => nameOf(id)));

  /** Nobody reads the table before `unlock`, or before `work` has ended. */
  async function whileLocked<T>(table: string, work: (unlock: () => Promise<unknown>) => Promise<T>): Promise<T> {
    const lock = await app.pool.connect();
    try {
      await lock.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return await work(() => lock.query('ROLLBACK'));
    } finally {
      lock.release(true);
    }
  }

  /** None is answered before `sent` of them are on their way. Tells on how many connections. */
  async function together(read: () => Promise<string>[], sent: number) {
    // The first runs of an operation take longer.
    for (let time = 0; time < 3; time += 1) await Promise.all(read());
    return whileLocked('tags', async (unlock) => {
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      // However long they take to be sent, none seems held up.
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      const isRead = (at: number) => (queries.mock.calls[at]![0] as { text?: string }).text?.includes('FROM "tags"');
      const readers = () => queries.mock.contexts.filter((_, at) => isRead(at));
      try {
        const names = Promise.all(read());
        await vi.waitFor(() => expect(readers()).toHaveLength(sent), PATIENCE);
        const connections = new Set(readers()).size;
        await unlock();
        return { names: await names, connections };
      } finally {
        queries.mockRestore();
        clock.mockRestore();
      }
    });
  }

  test('share a connection, each with its own answer and as its own statement', async () => {
    const read = () => ids.slice(0, 20).map((id) => nameOf(id));
    expect(await together(read, 20)).toEqual({ names: firstNames(20), connections: 1 });
    expect(await app.statements(() => Promise.all(read()))).toHaveLength(20);
  });

  test('of several teams share it, too, and another team’s is not found', async () => {
    const read = () => ids.slice(0, 6).map((id, at) => nameOf(id, at % 2 === 0 ? acme.token : other.token));
    const names = ['Tag 0', 'NOT_FOUND', 'Tag 2', 'NOT_FOUND', 'Tag 4', 'NOT_FOUND'];
    expect(await together(read, 6)).toEqual({ names, connections: 1 });
  });

  test('beyond 32 take turns and connections of their own', async () => {
    const read = () => ids.map((id) => nameOf(id));
    expect(await together(read, 32 + TURNS_OF_A_TOKEN)).toEqual({
      names: firstNames(60),
      connections: 1 + TURNS_OF_A_TOKEN,
    });
  });

  test('give the connection back once they are answered', async () => {
    await readFive();
    const { pool } = app.services;
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), PATIENCE);
  });

  test('fail each by itself when the plan that they share could not be made', async () => {
    const query = 'query ($id: ID!) { tag(id: $id) { id name createdAt } }';
    const codeOf = async (id: string) =>
      (await app.graphql(query, { token: acme.token, variables: { id } })).errors?.[0]?.extensions.code;
    await whileLocked('tags', async (unlock) => {
      const codes = ids.slice(0, 5).map(codeOf);
      expect(await codes[0]).toBe('TIMEOUT');
      await unlock();
      expect(await Promise.all(codes.slice(1))).toEqual([undefined, undefined, undefined, undefined]);
    });
  });

  test('of other tables are not held up by a lock, nor after the first that waited for it has ended', async () => {
    const offer = await app.db.offer.create({ data: { ...OFFER, teamId: acme.team.id } });
    const variables = { id: offer.id };
    const readOffer = () =>
      app.graphql('query ($id: ID!) { offer(id: $id) { name } }', { token: acme.token, variables });
    await whileLocked('offers', async () => {
      const locked = [readOffer(), readOffer(), readOffer()];
      const beside = async () => ['beside', ...(await readFive())];
      expect(await Promise.race([beside(), ...locked])).toEqual(['beside', ...firstNames(5)]);
      // The first has ended, and the next one waits.
      expect((await locked[0])!.errors![0]!.extensions.code).toBe('TIMEOUT');
      expect(await Promise.race([beside(), locked[1], locked[2]])).toEqual(['beside', ...firstNames(5)]);
    });
    expect((await readOffer()).data).toEqual({ offer: { name: 'Meal box' } });
  });

  test('are refused together when the connection is cut, and the next ones are answered', async ({ skip }) => {
    if (await isDistributed(app.pool)) skip('On Citus it is a connection between its nodes that waits.');
    const waits = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await whileLocked('tags', async () => {
      const names = readFive();
      const [waiting] = await vi.waitFor(async () => {
        const { rows } = await app.pool.query<{ pid: number }>(waits);
        expect(rows).toHaveLength(1);
        return rows;
      }, PATIENCE);
      await app.pool.query('SELECT pg_terminate_backend($1)', [waiting!.pid]);
      expect(await names).toEqual(Array.from({ length: 5 }, () => 'UNAVAILABLE'));
    });
    expect(await readFive()).toEqual(firstNames(5));
  });
});
