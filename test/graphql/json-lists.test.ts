import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let token: string;
let strangersToken: string;

const CAMPAIGN = randomUUID();
const TEXTS = [
  'plain',
  'says "no"\\',
  'two\nlines\tand\u0001',
  'Größe 東京 🎉 \u2028 \u007f',
  "'; DROP TABLE logs; --",
  '',
];

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  strangersToken = (await createTeam(app, 'Rival')).token;
  const teamId = mine.team.id;
  await app.db.smsCampaign.create({ data: { id: CAMPAIGN, teamId, name: 'Spring' } });
  await app.db.log.createMany({
    data: TEXTS.map((text, at) => ({
      teamId,
      callerType: 'sms_campaign',
      callerId: CAMPAIGN,
      text,
      createdAt: new Date(Date.UTC(2026, 10, 21, 9, 0, 0, at * 7)),
    })),
  });
  const profits = ['12.500000', '0.000001', '-3', '1000'];
  for (const [position, profit] of profits.entries()) {
    const offer = await app.db.offer.create({
      data: { teamId, name: `Offer ${position}`, url: 'https://shop.example/?a="b"', profit },
    });
    await app.db.smsCampaignOffer.create({
      data: { teamId, smsCampaignId: CAMPAIGN, offerId: offer.id, position },
    });
  }
  await app.db.smsSend.create({ data: { teamId, smsCampaignId: CAMPAIGN, meta: {} } });
});
afterAll(() => app.close());

/** Interpreted twice and compiled from then on, and read plainly once before the database writes it. */
async function askOften(query: string, variables: Record<string, unknown> = {}, as = token) {
  const answers = [];
  for (let turn = 0; turn < 6; turn += 1) answers.push(await app.graphql(query, { token: as, variables }));
  for (const answer of answers) {
    expect(JSON.stringify(answer.data)).toBe(JSON.stringify(answers[0]!.data));
    expect(answer.errors).toEqual(answers[0]!.errors);
  }
  return answers[0]!;
}

const campaign = (selection: string, variables = '') =>
  `query Q${variables} { smsCampaign(id: "${CAMPAIGN}") { ${selection} } }`;

describe('a list of plain columns, written by the database or not, is', () => {
  test('the same text, whatever characters it holds', async () => {
    const { data } = await askOften(campaign('logs(first: 100) { text }'));
    expect(data).toEqual({ smsCampaign: { logs: TEXTS.map((text) => ({ text })).reverse() } });
  });

  test('the same times, decimals, enums, nulls and names of types', async () => {
    const { data } = await askOften(
      campaign(`
        offers { profit url __typename }
        logs(first: 1, offset: 4) { __typename at: createdAt callerType callerId }
        sends { status nextStepAt }
      `),
    );
    const url = 'https://shop.example/?a="b"';
    expect(data).toEqual({
      smsCampaign: {
        offers: ['12.5', '0.000001', '-3', '1000'].map((profit) => ({ profit, url, __typename: 'Offer' })),
        logs: [{ __typename: 'Log', at: '2026-11-21T09:00:00.007Z', callerType: 'sms_campaign', callerId: CAMPAIGN }],
        sends: [{ status: 'pending', nextStepAt: null }],
      },
    });
  });

  test('under the caller’s names and in the caller’s order, fragments included', async () => {
    const { data } = await askOften(`
      query { smsCampaign(id: "${CAMPAIGN}") {
        newest: logs(first: 1) { b: text ... on Log { a: text } ...Rest b: text }
        logs(first: 1, offset: 5) { text }
      } }
      fragment Rest on Log { z: callerType a: text }
    `);
    expect(JSON.stringify(data)).toBe(
      '{"smsCampaign":{"newest":[{"b":"","a":"","z":"sms_campaign"}],"logs":[{"text":"plain"}]}}',
    );
  });

  test('merged when one list is selected in two places', async () => {
    const { data } = await askOften(campaign('logs(first: 1) { text } logs(first: 1) { callerType }'));
    expect(data).toEqual({ smsCampaign: { logs: [{ text: '', callerType: 'sms_campaign' }] } });
  });

  test('merged when one of the places selects more than columns', async () => {
    const { data } = await askOften(campaign('sends { status } sends { logs { text } logsCount }'));
    expect(data).toEqual({ smsCampaign: { sends: [{ status: 'pending', logs: [], logsCount: 0 }] } });
  });

  test('left out, and its columns too, as @skip and @include say', async () => {
    const query = campaign(
      'logs(first: 1) @include(if: $with) { text } offers(first: 1) { name url @skip(if: $with) }',
      '($with: Boolean! = true)',
    );
    expect((await askOften(query)).data).toEqual({
      smsCampaign: { logs: [{ text: '' }], offers: [{ name: 'Offer 0' }] },
    });
    expect((await askOften(query, { with: false })).data).toEqual({
      smsCampaign: { offers: [{ name: 'Offer 0', url: 'https://shop.example/?a="b"' }] },
    });
  });

  test('empty where there is nothing, and refused with its path where a bound is passed', async () => {
    expect((await askOften(campaign('logs(first: 0) { text }'))).data).toEqual({ smsCampaign: { logs: [] } });
    const { data, errors } = await askOften(campaign('name list: logs(first: 101) { text }'));
    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: 'The first field must not be greater than 100.',
        locations: [expect.anything()],
        path: ['smsCampaign', 'list'],
        extensions: { code: 'VALIDATION_FAILED', fields: { first: ['The first field must not be greater than 100.'] } },
      },
    ]);
  });

  test('nobody else’s', async () => {
    const { data, errors } = await askOften(campaign('logs { text }'), {}, strangersToken);
    expect(data).toBeNull();
    expect(errors?.[0]?.message).toBe('SMS campaign not found.');
  });
});

test('rows of which nothing but the type is asked are told all the same', async () => {
  const { data } = await askOften(campaign('offers(first: 2) { __typename }'));
  expect(data).toEqual({ smsCampaign: { offers: [{ __typename: 'Offer' }, { __typename: 'Offer' }] } });
});

test('the database writes such a list with one statement for all parents', async () => {
  const ask = () => app.graphql('{ smsCampaigns { nodes { id logs { text } offers { name } } } }', { token });
  for (let turn = 0; turn < 4; turn += 1) await ask();
  const statements = await app.statements(ask);
  expect(statements).toHaveLength(3);
  if (app.services.config.GRAPHQL_JIT) expect(statements.filter((sql) => sql.includes('string_agg'))).toHaveLength(2);
});

test('every type of our own is an enum whose words need no escaping in JSON', async () => {
  const { rows } = await app.pool.query(`
    SELECT t.typname, t.typtype FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE t.oid >= 16384 AND n.nspname = 'public' AND t.typtype NOT IN ('c', 'e') AND t.typcategory <> 'A'`);
  expect(rows).toEqual([]);
  const labels = await app.pool.query(`SELECT enumlabel FROM pg_enum WHERE enumlabel !~ '^[A-Za-z0-9_ -]+$'`);
  expect(labels.rows).toEqual([]);
});
