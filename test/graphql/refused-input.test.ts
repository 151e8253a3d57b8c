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

const CREATE = 'mutation ($input: CreateOfferInput!) { createOffer(input: $input) { id } }';
const create = (input: unknown) => app.graphql(CREATE, { variables: { input }, token: acme.token });

/** From the third time on an operation is compiled, where compiling is on. */
describe.each([1, 2, 3])('what an input’s types refuse, time %i', () => {
  test('is told in sentences, with what the rules have against it, in one answer of either API', async () => {
    const { errors, data } = await create({ name: 5, url: 'nowhere', profit: '-1', colour: 'red' });
    expect([data, errors]).toEqual([
      undefined,
      [
        {
          message: 'The colour field is not known here. (and 3 more errors)',
          locations: [{ line: 1, column: 11 }],
          extensions: {
            code: 'VALIDATION_FAILED',
            fields: {
              colour: ['The colour field is not known here.'],
              name: ['The name field must be a string.'],
              url: ['The url field must be a valid URL.'],
              profit: ['The profit field must be at least 0.'],
            },
          },
        },
      ],
    ]);
    const body = { name: 5, url: 'nowhere', profit: -1 };
    expect(await app.rest('POST', '/v1/offers', { body, token: acme.token })).toMatchObject({
      status: 422,
      body: {
        message: 'The name field must be a string. (and 2 more errors)',
        errors: {
          name: ['The name field must be a string.'],
          url: ['The url field must be a valid URL.'],
          profit: ['The profit field must be at least 0.'],
        },
      },
    });
  });

  test('is named by the argument it is for, whatever its variable is called', async () => {
    const query = `mutation ($first: String!, $rest: Decimal!) {
      createOffer(input: { name: $first, url: "https://shop.example", profit: $rest }) { id } }`;
    const { errors } = await app.graphql(query, { variables: { first: '', rest: '1.1234567' }, token: acme.token });
    expect(errors![0]!.extensions.fields).toEqual({
      name: ['The name field is required.'],
      profit: ['The profit field must have at most 6 decimals.'],
    });
  });

  test('leaves its trace, and nothing else', async () => {
    const before = await app.db.offer.count();
    const { errors } = await create({ name: 'Boots', url: 'x', profit: 1 });
    expect(errors![0]!.extensions.code).toBe('VALIDATION_FAILED');
    const body = { name: 'Boots', url: 'https://shop.example', profit: [] };
    await app.rest('POST', '/v1/offers', { body, token: acme.token });
    await app.writeTraces();
    const traces = await app.db.trace.findMany({
      where: { operation: 'createOffer' },
      orderBy: { id: 'desc' },
    });
    expect(traces.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
    expect(await app.db.offer.count()).toBe(before);
    expect(await app.db.auditEntry.count({ where: { teamId: acme.team.id } })).toBe(0);
  });

  test('is not told to strangers', async () => {
    const { errors } = await app.graphql(CREATE, { variables: { input: { name: 5 } } });
    expect(errors![0]!.extensions).toEqual({ code: 'UNAUTHENTICATED' });
  });

  test('of a query is told, too, with its page size', async () => {
    const query = 'query ($first: Int, $filter: OfferFilter) { offers(first: $first, filter: $filter) { totalCount } }';
    const variables = { first: 101, filter: { name: 5 } };
    const { errors } = await app.graphql(query, { variables, token: acme.token });
    expect(errors).toHaveLength(1);
    expect(errors![0]!.extensions.fields).toEqual({
      'filter.name': ['The filter.name field must be a string.'],
      first: ['The first field must not be greater than 100.'],
    });
    const answer = await app.rest('GET', '/v1/sms/campaigns?type=all&per_page=101', { token: acme.token });
    expect(answer.body).toMatchObject({
      errors: {
        type: ['The selected type is invalid.'],
        per_page: ['The per page field must not be greater than 100.'],
      },
    });
  });
});

test('a page is asked for from one end', async () => {
  const { errors } = await app.graphql('{ offers(first: 1, last: 1) { totalCount } }', { token: acme.token });
  expect(errors![0]!.extensions.fields).toEqual({ last: ['The last field must not be given together with first.'] });
  expect((await app.graphql('{ offers(first: null, last: 1) { totalCount } }', { token: acme.token })).errors).toBe(
    undefined,
  );
});
