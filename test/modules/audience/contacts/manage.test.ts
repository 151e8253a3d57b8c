import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts, tagsOf } from '../../../support/contacts.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const MISSING = '01900000-0000-7000-8000-000000000000';
type Thing = { id: string; number?: string };
const call = (field: string, types: string, select: string, variables: object, token = mine.token) => {
  const names = types.split(', ').map((pair) => pair.slice(1, pair.indexOf(':')));
  const args = names.map((name) => `${name}: $${name}`).join(', ');
  return app.graphql<Record<string, Thing>>(`mutation (${types}) { ${field}(${args}) ${select} }`, {
    token,
    variables: { ...variables },
  });
};
const CONTACT = `{ id number name email timezone countryId unsubscribedAt custom1Dec custom1Int tags { nodes { name } } }`;
const create = (input: object, token?: string) =>
  call('createContact', '$input: CreateContactInput!', CONTACT, { input }, token);
const update = (id: string, input: object, token?: string) =>
  call('updateContact', '$id: ID!, $input: UpdateContactInput!', CONTACT, { id, input }, token);
const byId = (field: string, select: string, id: string, token?: string) =>
  call(field, '$id: ID!', select, { id }, token);
const tag = (field: string, variables: object, token?: string) =>
  call(
    field,
    'id' in variables ? '$id: ID!, $input: UpdateTagInput!' : '$input: CreateTagInput!',
    '{ id name }',
    variables,
    token,
  );
const error = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });
const invalid = (fields: object) => ({ errors: [{ extensions: { code: 'VALIDATION_FAILED', fields } }] });
const NOT_FOUND = error('NOT_FOUND', 'Contact not found.');
const suppressed = (number: number) =>
  app.db.suppressedNumber.findUnique({
    where: { teamId_number: { teamId: mine.team.id, number } },
    select: { reason: true },
  });

describe('a contact', () => {
  test('is created with its tags, changed and deleted', async () => {
    const { data } = await create({
      number: 4915100000001,
      name: ' Ann ',
      email: 'ann@example.com',
      timezone: 'europe/berlin',
      countryId: 276,
      custom1Dec: '1.50',
      custom1Int: 4_000_000_000,
      tags: ['vip', ' vip ', 'a'],
    });
    const contact = data!.createContact!;
    expect(contact).toEqual({
      id: expect.any(String),
      number: '+4915100000001',
      name: 'Ann',
      email: 'ann@example.com',
      timezone: 'Europe/Berlin',
      countryId: '276',
      unsubscribedAt: null,
      custom1Dec: '1.5',
      custom1Int: 4_000_000_000,
      tags: { nodes: [{ name: 'a' }, { name: 'vip' }] },
    });
    expect(
      (await update(contact.id, { name: null, custom1Int: 1, number: 4915100000002 })).data!.updateContact,
    ).toEqual({
      ...contact,
      number: '+4915100000002',
      name: null,
      custom1Int: 1,
    });
    expect(await byId('deleteContact', '{ id }', contact.id)).toEqual({ data: { deleteContact: { id: contact.id } } });
    expect(await byId('deleteContact', '{ id }', contact.id)).toMatchObject(NOT_FOUND);
    expect(await suppressed(4915100000002)).toBeNull();
  });

  test('takes its number in any spelling, a national one with its country', async () => {
    const numberOf = async (input: object) => (await create(input)).data?.createContact?.number;
    expect(await numberOf({ number: '+49 (0)151 / 2345-6701' })).toBe('+4915123456701');
    expect(await numberOf({ number: '0151 2345 6702', countryId: '276' })).toBe('+4915123456702');
    expect(await numberOf({ number: '0699 10203040', countryId: 40 })).toBe('+4369910203040');
    const none = invalid({ number: ['The number field must be a valid phone number.'] });
    expect(await create({ number: '0151 2345 6703' })).toMatchObject(none);
    expect(await create({ number: '+49 1', countryId: '276' })).toMatchObject(none);
    expect(await create({ number: 'Anna' })).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
    expect(await create({ number: '+49 151 2345 6704', countryId: 'DE' })).toMatchObject(
      invalid({ countryId: ['The selected country id is invalid.'] }),
    );
  });

  test('has a number that no other contact of the team has', async () => {
    await create({ number: 12025550100 });
    const { data } = await create({ number: 12025550101 });
    const TAKEN = invalid({ number: ['The number has already been taken.'] });
    expect(await create({ number: 12025550100, tags: ['left over'] })).toMatchObject(TAKEN);
    expect(await update(data!.createContact!.id, { number: 12025550100 })).toMatchObject(TAKEN);
    expect(await app.db.tag.count({ where: { name: 'left over' } })).toBe(0);
    expect((await create({ number: 12025550100 }, other.token)).errors).toBeUndefined();
    const both = await Promise.all([create({ number: 12025550102 }), create({ number: 12025550102 })]);
    expect(both.filter(({ errors }) => errors)).toHaveLength(1);
  });

  test('is refused with every rule it breaks', async () => {
    expect(
      await create({
        number: 9_999,
        name: 'x'.repeat(256),
        timezone: 'Berlin',
        countryId: 1,
        networkId: -5,
        tags: [' '],
      }),
    ).toMatchObject(
      invalid({
        number: ['The number field must be a valid phone number.'],
        name: ['The name field must not be greater than 255 characters.'],
        timezone: ['The timezone field must be a valid timezone.'],
        countryId: ['The selected country id is invalid.'],
        networkId: ['The selected network id is invalid.'],
        'tags.0': ['The tags.0 field is required.'],
      }),
    );
    const [id = ''] = await createContacts(app, mine.team.id, 1);
    expect(await update(id, { number: null })).toMatchObject(invalid({ number: ['The number field is required.'] }));
  });
});

describe('the suppression list', () => {
  test('keeps a number when its contact is deleted, and meets it again', async () => {
    const { data } = await create({ number: 12025550110 });
    const { id } = data!.createContact!;
    const suppress = () =>
      call('suppressContact', '$id: ID!, $input: SuppressContactInput', '{ unsubscribedAt }', {
        id,
        input: { reason: ' Asked. ' },
      });
    const first = await suppress();
    expect(first.data).toEqual({ suppressContact: { unsubscribedAt: expect.any(String) } });
    expect(await suppress()).toEqual(first);
    expect(await suppressed(12025550110)).toEqual({ reason: 'Asked.' });
    await byId('deleteContact', '{ id }', id);
    expect(await suppressed(12025550110)).toEqual({ reason: 'Asked.' });

    const again = (await create({ number: 12025550110 })).data!.createContact as Thing & { unsubscribedAt: string };
    expect(again.unsubscribedAt).toEqual(expect.any(String));
    expect(await byId('unsuppressContact', '{ unsubscribedAt }', again.id)).toEqual({
      data: { unsuppressContact: { unsubscribedAt: null } },
    });
    expect(await suppressed(12025550110)).toBeNull();
  });

  test('takes up who had unsubscribed otherwise when the contact is deleted', async () => {
    const { data } = await create({ number: 12025550111 });
    const { id } = data!.createContact!;
    await app.db.contact.update({
      where: { teamId_id: { teamId: mine.team.id, id } },
      data: { unsubscribedAt: new Date() },
    });
    await byId('deleteContact', '{ id }', id);
    expect(await suppressed(12025550111)).toEqual({ reason: null });
  });

  test('takes up every form of the number that such a contact had last', async () => {
    const { data } = await create({ number: 12025550112 });
    const { id } = data!.createContact!;
    await call('suppressContact', '$id: ID!, $input: SuppressContactInput', '{ id }', { id, input: {} });
    await call('updateContact', '$id: ID!, $input: UpdateContactInput!', '{ id }', {
      id,
      input: { number: 541123456780 },
    });
    await byId('deleteContact', '{ id }', id);
    for (const number of [541123456780, 5491123456780]) expect(await suppressed(number)).toEqual({ reason: null });
  });
});

test('one line that is written in two forms at once is one contact', async () => {
  for (let at = 10; at < 18; at += 1) {
    const forms = [Number(`54911234567${at}`), Number(`5411234567${at}`)];
    await Promise.all(forms.map((number) => create({ number })));
    expect(await app.db.contact.count({ where: { teamId: mine.team.id, number: { in: forms } } })).toBe(1);
  }
});

describe('a tag', () => {
  test('is created once, renamed with the segments that name it, and not deleted while they do', async () => {
    const { id } = (await tag('createTag', { input: { name: ' old ' } })).data!.createTag!;
    const TAKEN = invalid({ name: ['The name has already been taken.'] });
    expect(await tag('createTag', { input: { name: 'old' } })).toMatchObject(TAKEN);
    await tag('createTag', { input: { name: 'kept' } });
    const filter = { tagsAny: ['old', 'kept'], tagsNone: ['old'] };
    const made = await call('createSegment', '$input: CreateSegmentInput!', '{ id }', { input: { name: 'S', filter } });
    const segment = made.data!.createSegment!.id;
    expect(await tag('updateTag', { id, input: { name: 'kept' } })).toMatchObject(TAKEN);
    expect(await tag('updateTag', { id, input: { name: 'new' } })).toEqual({
      data: { updateTag: { id, name: 'new' } },
    });
    expect(
      await app.graphql(`{ segment(id: "${segment}") { filter { tagsAny tagsNone } } }`, { token: mine.token }),
    ).toEqual({ data: { segment: { filter: { tagsAny: ['new', 'kept'], tagsNone: ['new'] } } } });
    expect(await byId('deleteTag', '{ id }', id)).toMatchObject(
      error('CONFLICT', 'The tag is used by the segment "S".'),
    );
    await byId('deleteSegment', '{ id }', segment);
    expect(await byId('deleteTag', '{ id }', id)).toEqual({ data: { deleteTag: { id } } });
    expect(await byId('deleteTag', '{ id }', id)).toMatchObject(error('NOT_FOUND', 'Tag not found.'));
    expect(await tag('createTag', { input: { name: ' ' } })).toMatchObject(
      invalid({ name: ['The name field is required.'] }),
    );
  });

  test('is taken off many contacts at once; unknown tags are passed over, unknown contacts refused', async () => {
    const [a = '', b = ''] = await createContacts(app, mine.team.id, 2);
    await app.rest('POST', '/v1/audience/contacts/tags', {
      token: mine.token,
      body: { contact_ids: [a, b], tags: ['x', 'y'] },
    });
    const untag = (contactIds: string[], tags: string[], token?: string) =>
      call(
        'removeTagsFromContacts',
        '$input: RemoveTagsFromContactsInput!',
        '{ contactsCount }',
        { input: { contactIds, tags } },
        token,
      );
    expect(await untag([a, a.toUpperCase()], ['x', 'unknown'])).toEqual({
      data: { removeTagsFromContacts: { contactsCount: 1 } },
    });
    expect([await tagsOf(app, a), await tagsOf(app, b)]).toEqual([['y'], ['x', 'y']]);
    const UNKNOWN = invalid({ 'contactIds.1': ['The selected contact ids.1 is invalid.'] });
    expect(await untag([b, MISSING], ['x'])).toMatchObject(UNKNOWN);
    expect(await untag([b], [], mine.token)).toMatchObject(
      invalid({ tags: ['The tags field must have at least 1 items.'] }),
    );
    expect((await untag([b], ['x'], other.token)).errors).toHaveLength(1);
    expect(await tagsOf(app, b)).toEqual(['x', 'y']);
  });
});

test('another team’s records are not found, and a token limited to something else changes none', async () => {
  const [id = ''] = await createContacts(app, mine.team.id, 1);
  const { id: tagId } = (await tag('createTag', { input: { name: 'mine' } })).data!.createTag!;
  for (const theirs of [id, MISSING, 'none']) {
    expect(await update(theirs, { name: 'x' }, other.token)).toMatchObject(NOT_FOUND);
    for (const field of ['suppressContact', 'unsuppressContact', 'deleteContact']) {
      expect(await byId(field, '{ id }', theirs, other.token)).toMatchObject(NOT_FOUND);
    }
  }
  const NO_TAG = error('NOT_FOUND', 'Tag not found.');
  for (const theirs of [tagId, MISSING, 'none']) {
    expect(await tag('updateTag', { id: theirs, input: { name: 'x' } }, other.token)).toMatchObject(NO_TAG);
    expect(await byId('deleteTag', '{ id }', theirs, other.token)).toMatchObject(NO_TAG);
  }
  const scopes = [{ method: 'post', endpoint: '/v1/audience/contacts/tags', reason: '' }];
  const limited = await createTeamToken(app, mine.team.id, { scopes });
  expect(await byId('deleteContact', '{ id }', id, limited)).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  expect(await app.db.contact.count({ where: { id } })).toBe(1);
});
