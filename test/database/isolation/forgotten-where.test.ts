import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../../../src/context.ts';
import { readConnection } from '../../../src/database/connection.ts';
import { acrossTeams, asTeam, IsolationError, NOBODY } from '../../../src/database/isolation/wall.ts';
import { loadById, nestedList } from '../../../src/database/lists.ts';
import { inOneTransaction } from '../../../src/database/one-transaction.ts';
import { read } from '../../../src/database/table.ts';
import { tables } from '../../../src/database/tables.ts';
import { transaction } from '../../../src/database/transaction.ts';
import { type Offer, Prisma } from '../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';

let app: TestApp;
let mine: string;
let theirs: string;
let myOffer: Offer;
let theirOffer: Offer;
let theirCampaign: string;

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.services;
  [mine, theirs] = [(await createTeam(app, 'Mine')).team.id, (await createTeam(app, 'Theirs')).team.id];
  const offerOf = (teamId: string) => db.offer.create({ data: { teamId, name: 'Box', url: 'https://a.b', profit: 1 } });
  [myOffer, theirOffer] = [await offerOf(mine), await offerOf(theirs)];
  ({ id: theirCampaign } = await db.smsCampaign.create({ data: { teamId: theirs, name: 'Secret' } }));
  await db.smsSend.create({ data: { teamId: theirs, smsCampaignId: theirCampaign } });
});
afterAll(() => app.close());

/** Tables whose scope was forgotten. */
const everyOffer = { ...tables.Offer, scope: () => Prisma.sql`TRUE` };
const everySend = { ...tables.SmsSend, scope: () => Prisma.sql`TRUE` };
const sendsOfCampaign = nestedList(everySend, { parent: Prisma.sql`t.sms_campaign_id`, order: Prisma.sql`t.id` });

/** As a request of the team has it. */
const context = () => {
  const { services } = app;
  const team = { id: mine, name: 'Mine', timezone: 'UTC' };
  const viewer = { user: null, team, role: 'owner', token: { id: mine, kind: 'team', scopes: [] } } as const;
  return createContext(services, { viewer, trace: { statements: 0 }, address: '', streams: {} } as never);
};

const refused = (work: () => Promise<unknown>) => expect(asTeam(mine, work)).rejects.toThrow(IsolationError);

describe('A read that forgot the team', () => {
  test('is refused: by id, in a list, nested, counted, written as it comes', async () => {
    const ctx = context();
    await expect(loadById(ctx, everyOffer, theirOffer.id)).rejects.toThrow(IsolationError);
    await expect(readConnection(ctx, everyOffer, {}, { fields: ['id'] })).rejects.toThrow(IsolationError);
    await expect(sendsOfCampaign.load(ctx, theirCampaign, {}, ['id'])).rejects.toThrow(IsolationError);
    await expect(sendsOfCampaign.count(ctx, theirCampaign, {})).rejects.toThrow(IsolationError);
    await expect(read(ctx.reader, Prisma.sql`SELECT id FROM offers`)).rejects.toThrow('Nothing binds offers');
  });

  test('is refused with another team in its place', async () => {
    const { reader } = context();
    const ofTeam = (id: string) => read(reader, Prisma.sql`SELECT id FROM offers WHERE team_id = ${id}::uuid`);
    expect(await ofTeam(mine)).toEqual([{ id: myOffer.id }]);
    await expect(ofTeam(theirs)).rejects.toThrow('$1 is not the team in force');
  });

  test('is refused in a request without a viewer', async () => {
    const ctx = createContext(app.services, { viewer: null, trace: { statements: 0 }, address: '' } as never);
    await expect(read(ctx.reader, Prisma.sql`SELECT id FROM offers`)).rejects.toThrow(IsolationError);
  });
});

describe('Through Prisma', () => {
  test('a forgotten team is refused: reading, counting, changing, deleting', async () => {
    const { offer, smsCampaign } = app.services.db;
    const where = { id: theirOffer.id };
    await refused(async () => offer.findFirst({ where }));
    await refused(async () => offer.findMany());
    await refused(async () => offer.count());
    await refused(async () => offer.aggregate({ _sum: { profit: true } }));
    await refused(async () => offer.updateManyAndReturn({ where, data: { name: 'Stolen' } }));
    await refused(async () => offer.updateMany({ data: { name: 'Stolen' } }));
    await refused(async () => offer.deleteMany({ where: { name: 'Box' } }));
    await refused(async () => smsCampaign.findFirst({ where: { OR: [{ teamId: mine }, { id: theirCampaign }] } }));
    expect(await offer.findFirst({ where })).toEqual(theirOffer);
  });

  test('a forgotten team is refused in a relation, though the record itself is the team’s', async () => {
    const { smsCampaign } = app.services.db;
    const { id } = await smsCampaign.create({ data: { teamId: mine, name: 'Mine' } });
    const where = { id, teamId: mine };
    await refused(async () => smsCampaign.findFirst({ where, select: { _count: { select: { sends: true } } } }));
    // By the key a relation is the team’s own.
    expect(await asTeam(mine, async () => smsCampaign.findFirst({ where, include: { sends: true } }))).toMatchObject({
      sends: [],
    });
    await refused(async () => smsCampaign.findMany({ where: { sends: { some: { status: 'pending' } } } }));
    await refused(async () =>
      smsCampaign.update({ where: { teamId_id: where }, data: { sends: { updateMany: { where: {}, data: {} } } } }),
    );
  });

  test('another team’s is refused: in a condition, in a new record, as a record’s new team', async () => {
    const { offer } = app.services.db;
    await refused(async () => offer.findMany({ where: { teamId: theirs } }));
    await refused(async () => offer.create({ data: { teamId: theirs, name: 'Box', url: 'https://a.b', profit: 1 } }));
    await refused(async () => offer.createMany({ data: [mine, theirs].map((teamId) => ({ ...myOffer, teamId })) }));
    await refused(async () =>
      offer.update({ where: { teamId_id: { teamId: mine, id: myOffer.id } }, data: { teamId: theirs } }),
    );
  });

  test('what says its team finds its own and nothing else', async () => {
    const { offer } = app.services.db;
    const found = (id: string) =>
      asTeam(mine, async () => offer.findUnique({ where: { teamId_id: { teamId: mine, id } } }));
    expect(await found(myOffer.id)).toEqual(myOffer);
    expect(await found(theirOffer.id)).toBeNull();
  });
});

describe('SQL that forgot the team', () => {
  const sql = 'UPDATE offers SET name = $2 WHERE id = $1';
  const values = () => [theirOffer.id, 'Stolen'];

  test('is refused on every way to the database', async () => {
    const { db, pool } = app.services;
    await refused(() => pool.query(sql, values()));
    await refused(() => pool.query({ text: sql, values: values() }));
    await refused(() => transaction(pool, (client) => client.query(sql, values())));
    await refused(async () => db.$executeRawUnsafe(sql, ...values()));
    await refused(() => db.$transaction((tx) => tx.$executeRawUnsafe(sql, ...values())));
    await refused(async () => db.$transaction([db.offer.updateMany({ data: { name: 'Stolen' } })]));
    await refused(() => inOneTransaction(app.services, (ways) => ways.pool.query(sql, values())));
    await refused(() => new Promise((_resolve, reject) => pool.query(sql, values(), (error) => reject(error))));
    expect(await db.offer.findUnique({ where: { teamId_id: { teamId: theirs, id: theirOffer.id } } })).toEqual(
      theirOffer,
    );
  });

  test('is refused while many wait for the same connections, each for its own team', async () => {
    const { pool } = app.services;
    const ask = (id: string) => asTeam(id, () => pool.query('SELECT team_id FROM offers WHERE team_id = $1', [id]));
    const open = () => pool.query('SELECT team_id FROM offers');
    const asked = Array.from({ length: 60 }, (_, at) => [ask(mine), ask(theirs), open()][at % 3]!);
    const answers = (await Promise.all(asked)).map(({ rows }) => rows.map(({ team_id }) => team_id));
    const both = [mine, theirs];
    expect(answers).toEqual(answers.map((_, at) => [[mine], [theirs], both][at % 3]));
  });

  test('runs where a reason is given', async () => {
    const { pool } = app.services;
    const { rows } = await asTeam(mine, () => acrossTeams('A test.', () => pool.query('SELECT id FROM offers')));
    expect(rows.length).toBe(2);
  });

  test('finds nothing to run with outside of a mutation', async () => {
    const ctx = context();
    expect(() => ctx.db.offer).toThrow(IsolationError);
    expect(() => ctx.pool.query(sql, values())).toThrow(IsolationError);
    expect(await asTeam(mine, async () => ctx.db.offer.count({ where: { teamId: mine } }))).toBe(1);
  });

  test('does nothing for nobody', async () => {
    await expect(asTeam(NOBODY, () => app.services.pool.query(sql, values()))).rejects.toThrow(IsolationError);
  });
});

describe('The database itself', () => {
  test('refuses records that name another team’s, whoever writes them', async () => {
    const { db, pool } = app.services;
    const plan = await db.domainPlan.create({ data: { teamId: theirs, name: 'Plan', domains: [] } });
    const refusal = 'Foreign key constraint violated on the constraint: `sms_campaigns_team_id_domain_plan_id_fkey`';
    const mineWith = { teamId: mine, name: 'Mine', domainPlanId: plan.id };
    await expect(asTeam(mine, async () => db.smsCampaign.create({ data: mineWith }))).rejects.toThrow(refusal);
    const own = await db.smsCampaign.create({ data: { teamId: mine, name: 'Mine' } });
    const where = { teamId_id: { id: own.id, teamId: mine } };
    const named = { domainPlanId: plan.id };
    await expect(asTeam(mine, async () => db.smsCampaign.update({ where, data: named }))).rejects.toThrow(refusal);
    const link =
      'INSERT INTO sms_campaign_offers (team_id, sms_campaign_id, offer_id, position) VALUES ($1, $2, $3, 0)';
    await expect(asTeam(mine, () => pool.query(link, [mine, own.id, theirOffer.id]))).rejects.toThrow(
      'violates foreign key constraint "sms_campaign_offers_team_id_offer_id_fkey"',
    );
    expect((await asTeam(mine, () => pool.query(link, [mine, own.id, myOffer.id]))).rowCount).toBe(1);
  });
});
