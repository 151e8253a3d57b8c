import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HubBindKind } from '../../../../src/generated/prisma/client.ts';
import { verifyPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { waitingJobs } from '../../../support/jobs.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const run = (...args: [string, Parameters<typeof mutate>[3], string?]) => mutate(app, acme.token, ...args);
const newName = () => `seller-${randomUUID()}`;
const endpoint = async (data: object = {}) =>
  createSellerEndpoint(app.db, { teamId: acme.team.id, username: newName(), passwordHash: '-', ...data });
const FORBIDDEN_PAIR = invalid({
  username: ['Forbidden username/password combination.'],
  password: ['Forbidden username/password combination.'],
});

describe('a seller endpoint', () => {
  const update = (id: string, input: object, select?: string) =>
    run('updateSellerEndpoint', { id, input: [input, 'UpdateSellerEndpointInput'] }, select);

  test('is changed: what is absent stays, null clears', async () => {
    const { db } = app;
    const { id: companyId } = await db.clientCompany.create({ data: { teamId: acme.team.id, name: 'Northwind' } });
    const { id } = await endpoint({ name: 'Main', tags: ['a'], maxPrice: '0.05', tx: 4, allowedIps: ['192.0.2.1'] });
    const SELECT = `{ name tags maxPrice isMaxPriceEnabled tx allowedIps isSendingAllowed activeConnections { tx rx }
      clientCompany { name } }`;
    const before = {
      ...{ name: 'Main', tags: ['a'], maxPrice: '0.05', isMaxPriceEnabled: false, tx: 4, allowedIps: ['192.0.2.1'] },
      ...{ isSendingAllowed: true, activeConnections: { tx: 0, rx: 0 }, clientCompany: null },
    };
    expect(await update(id, {}, SELECT)).toEqual({ data: { updateSellerEndpoint: before } });
    const given = { isSendingAllowed: false, isMaxPriceEnabled: true, activeConnections: { rx: 2 } };
    expect(await update(id, { ...given, clientCompanyId: companyId }, SELECT)).toEqual({
      data: {
        updateSellerEndpoint: {
          ...before,
          ...{ isSendingAllowed: false, isMaxPriceEnabled: true, activeConnections: { tx: 0, rx: 0 } },
          clientCompany: { name: 'Northwind' },
        },
      },
    });
    const cleared = { name: null, tags: null, tx: null, allowedIps: null, activeConnections: null };
    expect((await update(id, { ...cleared, clientCompanyId: null }, SELECT)).data.updateSellerEndpoint).toEqual({
      ...before,
      ...{ name: null, tags: [], tx: 0, allowedIps: [], isSendingAllowed: false, isMaxPriceEnabled: true },
    });
  });

  test('is refused with every rule it breaks; a limit that is on keeps its amount', async () => {
    const { id } = await endpoint({ maxPrice: '0.05', isMaxPriceEnabled: true });
    const { id: theirs } = await app.db.route.create({ data: { teamId: rival.team.id, name: 'Theirs' } });
    expect(
      await update(id, { maxPrice: null, minMargin: -1, defaultRouteId: theirs, isSendingAllowed: null }),
    ).toMatchObject(
      invalid({
        isSendingAllowed: ['The is sending allowed field is required.'],
        minMargin: ['The min margin field must be at least 0.'],
        maxPrice: ['The max price field is required.'],
        defaultRouteId: ['The selected default route id is invalid.'],
      }),
    );
  });

  const rotate = (id: string, input: object, token = acme.token) =>
    mutate(
      app,
      token,
      'rotateSellerEndpointCredentials',
      { id, input: [input, 'RotateSellerEndpointCredentialsInput'] },
      '{ password sellerEndpoint { username } }',
    );
  const rotateCallback = (id: string, input: object, token = acme.token) =>
    mutate(
      app,
      token,
      'rotateSellerEndpointCallbackSecret',
      { id, input: [input, 'RotateSellerEndpointCallbackSecretInput'] },
      '{ secret sellerEndpoint { previousCallbackSecretExpiresAt } }',
    );
  const accepts = async (id: string, password: string) =>
    verifyPassword(
      (await app.db.sellerEndpoint.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } }))
        .passwordHash,
      password,
    );

  test('gets a password that is made for it and shown once, or the one given', async () => {
    const { id, username } = await endpoint();
    const { data } = await rotate(id, {});
    const { password } = data.rotateSellerEndpointCredentials;
    expect(data.rotateSellerEndpointCredentials).toEqual({
      password: expect.stringMatching(/^[\w-]{8}$/),
      sellerEndpoint: { username },
    });
    expect(await accepts(id, password)).toBe(true);
    const renamed = newName();
    expect(await rotate(id, { username: renamed, password: 'correct horse' })).toEqual({
      data: { rotateSellerEndpointCredentials: { password: 'correct horse', sellerEndpoint: { username: renamed } } },
    });
    expect([await accepts(id, password), await accepts(id, 'correct horse')]).toEqual([false, true]);
  });

  test('gets no pair that is forbidden, short or taken', async () => {
    const { id, username } = await endpoint();
    const taken = await endpoint({ teamId: rival.team.id });
    expect(await rotate(id, { password: `x${username.toUpperCase()}` })).toMatchObject(FORBIDDEN_PAIR);
    expect(await rotate(id, { username: taken.username })).toMatchObject(FORBIDDEN_PAIR);
    expect(await rotate(id, { username: 'a b', password: 'short' })).toMatchObject(
      invalid({
        username: ['The username field format is invalid.'],
        password: ['The password field must be at least 8 characters.'],
      }),
    );
  });

  test('gets new credentials and callback secrets from owners and admins only', async () => {
    const { id } = await endpoint();
    const token = (role: 'admin' | 'member') => createTeamToken(app, acme.team.id, { role });
    for (const call of [rotate, rotateCallback]) {
      expect(await call(id, {}, await token('member'))).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
      expect((await call(id, {}, await token('admin'))).errors).toBeUndefined();
    }
  });

  test('has a callback URL: no private address, no name or password, http or https', async () => {
    const { id } = await endpoint();
    const url = 'https://seller.example/callbacks';
    expect(await update(id, { callbackUrl: url }, '{ callbackUrl }')).toEqual({
      data: { updateSellerEndpoint: { callbackUrl: url } },
    });
    const username = newName();
    const create = (callbackUrl: string) =>
      run('createSellerEndpoint', {
        input: [{ username, password: 'correct horse', callbackUrl }, 'CreateSellerEndpointInput'],
      });
    const PRIVATE = 'The callback: 10.0.0.1 is a private address. Set PRIVATE_PROVIDERS=on to allow it.';
    for (const [given, words] of [
      ['http://10.0.0.1/', PRIVATE],
      ['http://[::ffff:10.0.0.1]/', expect.stringMatching(/is a private address/)],
      ['https://ann:horse@seller.example', 'The callback url field must not contain a name or password.'],
      [
        `https://seller.example/${'a'.repeat(2_000)}`,
        'The callback url field must not be greater than 2000 characters.',
      ],
    ] as const) {
      expect(await update(id, { callbackUrl: given })).toMatchObject(invalid({ callbackUrl: [words] }));
      expect(await create(given)).toMatchObject(invalid({ callbackUrl: [words] }));
    }
    expect((await update(id, { callbackUrl: 'ftp://seller.example' })).errors).toBeDefined();
    expect(await update(id, { name: 'Main' }, '{ callbackUrl }')).toEqual({
      data: { updateSellerEndpoint: { callbackUrl: url } },
    });
    expect(await update(id, { callbackUrl: null }, '{ callbackUrl }')).toEqual({
      data: { updateSellerEndpoint: { callbackUrl: null } },
    });
  });

  test('gets a callback secret that is shown once; the hours of the former one have bounds', async () => {
    const { id } = await endpoint();
    const first = (await rotateCallback(id, {})).data.rotateSellerEndpointCallbackSecret;
    expect(first).toEqual({
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      sellerEndpoint: { previousCallbackSecretExpiresAt: null },
    });
    const second = (await rotateCallback(id, { overlapHours: 1 })).data.rotateSellerEndpointCallbackSecret;
    expect(second.secret).not.toBe(first.secret);
    const until = Date.parse(second.sellerEndpoint.previousCallbackSecretExpiresAt);
    expect(Math.abs(until - Date.now() - 3_600_000)).toBeLessThan(600_000);
    const none = (await rotateCallback(id, { overlapHours: 0 })).data.rotateSellerEndpointCallbackSecret;
    expect(none.sellerEndpoint).toEqual({ previousCallbackSecretExpiresAt: null });
    const words = {
      least: 'The overlap hours field must be at least 0.',
      most: 'The overlap hours field must not be greater than 168.',
    };
    expect(await rotateCallback(id, { overlapHours: -1 })).toMatchObject(invalid({ overlapHours: [words.least] }));
    expect(await rotateCallback(id, { overlapHours: 169 })).toMatchObject(invalid({ overlapHours: [words.most] }));
  });

  test('is deleted unless connections are open', async () => {
    const { id } = await endpoint();
    const open = (kind: HubBindKind, leaseUntil: string) => ({
      ...{ teamId: acme.team.id, sellerEndpointId: id, kind, leaseUntil },
      ...{ address: '192.0.2.1', process: 'one', boundAt: '2026-01-01T00:00:00.000Z' },
    });
    const LIVE = '2099-01-01T00:00:00.000Z';
    await app.db.hubConnection.createMany({
      data: [
        ...[open('transmitter', LIVE), open('transmitter', LIVE), open('transceiver', LIVE)],
        // Of a process that was killed.
        open('receiver', '2026-01-01T00:00:30.000Z'),
      ],
    });
    expect(await update(id, { activeConnections: { rx: 7 } }, '{ activeConnections { tx rx trx } }')).toEqual({
      data: { updateSellerEndpoint: { activeConnections: { tx: 2, rx: 0, trx: 1 } } },
    });
    const remove = () => run('deleteSellerEndpoint', { id });
    expect(await remove()).toMatchObject(refused('CONFLICT', 'The seller endpoint has 3 open connections.'));
    await app.db.hubConnection.deleteMany({ where: { teamId: acme.team.id, kind: { not: 'receiver' } } });
    expect(await remove()).toEqual({ data: { deleteSellerEndpoint: { id } } });
    expect(await remove()).toMatchObject(refused('NOT_FOUND', 'Seller endpoint not found.'));
  });

  test('of another team is not found', async () => {
    const { id } = await endpoint();
    const NOT_FOUND = refused('NOT_FOUND', 'Seller endpoint not found.');
    const scopes = [{ method: 'post', endpoint: '/v1/hub/endpoints', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    const calls: [string, Parameters<typeof mutate>[3]][] = [
      ['updateSellerEndpoint', { id, input: [{ name: 'x' }, 'UpdateSellerEndpointInput'] }],
      ['deleteSellerEndpoint', { id }],
    ];
    for (const [field, args] of calls) {
      expect(await mutate(app, rival.token, field, args)).toMatchObject(NOT_FOUND);
      expect(await mutate(app, limited, field, args)).toMatchObject({
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      });
    }
    expect(await rotate(id, {}, rival.token)).toMatchObject(NOT_FOUND);
    expect(await rotate('none', {})).toMatchObject(NOT_FOUND);
    expect(await rotateCallback(id, {}, rival.token)).toMatchObject(NOT_FOUND);
    expect(await rotateCallback('none', {})).toMatchObject(NOT_FOUND);
    expect(
      await app.db.sellerEndpoint.findUnique({ where: { teamId_id: { teamId: acme.team.id, id } } }),
    ).toMatchObject({
      name: null,
      passwordHash: '-',
      callbackSecret: null,
    });
  });
});

describe('a profit rule', () => {
  const SELECT = `{ id marginType currentProfit oldProfit upcomingProfit appliedAt changes { totalCount }
    clientCompany { name } country { iso2 } network { id } networkBrand { name } }`;
  const create = (input: object, token = acme.token) =>
    mutate(app, token, 'createSellerProfitLogicRule', { input: [input, 'CreateSellerProfitLogicRuleInput'] }, SELECT);
  const update = (id: string, input: object) =>
    run('updateSellerProfitLogicRule', { id, input: [input, 'UpdateSellerProfitLogicRuleInput'] }, SELECT);

  test('is created, and deleted with its history and what is planned', async () => {
    const { data } = await create({ currentProfit: 12.5, countryId: 840, networkId: 310260 });
    const rule = data.createSellerProfitLogicRule;
    expect(rule).toEqual({
      ...{ id: expect.any(String), marginType: 'percentage', currentProfit: '12.5', oldProfit: null },
      ...{ upcomingProfit: null, appliedAt: expect.any(String), changes: { totalCount: 0 }, clientCompany: null },
      ...{ country: { iso2: 'US' }, network: { id: '310260' }, networkBrand: null },
    });
    await update(rule.id, { currentProfit: 13 });
    expect(await run('deleteSellerProfitLogicRule', { id: rule.id })).toEqual({
      data: { deleteSellerProfitLogicRule: { id: rule.id } },
    });
    expect(await app.db.profitRuleChange.count({ where: { profitRuleId: rule.id } })).toBe(0);
  });

  test('may be created with a change to come, which can be called off', async () => {
    const appliedAt = new Date(Date.now() + 3_600_000).toISOString();
    const given = { marginType: 'fixed', currentProfit: '0.002', upcomingProfit: '0.003', appliedAt };
    const { data } = await create(given);
    const { id } = data.createSellerProfitLogicRule;
    expect(data.createSellerProfitLogicRule).toMatchObject(given);
    const jobs = async () => (await waitingJobs(app, 'apply_due_profit_rules')).map(({ runAt }) => runAt.toISOString());
    expect(await jobs()).toContain(appliedAt);
    expect((await update(id, { upcomingProfit: null })).data.updateSellerProfitLogicRule).toMatchObject({
      currentProfit: '0.002',
      upcomingProfit: null,
    });
    expect(await jobs()).not.toContain(appliedAt);
    await update(id, { upcomingProfit: '0.004', appliedAt });
    await run('deleteSellerProfitLogicRule', { id });
    expect(await jobs()).not.toContain(appliedAt);
  });

  test('is refused with every rule it breaks', async () => {
    const { id: theirs } = await app.db.clientCompany.create({ data: { teamId: rival.team.id, name: 'T' } });
    expect(
      await create({
        currentProfit: 101,
        upcomingProfit: 5,
        countryId: 276,
        networkId: 310260,
        clientCompanyId: theirs,
      }),
    ).toMatchObject(
      invalid({
        currentProfit: ['The current profit field must not be greater than 100.'],
        appliedAt: ['The applied at field is required.'],
        clientCompanyId: ['The selected client company id is invalid.'],
        networkId: ['The selected network id is invalid.'],
      }),
    );
  });

  test('of another team is not found, nor is one deleted by a limited token', async () => {
    const { data } = await create({ currentProfit: 1 });
    const { id } = data.createSellerProfitLogicRule;
    const NOT_FOUND = refused('NOT_FOUND', 'Profit rule not found.');
    for (const one of [id, 'none']) {
      expect(await mutate(app, rival.token, 'deleteSellerProfitLogicRule', { id: one })).toMatchObject(NOT_FOUND);
    }
    const scopes = [{ method: 'put', endpoint: '/v1/hub/profit-logic/rules/{rule}', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    const FORBIDDEN = { errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    expect(await mutate(app, limited, 'deleteSellerProfitLogicRule', { id })).toMatchObject(FORBIDDEN);
    expect(await create({ currentProfit: 1 }, limited)).toMatchObject(FORBIDDEN);
  });
});

describe('what an endpoint connects with', () => {
  const SELECT = '{ id window perSecond isLookupEnabled }';
  const update = (id: string, input: object) =>
    run('updateSellerEndpoint', { id, input: [input, 'UpdateSellerEndpointInput'] }, SELECT);

  test('is changed within its bounds', async () => {
    const { id } = await endpoint();
    const given = { window: 1_000, perSecond: 10_000, isLookupEnabled: true };
    expect(await update(id, given)).toEqual({ data: { updateSellerEndpoint: { id, ...given } } });
    const cleared = { window: null, perSecond: null, isLookupEnabled: null };
    expect(await update(id, cleared)).toEqual({
      data: { updateSellerEndpoint: { id, window: 100, perSecond: null, isLookupEnabled: false } },
    });
    expect(await update(id, { window: 0, perSecond: 0 })).toMatchObject(
      invalid({
        window: ['The window field must be at least 1.'],
        perSecond: ['The per second field must be at least 1.'],
      }),
    );
    expect(await update(id, { window: 1_001, perSecond: 10_001 })).toMatchObject(
      invalid({
        window: ['The window field must not be greater than 1000.'],
        perSecond: ['The per second field must not be greater than 10000.'],
      }),
    );
  });
});

test('a company names an integration of its team, which stays as long as it does', async () => {
  const integration = (teamId: string) => app.db.integration.create({ data: { teamId, name: 'Prepaid' } });
  const own = await integration(acme.team.id);
  const foreign = await integration(rival.team.id);
  const create = (integrationId: string) =>
    run(
      'createClientCompany',
      { input: [{ name: 'Payer', integrationId }, 'CreateClientCompanyInput'] },
      '{ id integration { name } }',
    );
  expect(await create(foreign.id)).toMatchObject(
    invalid({ integrationId: ['The selected integration id is invalid.'] }),
  );
  const created = await create(own.id);
  expect(created).toMatchObject({ data: { createClientCompany: { integration: { name: 'Prepaid' } } } });
  const remove = () => run('deleteIntegration', { id: own.id });
  expect(await remove()).toMatchObject(refused('CONFLICT', 'The integration is used by the client company "Payer".'));
  const { id } = (created.data as { createClientCompany: { id: string } }).createClientCompany;
  await run('updateClientCompany', { id, input: [{ integrationId: null }, 'UpdateClientCompanyInput'] }, '{ id }');
  expect(await remove()).toEqual({ data: { deleteIntegration: { id: own.id } } });
});

test('a sender and its keyword belong to one endpoint of the team', async () => {
  const { id: first } = await endpoint();
  const { id: second } = await endpoint();
  const foreign = await createSellerEndpoint(app.db, { teamId: rival.team.id, username: newName(), passwordHash: '-' });
  const create = (input: object) =>
    run(
      'createHubSender',
      { input: [{ sender: '+12025550100', ...input }, 'CreateHubSenderInput'] },
      '{ id sender keyword }',
    );
  const created = await create({ sellerEndpointId: first, keyword: 'Gewinné' });
  expect(created).toEqual({
    data: { createHubSender: { id: expect.any(String), sender: '12025550100', keyword: 'GEWINNE' } },
  });
  expect(await create({ sellerEndpointId: second })).toMatchObject({ data: { createHubSender: { keyword: '' } } });
  const TAKEN = invalid({ sender: ['The sender has already been taken.'] });
  expect(await create({ sellerEndpointId: second, keyword: 'gewinne!' })).toMatchObject(TAKEN);
  expect(await create({ sellerEndpointId: foreign.id, sender: 'Acme', keyword: 'two words' })).toMatchObject(
    invalid({
      sender: ['The sender field format is invalid.'],
      keyword: ['The keyword field format is invalid.'],
      sellerEndpointId: ['The selected seller endpoint id is invalid.'],
    }),
  );
  const { id } = (created.data as { createHubSender: { id: string } }).createHubSender;
  const remove = (token: string) => mutate(app, token, 'deleteHubSender', { id });
  expect(await remove(rival.token)).toMatchObject(refused('NOT_FOUND', 'Hub sender not found.'));
  expect(await remove(acme.token)).toEqual({ data: { deleteHubSender: { id } } });
});
