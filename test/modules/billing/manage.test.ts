import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { invalid, mutate, refused } from '../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../support/team.ts';

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

const FIELDS = '{ id name isBalanceManaged balance lowBalance isBalanceLow }';
const create = async (input: object = {}) =>
  (
    await mutate(
      app,
      acme.token,
      'createIntegration',
      { input: [{ name: 'Lookup', ...input }, 'CreateIntegrationInput'] },
      FIELDS,
    )
  ).data.createIntegration;
const update = (id: string, input: object, token = acme.token) =>
  mutate(app, token, 'updateIntegration', { id, input: [input, 'UpdateIntegrationInput'] }, FIELDS);
const remove = (id: string, token = acme.token) => mutate(app, token, 'deleteIntegration', { id });
const topUp = (integrationId: string, amount: unknown, requestId: string = randomUUID(), token = acme.token) =>
  mutate(
    app,
    token,
    'topUpIntegration',
    { input: [{ integrationId, amount, requestId, reason: 'Bank transfer' }, 'TopUpIntegrationInput'] },
    '{ id kind amount balanceAfter reason integration { balance } }',
  );
const charge = (integrationId: string, cost: string, webhookRequestId: string = randomUUID()) =>
  mutate(app, acme.token, 'chargeIntegration', {
    input: [{ cost, meta: { integrationId, reason: 'Look-up', webhookRequestId } }, 'ChargeIntegrationInput'],
  });
const left = async (id: string) => {
  const { db } = app;
  const { balance } = await db.integration.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } });
  return { balance: String(balance), entries: await db.ledgerEntry.count({ where: { integrationId: id } }) };
};

describe('an integration', () => {
  test('is created, changed and, as long as no money moved, deleted', async () => {
    const made = await create({ name: ' Lookup ', lowBalance: 10 });
    const expected = { name: 'Lookup', isBalanceManaged: true, balance: '0', lowBalance: '10', isBalanceLow: true };
    expect(made).toEqual({ id: expect.any(String), ...expected });
    expect(await update(made.id, { name: 'HLR', lowBalance: null, isBalanceManaged: false })).toEqual({
      data: {
        updateIntegration: {
          ...{ id: made.id, name: 'HLR', isBalanceManaged: false },
          ...{ balance: '0', lowBalance: null, isBalanceLow: false },
        },
      },
    });
    expect(await update(made.id, { name: '', lowBalance: '-0.1', isBalanceManaged: null })).toMatchObject(
      invalid({
        name: ['The name field is required.'],
        isBalanceManaged: ['The is balance managed field is required.'],
        lowBalance: ['The low balance field must be at least 0.'],
      }),
    );
    expect(await remove(made.id)).toEqual({ data: { deleteIntegration: { id: made.id } } });
    expect(await remove(made.id)).toMatchObject(refused('NOT_FOUND', 'Integration not found.'));
  });

  test('has the database’s time, after which entries of its ledger come, whatever the clock of the process', async () => {
    const { rows } = await app.pool.query<{ now: Date }>('SELECT now()');
    const changedAt = async (id: string) =>
      (await app.db.integration.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } })).updatedAt;
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01T00:00:00Z') });
    try {
      const { id } = await create();
      const created = await changedAt(id);
      await app.pool.query(`UPDATE integrations SET updated_at = '2020-01-01T00:00:00Z' WHERE id = $1`, [id]);
      await update(id, { name: 'HLR' });
      const updated = await changedAt(id);
      expect([created >= rows[0]!.now, updated >= rows[0]!.now]).toEqual([true, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('stays with its balance, and with its ledger when that is used up', async () => {
    const { id } = await create();
    await topUp(id, '7.50');
    expect(await remove(id)).toMatchObject(refused('CONFLICT', 'The integration has a balance of 7.5.'));
    await charge(id, '7.5');
    expect(await remove(id)).toMatchObject(refused('CONFLICT', 'The integration has entries in the ledger.'));
  });

  test('is found by whether its balance is low', async () => {
    const low = await create({ name: 'Low', lowBalance: 5 });
    await topUp((await create({ name: 'Enough', lowBalance: 5 })).id, 5);
    await create({ name: 'Never low' });
    await create({ name: 'Not kept', lowBalance: 5, isBalanceManaged: false });
    const list = async (isBalanceLow: boolean) => {
      const query = `{ integrations(filter: { isBalanceLow: ${isBalanceLow} }) { nodes { id isBalanceLow } } }`;
      const { data } = await app.graphql<{ integrations: { nodes: { id: string; isBalanceLow: boolean }[] } }>(query, {
        token: acme.token,
      });
      return data!.integrations.nodes;
    };
    expect(await list(true)).toEqual([{ id: low.id, isBalanceLow: true }]);
    expect((await list(false)).map(({ isBalanceLow }) => isBalanceLow)).toEqual([false, false, false]);
  });
});

describe('a top-up', () => {
  test('adds to the balance and enters itself into the ledger', async () => {
    const { id } = await create();
    expect(await topUp(id, 12.5)).toEqual({
      data: {
        topUpIntegration: {
          ...{ id: expect.any(String), kind: 'top_up', amount: '12.5', balanceAfter: '12.5' },
          ...{ reason: 'Bank transfer', integration: { balance: '12.5' } },
        },
      },
    });
    await charge(id, '0.000001');
    expect(await left(id)).toEqual({ balance: '12.499999', entries: 2 });
  });

  test('happens once however often it is sent, one after the other or all at once', async () => {
    const { id } = await create();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => topUp(id, '10', key)));
    const entries = new Set(answers.map(({ data }) => data.topUpIntegration.id));
    expect([entries.size, await left(id)]).toEqual([1, { balance: '10', entries: 1 }]);
    expect((await topUp(id, '10.0', key)).data.topUpIntegration.id).toBe([...entries][0]);
    expect(await left(id)).toEqual({ balance: '10', entries: 1 });
  });

  test('refuses a request id that moved something else', async () => {
    const { id } = await create();
    const [key, ofCharge] = [randomUUID(), randomUUID()];
    await topUp(id, 10, key);
    await charge(id, '4', ofCharge);
    const USED = refused('CONFLICT', 'This request id was already used with another amount.');
    expect(await topUp(id, 11, key)).toMatchObject(USED);
    expect(await topUp(id, 4, ofCharge)).toMatchObject(USED);
    const CHARGED = refused('CONFLICT', 'This webhook request was already charged with another cost.');
    expect(await charge(id, '10', key)).toMatchObject(CHARGED);
    expect(await left(id)).toEqual({ balance: '6', entries: 2 });
  });

  test('beside charges leaves a ledger in which every entry explains the next', async () => {
    const { id } = await create();
    // Enough for all charges, should they come before the top-ups.
    await topUp(id, '6');
    const moves = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? topUp(id, '1.1') : charge(id, '0.7')));
    for (const { errors } of await Promise.all(moves)) expect(errors).toBeUndefined();
    const entries = await app.db.ledgerEntry.findMany({
      where: { integrationId: id },
      orderBy: { createdAt: 'asc' },
    });
    let balance = 0n;
    const micros = (value: { toFixed(digits: number): string }) => BigInt(value.toFixed(6).replace('.', ''));
    for (const { kind, amount, balanceAfter } of entries) {
      balance += kind === 'top_up' ? micros(amount) : -micros(amount);
      expect(micros(balanceAfter)).toBe(balance);
    }
    expect(new Set(entries.map(({ createdAt }) => createdAt.getTime())).size).toBe(13);
    expect(await left(id)).toEqual({ balance: '4.8', entries: 13 });
  });

  test.each([
    [0, 'The amount field must be greater than 0.'],
    ['-1', 'The amount field must be greater than 0.'],
  ])('is more than 0: %j', async (amount, text) => {
    const { id } = await create();
    expect(await topUp(id, amount)).toMatchObject(invalid({ amount: [text] }));
  });

  test('is refused where no balance is kept, or more than one can hold', async () => {
    const { id } = await create();
    await topUp(id, '999999999999.999998');
    expect(await topUp(id, '0.000002')).toMatchObject(
      invalid({ amount: ['The balance must not be greater than 999999999999.999999.'] }),
    );
    expect((await topUp(id, '0.000001')).errors).toBeUndefined();
    await update(id, { isBalanceManaged: false });
    expect(await topUp(id, 1)).toMatchObject(refused('BAD_REQUEST', 'Integration does not support managed balance'));
  });
});

describe('the balance by day', () => {
  const DAYS = `query ($until: DateTime) { integrations(orderBy: { field: name, direction: asc }) { nodes {
    name balanceByDay(last: 3, until: $until) { date balance charged toppedUp } } } }`;

  test('tells each day of the team’s time zone, also those on which nothing happened', async () => {
    await app.db.team.update({ where: { id: acme.team.id }, data: { timezone: 'Europe/Berlin' } });
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })];
    const entry = (kind: 'charge' | 'top_up', amount: string, balanceAfter: string, createdAt: string) => ({
      ...{ teamId: acme.team.id, integrationId: a.id, kind, amount, balanceAfter, createdAt },
    });
    await app.db.ledgerEntry.createMany({
      data: [
        entry('top_up', '10', '10', '2026-03-01T12:00:00Z'),
        // Past midnight in Berlin.
        entry('charge', '1.5', '8.5', '2026-03-09T23:30:00Z'),
        entry('charge', '1.25', '7.25', '2026-03-10T09:00:00Z'),
        entry('top_up', '2', '9.25', '2026-03-10T10:00:00Z'),
        entry('charge', '9', '0.25', '2026-03-11T23:30:00Z'),
      ],
    });
    const run = () => app.graphql(DAYS, { token: acme.token, variables: { until: '2026-03-11T12:00:00Z' } });
    const nothing = { balance: '0', charged: '0', toppedUp: '0' };
    const dates = ['2026-03-09', '2026-03-10', '2026-03-11'];
    expect((await run()).data).toEqual({
      integrations: {
        nodes: [
          {
            name: 'A',
            balanceByDay: [
              { date: '2026-03-09', balance: '10', charged: '0', toppedUp: '0' },
              { date: '2026-03-10', balance: '9.25', charged: '2.75', toppedUp: '2' },
              { date: '2026-03-11', balance: '9.25', charged: '0', toppedUp: '0' },
            ],
          },
          { name: 'B', balanceByDay: dates.map((date) => ({ date, ...nothing })) },
        ],
      },
    });
    expect(b.balance).toBe('0');
    expect(await app.statements(run)).toHaveLength(2);
  });

  test('goes back 366 days at most', async () => {
    await create();
    const query = '{ integrations { nodes { balanceByDay(last: 367) { date } } } }';
    expect(await app.graphql(query, { token: acme.token })).toMatchObject(
      invalid({ last: ['The last field must not be greater than 366.'] }),
    );
  });
});

test('integrations and money are for owners and admins; another team’s are not found', async () => {
  const { id } = await create();
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  const admin = await createTeamToken(app, acme.team.id, { role: 'admin' });
  const calls = (token: string) => [update(id, {}, token), topUp(id, 1, randomUUID(), token), remove(id, token)];
  for (const answer of calls(member)) expect(await answer).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  for (const answer of calls(rival.token)) {
    expect(await answer).toMatchObject(refused('NOT_FOUND', 'Integration not found.'));
  }
  expect((await topUp(id, 1, randomUUID(), admin)).errors).toBeUndefined();
  expect(await left(id)).toEqual({ balance: '1', entries: 1 });
});
