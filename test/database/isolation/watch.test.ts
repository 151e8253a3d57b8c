import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { createContext } from '../../../src/context.ts';
import { isDistributed } from '../../../src/database/distribute.ts';
import { readConnection } from '../../../src/database/reads/connection.ts';
import { loadById, nestedList } from '../../../src/database/reads/lists.ts';
import { read } from '../../../src/database/table.ts';
import { tables } from '../../../src/database/tables.ts';
import { acrossTeams } from '../../../src/database/teams.ts';
import { inTransaction } from '../../../src/database/transaction.ts';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { createToken, TEAM_TOKEN_PREFIX } from '../../../src/modules/identity/auth/tokens.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { takeUnproven, watchRequests } from '../../support/isolation/watch.ts';
import { createTeam } from '../../support/team.ts';

/** What fails a test when the product sends it. */

let app: TestApp;
let mine: string;
let theirs: string;
let offerId: string;

beforeAll(async () => {
  app = await createTestApp();
  [mine, theirs] = [(await createTeam(app, 'Mine')).team.id, (await createTeam(app, 'Theirs')).team.id];
  const data = { teamId: theirs, name: 'Box', url: 'https://a.b', profit: 1 };
  ({ id: offerId } = await app.db.offer.create({ data }));
});
afterAll(() => app.close());
// Each of these tests has taken what it caused.
afterEach(() => expect(takeUnproven()).toEqual([]));

/** What is said of the statements of `work`, without the statement. */
async function said(work: () => PromiseLike<unknown>): Promise<string[]> {
  await work();
  return takeUnproven().map((text) => text.split(': ')[0]!);
}

const NO_TEAM = ['Nothing binds offers to one team'];

test('a read whose scope was forgotten: by id, in a list, nested, counted, as SQL', async ({ skip }) => {
  if (await isDistributed(app.pool)) skip('Citus refuses some of these by itself.');
  const team = { id: mine, name: 'Mine', timezone: 'UTC' };
  const viewer = { user: null, team, role: 'owner', token: { id: mine, kind: 'team', scopes: [] } } as const;
  const ctx = createContext(app.services, { viewer, trace: { statements: 0 }, address: '', streams: {} } as never);
  const everyOffer = { ...tables.Offer, scope: () => Prisma.sql`TRUE` };
  const below = nestedList(everyOffer, { parent: Prisma.sql`t.id`, order: [Prisma.sql`t.id`], direction: 'asc' });
  expect(await said(() => loadById(ctx, everyOffer, offerId))).toEqual(NO_TEAM);
  expect(await said(() => readConnection(ctx, everyOffer, {}, { fields: ['id'] }))).toEqual(NO_TEAM);
  expect(await said(() => below.load(ctx, offerId, {}, ['id']))).toEqual(NO_TEAM);
  expect(await said(() => below.count(ctx, offerId, {}))).toEqual(NO_TEAM);
  expect(await said(() => read(ctx.reader, Prisma.sql`SELECT id FROM offers`))).toEqual(NO_TEAM);
  expect(await said(() => loadById(ctx, tables.Offer, offerId))).toEqual([]);
});

test('SQL that forgot the team, on every way to the database', async () => {
  const { db, pool } = app.services;
  const sql = 'UPDATE offers SET name = name WHERE id = $1';
  await pool.query(sql, [offerId]);
  expect(takeUnproven()).toEqual([`Nothing binds offers to one team: ${sql}`]);
  expect(await said(() => pool.query({ text: sql, values: [offerId] }))).toEqual(NO_TEAM);
  expect(await said(() => db.transaction((tx) => tx.query(sql, [offerId])))).toEqual(NO_TEAM);
  expect(await said(() => db.prisma.$executeRawUnsafe('UPDATE offers SET name = name'))).toEqual(NO_TEAM);
  expect(await said(() => db.transaction((tx) => tx.change`DELETE FROM offers WHERE FALSE`))).toEqual(NO_TEAM);
  expect(await said(() => inTransaction(app.services, ({ reader }) => reader.pool.query(sql, [offerId])))).toEqual(
    NO_TEAM,
  );
  const callback = () => new Promise((resolve) => pool.query(sql, [offerId], resolve));
  expect(await said(callback)).toEqual(NO_TEAM);
});

test('a relation of Prisma that another team’s rows may hang on', async () => {
  const { smsCampaign } = app.services.db.prisma;
  const { id } = await smsCampaign.create({ data: { teamId: mine, name: 'Mine' } });
  const where = { id, teamId: mine };
  const sends = ['Nothing binds sms_sends to one team'];
  const counted = { where, select: { _count: { select: { sends: true } } } };
  expect(await said(() => smsCampaign.findFirst(counted))).toEqual(sends);
  const some = { ...where, sends: { some: { status: 'pending' as const } } };
  expect(await said(() => smsCampaign.findMany({ where: some }))).toEqual([]);
  // By the key a relation is the team's own.
  expect(await said(() => smsCampaign.findFirst({ where, include: { sends: true } }))).toEqual([]);
});

test('rows of two teams in one statement', async ({ skip }) => {
  if (await isDistributed(app.pool)) skip('Citus refuses some of these by itself.');
  const { db, pool } = app.services;
  const data = [mine, theirs].map((teamId) => ({ teamId, name: 'Tag' }));
  expect((await said(() => db.prisma.tag.createMany({ data })))[0]).toMatch(/^\$\d+, \$\d+ are several teams$/);
  const sql = 'SELECT o.id FROM offers o JOIN tags t ON t.team_id = $2 WHERE o.team_id = $1';
  expect(await said(() => pool.query(sql, [mine, mine]))).toEqual([]);
  expect(await said(() => pool.query(sql, [mine, theirs]))).toEqual(['$1, $2 are several teams']);
  const moved = { where: { teamId_id: { teamId: theirs, id: offerId } }, data: { teamId: mine } };
  expect((await said(() => db.prisma.offer.update(moved)))[0]).toMatch(/several teams$/);
  await app.db.offer.updateMany({ data: { teamId: theirs } });
});

test('rows of another team than the caller’s', async () => {
  const { pool } = app.services;
  const ask = (id: string) => pool.query('SELECT id FROM offers WHERE team_id = $1', [id]);
  const requestOf = (authorization: string) => new Request('http://localhost/', { headers: { authorization } });
  const asked = (id: string) => {
    const { fetch } = watchRequests({ fetch: () => ask(id) } as unknown as App);
    return () => fetch(requestOf(`Bearer ${createToken(TEAM_TOKEN_PREFIX, mine)}`));
  };
  expect(await said(asked(mine))).toEqual([]);
  expect(await said(asked(theirs))).toEqual(["$1 is not the caller's team"]);
});

test('nothing of what says that it is across teams, nor of what a test asks itself', async () => {
  const { db, pool } = app.services;
  const teamId = acrossTeams('A test.');
  expect(await said(() => db.prisma.offer.findMany({ where: { teamId } }))).toEqual([]);
  expect(await said(() => db.transaction((tx) => tx.prisma.offer.count({ where: { teamId } })))).toEqual([]);
  expect(await said(() => pool.query('SELECT /* across teams: a test */ id FROM offers'))).toEqual([]);
  expect(await said(() => app.db.offer.findMany())).toEqual([]);
  expect(await said(() => app.db.$transaction((tx) => tx.offer.count()))).toEqual([]);
  expect(await said(() => app.pool.query('SELECT id FROM offers'))).toEqual([]);
  // And goes on with what follows.
  expect(await said(() => pool.query('SELECT id FROM offers'))).toEqual(NO_TEAM);
});

test('each for itself while many wait for the same connections', async () => {
  const { db, pool } = app.services;
  const across = () => db.prisma.offer.count({ where: { teamId: acrossTeams('A test.') } });
  const ask = (at: number) =>
    at % 3 === 0
      ? across()
      : at % 3 === 1
        ? app.pool.query('SELECT id FROM offers')
        : pool.query('SELECT name FROM offers');
  expect(await said(() => Promise.all(Array.from({ length: 60 }, (_, at) => ask(at))))).toEqual(
    Array(20).fill(NO_TEAM[0]),
  );
});
