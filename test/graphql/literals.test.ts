import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** A value as GraphQL writes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${literal(part)}`)
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
    [`{ previewCampaign(id: "${ID}", days: 0) { contacts } }`, { days: ['The days field must be at least 1.'] }],
    [
      `{ previewCampaign(id: "${ID}", startAt: "soon") { contacts } }`,
      { startAt: ['The start at field must be a valid date.'] },
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

test('a text that is wrong in another way is told as before', async () => {
  for (const query of [
    '{ offers(first: 0) { nothing } }',
    'query ($n: PositiveInt = 0) { offers(first: $n) { totalCount } }',
  ]) {
    const { errors } = await app.graphql(query, { token: acme.token });
    expect(errors![0]!.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  }
});
