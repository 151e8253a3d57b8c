import fc from 'fast-check';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const errorOf = async (query: string, variables?: Record<string, unknown>) => {
  const { errors } = await app.graphql(query, { variables, token: acme.token });
  expect(errors).toHaveLength(1);
  const { message, extensions } = errors![0]!;
  return { message, extensions };
};

/** A value as GraphQL writes it, where it goes to this type. */
function literal(value: unknown, type?: GraphQLInputType): string {
  const named = type && getNamedType(type);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, named)).join(', ')}]`;
  if (typeof value === 'string' && isEnumType(named) && /^\w+$/.test(value)) return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = isInputObjectType(named) ? named.getFields() : {};
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${literal(part, fields[name]?.type)}`)
    .join(', ')} }`;
}

const OFFER = { name: 'Boots', url: 'https://shop.example', profit: '1' };
const ID = '01900000-0000-7000-8000-000000000000';

describe('a value in the text that its type refuses is told as in a variable', () => {
  test.each([
    ['createOffer', 'CreateOfferInput', { ...OFFER, url: 'nowhere' }],
    ['createOffer', 'CreateOfferInput', { ...OFFER, profit: '1.1234567' }],
    ['createOffer', 'CreateOfferInput', { ...OFFER, name: 5, url: 'https://a\n.example' }],
    ['createOffer', 'CreateOfferInput', { ...OFFER, name: null }],
    ['createOffer', 'CreateOfferInput', { ...OFFER, colour: 'red' }],
    ['createOffer', 'CreateOfferInput', { ...OFFER, name: 'a\0b' }],
    ['createOffer', 'CreateOfferInput', { name: 'Boots', url: OFFER.url }],
    ['createContact', 'CreateContactInput', { number: 1.5, email: 'nobody' }],
    ['createContact', 'CreateContactInput', { number: 9_007_199_254_740_992 }],
    ['inviteMember', 'InviteMemberInput', { email: 'nobody' }],
    ['createVoiceAccount', 'CreateVoiceAccountInput', { name: 'A', maxConcurrentCalls: 0 }],
    ['createSmsCampaign', 'CreateSmsCampaignInput', { name: 'A', meta: { manualData: { sendAmount: 0 } } }],
    ['createSmsCampaign', 'CreateSmsCampaignInput', { name: 'A', meta: { manualData: { sendDatetime: 'soon' } } }],
    ['createSmsCampaign', 'CreateSmsCampaignInput', { name: 'A', meta: { segmentIds: [true, 1.5] } }],
    [
      'createSmsCampaign',
      'CreateSmsCampaignInput',
      {
        name: 'A',
        meta: { recurringData: { daysOfWeek: null, dailyRecurringData: { Mon: [5] }, weeklyContactLimit: -1 } },
      },
    ],
  ])('%s(input: %s) %j', async (field, type, input) => {
    const inline = await errorOf(`mutation { ${field}(input: ${literal(input)}) { __typename } }`);
    const variable = await errorOf(`mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`, { input });
    expect(inline.extensions.code).toBe('VALIDATION_FAILED');
    expect(inline).toEqual(variable);
    const byDefault = `mutation ($input: ${type} = ${literal(input)}) { ${field}(input: $input) { __typename } }`;
    expect(await errorOf(byDefault)).toEqual(variable);
  });

  test.each([
    ['{ offers(first: -1) { totalCount } }', { first: ['The first field must be at least 0.'] }],
    [
      '{ offers(first: 2147483648) { totalCount } }',
      { first: ['The first field must not be greater than 2147483647.'] },
    ],
    ['{ offers(filter: { name: 5 }) { totalCount } }', { 'filter.name': ['The filter.name field must be a string.'] }],
    [`{ previewSmsCampaign(id: "${ID}", days: 0) { contacts } }`, { days: ['The days field must be at least 1.'] }],
    [
      `{ previewSmsCampaign(id: "${ID}", startAt: "soon") { contacts } }`,
      { startAt: ['The start at field must be a valid date.'] },
    ],
    [
      '{ contacts(filter: { number: 9007199254740992 }) { totalCount } }',
      { 'filter.number': ['The filter.number field must be a valid phone number.'] },
    ],
    ['{ offers(filter: 5) { totalCount } }', { filter: ['The filter field must be an object.'] }],
    [
      '{ offers(orderBy: { field: colour }) { totalCount } }',
      { 'orderBy.field': ['The selected order by.field is invalid.'] },
    ],
    [
      '{ offers(orderBy: { field: "name" }) { totalCount } }',
      { 'orderBy.field': ['The order by.field field format is invalid.'] },
    ],
  ])('%s', async (query, fields) => {
    expect((await errorOf(query)).extensions).toEqual({ code: 'VALIDATION_FAILED', fields });
    // Refused texts are remembered.
    expect((await errorOf(query)).extensions).toEqual({ code: 'VALIDATION_FAILED', fields });
  });

  test('beside variables', async () => {
    const query = `mutation ($name: String!) { createOffer(input: { name: $name, url: "x", profit: "-y" }) { id } }`;
    expect((await errorOf(query, { name: 'A' })).extensions.fields).toEqual({
      url: ['The url field must be a valid URL.'],
      profit: ['The profit field must be a number.'],
    });
  });
});

/** Right and wrong ones for every type; texts of a mutation that names a record. */
const VALUES = [
  null,
  0,
  -1,
  1,
  1.5,
  2 ** 53,
  '',
  'x',
  '1',
  '-1',
  'a'.repeat(300),
  'https://a.example',
  '2099-01-01T00:00:00Z',
  ID,
  true,
  'a\0b',
];

function values(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const bare = getNullableType(type) as GraphQLInputType;
  const any = fc.constantFrom<unknown>(...VALUES, {}, []);
  if (isListType(bare)) return fc.oneof(any, fc.array(values(bare.ofType, depth + 1), { maxLength: 3 }));
  if (isEnumType(bare)) return fc.constantFrom(...bare.getValues().map(({ name }) => name), 'nothing', 5, null);
  if (!isInputObjectType(bare)) return any;
  if (depth > 2) return fc.constant({});
  const fields = Object.values(bare.getFields());
  const requiredKeys = fields.filter(isRequiredInputField).map(({ name }) => name);
  const record = fc.record(Object.fromEntries(fields.map((field) => [field.name, values(field.type, depth + 1)])), {
    requiredKeys,
  });
  return fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: any });
}

test.each([
  'createOffer',
  'createContact',
  'createSegment',
  'createSmsCampaign',
  'createVoiceCampaign',
  'createRoute',
  'inviteMember',
  'createReplyKeyword',
  'createWebhookEndpoint',
  'updateSendingSettings',
])(
  '%s refuses the same in a literal, a variable, its default and field by field, with the same words',
  async (name) => {
    const type = schema
      .getMutationType()!
      .getFields()
      [name]!.args.find((arg) => arg.name === 'input')!.type;
    const fieldsOf = (getNamedType(type) as GraphQLInputObjectType).getFields();
    const call = (variables: string, input: string) =>
      `mutation${variables} { ${name}(input: ${input}) { __typename } }`;
    const inputs = fc.sample(values(type), { seed: 33, numRuns: 12 });
    let refused = 0;
    for (const input of inputs) {
      const send = async (query: string, variables?: Record<string, unknown>) => {
        const { errors } = await app.graphql(query, { variables, token: acme.token });
        return errors?.map(({ message, extensions }) => ({ message, extensions }));
      };
      const expected = await send(call(`($input: ${type})`, '$input'), { input });
      if (expected?.[0]?.extensions.code !== 'VALIDATION_FAILED') continue;
      refused += 1;
      const text = literal(input, type);
      expect(await send(call('', text)), text).toEqual(expected);
      if (input !== null)
        expect(await send(call(`($input: ${getNullableType(type)} = ${text})`, '$input')), text).toEqual(expected);
      if (typeof input !== 'object' || input === null || Array.isArray(input)) continue;
      // Every other field as a variable.
      const given = Object.entries(input).filter(([field], at) => at % 2 === 0 && field in fieldsOf);
      const definitions = given.map(([field]) => `$${field}: ${fieldsOf[field]!.type}`).join(', ');
      const mixed = Object.entries(input).map(([field, value]) =>
        given.some(([one]) => one === field)
          ? `${field}: $${field}`
          : `${field}: ${literal(value, fieldsOf[field]?.type)}`,
      );
      const answer = await send(
        call(definitions && `(${definitions})`, `{ ${mixed.join(', ')} }`),
        Object.fromEntries(given),
      );
      expect(answer?.[0]?.extensions.fields, mixed.join()).toEqual(expected[0]!.extensions.fields);
    }
    expect(refused).toBeGreaterThan(5);
  },
);

test('literals and variables that are refused are told in one answer, with what the rules say', async () => {
  const query = `mutation ($url: URL!) { createOffer(input: { name: 5, url: $url, profit: "-1" }) { id } }`;
  expect((await errorOf(query, { url: 'nowhere' })).extensions.fields).toEqual({
    name: ['The name field must be a string.'],
    url: ['The url field must be a valid URL.'],
    profit: ['The profit field must be at least 0.'],
  });
});

test('a refused literal changes nothing, leaves its trace and is told to nobody else', async () => {
  const query = `mutation { createOffer(input: { name: "Boots", url: "x", profit: "1" }) { id } }`;
  const before = await app.db.offer.count();
  await errorOf(query);
  expect(await app.db.offer.count()).toBe(before);
  await app.writeTraces();
  expect(await app.db.trace.findFirst({ where: { teamId: acme.team.id }, orderBy: { id: 'desc' } })).toMatchObject({
    operation: 'createOffer',
    outcome: 'VALIDATION_FAILED',
  });
  expect((await app.graphql(query)).errors![0]!.extensions).toEqual({ code: 'UNAUTHENTICATED' });
});

test('a page size out of bounds of a rule beside a refused literal', async () => {
  const query = '{ offers(first: 101, filter: { name: 5 }) { totalCount } }';
  expect((await errorOf(query)).extensions.fields).toEqual({
    'filter.name': ['The filter.name field must be a string.'],
    first: ['The first field must not be greater than 100.'],
  });
});

test('a text that is wrong in another way is told as before', async () => {
  for (const query of [
    '{ offers(first: 0) { nothing } }',
    'query ($n: PositiveInt = 0) { offers(first: $n) { totalCount } }',
  ]) {
    const { errors } = await app.graphql(query, { token: acme.token });
    expect(errors![0]!.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  }
});
