import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
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

const PASSWORD = 'correct horse battery';
const create = (body: unknown, token: string | undefined = acme.token) =>
  app.rest<unknown>('POST', '/v1/hub/endpoints', { body, token: token === '' ? undefined : token });

async function references(teamId: string) {
  const { db } = app;
  const company = await db.clientCompany.create({ data: { teamId, name: 'Northwind' } });
  const plan = await db.routingPlan.create({ data: { teamId, name: 'Standard' } });
  const route = await db.route.create({ data: { teamId, name: 'Direct' } });
  return { client_company_id: company.id, sms_routing_plan_id: plan.id, default_route_id: route.id };
}

const errorsOf = async (body: object) => {
  const answer = await create({ username: `seller-${randomUUID()}`, password: PASSWORD, ...body });
  expect(answer.status).toBe(422);
  return (answer.body as { errors: Record<string, string[]> }).errors;
};

describe('creating a seller endpoint (E4)', () => {
  test('answers its id as a JSON string and keeps every field, the password as a hash', async () => {
    const ids = await references(acme.team.id);
    const answer = await create({
      id: '00000000-0000-4000-8000-000000000001',
      username: 'northwind-main',
      password: PASSWORD,
      ...ids,
      name: 'Main connection',
      pricing_update_email: 'prices@northwind.example',
      allowed_ips: ['192.0.2.10', '198.51.100.0/24', '2001:db8::1', '2001:db8::/32', '192.0.2.10'],
      tags: ['direct', 'wholesale', 'direct'],
      tx: 4,
      rx: '2',
      trx: 0,
      is_sending_allowed: false,
      max_price: 0.05,
      is_max_price_enabled: 1,
      min_margin: '0.002',
      active_connections: { tx: 2, rx: 1, trx: 0 },
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: expect.any(String) });

    const { id, createdAt, updatedAt, passwordHash, maxPrice, minMargin, ...row } =
      await app.db.sellerEndpoint.findUniqueOrThrow({
        where: { teamId_id: { teamId: acme.team.id, id: answer.body as string } },
      });
    expect(id).not.toBe('00000000-0000-4000-8000-000000000001');
    expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
    expect([String(maxPrice), String(minMargin)]).toEqual(['0.05', '0.002']);
    expect(row).toEqual({
      teamId: acme.team.id,
      username: 'northwind-main',
      clientCompanyId: ids.client_company_id,
      smsRoutingPlanId: ids.sms_routing_plan_id,
      defaultRouteId: ids.default_route_id,
      name: 'Main connection',
      pricingUpdateEmail: 'prices@northwind.example',
      allowedIps: ['192.0.2.10', '198.51.100.0/24', '2001:db8::1', '2001:db8::/32'],
      tags: ['direct', 'wholesale'],
      tx: 4,
      rx: 2,
      trx: 0,
      isSendingAllowed: false,
      isMaxPriceEnabled: true,
      window: 100,
      perSecond: null,
      isLookupEnabled: false,
      callbackUrl: null,
      callbackSecret: null,
      previousCallbackSecret: null,
      previousCallbackSecretExpiresAt: null,
      callbackPausedUntil: null,
      callbackFailure: null,
      deletingAt: null,
    });
  });

  test('is found by its routing plan', async () => {
    const ids = await references(acme.team.id);
    const input = { username: 'by-plan', password: PASSWORD, routingPlanId: ids.sms_routing_plan_id };
    const made = await app.graphql<{ createSellerEndpoint: { id: string } }>(
      'mutation ($input: CreateSellerEndpointInput!) { createSellerEndpoint(input: $input) { id } }',
      { variables: { input }, token: acme.token },
    );
    const found = async (routingPlanId: string) => {
      const query =
        'query ($plan: ID!) { sellerEndpoints(filter: { routingPlanId: $plan }) { nodes { id routingPlanId } } }';
      return app.graphql(query, { variables: { plan: routingPlanId }, token: acme.token });
    };
    const node = { id: made.data!.createSellerEndpoint.id, routingPlanId: ids.sms_routing_plan_id };
    expect(await found(ids.sms_routing_plan_id)).toEqual({ data: { sellerEndpoints: { nodes: [node] } } });
    expect(await found(ids.client_company_id)).toEqual({ data: { sellerEndpoints: { nodes: [] } } });
  });

  test('through GraphQL answers the endpoint with its company, plan and route; absent fields have defaults', async () => {
    const ids = await references(acme.team.id);
    const query = `mutation ($input: CreateSellerEndpointInput!) {
      createSellerEndpoint(input: $input) {
        username name pricingUpdateEmail allowedIps tags tx rx trx isSendingAllowed maxPrice isMaxPriceEnabled minMargin
        activeConnections { tx rx trx } clientCompany { name } routingPlan { name } defaultRoute { name }
      }
    }`;
    const input = {
      username: 'graphql-seller',
      password: PASSWORD,
      clientCompanyId: ids.client_company_id,
      routingPlanId: ids.sms_routing_plan_id,
      defaultRouteId: ids.default_route_id,
    };
    expect(await app.graphql(query, { variables: { input }, token: acme.token })).toEqual({
      data: {
        createSellerEndpoint: {
          username: 'graphql-seller',
          name: null,
          pricingUpdateEmail: null,
          allowedIps: [],
          tags: [],
          tx: 0,
          rx: 0,
          trx: 0,
          isSendingAllowed: true,
          maxPrice: null,
          isMaxPriceEnabled: false,
          minMargin: null,
          activeConnections: { tx: 0, rx: 0, trx: 0 },
          clientCompany: { name: 'Northwind' },
          routingPlan: { name: 'Standard' },
          defaultRoute: { name: 'Direct' },
        },
      },
    });
  });

  test('shows the password nowhere', async () => {
    const { data } = await app.graphql('{ __type(name: "SellerEndpoint") { fields { name } } }', { token: acme.token });
    const { fields } = (data as { __type: { fields: { name: string }[] } }).__type;
    expect(fields.filter(({ name }) => /password/i.test(name))).toEqual([]);
  });
});

describe('the combination of username and password', () => {
  const FORBIDDEN = {
    message: 'Forbidden username/password combination. (and 1 more error)',
    errors: {
      username: ['Forbidden username/password combination.'],
      password: ['Forbidden username/password combination.'],
    },
  };

  test.each([
    ['equal', 'same-as-that', 'same-as-that'],
    ['equal but for case', 'Same-As-That', 'sAME-aS-tHAT'],
    ['one within the other', 'inside', 'xx-INSIDE-xx'],
  ])('is forbidden when they are %s', async (_, username, password) => {
    const answer = await create({ username, password });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 422, body: FORBIDDEN });
  });

  test('is forbidden when the username is taken, by another team, too', async () => {
    expect((await create({ username: 'taken', password: PASSWORD }, rival.token)).status).toBe(201);
    const answer = await create({ username: 'taken', password: PASSWORD });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 422, body: FORBIDDEN });
  });

  test('of five requests for one username at the same moment is allowed once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create({ username: 'wanted', password: PASSWORD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual(FORBIDDEN);
  });

  test('is told apart by its code and fields over GraphQL', async () => {
    const query = 'mutation ($input: CreateSellerEndpointInput!) { createSellerEndpoint(input: $input) { id } }';
    const variables = { input: { username: 'secret', password: 'my-secret' } };
    const { errors } = await app.graphql(query, { variables, token: acme.token });
    expect(errors![0]!.extensions).toEqual({ code: 'VALIDATION_FAILED', fields: FORBIDDEN.errors });
  });
});

describe('fields that do not fit', () => {
  test('are told all at once, each of them wrong in type', async () => {
    const answer = await create({
      username: 1,
      client_company_id: {},
      name: 5,
      pricing_update_email: 'no address',
      allowed_ips: '192.0.2.1',
      tags: [1],
      tx: 'x',
      rx: 1.5,
      trx: -1,
      is_sending_allowed: 'perhaps',
      max_price: 'cheap',
      is_max_price_enabled: 2,
      min_margin: true,
      active_connections: { tx: -1, rx: 'x' },
    });
    expect(answer.body).toEqual({
      message: 'The username field must be a string. (and 15 more errors)',
      errors: {
        username: ['The username field must be a string.'],
        password: ['The password field is required.'],
        client_company_id: ['The client company id field must be a string.'],
        name: ['The name field must be a string.'],
        pricing_update_email: ['The pricing update email field must be a valid email address.'],
        allowed_ips: ['The allowed ips field must be an array.'],
        'tags.0': ['The tags.0 field must be a string.'],
        tx: ['The tx field must be an integer.'],
        rx: ['The rx field must be an integer.'],
        trx: ['The trx field must be at least 0.'],
        is_sending_allowed: ['The is sending allowed field must be true or false.'],
        max_price: ['The max price field must be a number.'],
        is_max_price_enabled: ['The is max price enabled field must be true or false.'],
        min_margin: ['The min margin field must be a number.'],
        'active_connections.tx': ['The active connections.tx field must be at least 0.'],
        'active_connections.rx': ['The active connections.rx field must be an integer.'],
      },
    });
  });

  test('are addresses that are none', async () => {
    const allowed_ips = [
      '192.0.2.1',
      '192.0.2',
      '192.0.2.1/33',
      '::1/129',
      '::1/128',
      'fe80::1%eth0',
      '10.0.0.0/08',
      'x',
    ];
    expect(await errorsOf({ allowed_ips })).toEqual({
      'allowed_ips.1': ['The allowed ips.1 field must be a valid IP address.'],
      'allowed_ips.2': ['The allowed ips.2 field must be a valid IP address.'],
      'allowed_ips.3': ['The allowed ips.3 field must be a valid IP address.'],
      'allowed_ips.5': ['The allowed ips.5 field must be a valid IP address.'],
      'allowed_ips.6': ['The allowed ips.6 field must be a valid IP address.'],
      'allowed_ips.7': ['The allowed ips.7 field must be a valid IP address.'],
    });
  });

  test.each(['client_company_id', 'sms_routing_plan_id', 'default_route_id'] as const)(
    'are a %s of another team, an unknown one and one that is no id',
    async (field) => {
      const theirs = (await references(rival.team.id))[field];
      const text = `The selected ${field.replaceAll('_', ' ')} is invalid.`;
      for (const id of [theirs, randomUUID(), 'x', 7])
        expect(await errorsOf({ [field]: id })).toEqual({ [field]: [text] });
    },
  );

  test.each([
    [
      'The username field must be at least 3 characters.',
      { username: 'ab' },
      { username: ['The username field must be at least 3 characters.'] },
    ],
    [
      'The username field must not be greater than 64 characters.',
      { username: 'a'.repeat(65) },
      { username: ['The username field must not be greater than 64 characters.'] },
    ],
    [
      'The username field format is invalid.',
      { username: 'with blank' },
      { username: ['The username field format is invalid.'] },
    ],
    [
      'The username field format is invalid.',
      { username: 'with:colon' },
      { username: ['The username field format is invalid.'] },
    ],
    [
      'The username field format is invalid.',
      { username: 'ümlaut' },
      { username: ['The username field format is invalid.'] },
    ],
    ['The username field is required.', { username: '' }, { username: ['The username field is required.'] }],
    [
      'The password field must be at least 8 characters.',
      { password: '1234567' },
      { password: ['The password field must be at least 8 characters.'] },
    ],
    [
      'The password field must not be greater than 128 characters.',
      { password: '1'.repeat(129) },
      { password: ['The password field must not be greater than 128 characters.'] },
    ],
    ['The password field is required.', { password: '         ' }, { password: ['The password field is required.'] }],
    [
      'The name field must not be greater than 255 characters.',
      { name: 'n'.repeat(256) },
      { name: ['The name field must not be greater than 255 characters.'] },
    ],
    [
      'The max price field must be at least 0.',
      { max_price: -0.01 },
      { max_price: ['The max price field must be at least 0.'] },
    ],
    [
      'The min margin field must be at least 0.',
      { min_margin: '-1' },
      { min_margin: ['The min margin field must be at least 0.'] },
    ],
    [
      'The max price field is required.',
      { is_max_price_enabled: true },
      { max_price: ['The max price field is required.'] },
    ],
    [
      'The tags field must not have more than 100 items.',
      { tags: Array(101).fill('t') },
      { tags: ['The tags field must not have more than 100 items.'] },
    ],
    [
      'The tags.0 field must not be greater than 255 characters.',
      { tags: ['t'.repeat(256)] },
      { 'tags.0': ['The tags.0 field must not be greater than 255 characters.'] },
    ],
    [
      'The tx field must not be greater than 2147483647.',
      { tx: 2_147_483_648 },
      { tx: ['The tx field must not be greater than 2147483647.'] },
    ],
  ])('%s', async (_, body, errors) => {
    expect(await errorsOf(body)).toEqual(errors);
  });

  test('but just inside their bounds they do', async () => {
    const bodies = [
      { username: 'abc', password: '12345678' },
      { username: 'a'.repeat(64), password: '1'.repeat(128), name: 'n'.repeat(255) },
      { username: 'zero', password: PASSWORD, max_price: 0, min_margin: '0.000000', is_max_price_enabled: true },
      { username: 'widest', password: PASSWORD, allowed_ips: ['0.0.0.0/0', '::/0'], tx: 2_147_483_647 },
    ];
    for (const body of bodies) expect((await create(body)).status).toBe(201);
  });
});

describe('who may create one', () => {
  test('nobody without a token', async () => {
    const answer = await create({ username: 'nobody', password: PASSWORD }, '');
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
  });

  test('a token limited to this endpoint, but none limited to another', async () => {
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const limited = (scopes: ReturnType<typeof scope>) => createTeamToken(app, acme.team.id, { scopes });
    const allowed = await limited(scope('post', '/v1/hub/endpoints'));
    const other = await limited(scope('post', '/v1/offers'));
    expect((await create({ username: 'scoped', password: PASSWORD }, allowed)).status).toBe(201);
    const refused = await create({ username: 'scoped2', password: PASSWORD }, other);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
  });
});
