import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts, tagsOf } from '../../../support/contacts.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

const isServer = inject('databaseTemplate').kind === 'server';
let app: TestApp;
let mine: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const contacts = (count: number, teamId = mine.team.id) => createContacts(app, teamId, count);
const post = (body: unknown, token: string | undefined = mine.token) =>
  app.rest('POST', '/v1/audience/contacts/tags', token ? { body, token } : { body });
const mutate = (input: unknown, token = mine.token) =>
  app.graphql(
    'mutation ($input: AddTagsToContactsInput!) { addTagsToContacts(input: $input) { contactsCount tags { name } } }',
    { token, variables: { input } },
  );
const MISSING = '01900000-0000-7000-8000-000000000000';
const ADDED = { status: 200, body: { message: 'Tags added' } };

describe('E8', () => {
  test('adds tags to what the contacts have; names are trimmed, repetitions dropped, case kept', async () => {
    const [a = '', b = ''] = await contacts(2);
    expect(await post({ contact_ids: [a], tags: ['vip'] })).toMatchObject(ADDED);
    expect(
      await post({
        contact_ids: [a, b.toUpperCase(), a],
        tags: [' vip', 'VIP', 'VIP ', 'new in 2026'],
        truncate: false,
      }),
    ).toMatchObject({ status: 200, body: { message: 'Tags added' } });
    expect([await tagsOf(app, a), await tagsOf(app, b)]).toEqual([
      ['VIP', 'new in 2026', 'vip'],
      ['VIP', 'new in 2026', 'vip'],
    ]);
    expect(await app.db.tag.count({ where: { teamId: mine.team.id, name: { in: ['vip', ' vip', 'VIP '] } } })).toBe(1);
    expect(await app.db.tag.count({ where: { teamId: other.team.id } })).toBe(0);
  });

  test('takes a tag in one spelling, however its letters are composed; one that cannot be seen is none', async () => {
    const [a = ''] = await contacts(1);
    const [composed, apart] = ['caf\u00e9', 'cafe\u0301'];
    expect(await post({ contact_ids: [a], tags: [composed, `\u200b${apart}\u2060`] })).toMatchObject(ADDED);
    expect(await tagsOf(app, a)).toEqual([composed]);
    const query = 'query ($tags: [String!]) { contacts(filter: { tags: $tags }) { nodes { id } } }';
    expect(await app.graphql(query, { token: mine.token, variables: { tags: [apart] } })).toEqual({
      data: { contacts: { nodes: [{ id: a }] } },
    });
    expect(await post({ contact_ids: [a], tags: ['\u200b'] })).toMatchObject({
      status: 422,
      body: { errors: { 'tags.0': ['The tags.0 field is required.'] } },
    });
  });

  test('replaces the contacts’ tags with truncate, and nobody else’s', async () => {
    const [a = '', b = ''] = await contacts(2);
    await post({ contact_ids: [a, b], tags: ['old', 'kept'] });
    expect(await post({ contact_ids: [a], tags: ['kept', 'fresh'], truncate: true })).toMatchObject(ADDED);
    expect([await tagsOf(app, a), await tagsOf(app, b)]).toEqual([
      ['fresh', 'kept'],
      ['kept', 'old'],
    ]);
    expect(await post({ contact_ids: [a], tags: [], truncate: 1 })).toMatchObject(ADDED);
    expect([await tagsOf(app, a), await tagsOf(app, b)]).toEqual([[], ['kept', 'old']]);
  });

  test('does the same through GraphQL', async () => {
    const [a = '', b = ''] = await contacts(2);
    expect(await mutate({ contactIds: [a, b, a], tags: ['b', ' a'] })).toEqual({
      data: { addTagsToContacts: { contactsCount: 2, tags: [{ name: 'a' }, { name: 'b' }] } },
    });
    expect(await mutate({ contactIds: [a], tags: ['c'], truncate: true })).toEqual({
      data: { addTagsToContacts: { contactsCount: 1, tags: [{ name: 'c' }] } },
    });
    expect([await tagsOf(app, a), await tagsOf(app, b)]).toEqual([['c'], ['a', 'b']]);
  });

  test('names every unknown contact by its place and then changes nothing', async () => {
    const [mineId = ''] = await contacts(1);
    const [theirs = ''] = await contacts(1, other.team.id);
    const body = { contact_ids: [theirs, mineId, MISSING, 'none'], tags: ['never made'], truncate: true };
    await post({ contact_ids: [mineId], tags: ['before'] });
    expect(await post(body)).toMatchObject({
      status: 422,
      body: {
        message: 'The selected contact ids.0 is invalid. (and 2 more errors)',
        errors: {
          'contact_ids.0': ['The selected contact ids.0 is invalid.'],
          'contact_ids.2': ['The selected contact ids.2 is invalid.'],
          'contact_ids.3': ['The selected contact ids.3 is invalid.'],
        },
      },
    });
    expect(await mutate({ contactIds: body.contact_ids, tags: body.tags })).toMatchObject({
      errors: [
        {
          extensions: {
            code: 'VALIDATION_FAILED',
            fields: {
              'contactIds.0': ['The selected contact ids.0 is invalid.'],
              'contactIds.2': ['The selected contact ids.2 is invalid.'],
              'contactIds.3': ['The selected contact ids.3 is invalid.'],
            },
          },
        },
      ],
    });
    expect([await tagsOf(app, mineId), await tagsOf(app, theirs)]).toEqual([['before'], []]);
    expect(await app.db.tag.count({ where: { name: 'never made' } })).toBe(0);
  });

  test.each([
    [
      {},
      {
        contact_ids: ['The contact ids field is required.'],
        tags: ['The tags field is required.'],
      },
    ],
    [
      { contact_ids: 'a', tags: { a: 1 }, truncate: 'yes' },
      {
        contact_ids: ['The contact ids field must be an array.'],
        tags: ['The tags field must be an array.'],
        truncate: ['The truncate field must be true or false.'],
      },
    ],
    [
      { contact_ids: [{}, null], tags: [5, 'a\u0000b', ' '] },
      {
        'contact_ids.0': ['The contact ids.0 field must be a string.'],
        'contact_ids.1': ['The contact ids.1 field is required.'],
        'tags.0': ['The tags.0 field must be a string.'],
        'tags.1': ['The tags.1 field must be valid text without null characters.'],
        'tags.2': ['The tags.2 field is required.'],
      },
    ],
    [
      { contact_ids: [], tags: [] },
      {
        contact_ids: ['The contact ids field must have at least 1 items.'],
        tags: ['The tags field must have at least 1 items.'],
      },
    ],
    [
      { contact_ids: Array(10_001).fill(MISSING), tags: Array.from({ length: 51 }, (_, at) => `tag ${at}`) },
      {
        contact_ids: ['The contact ids field must not have more than 10000 items.'],
        tags: [`The tags field must not have more than ${isServer ? 9 : 1} items.`],
      },
    ],
    [
      { contact_ids: Array(10_000).fill(MISSING), tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) },
      { tags: [`The tags field must not have more than ${isServer ? 10 : 1} items.`] },
    ],
    [
      { contact_ids: [MISSING], tags: Array.from({ length: 51 }, (_, at) => `tag ${at}`) },
      { tags: ['The tags field must not have more than 50 items.'] },
    ],
    [
      { contact_ids: [MISSING], tags: ['é'.repeat(255), 'é'.repeat(256)] },
      { 'tags.1': ['The tags.1 field must not be greater than 255 characters.'] },
    ],
  ])('answers 422 to wrong input %#', async (body, errors) => {
    const answer = await post(body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  test('takes what is just inside the bounds', async () => {
    const [id = ''] = await contacts(1);
    const names = Array.from({ length: 50 }, (_, at) => `${String(at).padStart(2, '0')}${'😀'.repeat(253)}`);
    expect(await post({ contact_ids: [id], tags: [...names, names[0]] })).toMatchObject(ADDED);
    expect(await tagsOf(app, id)).toEqual(names);
    expect(await mutate({ contactIds: [id], tags: [' '] })).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', fields: { 'tags.0': ['The tags.0 field is required.'] } } }],
    });
  });

  test('wants a token, and of a limited one that it names the endpoint', async () => {
    const [id = ''] = await contacts(1);
    const body = { contact_ids: [id], tags: ['a'] };
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const limited = await createTeamToken(app, mine.team.id, { scopes: scope('post', '/v1/offers') });
    const named = await createTeamToken(app, mine.team.id, { scopes: scope('post', '/v1/audience/contacts/tags') });
    expect(await post(body, '')).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect(await post(body, limited)).toMatchObject({ status: 403, body: { message: 'This action is unauthorized.' } });
    expect(await post(body, named)).toMatchObject(ADDED);
    expect(await mutate({ contactIds: [id], tags: ['a'] }, named)).toEqual({
      data: { addTagsToContacts: { contactsCount: 1, tags: [{ name: 'a' }] } },
    });
    expect(await app.graphql('{ contacts { nodes { id } } }', { token: named })).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
