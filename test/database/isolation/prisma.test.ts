import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acrossTeams } from '../../../src/database/teams.ts';
import type { Offer } from '../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';

let app: TestApp;
let mine: string;
let theirs: string;
let theirOffer: Offer;

beforeAll(async () => {
  app = await createTestApp();
  [mine, theirs] = [(await createTeam(app, 'Mine')).team.id, (await createTeam(app, 'Theirs')).team.id];
  theirOffer = await app.db.offer.create({ data: { teamId: theirs, name: 'Box', url: 'https://a.b', profit: 1 } });
});
afterAll(() => app.close());

const refused = (work: PromiseLike<unknown>, message: string) =>
  expect(Promise.resolve(work)).rejects.toMatchObject({ name: 'TeamError', message });

describe('An operation of Prisma that names no team is refused', () => {
  test('when it reads', async () => {
    const { offer } = app.services.db.prisma;
    const where = { id: theirOffer.id };
    await refused(offer.findFirst({ where }), 'Offer.findFirst names no team.');
    await refused(offer.findMany(), 'Offer.findMany names no team.');
    await refused(offer.count(), 'Offer.count names no team.');
    await refused(offer.aggregate({ _sum: { profit: true } }), 'Offer.aggregate names no team.');
    await refused(offer.groupBy({ by: ['name'] }), 'Offer.groupBy names no team.');
    // Prisma leaves out what is undefined.
    const unknown = { teamId: undefined as unknown as string };
    await refused(offer.findMany({ where: unknown }), 'Offer.findMany names no team.');
    await refused(offer.findMany({ where: { OR: [{ teamId: mine }, where] } }), 'Offer.findMany names no team.');
    await refused(offer.findMany({ where: { teamId: { not: mine } } }), 'Offer.findMany names no team.');
  });

  test('when it writes', async () => {
    const { offer } = app.services.db.prisma;
    const where = { id: theirOffer.id };
    const data = { name: 'Stolen' };
    const unnamed = { name: 'New', url: 'https://a.b', profit: 1 } as never;
    await refused(offer.updateMany({ data }), 'Offer.updateMany names no team.');
    await refused(offer.updateMany({ data: { ...data, teamId: mine } }), 'Offer.updateMany names no team.');
    await refused(offer.updateManyAndReturn({ where, data }), 'Offer.updateManyAndReturn names no team.');
    await refused(offer.deleteMany({ where }), 'Offer.deleteMany names no team.');
    await refused(offer.deleteMany(), 'Offer.deleteMany names no team.');
    await refused(offer.create({ data: unnamed }), 'Offer.create names no team.');
    await refused(
      offer.createMany({ data: [{ teamId: mine, ...(unnamed as object) }, unnamed] as never }),
      'Offer.createMany names no team.',
    );
    const teamId_id = { teamId: mine, id: theirOffer.id };
    await refused(offer.upsert({ where: { teamId_id }, create: unnamed, update: data }), 'Offer.upsert names no team.');
    expect(await app.db.offer.findMany()).toEqual([theirOffer]);
  });

  test('in a transaction, too', async () => {
    const { db } = app.services;
    await refused(
      db.transaction((tx) => tx.prisma.offer.deleteMany()),
      'Offer.deleteMany names no team.',
    );
    expect(await app.db.offer.count()).toBe(1);
  });

  test('or does not compile where one record is asked for', async () => {
    const { offer } = app.services.db.prisma;
    // @ts-expect-error the key is the team and the id
    await refused(offer.findUnique({ where: { id: theirOffer.id } }), 'Offer.findUnique names no team.');
    // @ts-expect-error the same
    await refused(offer.delete({ where: { id: theirOffer.id } }), 'Offer.delete names no team.');
    const unnamed = { name: 'New', url: 'https://a.b', profit: 1 };
    // @ts-expect-error a row is of a team
    await refused(offer.create({ data: unnamed }), 'Offer.create names no team.');
  });
});

test('One that names the team finds its own and nothing else', async () => {
  const { offer } = app.services.db.prisma;
  const found = (teamId: string) => offer.findUnique({ where: { teamId_id: { teamId, id: theirOffer.id } } });
  expect(await found(theirs)).toEqual(theirOffer);
  expect(await found(mine)).toBeNull();
  expect(await offer.findMany({ where: { teamId: mine } })).toEqual([]);
});

test('One that says that it is across teams finds those of all', async () => {
  const { offer } = app.services.db.prisma;
  expect(await offer.findMany({ where: { teamId: acrossTeams('A test.') } })).toEqual([theirOffer]);
});

describe('What happened is neither changed nor deleted', () => {
  test.each(['auditEntry', 'ledgerEntry', 'consentEvent'] as const)('%s', async (name) => {
    const model = app.services.db.prisma[name] as typeof app.services.db.prisma.auditEntry;
    const title = name.replace(/^./, (letter) => letter.toUpperCase());
    const message = (operation: string) => `${title}.${operation}: its rows are only added to.`;
    const where = { teamId: mine };
    const one = { where: { teamId_id: { teamId: mine, id: theirOffer.id } } };
    await refused(model.update({ ...one, data: {} }), message('update'));
    await refused(model.updateMany({ where, data: {} }), message('updateMany'));
    await refused(model.updateManyAndReturn({ where, data: {} }), message('updateManyAndReturn'));
    await refused(model.upsert({ ...one, create: {} as never, update: {} }), message('upsert'));
    await refused(model.delete(one), message('delete'));
    await refused(model.deleteMany({ where }), message('deleteMany'));
    expect(await model.count({ where })).toBe(0);
  });
});

describe('The database itself', () => {
  test('refuses records that name another team’s, whoever writes them', async () => {
    const { db } = app;
    const plan = await db.domainPlan.create({ data: { teamId: theirs, name: 'Plan', domains: [] } });
    const refusal = 'Foreign key constraint violated on the constraint: `sms_campaigns_team_id_domain_plan_id_fkey';
    await expect(
      db.smsCampaign.create({ data: { teamId: mine, name: 'Mine', domainPlanId: plan.id } }),
    ).rejects.toThrow(refusal);
    const { id } = await db.smsCampaign.create({ data: { teamId: mine, name: 'Mine' } });
    const where = { teamId_id: { teamId: mine, id } };
    await expect(db.smsCampaign.update({ where, data: { domainPlanId: plan.id } })).rejects.toThrow(refusal);
    const link =
      'INSERT INTO sms_campaign_offers (team_id, sms_campaign_id, offer_id, position) VALUES ($1, $2, $3, 0)';
    await expect(app.pool.query(link, [mine, id, theirOffer.id])).rejects.toThrow(
      'violates foreign key constraint "sms_campaign_offers_team_id_offer_id_fkey',
    );
  });
});
