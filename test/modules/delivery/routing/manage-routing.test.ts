import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createSmsCampaign, manual } from '../../../support/sending.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
beforeEach(async () => {
  acme = await createTeam(app);
});
afterAll(() => app.close());

const run = (...args: [string, Parameters<typeof mutate>[3], string?]) => mutate(app, acme.token, ...args);
const company = async (name = 'Northwind') =>
  (await run('createClientCompany', { input: [{ name }, 'CreateClientCompanyInput'] })).data.createClientCompany
    .id as string;
const route = async (name = 'Direct') =>
  (await run('createRoute', { input: [{ name }, 'CreateRouteInput'] })).data.createRoute.id as string;
const plan = async (rules: object[] = [], name = 'Standard') =>
  (await run('createRoutingPlan', { input: [{ name, rules }, 'CreateRoutingPlanInput'] })).data.createRoutingPlan
    .id as string;
const MISSING = '01900000-0000-7000-8000-000000000000';

describe('a client company', () => {
  test('is created, renamed and deleted', async () => {
    const id = await company(' Northwind ');
    const update = (name: string | null) =>
      run('updateClientCompany', { id, input: [{ name }, 'UpdateClientCompanyInput'] }, '{ id name }');
    expect(await update('Contoso')).toEqual({ data: { updateClientCompany: { id, name: 'Contoso' } } });
    expect(await update(null)).toMatchObject(invalid({ name: ['The name field is required.'] }));
    expect(await run('deleteClientCompany', { id })).toEqual({ data: { deleteClientCompany: { id } } });
    expect(await run('deleteClientCompany', { id })).toMatchObject(refused('NOT_FOUND', 'Client company not found.'));
  });

  test('stays as long as it has an endpoint or a profit rule', async () => {
    const { db } = app;
    const [clientCompanyId, teamId] = [await company(), acme.team.id];
    const rule = await db.profitRule.create({ data: { teamId, clientCompanyId } });
    const username = `seller-${randomUUID()}`;
    await createSellerEndpoint(db, { teamId, clientCompanyId, username, passwordHash: '-' });
    const remove = () => run('deleteClientCompany', { id: clientCompanyId });
    const text = `The client company is used by the seller endpoint "${username}".`;
    expect(await remove()).toMatchObject(refused('CONFLICT', text));
    await db.sellerEndpoint.delete({ where: { teamId_username: { teamId: acme.team.id, username } } });
    expect(await remove()).toMatchObject(refused('CONFLICT', 'The client company is used by a profit rule.'));
    await db.profitRule.delete({ where: { teamId_id: { teamId: acme.team.id, id: rule.id } } });
    expect((await remove()).errors).toBeUndefined();
  });
});

describe('a route', () => {
  test('is created, changed and deleted with its test schedules', async () => {
    const id = await route();
    const SELECT = '{ name companyName isConnected price }';
    const update = (input: object) => run('updateRoute', { id, input: [input, 'UpdateRouteInput'] }, SELECT);
    expect(await update({})).toEqual({
      data: { updateRoute: { name: 'Direct', companyName: null, isConnected: true, price: '0' } },
    });
    expect(await update({ name: 'Premium', companyName: ' Northwind ', isConnected: false, price: 0.0425 })).toEqual({
      data: { updateRoute: { name: 'Premium', companyName: 'Northwind', isConnected: false, price: '0.0425' } },
    });
    expect(await update({ name: ' ', price: '-0.01', isConnected: null })).toMatchObject(
      invalid({
        name: ['The name field is required.'],
        isConnected: ['The is connected field is required.'],
        price: ['The price field must be at least 0.'],
      }),
    );
    const schedule = { routeId: id, name: 'Hourly', toNumber: 14155550100n, text: 'Test', teamId: acme.team.id };
    await app.db.smsTestSchedule.create({ data: schedule });
    expect((await run('deleteRoute', { id })).errors).toBeUndefined();
    expect(await app.db.smsTestSchedule.count({ where: { routeId: id } })).toBe(0);
  });

  test('stays as long as a plan or an endpoint leads to it', async () => {
    const id = await route();
    const planId = await plan([{ routeId: id }]);
    const remove = () => run('deleteRoute', { id });
    expect(await remove()).toMatchObject(refused('CONFLICT', 'The route is used by the routing plan "Standard".'));
    await run('deleteRoutingPlan', { id: planId });
    const username = `seller-${randomUUID()}`;
    const data = { teamId: acme.team.id, defaultRouteId: id, username, passwordHash: '-' };
    await createSellerEndpoint(app.db, data);
    const text = `The route is used by the seller endpoint "${username}".`;
    expect(await remove()).toMatchObject(refused('CONFLICT', text));
  });

  test('stays as long as it hands over messages: nobody would learn what became of them', async () => {
    const { campaignId, planId, routeId } = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta: manual() });
    const { id: smsSendId } = await app.db.smsSend.create({
      data: { teamId: acme.team.id, smsCampaignId: campaignId, meta: {}, status: 'in_progress' },
    });
    const at = new Date();
    const batch = { teamId: acme.team.id, id: randomUUID() };
    await app.db.smsBatch.create({
      data: { ...batch, smsSendId, routeId, messageIds: [], size: 0, claimedAt: at, leaseUntil: at },
    });
    await app.db.routingPlan.update({
      where: { teamId_id: { teamId: acme.team.id, id: planId } },
      data: { defaultRouteId: null },
    });
    const { name } = await app.db.smsCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id: campaignId } });
    const text = `The route is handing over messages of the campaign "${name}".`;
    for (const mutation of ['deleteRoute', 'removeRouteProvider']) {
      expect(await run(mutation, { id: routeId })).toMatchObject(refused('CONFLICT', text));
    }
    await app.db.smsBatch.update({ where: { teamId_id: batch }, data: { doneAt: at } });
    expect((await run('removeRouteProvider', { id: routeId })).errors).toBeUndefined();
    expect((await run('deleteRoute', { id: routeId })).errors).toBeUndefined();
  });

  test('is either deleted or taken into a plan when both happen at once', async () => {
    const id = await route();
    const input = { name: 'Both', rules: [{ routeId: id }] };
    const answers = await Promise.all([
      run('deleteRoute', { id }),
      run('createRoutingPlan', { input: [input, 'CreateRoutingPlanInput'] }),
    ]);
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'ok').sort();
    expect([
      ['CONFLICT', 'ok'],
      ['VALIDATION_FAILED', 'ok'],
    ]).toContainEqual(codes);
  });
});

describe('a routing plan', () => {
  const RULES = '{ id routingPlan { id rules { nodes { id position countryId networkId routeId } } } }';
  const rulesOf = async (id: string) => {
    const { data } = await app.graphql<{
      routingPlan: { rules: { nodes: { id: string; position: number; countryId: string | null }[] } };
    }>(`{ routingPlan(id: "${id}") { rules { nodes { id position countryId } } } }`, { token: acme.token });
    return data!.routingPlan.rules.nodes;
  };
  const order = async (id: string) => (await rulesOf(id)).map(({ countryId, position }) => [position, countryId]);

  test('has rules that are added, changed, moved and deleted; their places have no gaps', async () => {
    const [direct, premium] = [await route(), await route('Premium')];
    const id = await plan([{ routeId: direct, countryId: 840 }, { routeId: direct }]);
    const add = (input: object) =>
      run('createRoutingPlanRule', { input: [{ routingPlanId: id, ...input }, 'CreateRoutingPlanRuleInput'] }, RULES);
    const { data } = await add({ routeId: premium, countryId: 276, position: 1 });
    const added = data.createRoutingPlanRule.id;
    expect(data.createRoutingPlanRule.routingPlan.rules.nodes).toMatchObject([
      { position: 0, countryId: '840', routeId: direct },
      { id: added, position: 1, countryId: '276', networkId: null, routeId: premium },
      { position: 2, countryId: null, routeId: direct },
    ]);
    expect((await add({ routeId: premium, countryId: 250 })).errors).toBeUndefined();
    expect(await order(id)).toEqual([
      [0, '840'],
      [1, '276'],
      [2, null],
      [3, '250'],
    ]);

    const change = (input: object) =>
      run(
        'updateRoutingPlanRule',
        { id: added, input: [input, 'UpdateRoutingPlanRuleInput'] },
        '{ routeId countryId }',
      );
    expect(await change({ routeId: direct, countryId: 826 })).toEqual({
      data: { updateRoutingPlanRule: { routeId: direct, countryId: '826' } },
    });
    expect(await change({ routeId: null, networkId: 310260 })).toMatchObject(
      invalid({
        routeId: ['The route id field is required.'],
        networkId: ['The selected network id is invalid.'],
      }),
    );

    const ids = (await rulesOf(id)).map((rule) => rule.id);
    const reorder = (ruleIds: string[]) =>
      run('reorderRoutingPlanRules', {
        input: [{ routingPlanId: id, ruleIds }, 'ReorderRoutingPlanRulesInput'],
      });
    expect((await reorder([ids[2]!.toUpperCase(), ids[0]!, ids[3]!, ids[1]!])).errors).toBeUndefined();
    expect(await order(id)).toEqual([
      [0, null],
      [1, '840'],
      [2, '250'],
      [3, '826'],
    ]);
    const INCOMPLETE = invalid({ ruleIds: ['The rule ids field must name every rule of the plan once.'] });
    expect(await reorder(ids.slice(1))).toMatchObject(INCOMPLETE);
    expect(await reorder([...ids.slice(1), ids[1]!])).toMatchObject(INCOMPLETE);
    expect(await reorder([...ids.slice(1), MISSING])).toMatchObject(
      invalid({ 'ruleIds.3': ['The selected rule ids.3 is invalid.'] }),
    );
    expect(await run('deleteRoutingPlanRule', { id: ids[0]! })).toEqual({
      data: { deleteRoutingPlanRule: { id: ids[0] } },
    });
    expect(await order(id)).toEqual([
      [0, null],
      [1, '250'],
      [2, '826'],
    ]);
  });

  test('keeps its places apart when rules come at the same time', async () => {
    const routeId = await route();
    const id = await plan();
    const countries = [840, 276, 250, 826];
    await Promise.all(
      countries.map((countryId) =>
        run('createRoutingPlanRule', {
          input: [{ routingPlanId: id, routeId, countryId, position: 0 }, 'CreateRoutingPlanRuleInput'],
        }),
      ),
    );
    expect((await rulesOf(id)).map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  test('is refused with every rule that does not fit', async () => {
    const routeId = await route();
    const rules = [{ routeId }, { routeId: MISSING, countryId: 1 }, { routeId, countryId: 276, networkId: 310260 }];
    expect(await run('createRoutingPlan', { input: [{ name: '', rules }, 'CreateRoutingPlanInput'] })).toMatchObject(
      invalid({
        name: ['The name field is required.'],
        'rules.1.routeId': ['The selected rules.1.route id is invalid.'],
        'rules.1.countryId': ['The selected rules.1.country id is invalid.'],
        'rules.2.networkId': ['The selected rules.2.network id is invalid.'],
      }),
    );
  });

  test('stays as long as a campaign takes it, tells which, and goes when none does', async () => {
    const id = await plan([{ routeId: await route() }]);
    const update = run('updateRoutingPlan', { id, input: [{ name: 'New' }, 'UpdateRoutingPlanInput'] }, '{ name }');
    expect(await update).toEqual({ data: { updateRoutingPlan: { name: 'New' } } });
    const { db } = app;
    const data = { teamId: acme.team.id, name: 'Spring', smsRoutingPlanId: id };
    const campaign = await db.smsCampaign.create({ data });
    const remove = () => run('deleteRoutingPlan', { id });
    expect(await remove()).toMatchObject(refused('CONFLICT', 'The routing plan is used by the campaign "Spring".'));
    const query = `{ routingPlan(id: "${id}") { smsCampaigns { totalCount nodes { name } } } }`;
    expect((await app.graphql(query, { token: acme.token })).data).toEqual({
      routingPlan: { smsCampaigns: { totalCount: 1, nodes: [{ name: 'Spring' }] } },
    });
    await db.smsCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: campaign.id } },
      data: { deletedAt: new Date() },
    });
    expect(await remove()).toEqual({ data: { deleteRoutingPlan: { id } } });
  });
});

/** One that tests can go out over. */
async function connectedRoute(): Promise<string> {
  const id = await route();
  await app.db.route.update({
    where: { teamId_id: { teamId: acme.team.id, id } },
    data: { provider: 'simulator', credentials: new Uint8Array([1]) },
  });
  return id;
}

describe('a test schedule', () => {
  const FIELDS = '{ id name toNumber text intervalMinutes isActive nextRunAt }';
  const create = (input: object) =>
    run('createSmsTestSchedule', { input: [input, 'CreateSmsTestScheduleInput'] }, FIELDS);
  const update = (id: string, input: object) =>
    run('updateSmsTestSchedule', { id, input: [input, 'UpdateSmsTestScheduleInput'] }, FIELDS);
  const GIVEN = { name: 'Hourly', toNumber: '+14155550100', text: 'Test' };

  test('is created, paused and let go on; its next run is shown', async () => {
    const routeId = await connectedRoute();
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    const { data } = await create({ ...GIVEN, routeId, startAt });
    const { id, ...rest } = data.createSmsTestSchedule;
    expect(rest).toEqual({ ...GIVEN, intervalMinutes: 60, isActive: true, nextRunAt: startAt });

    expect((await update(id, { isActive: false })).data.updateSmsTestSchedule).toMatchObject({ nextRunAt: null });
    const lastRunAt = new Date(Date.now() - 600_000);
    await app.db.smsTestSchedule.update({
      where: { teamId_id: { teamId: acme.team.id, id } },
      data: { lastRunAt },
    });
    const sinceLast = (minutes: number) => new Date(lastRunAt.getTime() + minutes * 60_000).toISOString();
    expect((await update(id, { isActive: true })).data.updateSmsTestSchedule.nextRunAt).toBe(sinceLast(60));
    expect((await update(id, { intervalMinutes: 15 })).data.updateSmsTestSchedule.nextRunAt).toBe(sinceLast(15));
    expect((await update(id, { name: 'Often', text: 'Other' })).data.updateSmsTestSchedule).toEqual({
      ...{ id, name: 'Often', text: 'Other', toNumber: '+14155550100' },
      ...{ intervalMinutes: 15, isActive: true, nextRunAt: sinceLast(15) },
    });
  });

  test('is refused with every rule it breaks', async () => {
    const wrong = { name: '', toNumber: 1, text: ' ', intervalMinutes: 43_201 };
    const errors = {
      name: ['The name field is required.'],
      toNumber: ['The to number field must be a valid phone number.'],
      text: ['The text field is required.'],
      intervalMinutes: ['The interval minutes field must not be greater than 43200.'],
    };
    expect(await create({ ...wrong, routeId: MISSING, startAt: '2020-01-01T00:00:00Z' })).toMatchObject(
      invalid({
        ...errors,
        startAt: ['The start at field must be a date after now.'],
        routeId: ['The selected route id is invalid.'],
      }),
    );
    const { data } = await create({ ...GIVEN, routeId: await connectedRoute() });
    expect(await update(data.createSmsTestSchedule.id, { ...wrong, isActive: null })).toMatchObject(
      invalid({ ...errors, isActive: ['The is active field is required.'] }),
    );
  });

  test('is refused for a route without a provider, and stays paused', async () => {
    const text = 'The route has no provider. Set its provider, settings and credentials first.';
    const routeId = await route();
    expect(await create({ ...GIVEN, routeId })).toMatchObject(invalid({ routeId: [text] }));
    const data = { ...GIVEN, toNumber: 14155550100n, routeId, teamId: acme.team.id, isActive: false };
    const { id } = await app.db.smsTestSchedule.create({ data });
    expect(await update(id, { isActive: true })).toMatchObject(invalid({ isActive: [text] }));
    expect((await update(id, { name: 'Daily' })).data.updateSmsTestSchedule).toMatchObject({
      ...{ name: 'Daily', isActive: false, nextRunAt: null },
    });
  });
});

test('another team’s records are not found, and a limited token changes none', async () => {
  const routeId = await route();
  const ids: Record<string, string> = {
    clientCompany: await company(),
    route: routeId,
    routingPlan: await plan([{ routeId }]),
  };
  const { id: ruleId } = await app.db.routingPlanRule.findFirstOrThrow({ where: { routeId } });
  const schedule = { routeId, name: 'Hourly', toNumber: 14155550100n, text: 'Test', teamId: acme.team.id };
  const { id: scheduleId } = await app.db.smsTestSchedule.create({ data: schedule });
  const update = (type: string): [object, string] => [{}, type];
  const calls: [string, string, Parameters<typeof mutate>[3]][] = [
    ['updateClientCompany', 'Client company', { id: ids.clientCompany!, input: update('UpdateClientCompanyInput') }],
    ['deleteClientCompany', 'Client company', { id: ids.clientCompany! }],
    ['updateRoute', 'Route', { id: routeId, input: update('UpdateRouteInput') }],
    ['deleteRoute', 'Route', { id: routeId }],
    ['updateRoutingPlan', 'Routing plan', { id: ids.routingPlan!, input: update('UpdateRoutingPlanInput') }],
    ['deleteRoutingPlan', 'Routing plan', { id: ids.routingPlan! }],
    [
      'createRoutingPlanRule',
      'Routing plan',
      { input: [{ routingPlanId: ids.routingPlan!, routeId }, 'CreateRoutingPlanRuleInput'] },
    ],
    [
      'reorderRoutingPlanRules',
      'Routing plan',
      { input: [{ routingPlanId: ids.routingPlan!, ruleIds: [] }, 'ReorderRoutingPlanRulesInput'] },
    ],
    ['updateRoutingPlanRule', 'Routing plan rule', { id: ruleId, input: update('UpdateRoutingPlanRuleInput') }],
    ['deleteRoutingPlanRule', 'Routing plan rule', { id: ruleId }],
    ['updateSmsTestSchedule', 'SMS test schedule', { id: scheduleId, input: update('UpdateSmsTestScheduleInput') }],
  ];
  const scopes = [{ method: 'post', endpoint: '/v1/hub/endpoints', reason: '' }];
  const limited = await createTeamToken(app, acme.team.id, { scopes });
  for (const [field, thing, args] of calls) {
    expect(await mutate(app, rival.token, field, args)).toMatchObject(refused('NOT_FOUND', `${thing} not found.`));
    expect(await mutate(app, limited, field, args)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    const [given, type] = Array.isArray(args.input) ? args.input : [];
    const none =
      given && 'routingPlanId' in given
        ? { input: [{ ...given, routingPlanId: 'none' }, type] }
        : { ...args, id: 'none' };
    expect(await mutate(app, acme.token, field, none as unknown as typeof args)).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  }
  const theirs = { name: 'X', rules: [{ routeId }] };
  expect(
    await mutate(app, rival.token, 'createRoutingPlan', { input: [theirs, 'CreateRoutingPlanInput'] }),
  ).toMatchObject(invalid({ 'rules.0.routeId': ['The selected rules.0.route id is invalid.'] }));
  expect(await app.db.route.count({ where: { id: routeId } })).toBe(1);
});
