import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { applyDueProfitRules } from '../../../../src/modules/hub/pricing/profit-rules.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

const FUTURE = '2099-01-01T00:00:00.000Z';
const PAST = '2020-01-01T00:00:00.000Z';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const rule = async (data: Partial<Prisma.ProfitRuleUncheckedCreateInput> = {}, teamId = acme.team.id) =>
  (await app.db.profitRule.create({ data: { teamId, currentProfit: '10', appliedAt: PAST, ...data } })).id;

const update = async (id: string, body: unknown, token: string | undefined = acme.token) => {
  const answer = await app.rest('PUT', `/v1/hub/profit-logic/rules/${id}`, { body, token });
  return { status: answer.status, body: answer.body };
};
const updated = async (id: string, body: unknown) => {
  const answer = await update(id, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data as Record<string, unknown>;
};
const errorsOf = async (id: string, body: unknown) => {
  const answer = await update(id, body);
  expect(answer.status).toBe(422);
  return answer.body.errors;
};
const history = async (profitRuleId: string) =>
  (await app.db.profitRuleChange.findMany({ where: { profitRuleId }, orderBy: [{ createdAt: 'asc' }] })).map(
    ({ marginType, oldProfit, newProfit }) => `${marginType} ${oldProfit} -> ${newProfit}`,
  );

describe('updating a profit rule (E5)', () => {
  test('answers every documented field with its documented type', async () => {
    const { db } = app;
    const network = await db.network.findFirstOrThrow({ where: { countryId: 840 }, orderBy: { id: 'asc' } });
    const company = await db.clientCompany.create({ data: { teamId: acme.team.id, name: 'Northwind' } });
    const id = await rule();
    const answer = await update(id, {
      id: 'passed over',
      current_profit: 12.5,
      country_id: 840,
      network_id: String(network.id),
      client_company_id: company.id,
      network_brand_id: network.brandId,
      margin_type: 'percentage',
      upcoming_profit: '15',
      applied_at: FUTURE,
    });
    expect(answer).toEqual({
      status: 200,
      body: {
        data: {
          id,
          current_profit: 12.5,
          country_id: 840,
          network_id: network.id,
          client_company_id: company.id,
          network_brand_id: network.brandId,
          margin_type: 'percentage',
          old_profit: 10,
          upcoming_profit: 15,
          applied_at: FUTURE,
        },
      },
    });
  });

  test('moves the profit before to old_profit, notes when, and enters it into the history', async () => {
    const id = await rule();
    const start = Date.now();
    expect(await updated(id, { current_profit: 20 })).toMatchObject({ current_profit: 20, old_profit: 10 });
    const { applied_at } = await updated(id, { current_profit: 30.000001 });
    expect(Date.parse(applied_at as string)).toBeGreaterThanOrEqual(start);
    expect(await history(id)).toEqual(['percentage 10 -> 20', 'percentage 20 -> 30.000001']);
  });

  test('with the profit it has, or with what it answered, changes nothing', async () => {
    const id = await rule({ oldProfit: '5' });
    const before = await updated(id, {});
    expect(before).toMatchObject({ current_profit: 10, old_profit: 5, upcoming_profit: null, applied_at: PAST });
    expect(await updated(id, { current_profit: '10.000' })).toEqual(before);
    expect(await updated(id, before)).toEqual(before);
    expect(await history(id)).toEqual([]);
  });

  test('corrects an old profit, but not against the one that just was', async () => {
    const id = await rule({ oldProfit: '5' });
    expect(await updated(id, { old_profit: 7 })).toMatchObject({ old_profit: 7, applied_at: PAST });
    expect(await updated(id, { old_profit: null })).toMatchObject({ old_profit: null });
    expect(await updated(id, { old_profit: 7, current_profit: 11 })).toMatchObject({ old_profit: 10 });
  });

  test('with another margin type is another profit', async () => {
    const id = await rule();
    expect(await updated(id, { margin_type: 'fixed' })).toMatchObject({ margin_type: 'fixed', old_profit: 10 });
    expect(await history(id)).toEqual(['fixed 10 -> 10']);
  });

  test('null makes it a rule for any company, country, network and brand', async () => {
    const company = await app.db.clientCompany.create({ data: { teamId: acme.team.id, name: 'Northwind' } });
    const id = await rule({ clientCompanyId: company.id, countryId: 840 });
    expect(await updated(id, { client_company_id: null, country_id: null })).toMatchObject({
      client_company_id: null,
      country_id: null,
    });
  });

  test('ten at the same time leave an unbroken history', async () => {
    const id = await rule();
    await Promise.all(Array.from({ length: 10 }, (_, at) => updated(id, { current_profit: 50 + at })));
    const { db } = app;
    const changes = await db.profitRuleChange.findMany({ where: { profitRuleId: id } });
    const next = new Map(changes.map(({ oldProfit, newProfit }) => [String(oldProfit), String(newProfit)]));
    let [profit, steps] = ['10', 0];
    for (; next.has(profit); steps += 1) profit = next.get(profit)!;
    const { currentProfit } = await db.profitRule.findUniqueOrThrow({
      where: { teamId_id: { teamId: acme.team.id, id } },
    });
    expect([steps, profit]).toEqual([10, String(currentProfit)]);
  });

  test('through GraphQL reads the rule with its country, network, brand and history', async () => {
    const network = await app.db.network.findFirstOrThrow({
      where: { countryId: 840 },
      include: { country: true, brand: true },
    });
    const id = await rule({ countryId: 840, networkId: network.id, networkBrandId: network.brandId });
    const query = `mutation ($id: ID!) {
      updateSellerProfitLogicRule(id: $id, input: { currentProfit: "12.5" }) {
        id currentProfit oldProfit upcomingProfit marginType
        country { iso2 name } network { mcc mnc brand { name } } networkBrand { name country { iso3 } }
        changes { totalCount nodes { marginType oldProfit newProfit } }
      }
    }`;
    expect(await app.graphql(query, { variables: { id }, token: acme.token })).toEqual({
      data: {
        updateSellerProfitLogicRule: {
          id,
          currentProfit: '12.5',
          oldProfit: '10',
          upcomingProfit: null,
          marginType: 'percentage',
          country: { iso2: 'US', name: network.country.name },
          network: { mcc: network.mcc, mnc: network.mnc, brand: { name: network.brand.name } },
          networkBrand: { name: network.brand.name, country: { iso3: 'USA' } },
          changes: { totalCount: 1, nodes: [{ marginType: 'percentage', oldProfit: '10', newProfit: '12.5' }] },
        },
      },
    });
  });
});

describe('an upcoming profit', () => {
  const soon = () => new Date(Date.now() + 3_600_000).toISOString();

  test('needs a time to come', async () => {
    const id = await rule();
    const required = { applied_at: ['The applied at field is required.'] };
    const past = { applied_at: ['The applied at field must be a date after now.'] };
    expect(await errorsOf(id, { upcoming_profit: 20 })).toEqual(required);
    expect(await errorsOf(id, { upcoming_profit: 20, applied_at: null })).toEqual(required);
    expect(await errorsOf(id, { upcoming_profit: 20, applied_at: PAST })).toEqual(past);
    for (const applied_at of ['0000-01-01', '9999-12-31T23:59:59-01:00', '10000-01-01', 'infinity']) {
      const invalid = { applied_at: ['The applied at field must be a valid date.'] };
      expect(await errorsOf(id, { upcoming_profit: 20, applied_at })).toEqual(invalid);
    }
    expect(await errorsOf(id, { applied_at: FUTURE })).toEqual({
      upcoming_profit: ['The upcoming profit field is required.'],
    });
    expect(await errorsOf(id, { upcoming_profit: 20, applied_at: 'soon' })).toEqual({
      applied_at: ['The applied at field must be a valid date.'],
    });
  });

  test('is kept, put off and called off', async () => {
    const id = await rule();
    const applied_at = soon();
    expect(await updated(id, { current_profit: 11 })).toMatchObject({ old_profit: 10 });
    const since = (await updated(id, {})).applied_at;
    const planned = { current_profit: 11, old_profit: 10, upcoming_profit: 20, applied_at };
    expect(await updated(id, { upcoming_profit: 20, applied_at })).toMatchObject(planned);
    expect(await updated(id, { margin_type: 'percentage' })).toMatchObject(planned);
    expect(await updated(id, { applied_at: FUTURE })).toMatchObject({ ...planned, applied_at: FUTURE });
    expect(await updated(id, { upcoming_profit: null })).toMatchObject({ upcoming_profit: null, applied_at: since });
    expect(await history(id)).toEqual(['percentage 10 -> 11']);
  });

  test('that is called off before the first change leaves the moment since which the rule is there', async () => {
    const createdAt = new Date('2026-01-02T03:04:05.678Z');
    const id = await rule({ createdAt, appliedAt: createdAt });
    await updated(id, { upcoming_profit: 20, applied_at: FUTURE });
    expect(await updated(id, { upcoming_profit: null })).toMatchObject({
      current_profit: 10,
      upcoming_profit: null,
      applied_at: '2026-01-02T03:04:05.678Z',
    });
  });

  const due = () => rule({ upcomingProfit: '25', appliedAt: new Date(Date.now() - 1000), oldProfit: '5' });

  test('whose time has come is read as the current one before anything wrote it down', async () => {
    const id = await due();
    const query = `query ($id: ID!) { sellerProfitLogicRule(id: $id) { currentProfit oldProfit upcomingProfit } }`;
    expect((await app.graphql(query, { variables: { id }, token: acme.token })).data).toEqual({
      sellerProfitLogicRule: { currentProfit: '25', oldProfit: '10', upcomingProfit: null },
    });
    expect(await updated(id, {})).toMatchObject({ current_profit: 25, old_profit: 10, upcoming_profit: null });
  });

  test('whose time has come enters the history before the next change does', async () => {
    const id = await due();
    expect(await updated(id, { current_profit: 30 })).toMatchObject({ current_profit: 30, old_profit: 25 });
    expect(await history(id)).toEqual(['percentage 10 -> 25', 'percentage 25 -> 30']);
  });

  test('is written down once, however often and at once the job runs, and only when due', async () => {
    const ids = [await due(), await due(), await due()];
    const later = await rule({ upcomingProfit: '25', appliedAt: FUTURE });
    const counts = await Promise.all([1, 2, 3].map(() => applyDueProfitRules(app.services)));
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3);
    expect(await applyDueProfitRules(app.services)).toBe(0);
    for (const id of ids) {
      expect(await history(id)).toEqual(['percentage 10 -> 25']);
      const stored = await app.db.profitRule.findUniqueOrThrow({
        where: { teamId_id: { teamId: acme.team.id, id } },
      });
      expect([String(stored.currentProfit), String(stored.oldProfit), stored.upcomingProfit]).toEqual([
        '25',
        '10',
        null,
      ]);
    }
    expect(await history(later)).toEqual([]);
  });
});

describe('an update that does not fit', () => {
  test('is told of every field of a wrong type', async () => {
    const wrong = {
      current_profit: 'x',
      country_id: 'x',
      network_id: 1.5,
      client_company_id: [],
      network_brand_id: true,
      margin_type: 'relative',
      old_profit: {},
      upcoming_profit: '1,5',
      applied_at: 5,
    };
    expect(await errorsOf(await rule(), wrong)).toEqual({
      current_profit: ['The current profit field must be a number.'],
      country_id: ['The country id field must be an integer.'],
      network_id: ['The network id field must be an integer.'],
      client_company_id: ['The client company id field must be a string.'],
      network_brand_id: ['The network brand id field must be a string.'],
      margin_type: ['The selected margin type is invalid.'],
      old_profit: ['The old profit field must be a number.'],
      upcoming_profit: ['The upcoming profit field must be a number.'],
      applied_at: ['The applied at field must be a valid date.'],
    });
  });

  test('names the bound that a profit passes', async () => {
    const id = await rule();
    expect(await errorsOf(id, { current_profit: -0.000001, old_profit: -1 })).toEqual({
      current_profit: ['The current profit field must be at least 0.'],
      old_profit: ['The old profit field must be at least 0.'],
    });
    const above = { current_profit: ['The current profit field must not be greater than 100.'] };
    expect(await errorsOf(id, { current_profit: 100.000001 })).toEqual(above);
    expect(await errorsOf(id, { upcoming_profit: 101, applied_at: FUTURE })).toEqual({
      upcoming_profit: ['The upcoming profit field must not be greater than 100.'],
    });
    expect(await updated(id, { current_profit: 100 })).toMatchObject({ current_profit: 100 });
    expect(await updated(id, { current_profit: 0 })).toMatchObject({ current_profit: 0 });
    expect(await updated(id, { current_profit: 500, margin_type: 'fixed' })).toMatchObject({ current_profit: 500 });
    expect(await errorsOf(id, { margin_type: 'percentage' })).toEqual(above);
    expect(await errorsOf(id, { current_profit: 1_000_000.000001, upcoming_profit: 1e7, applied_at: FUTURE })).toEqual({
      current_profit: ['The current profit field must not be greater than 1000000.'],
      upcoming_profit: ['The upcoming profit field must not be greater than 1000000.'],
    });
    expect(await errorsOf(id, { current_profit: null, margin_type: null })).toEqual({
      current_profit: ['The current profit field is required.'],
      margin_type: ['The margin type field is required.'],
    });
  });

  test('names references that are unknown, another team’s, or in another country', async () => {
    const { db } = app;
    const id = await rule();
    const theirs = await db.clientCompany.create({ data: { teamId: rival.team.id, name: 'Theirs' } });
    const networkIn = (countryId: number) => db.network.findFirstOrThrow({ where: { countryId } });
    const us = await networkIn(840);
    const de = await networkIn(276);
    const invalid = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, [`The selected ${name.replaceAll('_', ' ')} is invalid.`]]));

    for (const company of [theirs.id, randomUUID(), 'x']) {
      expect(await errorsOf(id, { client_company_id: company })).toEqual(invalid('client_company_id'));
    }
    expect(await errorsOf(id, { country_id: 1, network_id: 1, network_brand_id: 'x' })).toEqual(
      invalid('country_id', 'network_id', 'network_brand_id'),
    );
    expect(await errorsOf(id, { network_brand_id: randomUUID() })).toEqual(invalid('network_brand_id'));
    expect(await errorsOf(id, { country_id: 840, network_id: de.id })).toEqual(invalid('network_id'));
    expect(await errorsOf(id, { country_id: 840, network_brand_id: de.brandId })).toEqual(invalid('network_brand_id'));
    expect(await errorsOf(id, { network_id: us.id, network_brand_id: de.brandId })).toEqual(
      invalid('network_brand_id'),
    );
    await updated(id, { country_id: 840, network_id: us.id });
    expect(await errorsOf(id, { country_id: 276 })).toEqual(invalid('country_id'));
    expect(await updated(id, { country_id: 276, network_id: de.id })).toMatchObject({ network_id: de.id });
  });

  test('changes nothing', async () => {
    const id = await rule();
    await errorsOf(id, { current_profit: 20, country_id: 1 });
    expect(await updated(id, {})).toMatchObject({ current_profit: 10, country_id: null });
    expect(await history(id)).toEqual([]);
  });
});

describe('who may update one', () => {
  test('nobody another team’s: it is not found, like one that is not there', async () => {
    const theirs = await rule({}, rival.team.id);
    for (const id of [theirs, randomUUID(), 'x']) {
      expect(await update(id, { current_profit: 1 })).toEqual({
        status: 404,
        body: { message: 'Profit rule not found.' },
      });
    }
    expect(await history(theirs)).toEqual([]);
  });

  test('nobody without a token', async () => {
    const answer = await app.rest('PUT', `/v1/hub/profit-logic/rules/${await rule()}`, { body: {} });
    expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  test('a token limited to this endpoint, but none limited to another', async () => {
    const token = (endpoint: string) =>
      createTeamToken(app, acme.team.id, { scopes: [{ method: 'put', endpoint, reason: 'test' }] });
    const id = await rule();
    expect((await update(id, {}, await token('/v1/hub/profit-logic/rules/{rule}'))).status).toBe(200);
    expect(await update(id, {}, await token('/v1/voice/campaigns/{campaign}'))).toEqual({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
  });
});
