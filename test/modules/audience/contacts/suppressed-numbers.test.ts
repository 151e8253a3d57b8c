import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { failure } from '../../campaigns/support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const suppress = (input: object, token = acme.token) =>
  app.graphql<{ suppressNumbers: { suppressedCount: number } }>(
    'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }',
    { variables: { input }, token },
  );
const unsuppress = (id: string, token = acme.token) =>
  app.graphql(`mutation { unsuppressNumber(id: "${id}") { id } }`, { token });
const list = async (args: string, token = acme.token) =>
  (
    await app.graphql<{ suppressedNumbers: { totalCount: number; nodes: { id: string; number: string }[] } }>(
      `{ suppressedNumbers${args} { totalCount nodes { id number reason contact { name } } } }`,
      { token },
    )
  ).data!.suppressedNumbers;

test('numbers are put on the list in bulk, with their contacts, and taken off it', async () => {
  const { team, token } = await createTeam(app, 'Own');
  const { db } = app;
  const contact = await db.contact.create({ data: { teamId: team.id, number: 4915100000001, name: 'Ann' } });
  const numbers = [4915100000001, 4915100000002, 4915100000002];
  expect((await suppress({ numbers, reason: ' Asked. ' }, token)).data).toEqual({
    suppressNumbers: { suppressedCount: 2 },
  });
  expect((await suppress({ numbers: [4915100000002, 12025550100] }, token)).data).toEqual({
    suppressNumbers: { suppressedCount: 1 },
  });
  const page = await list('(orderBy: { field: number, direction: asc })', token);
  expect(page).toEqual({
    totalCount: 3,
    nodes: [
      { id: expect.any(String), number: '+12025550100', reason: null, contact: null },
      { id: expect.any(String), number: '+4915100000001', reason: 'Asked.', contact: { name: 'Ann' } },
      { id: expect.any(String), number: '+4915100000002', reason: 'Asked.', contact: null },
    ],
  });
  const unsubscribed = async () =>
    (await db.contact.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id: contact.id } } })).unsubscribedAt;
  expect(await unsubscribed()).not.toBeNull();

  const { id } = page.nodes[1]!;
  expect((await unsuppress(id, token)).data).toEqual({ unsuppressNumber: { id } });
  expect(await unsubscribed()).toBeNull();
  expect((await unsuppress(id, token)).errors![0]).toMatchObject({
    message: 'Suppressed number not found.',
    extensions: { code: 'NOT_FOUND' },
  });
});

test('the list is searched by digits and reason', async () => {
  const { token } = await createTeam(app, 'Searcher');
  await suppress({ numbers: [4915100000011, 4915100000012], reason: 'Complained 100%' }, token);
  await suppress({ numbers: [12025550111] }, token);
  const found = async (filter: string) =>
    (await list(`(filter: { ${filter} }, orderBy: { field: number, direction: asc })`, token)).nodes.map(
      ({ number }) => number,
    );
  expect(await found('search: "0011"')).toEqual(['+4915100000011']);
  expect(await found('search: "11"')).toEqual(['+12025550111', '+4915100000011']);
  expect(await found('search: "COMPLAINED"')).toEqual(['+4915100000011', '+4915100000012']);
  expect(await found('search: "%"')).toEqual(['+4915100000011', '+4915100000012']);
  expect(await found('search: "_"')).toEqual([]);
  expect(await found('number: 12025550111')).toEqual(['+12025550111']);
  expect(await found('createdAt: { to: "2020-01-01T00:00:00Z" }')).toEqual([]);
});

test('contacts are found in one statement, however many numbers a page has', async () => {
  const { token } = await createTeam(app, 'Counter');
  const query = '{ suppressedNumbers { nodes { contact { name calls { nodes { id } } messages { nodes { id } } } } } }';
  await suppress({ numbers: [4915100000021] }, token);
  const few = await app.statements(() => app.graphql(query, { token }));
  await suppress({ numbers: [4915100000022, 4915100000023] }, token);
  expect(await app.statements(() => app.graphql(query, { token }))).toHaveLength(few.length);
});

test('a contact with a suppressed number is unsubscribed from the start', async () => {
  await suppress({ numbers: [4915100000031] });
  const query = 'mutation { createContact(input: { number: 4915100000031 }) { unsubscribedAt } }';
  expect((await app.graphql(query, { token: acme.token })).data).toEqual({
    createContact: { unsubscribedAt: expect.any(String) },
  });
});

test('so is one that gets such a number, and one that had it keeps the mark with another number', async () => {
  const { team, token } = await createTeam(app, 'Moving');
  await suppress({ numbers: [4915100000032] }, token);
  const { createdAt } = await app.db.suppressedNumber.findFirstOrThrow({ where: { teamId: team.id } });
  const created = async (number: number) => (await app.db.contact.create({ data: { teamId: team.id, number } })).id;
  const moved = (id: string, number: number) =>
    app.graphql(`mutation { updateContact(id: "${id}", input: { number: ${number} }) { unsubscribedAt } }`, { token });
  const marked = { updateContact: { unsubscribedAt: createdAt.toISOString() } };
  // Stored at the same moment as the suppression.
  const id = await created(4915100000032);
  expect((await moved(id, 4915100000033)).data).toEqual(marked);
  const other = await created(4915100000034);
  expect((await moved(other, 4915100000035)).data).toEqual({ updateContact: { unsubscribedAt: null } });
  expect((await moved(other, 4915100000032)).data).toEqual(marked);
});

test('the update marks contacts whose number a STOP had suppressed', async () => {
  const { team, token } = await createTeam(app, 'Before');
  await suppress({ numbers: [4915100000036] }, token);
  for (const number of [4915100000036, 4915100000037])
    await app.db.contact.create({ data: { teamId: team.id, number } });
  await app.pool.query(
    readFileSync('prisma/migrations/20261130144500_marks_of_suppressed_contacts/migration.sql', 'utf8'),
  );
  const { createdAt } = await app.db.suppressedNumber.findFirstOrThrow({ where: { teamId: team.id } });
  expect(await app.db.contact.findMany({ where: { teamId: team.id }, orderBy: { number: 'asc' } })).toMatchObject([
    { unsubscribedAt: createdAt },
    { unsubscribedAt: null },
  ]);
});

test('numbers have bounds', async () => {
  expect(failure(await suppress({ numbers: [] }))).toEqual({
    numbers: ['The numbers field must have at least 1 items.'],
  });
  expect(failure(await suppress({ numbers: Array(10_001).fill(4915100000041) }))).toEqual({
    numbers: ['The numbers field must not have more than 10000 items.'],
  });
  expect(failure(await suppress({ numbers: [4915100000041, 12, -5], reason: 'x'.repeat(256) }))).toEqual({
    'numbers.1': ['The numbers.1 field must be a valid phone number.'],
    'numbers.2': ['The numbers.2 field must be a valid phone number.'],
    reason: ['The reason field must not be greater than 255 characters.'],
  });
});

describe('access', () => {
  test('another team’s list is its own', async () => {
    await suppress({ numbers: [4915100000051] });
    const [first] = (await list('(filter: { number: 4915100000051 })')).nodes;
    expect(await list('', rival.token)).toEqual({ totalCount: 0, nodes: [] });
    expect(failure(await unsuppress(first!.id, rival.token))).toBe('NOT_FOUND');
    expect(failure(await unsuppress('7'))).toBe('NOT_FOUND');
    const read = (token: string) => app.graphql(`{ suppressedNumber(id: "${first!.id}") { number } }`, { token });
    expect(failure(await read(rival.token))).toBe('NOT_FOUND');
    expect((await read(acme.token)).data).toEqual({ suppressedNumber: { number: '+4915100000051' } });
  });

  test('members manage it; tokens limited to documented endpoints do not', async () => {
    const member = await signIn(app, [[acme.team.id, 'member']]);
    const scopes = [{ method: 'post', endpoint: '/v1/audience/contacts/tags', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    const input = { numbers: [4915100000061] };
    expect(failure(await suppress(input, limited))).toBe('FORBIDDEN');
    expect((await suppress(input, member)).errors).toBeUndefined();
    const [one] = (await list('(filter: { number: 4915100000061 })', member)).nodes;
    expect(failure(await unsuppress(one!.id, limited))).toBe('FORBIDDEN');
    expect((await unsuppress(one!.id, member)).errors).toBeUndefined();
  });
});
