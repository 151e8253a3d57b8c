import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let doneId: string;
let pendingId: string;
let theirsId: string;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  const { db } = app;
  const network = await db.network.findFirstOrThrow({ where: { countryId: 840 }, orderBy: { id: 'asc' } });
  const done = await db.mnpLookup.create({
    data: {
      teamId: acme.team.id,
      amount: 2,
      cost: '0.008',
      filters: 'custom1_int greaterThanOrEqual 0',
      filterList: [{ key: 'custom1_int', operator: 'greaterThanOrEqual', value: '0' }],
      status: 'done',
      statusReason: 'Complete.',
      notes: ['Checked in one batch.'],
      createdAt: '2026-03-01T09:00:00.000Z',
      doneAt: '2026-03-01T09:12:00.500Z',
      results: {
        create: [
          { number: 14155550101n, networkId: network.id, isPorted: true, isReachable: true },
          { number: 14155550100n },
        ],
      },
    },
  });
  const pending = await db.mnpLookup.create({
    data: { teamId: acme.team.id, amount: 5, cost: '12.5', createdAt: '2026-03-02T09:00:00.000Z' },
  });
  const theirs = await db.mnpLookup.create({ data: { teamId: rival.team.id, amount: 1, cost: '1' } });
  [doneId, pendingId, theirsId] = [done.id, pending.id, theirs.id];
});
afterAll(() => app.close());

const list = async (token?: string) => {
  const answer = await app.rest('GET', '/v1/enrichment/mnp', { token });
  return { status: answer.status, body: answer.body };
};

describe('listing portability lookups (E16)', () => {
  test('answers the team’s, newest first, every documented field with its documented type', async () => {
    expect(await list(acme.token)).toEqual({
      status: 200,
      body: {
        data: [
          {
            id: pendingId,
            team_id: acme.team.id,
            amount: 5,
            cost: 12.5,
            filters: null,
            created_at: '2026-03-02T09:00:00.000Z',
            done_at: null,
            status: 'pending',
            meta: { filters: [], status_reason: null, notes: [] },
          },
          {
            id: doneId,
            team_id: acme.team.id,
            amount: 2,
            cost: 0.008,
            filters: 'custom1_int greaterThanOrEqual 0',
            created_at: '2026-03-01T09:00:00.000Z',
            done_at: '2026-03-01T09:12:00.500Z',
            status: 'done',
            meta: {
              filters: [{ key: 'custom1_int', operator: 'greaterThanOrEqual', value: '0' }],
              status_reason: 'Complete.',
              notes: ['Checked in one batch.'],
            },
          },
        ],
      },
    });
  });

  test('is one statement, whatever is there', async () => {
    expect(await app.statements(() => list(acme.token))).toHaveLength(1);
  });

  test('answers the newest hundred; the others are on the pages of the GraphQL list', async () => {
    const { team, token } = await createTeam(app, 'Busy');
    await app.db.mnpLookup.createMany({
      data: Array.from({ length: 101 }, (_, at) => ({
        teamId: team.id,
        amount: at,
        cost: '1',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
      })),
    });
    const { data } = (await list(token)).body as { data: { amount: number }[] };
    expect([data.length, data[0]!.amount, data[99]!.amount]).toEqual([100, 100, 1]);
    const query = '{ numberLookups(last: 1) { totalCount nodes { amount } pageInfo { hasPreviousPage } } }';
    expect((await app.graphql(query, { token })).data).toEqual({
      numberLookups: { totalCount: 101, nodes: [{ amount: 0 }], pageInfo: { hasPreviousPage: true } },
    });
  });

  test('through GraphQL filters, orders and reads the results of each', async () => {
    const query = `{
      numberLookups(filter: { status: [done] }) { nodes { id cost meta { notes } } }
      ordered: numberLookups(orderBy: { field: cost, direction: asc }) { nodes { cost } }
      numberLookup(id: "${doneId}") {
        status results { totalCount nodes { number isPorted isReachable retries network { country { iso2 } } } }
      }
    }`;
    expect(await app.graphql(query, { token: acme.token })).toEqual({
      data: {
        numberLookups: { nodes: [{ id: doneId, cost: '0.008', meta: { notes: ['Checked in one batch.'] } }] },
        ordered: { nodes: [{ cost: '0.008' }, { cost: '12.5' }] },
        numberLookup: {
          status: 'done',
          results: {
            totalCount: 2,
            nodes: [
              { number: '+14155550100', isPorted: null, isReachable: null, retries: 0, network: null },
              {
                number: '+14155550101',
                isPorted: true,
                isReachable: true,
                retries: 0,
                network: { country: { iso2: 'US' } },
              },
            ],
          },
        },
      },
    });
  });

  test('another team’s lookup and one that is none are not found', async () => {
    for (const id of [theirsId, randomUUID(), 'x']) {
      const { errors } = await app.graphql(`{ numberLookup(id: "${id}") { id } }`, { token: acme.token });
      expect(errors).toMatchObject([{ message: 'Number lookup not found.', extensions: { code: 'NOT_FOUND' } }]);
    }
  });

  test('is for tokens of the team, and for limited ones that name the endpoint', async () => {
    const token = (endpoint: string) =>
      createTeamToken(app, acme.team.id, { scopes: [{ method: 'get', endpoint, reason: 'test' }] });
    expect(await list()).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
    expect((await list(await token('/v1/enrichment/mnp'))).status).toBe(200);
    expect(await list(await token('/v1/sms/campaigns'))).toEqual({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
  });
});
