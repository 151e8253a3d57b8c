import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { teamOfToken } from '../../src/modules/identity/auth/tokens.ts';
import { createTestApp, type GraphQLAnswer, type TestApp } from '../support/app.ts';
import { createContacts } from '../support/contacts.ts';
import { PATIENCE } from '../support/patience.ts';
import { createTeam } from '../support/team.ts';

const isServer = inject('databaseTemplate').kind === 'server';
const ONE_READ = '{ team { name } }';

let app: TestApp;
let flooding: string;
let other: string;
beforeAll(async () => {
  app = await createTestApp({
    TOKEN_CACHE_MS: 60_000,
    LOG_LEVEL: 'silent',
    LOCK_TIMEOUT_MS: 3_000,
    OPERATION_TIMEOUT_MS: 120_000,
  });
});
beforeEach(async () => {
  const { team, token } = await createTeam(app);
  flooding = token;
  await createContacts(app, team.id, 3_000);
  await app.pool.query(
    `UPDATE contacts SET name = 'Somebody ' || number, email = number || '@a.example'
    WHERE team_id = $1`,
    [team.id],
  );
  other = (await createTeam(app)).token;
  for (const known of [flooding, other]) await app.graphql(ONE_READ, { token: known });
});
afterAll(() => app.close());

/** Asks all at once, and says how many are not answered yet. */
function ask(queries: string[]) {
  let pending = queries.length;
  const answers = queries.map((query) => app.graphql(query, { token: flooding }).finally(() => (pending -= 1)));
  return { answers: Promise.all(answers), pending: () => pending };
}
const counts = (many: number, filter: (at: number) => string) =>
  `{ ${Array.from({ length: many }, (_, at) => `c${at}: contacts(filter: ${filter(at)}) { totalCount }`).join(' ')} }`;
const codesOf = (answers: GraphQLAnswer<unknown>[]) => [
  ...new Set(answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? [])),
];

describe('another team’s read is answered', () => {
  test('while a team has hundreds of slow counts waiting, of which none is lost', async () => {
    const query = counts(40, (at) => `{ name: "body ${at}", email: "@a" }`);
    const flood = ask(Array.from({ length: 8 }, () => query));
    await once(app.services.pool, 'acquire');
    const seen = await app.statements(() => app.graphql(ONE_READ, { token: other }));
    expect(flood.pending()).toBe(8);
    // Of the 320 counts, how many are done beside a read depends on how fast this process turns.
    expect(seen.length).toBeLessThan(160);
    const answers = await flood.answers;
    expect(codesOf(answers)).toEqual([]);
    expect(answers[7]!.data!.c0).toEqual({ totalCount: 0 });
  });

  test.skipIf(!isServer)('while a team’s mutations wait for a locked row, which they do not do for ever', async () => {
    const { data } = await app.graphql<{ createOffer: { id: string } }>(
      'mutation { createOffer(input: { name: "Box", url: "https://a.example", profit: "1" }) { id } }',
      { token: flooding },
    );
    const { id } = data!.createOffer;
    const holder = await app.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM offers WHERE team_id = $1 AND id = $2 FOR UPDATE', [teamOfToken(flooding), id]);
    try {
      const flood = ask(
        Array.from(
          { length: 12 },
          (_, at) => `mutation { updateOffer(id: "${id}", input: { name: "N${at}" }) { id } }`,
        ),
      );
      const waiting = async () =>
        (
          await app.pool.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
          AND datname = current_database()`)
        ).rowCount;
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), PATIENCE);
      expect((await app.graphql(ONE_READ, { token: other })).errors).toBeUndefined();
      expect(flood.pending()).toBe(12);
      expect(codesOf(await flood.answers)).toEqual(['TIMEOUT']);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});

test.skipIf(!isServer)('a team’s searches within texts go one at a time, its other reads beside them', async () => {
  const holder = await app.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
  try {
    const flood = ask([
      '{ contacts(filter: { name: "body" }) { totalCount } }',
      '{ contacts(filter: { search: "4915" }) { nodes { id } } }',
      '{ smsContactReport(where: [{ name: { contains: "body" } }]) { totals { contacts } } }',
      '{ contacts { totalCount } }',
    ]);
    const waiting = async () => {
      const { rows } = await app.pool.query<{ query: string }>(`SELECT query FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`);
      const searches = rows.filter(({ query }) => / LIKE | ~ /.test(query)).length;
      return { searches, others: rows.length - searches };
    };
    const both = async () => {
      const found = await waiting();
      expect(found.searches * found.others).toBeGreaterThan(0);
      return found;
    };
    expect(await vi.waitFor(both, PATIENCE)).toEqual({ searches: 1, others: 1 });
    await holder.query('ROLLBACK');
    await flood.answers;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

test('a team of which a thousand reads wait is told to come back', async () => {
  const flood = ask(Array.from({ length: 7 }, () => counts(190, (at) => `{ number: ${at + 1} }`)));
  const read = app.graphql(ONE_READ, { token: other });
  expect((await read).errors).toBeUndefined();
  const answers = await flood.answers;
  expect(codesOf(answers)).toEqual(['RATE_LIMITED']);
  expect(answers.flatMap(({ errors = [] }) => errors)[0]).toMatchObject({
    message: 'Too Many Attempts.',
    extensions: { code: 'RATE_LIMITED', retryAfter: 5 },
  });
});

test('over REST it is told so by the status and its header', async () => {
  const list = (token: string) => app.rest('GET', '/v1/sms/campaigns', { token });
  const flood = Array.from({ length: 700 }, () => list(flooding));
  expect((await list(other)).status).toBe(200);
  const answers = await Promise.all(flood);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const { body, headers } = answers.find(({ status }) => status === 429)!;
  expect([body, headers.get('retry-after')]).toEqual([{ message: 'Too Many Attempts.' }, '5']);
});

test('what waits begins as its own team’s, whoever’s end let it begin', async () => {
  const ask = (token: string) =>
    Array.from({ length: 60 }, async () => JSON.stringify(await app.graphql('{ contacts { totalCount } }', { token })));
  const [mine, theirs] = await Promise.all([flooding, other].map((token) => Promise.all(ask(token))));
  expect(new Set(mine)).toEqual(new Set(['{"data":{"contacts":{"totalCount":3000}}}']));
  expect(new Set(theirs)).toEqual(new Set(['{"data":{"contacts":{"totalCount":0}}}']));
});
