import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const integration = async (balance: string, options: { managed?: boolean; teamId?: string } = {}) => {
  const { managed = true, teamId = acme.team.id } = options;
  return (await app.db.integration.create({ data: { teamId, name: 'Lookup', isBalanceManaged: managed, balance } })).id;
};

const charge = async (
  integration_id: string,
  cost: unknown,
  webhook_request_id: string = randomUUID(),
  token: string | undefined = acme.token,
) => {
  const body = { cost, meta: { integration_id, reason: 'Look-up', webhook_request_id } };
  const answer = await app.rest('POST', '/v1/billing/charge', { body, token });
  return { status: answer.status, body: answer.body };
};

const left = async (id: string, teamId = acme.team.id) => {
  const { db } = app;
  const { balance } = await db.integration.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } });
  return { balance: String(balance), entries: await db.ledgerEntry.count({ where: { integrationId: id } }) };
};

const SUCCESS = { status: 200, body: { success: true } };
const INSUFFICIENT = { status: 402, body: { message: 'Insufficient balance' } };
const NOT_FOUND = { status: 404, body: { message: 'Integration not found.' } };

describe('charging an integration (E7)', () => {
  test('a repeat whose ids are in capitals, as some systems write UUIDs, is a repeat', async () => {
    const id = await integration('10');
    const key = randomUUID();
    const capitals = [id.toUpperCase(), key.toUpperCase()] as const;
    expect(await charge(capitals[0], 2.5, capitals[1])).toEqual(SUCCESS);
    expect(await charge(capitals[0], 2.5, capitals[1])).toEqual(SUCCESS);
    expect((await charge(capitals[0], 3, capitals[1])).status).toBe(409);
    expect(await left(id)).toEqual({ balance: '7.5', entries: 1 });
  });

  test('takes the cost and enters it into the ledger', async () => {
    const id = await integration('10');
    const key = randomUUID();
    expect(await charge(id, 2.5, key)).toEqual(SUCCESS);
    const [entry, ...others] = await app.db.ledgerEntry.findMany({ where: { integrationId: id } });
    expect(others).toEqual([]);
    expect({ ...entry, amount: String(entry!.amount), balanceAfter: String(entry!.balanceAfter) }).toEqual({
      id: expect.any(String),
      teamId: acme.team.id,
      integrationId: id,
      kind: 'charge',
      amount: '2.5',
      balanceAfter: '7.5',
      reason: 'Look-up',
      webhookRequestId: key,
      createdAt: expect.any(Date),
      ...{ callId: null, directMessageId: null, smsSendId: null, routeId: null, sellerEndpointId: null },
    });
    expect(await left(id)).toEqual({ balance: '7.5', entries: 1 });
  });

  test('through GraphQL answers the entry and the balance', async () => {
    const id = await integration('10');
    const query = `mutation ($input: ChargeIntegrationInput!) {
      chargeIntegration(input: $input) {
        kind amount balanceAfter reason integration { balance ledgerEntries { totalCount nodes { amount } } }
      }
    }`;
    const input = { cost: '2.5', meta: { integrationId: id, reason: 'Look-up', webhookRequestId: randomUUID() } };
    const expected = {
      data: {
        chargeIntegration: {
          kind: 'charge',
          amount: '2.5',
          balanceAfter: '7.5',
          reason: 'Look-up',
          integration: { balance: '7.5', ledgerEntries: { totalCount: 1, nodes: [{ amount: '2.5' }] } },
        },
      },
    };
    expect(await app.graphql(query, { variables: { input }, token: acme.token })).toEqual(expected);
    expect(await app.graphql(query, { variables: { input }, token: acme.token })).toEqual(expected);
  });

  test('takes three statements: balance and ledger, whether the balance became low, the audit entry', async () => {
    const id = await integration('10');
    expect(await app.statements(() => charge(id, 1))).toEqual([
      expect.stringMatching(/^\s*WITH moved AS \(\s*UPDATE integrations .* INSERT INTO ledger_entries /s),
      expect.stringMatching(/^SELECT i\.id FROM integrations i\s.* i\.balance < i\.low_balance /s),
      expect.stringMatching(/^INSERT INTO audit_entries/),
    ]);
  });

  test('is exact: three times 0.1 out of 0.3 leave nothing', async () => {
    const id = await integration('0.3');
    for (const cost of [0.1, '0.1', 0.1]) expect(await charge(id, cost)).toEqual(SUCCESS);
    expect(await left(id)).toEqual({ balance: '0', entries: 3 });
    expect(await charge(id, 0.000001)).toEqual(INSUFFICIENT);
  });

  test('takes the last millionth, and not one more', async () => {
    const id = await integration('999999999999.123456');
    expect(await charge(id, '999999999999.123457')).toEqual({
      status: 402,
      body: { message: 'Insufficient balance' },
    });
    expect(await charge(id, '999999999999.123456')).toEqual(SUCCESS);
    expect(await left(id)).toEqual({ balance: '0', entries: 1 });
  });
});

describe('a charge that is refused', () => {
  test('asks for more than is left', async () => {
    const id = await integration('10');
    expect(await charge(id, 10.000001)).toEqual(INSUFFICIENT);
    expect(await left(id)).toEqual({ balance: '10', entries: 0 });
  });

  test('is against a balance that is not managed', async () => {
    const id = await integration('10', { managed: false });
    expect(await charge(id, 1)).toEqual({
      status: 400,
      body: { message: 'Integration does not support managed balance' },
    });
    expect(await left(id)).toEqual({ balance: '10', entries: 0 });
  });

  test('is against another team’s integration, or none', async () => {
    const theirs = await integration('10', { teamId: rival.team.id });
    expect(await charge(theirs, 1)).toEqual(NOT_FOUND);
    expect(await charge(randomUUID(), 1)).toEqual(NOT_FOUND);
    expect(await left(theirs, rival.team.id)).toEqual({ balance: '10', entries: 0 });
  });

  test.each([
    [0, 'must be greater than 0'],
    ['0.000000', 'must be greater than 0'],
    [-1, 'must be greater than 0'],
    [null, 'is required'],
    ['much', 'must be a number'],
    [true, 'must be a number'],
    [[1], 'must be a number'],
  ])('costs %j', async (cost, rule) => {
    const id = await integration('10');
    const text = `The cost field ${rule}.`;
    expect(await charge(id, cost)).toEqual({ status: 422, body: { message: text, errors: { cost: [text] } } });
    expect(await left(id)).toEqual({ balance: '10', entries: 0 });
  });

  test.each([0.0000001, '0.1234567', 1e12])('costs %j, which the balance cannot hold', async (cost) => {
    const id = await integration('10');
    expect((await charge(id, cost)).status).toBe(422);
    expect(await left(id)).toEqual({ balance: '10', entries: 0 });
  });

  test('lacks a field, or has one of a wrong type', async () => {
    const send = async (body: unknown) =>
      (await app.rest<{ errors: unknown }>('POST', '/v1/billing/charge', { body, token: acme.token })).body.errors;
    expect(await send({})).toEqual({
      cost: ['The cost field is required.'],
      meta: ['The meta field is required.'],
    });
    expect(await send({ cost: 1, meta: {} })).toEqual({
      'meta.integration_id': ['The meta.integration id field is required.'],
      'meta.reason': ['The meta.reason field is required.'],
      'meta.webhook_request_id': ['The meta.webhook request id field is required.'],
    });
    expect(await send({ cost: 1, meta: { integration_id: 'x', reason: 5, webhook_request_id: 7 } })).toEqual({
      'meta.integration_id': ['The meta.integration id field must be a valid UUID.'],
      'meta.reason': ['The meta.reason field must be a string.'],
      'meta.webhook_request_id': ['The meta.webhook request id field must be a string.'],
    });
    const meta = { integration_id: randomUUID(), reason: 'r'.repeat(501), webhook_request_id: randomUUID() };
    expect(await send({ cost: 0, meta })).toEqual({
      cost: ['The cost field must be greater than 0.'],
      'meta.reason': ['The meta.reason field must not be greater than 500 characters.'],
    });
  });
});

describe('the webhook request’s id', () => {
  test('charges once however often it comes, whatever else has happened since', async () => {
    const id = await integration('10');
    const key = randomUUID();
    for (let times = 0; times < 3; times += 1) expect(await charge(id, '4.00', key)).toEqual(SUCCESS);
    expect(await charge(id, 4, key.toUpperCase())).toEqual(SUCCESS);
    expect(await charge(id, 6)).toEqual(SUCCESS);
    expect(await charge(id, 4, key)).toEqual(SUCCESS);
    await app.db.integration.update({
      where: { teamId_id: { teamId: acme.team.id, id } },
      data: { isBalanceManaged: false },
    });
    expect(await charge(id, 4, key)).toEqual(SUCCESS);
    expect(await left(id)).toEqual({ balance: '0', entries: 2 });
  });

  test('with another cost is a conflict', async () => {
    const id = await integration('10');
    const key = randomUUID();
    expect(await charge(id, 4, key)).toEqual(SUCCESS);
    expect(await charge(id, 5, key)).toEqual({
      status: 409,
      body: { message: 'This webhook request was already charged with another cost.' },
    });
    expect(await left(id)).toEqual({ balance: '6', entries: 1 });
  });

  test('that was refused for want of money may be sent again after a top-up', async () => {
    const id = await integration('1');
    const key = randomUUID();
    expect(await charge(id, 4, key)).toEqual(INSUFFICIENT);
    await app.db.integration.update({
      where: { teamId_id: { teamId: acme.team.id, id } },
      data: { balance: '5' },
    });
    expect(await charge(id, 4, key)).toEqual(SUCCESS);
    expect(await left(id)).toEqual({ balance: '1', entries: 1 });
  });

  test('is one within an integration', async () => {
    const [one, other] = [await integration('10'), await integration('10')];
    const key = randomUUID();
    expect([await charge(one, 1, key), await charge(other, 2, key)]).toEqual([SUCCESS, SUCCESS]);
  });
});

describe('at the same time', () => {
  const hundred = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: 100 }, one));
  const tally = (answers: { status: number }[]) =>
    [200, 402, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length);

  test('a hundred charges of 1 against 50 leave 0 and fifty entries that count down', async () => {
    const id = await integration('50');
    expect(tally(await hundred(() => charge(id, 1)))).toEqual([50, 50, 0]);
    expect(await left(id)).toEqual({ balance: '0', entries: 50 });
    const entries = await app.db.ledgerEntry.findMany({ where: { integrationId: id } });
    const balances = entries.map(({ balanceAfter }) => Number(balanceAfter)).sort((a, b) => a - b);
    expect(balances).toEqual(Array.from({ length: 50 }, (_, at) => at));
  });

  test('a hundred repeats of one key charge once', async () => {
    const id = await integration('50');
    const key = randomUUID();
    expect(tally(await hundred(() => charge(id, 1, key)))).toEqual([100, 0, 0]);
    expect(await left(id)).toEqual({ balance: '49', entries: 1 });
  });

  test('a hundred repeats of one key for all there is charge once, and all succeed', async () => {
    const id = await integration('1');
    const key = randomUUID();
    expect(tally(await hundred(() => charge(id, 1, key)))).toEqual([100, 0, 0]);
    expect(await left(id)).toEqual({ balance: '0', entries: 1 });
  });
});

describe('who may charge and read', () => {
  test('nobody without a token; limited tokens only when they name the endpoint', async () => {
    const id = await integration('10');
    const anonymous = await app.rest('POST', '/v1/billing/charge', { body: {} });
    expect([anonymous.status, anonymous.body]).toEqual([401, { message: 'Unauthenticated.' }]);
    const token = (endpoint: string) =>
      createTeamToken(app, acme.team.id, { scopes: [{ method: 'post', endpoint, reason: 'test' }] });
    expect(await charge(id, 1, randomUUID(), await token('/v1/billing/charge'))).toEqual(SUCCESS);
    expect(await charge(id, 1, randomUUID(), await token('/v1/offers'))).toEqual({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
    expect(await left(id)).toEqual({ balance: '9', entries: 1 });
  });

  test('names records of its own team alone, and none that are gone', async () => {
    const [mine, other] = [await createTeam(app), await createTeam(app)];
    const integrationId = await integration('10', { teamId: mine.team.id });
    const enter = async ({ team: { id: teamId } }: TestTeam, routeId: string) => {
      const entry = {
        teamId: mine.team.id,
        integrationId,
        kind: 'charge',
        amount: 1,
        balanceAfter: 9,
        routeId,
      } as const;
      await app.db.ledgerEntry.create({ data: { ...entry, callId: routeId, smsSendId: routeId, reason: teamId } });
    };
    const route = async (of: TestTeam) =>
      (await app.db.route.create({ data: { teamId: of.team.id, name: 'Named' } })).id;
    const named = await route(mine);
    await enter(mine, named);
    await enter(other, await route(other));
    await enter(other, randomUUID());
    expect(await ledgerOf(app, mine.token)).toEqual([
      ['charge', mine.team.id, { route: named }],
      ['charge', other.team.id, {}],
      ['charge', other.team.id, {}],
    ]);
  });

  test('integrations and their ledgers are read by their own team', async () => {
    const team = await createTeam(app, 'Reader');
    const id = await integration('10', { teamId: team.team.id });
    for (const cost of [1, 2]) await charge(id, cost, randomUUID(), team.token);
    const query = `query ($id: ID!, $of: ID!) {
      integrations(filter: { isBalanceManaged: true }) { totalCount nodes { name balance } }
      integration(id: $id) { ledgerEntries(first: 1) { nodes { amount balanceAfter } } topUps: ledgerEntries(filter: { kind: [top_up] }) { totalCount } }
      ledgerEntries(filter: { integrationId: $of, kind: [charge] }) { totalCount nodes { amount integration { name } } }
    }`;
    expect(await app.graphql(query, { variables: { id, of: id }, token: team.token })).toEqual({
      data: {
        integrations: { totalCount: 1, nodes: [{ name: 'Lookup', balance: '7' }] },
        integration: { ledgerEntries: { nodes: [{ amount: '2', balanceAfter: '7' }] }, topUps: { totalCount: 0 } },
        ledgerEntries: {
          totalCount: 2,
          nodes: [
            { amount: '2', integration: { name: 'Lookup' } },
            { amount: '1', integration: { name: 'Lookup' } },
          ],
        },
      },
    });
    const other = await app.graphql(
      `{ integration(id: "${id}") { id } ledgerEntries(filter: { integrationId: "${id}" }) { totalCount } }`,
      {
        token: rival.token,
      },
    );
    expect(other.errors).toMatchObject([{ message: 'Integration not found.', extensions: { code: 'NOT_FOUND' } }]);
  });
});
