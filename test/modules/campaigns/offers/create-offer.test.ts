import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const INPUT = { name: 'Solar panels', url: 'https://shop.example/solar?src=sms', profit: 12.5 };
const MUTATION = `mutation ($input: CreateOfferInput!) {
  createOffer(input: $input) { id name url profit createdAt updatedAt }
}`;

const post = (body: unknown, token = acme.token) => app.rest('POST', '/v1/offers', { body, token });
const create = (input: unknown, token = acme.token) =>
  app.graphql<{ createOffer: Record<string, unknown> }>(MUTATION, { variables: { input }, token });

describe('creating an offer', () => {
  test('over REST answers 201 and every documented field', async () => {
    const { status, body } = await post({ ...INPUT, id: 'ignored', color: 'red' });
    expect(status).toBe(201);
    const data = (body as { data: Record<string, string> }).data;
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Solar panels',
      url: 'https://shop.example/solar?src=sms',
      profit: '12.5',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const stored = await app.db.offer.findFirstOrThrow({ where: { teamId: acme.team.id, id: data.id! } });
    expect({ ...stored, profit: String(stored.profit) }).toMatchObject({
      teamId: acme.team.id,
      name: 'Solar panels',
      profit: '12.5',
      deletedAt: null,
    });
  });

  test('over GraphQL gives the same data', async () => {
    const { data, errors } = await create(INPUT);
    expect(errors).toBeUndefined();
    expect(data!.createOffer).toMatchObject({ name: INPUT.name, url: INPUT.url, profit: '12.5' });
  });

  test.each([
    [0.1, '0.1'],
    ['12.50', '12.5'],
    ['999999999999.999999', '999999999999.999999'],
    [0, '0'],
    [40, '40'],
  ])('keeps a profit of %j exactly', async (profit, answered) => {
    expect((await post({ ...INPUT, profit })).body).toMatchObject({ data: { profit: answered } });
    expect((await create({ ...INPUT, profit })).data!.createOffer.profit).toBe(answered);
  });

  test('keeps an address as written', async () => {
    expect((await post({ ...INPUT, url: ' http://shop.example ' })).body).toMatchObject({
      data: { url: 'http://shop.example' },
    });
  });

  test('takes one write', async () => {
    const statements = await app.statements(() => post(INPUT));
    expect(statements).toEqual([
      expect.stringContaining('INSERT INTO "offers"'),
      expect.stringContaining('INSERT INTO audit_entries'),
    ]);
  });
});

describe('an offer is refused', () => {
  const refused = (errors: Record<string, string[]>, message = Object.values(errors)[0]![0]) => ({ message, errors });

  test.each([
    [
      {},
      refused(
        {
          name: ['The name field is required.'],
          url: ['The url field is required.'],
          profit: ['The profit field is required.'],
        },
        'The name field is required. (and 2 more errors)',
      ),
    ],
    [{ ...INPUT, name: 5 }, refused({ name: ['The name field must be a string.'] })],
    [{ ...INPUT, name: '  ' }, refused({ name: ['The name field is required.'] })],
    [{ ...INPUT, name: null }, refused({ name: ['The name field is required.'] })],
    [
      { ...INPUT, name: 'x'.repeat(256) },
      refused({ name: ['The name field must not be greater than 255 characters.'] }),
    ],
    [{ ...INPUT, url: 'shop.example' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'javascript:alert(1)' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'ftp://shop.example' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'https://shop.example/a\nb' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'https://shop.example/\r\nx: y' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'https://shop.example/\t/' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'https://shop.example/\u2028b' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: 'https://shop.example/?\u007fx' }, refused({ url: ['The url field must be a valid URL.'] })],
    [{ ...INPUT, url: ['https://shop.example'] }, refused({ url: ['The url field must be a string.'] })],
    [
      { ...INPUT, url: `https://shop.example/${'x'.repeat(2028)}` },
      refused({ url: ['The url field must not be greater than 2048 characters.'] }),
    ],
    [{ ...INPUT, profit: 'much' }, refused({ profit: ['The profit field must be a number.'] })],
    [{ ...INPUT, profit: true }, refused({ profit: ['The profit field must be a number.'] })],
    [{ ...INPUT, profit: -0.01 }, refused({ profit: ['The profit field must be at least 0.'] })],
  ])('over REST: %#', async (body, expected) => {
    expect(await post(body)).toMatchObject({ status: 422, body: expected });
  });

  test('names at their longest pass', async () => {
    expect((await post({ ...INPUT, name: 'x'.repeat(255) })).status).toBe(201);
    expect((await post({ ...INPUT, url: `https://shop.example/${'x'.repeat(2027)}` })).status).toBe(201);
  });

  test.each([
    [{ ...INPUT, name: ' ' }, 'name'],
    [{ ...INPUT, url: 'ftp://shop.example' }, 'url'],
    [{ ...INPUT, profit: '-1' }, 'profit'],
    [{ name: 'x', url: INPUT.url }, 'profit'],
  ])('over GraphQL with the same code: %#', async (input, field) => {
    const { errors } = await create(input);
    expect(errors![0]!.extensions.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(errors![0]!.extensions.fields as object)).toEqual([field]);
  });
});

describe('who may create an offer', () => {
  const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: '' }];

  test('nobody without a token', async () => {
    expect(await app.rest('POST', '/v1/offers', { body: INPUT })).toMatchObject({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
    expect((await app.graphql(MUTATION, { variables: { input: INPUT } })).errors![0]!.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('a token with the scope, and no token with another', async () => {
    const own = await createTeamToken(app, acme.team.id, { scopes: scope('post', '/v1/offers') });
    const other = await createTeamToken(app, acme.team.id, { scopes: scope('get', '/v1/sms/campaigns') });
    expect((await post(INPUT, own)).status).toBe(201);
    expect((await create(INPUT, own)).errors).toBeUndefined();
    expect(await post(INPUT, other)).toMatchObject({ status: 403, body: { message: 'This action is unauthorized.' } });
    expect((await create(INPUT, other)).errors![0]!.extensions.code).toBe('FORBIDDEN');
  });
});

describe('reading offers', () => {
  test('finds those of the team by name and in order', async () => {
    const { token } = await createTeam(app, 'Reader');
    for (const name of ['Beta', 'Alpha', 'Gamma']) await post({ ...INPUT, name }, token);
    const query = `{
      offers(orderBy: { field: name, direction: asc }) { totalCount nodes { name } }
      some: offers(filter: { name: "MM" }) { totalCount nodes { id name } }
    }`;
    const { data } = await app.graphql<{ some: { nodes: { id: string }[] } }>(query, { token });
    expect(data).toMatchObject({
      offers: { totalCount: 3, nodes: [{ name: 'Alpha' }, { name: 'Beta' }, { name: 'Gamma' }] },
      some: { totalCount: 1, nodes: [{ name: 'Gamma' }] },
    });
    const one = `{ offer(id: "${data!.some.nodes[0]!.id}") { name } }`;
    expect((await app.graphql(one, { token })).data).toEqual({ offer: { name: 'Gamma' } });
    expect((await app.graphql(one, { token: acme.token })).errors![0]).toMatchObject({
      message: 'Offer not found.',
      extensions: { code: 'NOT_FOUND' },
    });
  });

  test('an id that is none is not found', async () => {
    const { errors } = await app.graphql('{ offer(id: "1") { name } }', { token: acme.token });
    expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
  });
});
