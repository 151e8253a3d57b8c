import { randomUUID } from 'node:crypto';
import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

const fieldsOf = (name: string) => (schema.getType(name) as GraphQLObjectType).getFields();

let app: TestApp;
let token: string;

const CAMPAIGN = randomUUID();

beforeAll(async () => {
  app = await createTestApp();
  const { team, token: own } = await createTeam(app);
  token = own;
  await app.db.smsCampaign.create({ data: { id: CAMPAIGN, teamId: team.id, name: 'Spring' } });
  await app.db.log.create({
    data: { teamId: team.id, callerType: 'sms_campaign', callerId: CAMPAIGN, text: 'started' },
  });
});
afterAll(() => app.close());

const campaign = (selection: string, variables = '') =>
  `query Q${variables} { smsCampaign(id: "${CAMPAIGN}") { ${selection} } }`;

/** The body of the answer, interpreted twice and compiled from then on. */
async function answers(query: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const bodies = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const response = await app.app.fetch(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables, operationName }),
      }),
    );
    bodies.push(await response.text());
  }
  return bodies;
}

const always = (body: unknown) => Array.from({ length: 5 }, () => JSON.stringify({ data: body }));

describe('an operation answers the same, compiled or not, where', () => {
  test('one list is selected twice, once under a condition', async () => {
    const query = campaign(
      'logs { nodes { callerType } } ... @include(if: $a) { logs { nodes { text } } }',
      '($a: Boolean!)',
    );
    const row = { callerType: 'sms_campaign' };
    expect(await answers(query, { a: false })).toEqual(always({ smsCampaign: { logs: { nodes: [row] } } }));
    expect(await answers(query, { a: true })).toEqual(
      always({ smsCampaign: { logs: { nodes: [{ ...row, text: 'started' }] } } }),
    );
  });

  test('one fragment stands under a condition and elsewhere without', async () => {
    const query = `query ($a: Boolean!) {
      one: smsCampaign(id: "${CAMPAIGN}") { id ...F @include(if: $a) }
      two: smsCampaign(id: "${CAMPAIGN}") { id ...F }
    } fragment F on SmsCampaign { name logs { nodes { ... on CampaignLog @skip(if: $a) { text } __typename } } }`;
    const two = { id: CAMPAIGN, name: 'Spring', logs: { nodes: [{ text: 'started', __typename: 'CampaignLog' }] } };
    expect(await answers(query, { a: false })).toEqual(always({ one: { id: CAMPAIGN }, two }));
  });

  test('the schema is asked for', async () => {
    const names =
      '{ __type(name: "SmsCampaign") { fields { name } } ...S } fragment S on Query { __schema { types { name } } }';
    const bodies = await answers(names);
    expect(new Set(bodies).size).toBe(1);
    const { __type: type, __schema: whole } = JSON.parse(bodies[0]!).data;
    expect(type.fields.map(({ name }: { name: string }) => name)).toEqual(Object.keys(fieldsOf('SmsCampaign')));
    expect(whole.types).toHaveLength(Object.keys(schema.getTypeMap()).length);
  });

  test('the first of two places decides the order, and is left out', async () => {
    const query = campaign('name @include(if: $a) id name', '($a: Boolean!)');
    expect(await answers(query, { a: false })).toEqual(always({ smsCampaign: { id: CAMPAIGN, name: 'Spring' } }));
    expect(await answers(query, { a: true })).toEqual(always({ smsCampaign: { name: 'Spring', id: CAMPAIGN } }));
  });

  test('several operations of one document share a fragment', async () => {
    const query = `query A($a: Boolean!) { me { ...F @include(if: $a) ...G } } query B { me { ...F } }
      fragment F on Viewer { role } fragment G on Viewer { teamName }`;
    expect(await answers(query, { a: false }, 'A')).toEqual(always({ me: { teamName: 'Acme' } }));
    expect(await answers(query, {}, 'B')).toEqual(always({ me: { role: 'owner' } }));
  });

  test('names put together with underscores are names of other fields', async () => {
    const query = `{ a: smsCampaign(id: "${CAMPAIGN}") { a_a: logs { nodes { ...L } } b: meta { c: hlrSettings { isActive } } }
      a_a: smsCampaign(id: "${CAMPAIGN}") { name } b_a: smsCampaign(id: "${CAMPAIGN}") { id }
      a_a_a: smsCampaign(id: "${CAMPAIGN}") { status } } fragment L on CampaignLog { text }`;
    const [first, ...others] = await answers(query);
    expect(JSON.parse(first!)).toEqual({
      data: {
        a: { a_a: { nodes: [{ text: 'started' }] }, b: { c: null } },
        a_a: { name: 'Spring' },
        b_a: { id: CAMPAIGN },
        a_a_a: { status: 'draft' },
      },
    });
    for (const other of others) expect(other).toBe(first);
  });

  test('a field is called as what every object inherits', async () => {
    const body = `{"data":{"smsCampaign":{"__proto__":"Spring","constructor":"${CAMPAIGN}"}}}`;
    expect(await answers(campaign('__proto__: name constructor: id'))).toEqual(Array.from({ length: 5 }, () => body));
  });

  test('a variable within an argument is absent', async () => {
    const query = `query ($name: String, $tags: [String!]) {
      contacts(filter: { name: $name, tags: $tags }) { totalCount } }`;
    expect(await answers(query)).toEqual(always({ contacts: { totalCount: 0 } }));
  });
});

test('no text of a caller becomes code', async () => {
  const marked = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.escaped=1)';
  const bodies = await answers(`{ contacts(filter: { name: "${marked}" }) { nodes { name } } }`);
  expect(bodies).toEqual(always({ contacts: { nodes: [] } }));
  expect(globalThis).not.toHaveProperty('escaped');
});
