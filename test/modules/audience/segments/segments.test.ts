import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAudience } from '../../../../src/modules/audience/segments/audience.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts } from '../../../support/contacts.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;
let ann = '';
let bob = '';
let cid = '';

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
  const teamId = mine.team.id;
  const people = [
    { number: 4915100000001n, name: 'Ann' },
    { number: 12025550100n, name: 'Bob' },
    { number: 12025550101n, name: 'Cid' },
  ];
  const rows = await app.db.contact.createManyAndReturn({
    data: people.map((person, at) => ({ teamId, ...person, createdAt: new Date(Date.UTC(2026, 10, 1 + at)) })),
  });
  [ann = '', bob = '', cid = ''] = rows.map(({ id }) => id);
  await tag([ann, bob], 'vip');
  await app.db.suppressedNumber.create({ data: { teamId, number: 12025550100n } });
  await createContacts(app, other.team.id, 3);
});
afterAll(() => app.close());

const MISSING = '01900000-0000-7000-8000-000000000000';
const tag = (contactIds: string[], name: string) =>
  app.graphql('mutation ($input: AddTagsToContactsInput!) { addTagsToContacts(input: $input) { contactsCount } }', {
    token: mine.token,
    variables: { input: { contactIds, tags: [name] } },
  });
const CONDITIONS = `tagsAny tagsAll tagsNone countryIds networkIds createdAt { from to }
  customFields { field operator value valueTo } hasBeenCalled hasAnswered callOutcomes hasClicked
  hasReplied repliedKeywords consentsAll { channel purpose } unsubscribed`;
const FIELDS = `id name contacts { totalCount } audienceCount filter { ${CONDITIONS} anyOf { ${CONDITIONS} } }`;
const create = (input: unknown, token = mine.token) =>
  app.graphql<{ createSegment: { id: string } }>(
    `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { ${FIELDS} } }`,
    { token, variables: { input } },
  );
const update = (id: string, input: unknown, token = mine.token) =>
  app.graphql(
    `mutation ($id: ID!, $input: UpdateSegmentInput!) { updateSegment(id: $id, input: $input) { ${FIELDS} } }`,
    { token, variables: { id, input } },
  );
const remove = (id: string, token = mine.token) =>
  app.graphql('mutation ($id: ID!) { deleteSegment(id: $id) { id } }', { token, variables: { id } });
const made = async (filter: object) => (await create({ name: 'S', filter })).data!.createSegment.id;
const NOT_FOUND = { errors: [{ message: 'Segment not found.', extensions: { code: 'NOT_FOUND' } }] };
const NO_CONDITIONS = {
  tagsAny: [],
  tagsAll: [],
  tagsNone: [],
  countryIds: [],
  networkIds: [],
  createdAt: null,
  customFields: [],
  hasBeenCalled: null,
  hasAnswered: null,
  callOutcomes: [],
  hasClicked: null,
  hasReplied: null,
  repliedKeywords: [],
  consentsAll: [],
  unsubscribed: null,
};
const NOTHING = { ...NO_CONDITIONS, anyOf: [] };

test('a segment is created with the filter that was given and counts who is in it', async () => {
  const { data } = await create({
    name: ' VIPs ',
    filter: {
      tagsAny: [' vip', 'vip'],
      createdAt: { from: '2026-11-01T00:00:00Z' },
      countryIds: [],
      hasClicked: false,
    },
  });
  expect(data!.createSegment).toEqual({
    id: expect.any(String),
    name: 'VIPs',
    contacts: { totalCount: 2 },
    audienceCount: 1,
    filter: {
      ...NOTHING,
      tagsAny: ['vip'],
      createdAt: { from: '2026-11-01T00:00:00.000Z', to: null },
      hasClicked: false,
    },
  });
  expect(
    (
      await app.db.segment.findUniqueOrThrow({
        where: { teamId_id: { teamId: mine.team.id, id: data!.createSegment.id } },
      })
    ).filter,
  ).toEqual({
    ...NOTHING,
    tagsAny: ['vip'],
    createdAt: { from: '2026-11-01T00:00:00.000Z', to: null },
    hasClicked: false,
  });
});

test('a value of a custom field matches what is stored, however its letters are composed', async () => {
  const { team, token } = await createTeam(app, 'Letters');
  const [id = ''] = await createContacts(app, team.id, 2);
  await app.db.contact.update({ where: { teamId_id: { teamId: team.id, id } }, data: { custom1Str: 'Zo\u00eb' } });
  const segmentOf = async (operator: string) => {
    const filter = { customFields: [{ field: 'custom1_str', operator, value: 'Zoe\u0308' }] };
    return (await create({ name: operator, filter }, token)).data!.createSegment;
  };
  expect(await segmentOf('equals')).toMatchObject({ contacts: { totalCount: 1 } });
  expect(await segmentOf('notEqual')).toMatchObject({ contacts: { totalCount: 1 } });
  expect(await segmentOf('contains')).toMatchObject({ contacts: { totalCount: 1 } });
});

test('a segment with groups counts, lists and reaches contacts of each group once', async () => {
  const filter = {
    createdAt: { from: '2026-11-01T00:00:00Z' },
    anyOf: [{ tagsAny: [' vip '] }, { unsubscribed: true, tagsAll: ['vip'] }, { countryIds: [1], hasClicked: true }],
  };
  const { data } = await create({ name: 'Groups', filter });
  expect(data!.createSegment).toMatchObject({
    contacts: { totalCount: 2 },
    audienceCount: 1,
    filter: {
      ...NOTHING,
      createdAt: { from: '2026-11-01T00:00:00.000Z', to: null },
      anyOf: [
        { ...NO_CONDITIONS, tagsAny: ['vip'] },
        { ...NO_CONDITIONS, unsubscribed: true, tagsAll: ['vip'] },
        { ...NO_CONDITIONS, countryIds: ['1'], hasClicked: true },
      ],
    },
  });
  const { id } = data!.createSegment;
  const query = (of: string, token = mine.token) =>
    app.graphql(
      `{ segment(id: "${of}") { contacts(first: 9) { totalCount nodes { name } } filter { anyOf { tagsAny } } } }`,
      {
        token,
      },
    );
  expect(await query(id)).toMatchObject({
    data: { segment: { contacts: { totalCount: 2, nodes: [{ name: 'Bob' }, { name: 'Ann' }] } } },
  });
  expect(await query(id, other.token)).toMatchObject(NOT_FOUND);
  const preview = 'query ($filter: SegmentFilterInput!) { previewSegment(filter: $filter) { contactsCount } }';
  expect(await app.graphql(preview, { token: other.token, variables: { filter } })).toEqual({
    data: { previewSegment: { contactsCount: 0 } },
  });
});

test('a tag that a group names follows a new name, and cannot be deleted', async () => {
  const { token } = await createTeam(app);
  const ask = (query: string) => app.graphql<Record<string, { id: string }>>(query, { token });
  const { createTag } = (await ask('mutation { createTag(input: { name: "old" }) { id } }')).data!;
  const { data } = await create(
    { name: 'Named', filter: { anyOf: [{ hasClicked: true }, { tagsNone: ['old', 'new'] }] } },
    token,
  );
  await ask(`mutation { updateTag(id: "${createTag!.id}", input: { name: "new" }) { id } }`);
  expect(await ask(`{ segment(id: "${data!.createSegment.id}") { filter { tagsNone anyOf { tagsNone } } } }`)).toEqual({
    data: { segment: { filter: { tagsNone: [], anyOf: [{ tagsNone: [] }, { tagsNone: ['new'] }] } } },
  });
  expect(await ask(`mutation { deleteTag(id: "${createTag!.id}") { id } }`)).toMatchObject({
    errors: [{ extensions: { code: 'CONFLICT' } }],
  });
});

test('its contacts come in pages', async () => {
  const id = await made({});
  const page = (args: string) =>
    app.graphql<{
      segment: { contacts: { totalCount: number; nodes: unknown[]; pageInfo: { endCursor: string } } };
    }>(
      `{ segment(id: "${id}") { contacts(${args}) { totalCount nodes { name tags { nodes { name } } } pageInfo { endCursor } } } }`,
      {
        token: mine.token,
      },
    );
  const first = (await page('first: 2')).data!.segment.contacts;
  expect([first.totalCount, first.nodes]).toEqual([
    3,
    [
      { name: 'Cid', tags: { nodes: [] } },
      { name: 'Bob', tags: { nodes: [{ name: 'vip' }] } },
    ],
  ]);
  const second = (await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).data!.segment.contacts;
  expect(second.nodes).toEqual([{ name: 'Ann', tags: { nodes: [{ name: 'vip' }] } }]);
  const byNumber = (await page('first: 1, orderBy: { field: number, direction: asc }')).data!.segment.contacts;
  expect(byNumber.nodes).toEqual([{ name: 'Bob', tags: { nodes: [{ name: 'vip' }] } }]);
});

test('an update keeps what is absent and replaces the filter as a whole', async () => {
  const id = await made({ tagsAny: ['vip'], hasClicked: false });
  expect((await update(id, { name: 'New' })).data).toMatchObject({
    updateSegment: { name: 'New', filter: { tagsAny: ['vip'], hasClicked: false } },
  });
  expect((await update(id, { filter: { tagsNone: ['vip'] } })).data).toMatchObject({
    updateSegment: { name: 'New', contacts: { totalCount: 1 }, filter: { ...NOTHING, tagsNone: ['vip'] } },
  });
  expect(await update(id, { name: null })).toMatchObject({
    errors: [{ extensions: { fields: { name: ['The name field is required.'] } } }],
  });
  expect(await update(id, { filter: null })).toMatchObject({
    errors: [{ extensions: { fields: { filter: ['The filter field is required.'] } } }],
  });
});

test.each([
  [{ name: ' ', filter: {} }, { name: ['The name field is required.'] }],
  [{ name: 'x'.repeat(256), filter: {} }, { name: ['The name field must not be greater than 255 characters.'] }],
  [
    { name: 'a', filter: { tagsAny: Array.from({ length: 51 }, (_, at) => `${at}`), tagsNone: [' '] } },
    {
      'filter.tagsAny': ['The filter.tags any field must not have more than 50 items.'],
      'filter.tagsNone.0': ['The filter.tags none.0 field is required.'],
    },
  ],
  [
    { name: 'a', filter: { anyOf: Array.from({ length: 11 }, () => ({ hasClicked: true })) } },
    { 'filter.anyOf': ['The filter.any of field must not have more than 10 items.'] },
  ],
  [
    { name: 'a', filter: { anyOf: [{ tagsAny: ['a'] }, { tagsAny: [], createdAt: {}, unsubscribed: null }] } },
    { 'filter.anyOf.1': ['The filter.any of.1 field is required.'] },
  ],
  [
    {
      name: 'a',
      filter: {
        tagsAll: Array.from({ length: 30 }, (_, at) => `${at}`),
        anyOf: [
          { tagsAll: Array.from({ length: 20 }, (_, at) => `${at}`) },
          { tagsAll: ['x'], tagsNone: [''] },
          { customFields: [{ field: 'custom1_int', operator: 'equals', value: 'x' }] },
        ],
      },
    },
    {
      'filter.anyOf.1.tagsAll': ['The filter.any of.1.tags all field must not have more than 50 items.'],
      'filter.anyOf.1.tagsNone.0': ['The filter.any of.1.tags none.0 field is required.'],
      'filter.anyOf.2.customFields.0.value': ['The filter.any of.2.custom fields.0.value field must be an integer.'],
    },
  ],
  [
    {
      name: 'a',
      filter: {
        customFields: [
          { field: 'custom1_str', operator: 'lessThan', value: '1' },
          { field: 'custom1_int', operator: 'equals', value: '1.5' },
          { field: 'custom1_dec', operator: 'inRange', value: '1.5' },
          { field: 'custom1_datetime', operator: 'greaterThan', value: '2026-02-31' },
          { field: 'custom1_str', operator: 'contains' },
        ],
      },
    },
    {
      'filter.customFields.0.operator': ['The selected filter.custom fields.0.operator is invalid.'],
      'filter.customFields.1.value': ['The filter.custom fields.1.value field must be an integer.'],
      'filter.customFields.2.valueTo': ['The filter.custom fields.2.value to field is required.'],
      'filter.customFields.3.value': ['The filter.custom fields.3.value field must be a valid date.'],
      'filter.customFields.4.value': ['The filter.custom fields.4.value field is required.'],
    },
  ],
  ...['👍', '?', ' ', ''].map((word): [object, object] => [
    { name: 'a', filter: { repliedKeywords: ['YES', word], anyOf: [{ repliedKeywords: [word] }] } },
    {
      'filter.repliedKeywords.1': ['The filter.replied keywords.1 field is required.'],
      'filter.anyOf.0.repliedKeywords.0': ['The filter.any of.0.replied keywords.0 field is required.'],
    },
  ]),
  ...['0000-01-01', '0001-01-01T00:00+14:00', '9999-12-31T23:59-01:00', '2026-01-01T00:00+16:00', 'infinity'].map(
    (value): [object, object] => [
      { name: 'a', filter: { customFields: [{ field: 'custom1_datetime', operator: 'greaterThan', value }] } },
      { 'filter.customFields.0.value': ['The filter.custom fields.0.value field must be a valid date.'] },
    ],
  ),
])('wrong input is refused with every rule it breaks %#', async (input, fields) => {
  expect(await create(input)).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED', fields } }] });
});

describe('a delete', () => {
  test('takes the segment and leaves its contacts', async () => {
    const id = await made({ tagsAny: ['vip'] });
    expect(await remove(id)).toEqual({ data: { deleteSegment: { id } } });
    expect(await remove(id)).toMatchObject(NOT_FOUND);
    expect(await app.db.contact.count({ where: { id: { in: [ann, bob, cid] } } })).toBe(3);
  });

  test('is refused while a campaign uses the segment, in whichever way', async () => {
    const { db } = app;
    const teamId = mine.team.id;
    const id = await made({});
    const conflict = (name: string) => ({
      errors: [{ message: `The segment is used by the campaign "${name}".`, extensions: { code: 'CONFLICT' } }],
    });
    for (const data of [{ segmentIds: [id] }, { filterSegmentId: id }]) {
      const campaign = await db.smsCampaign.create({ data: { teamId, name: 'Texts', ...data } });
      expect(await remove(id)).toMatchObject(conflict('Texts'));
      await db.smsCampaign.update({
        where: { teamId_id: { teamId: mine.team.id, id: campaign.id } },
        data: { deletedAt: new Date() },
      });
    }
    for (const data of [{ segmentIds: [{ id: id.toUpperCase() }] }, { filterSegmentId: id }]) {
      const campaign = await db.voiceCampaign.create({ data: { teamId, name: 'Calls', ...data } });
      expect(await remove(id)).toMatchObject(conflict('Calls'));
      await db.voiceCampaign.delete({ where: { teamId_id: { teamId: mine.team.id, id: campaign.id } } });
    }
    expect(await remove(id)).toEqual({ data: { deleteSegment: { id } } });
  });
});

test('another team’s segment is not found, and a token limited to something else sees none', async () => {
  const id = await made({});
  for (const theirs of [id, MISSING, 'none']) {
    expect(await update(theirs, { name: 'x' }, other.token)).toMatchObject(NOT_FOUND);
    expect(await remove(theirs, other.token)).toMatchObject(NOT_FOUND);
    expect(await app.graphql(`{ segment(id: "${theirs}") { id } }`, { token: other.token })).toMatchObject(NOT_FOUND);
  }
  expect(await app.graphql('{ segments { totalCount nodes { id } } }', { token: other.token })).toEqual({
    data: { segments: { totalCount: 0, nodes: [] } },
  });
  const limited = await createTeamToken(app, mine.team.id, {
    scopes: [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }],
  });
  expect(await create({ name: 'a', filter: {} }, limited)).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  expect(await create({ name: 'a', filter: {} }, '')).toMatchObject({
    errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
  });
});

test('a request counts forty segments and no more', async () => {
  const teamId = (await createTeam(app)).team.id;
  const token = await createTeamToken(app, teamId);
  await app.db.segment.createMany({ data: Array.from({ length: 41 }, () => ({ teamId, name: 'S' })) });
  const ask = (first: number, count: string) =>
    app.graphql(`{ segments(first: ${first}) { nodes { ${count} } } }`, { token });
  const tooMany = [{ message: 'A request counts at most 40 segments.', extensions: { code: 'BAD_REQUEST' } }];
  for (const count of [
    'audienceCount',
    'contacts { totalCount }',
    'contacts(first: 1) { totalCount nodes { id } }',
    'contacts(filter: { name: "a" }) { totalCount }',
  ]) {
    expect((await ask(40, count)).errors).toBeUndefined();
    expect(await ask(41, count)).toMatchObject({ errors: tooMany });
  }
  const both = 'audienceCount contacts { totalCount }';
  expect((await ask(20, both)).errors).toBeUndefined();
  expect(await ask(21, both)).toMatchObject({ errors: tooMany });
  expect((await ask(41, 'contacts(first: 1) { nodes { id } }')).errors).toBeUndefined();
});

test('what a refused request has not read yet is not read once it is answered', async () => {
  const { id: teamId } = (await createTeam(app)).team;
  const token = await createTeamToken(app, teamId);
  await app.db.segment.createMany({ data: Array.from({ length: 41 }, () => ({ teamId, name: 'S' })) });
  const ask = (first: number, name: string) =>
    app.graphql(`{ segments(first: ${first}) { nodes { contacts(filter: { name: "${name}" }) { totalCount } } } }`, {
      token,
    });
  const statements = await app.statements(async () => {
    expect((await ask(41, 'refused')).errors).toHaveLength(1);
    // A team searches once at a time, so it comes after whatever waits.
    expect((await ask(1, 'taken')).errors).toBeUndefined();
  });
  const searches = statements.filter((sql) => sql.includes('/* a search */'));
  // One or two of the refused 41 may have begun before it was answered.
  expect(searches.length).toBeLessThan(10);
});

describe('a segment that is not saved', () => {
  const QUERY = `query ($filter: SegmentFilterInput!) {
    previewSegment(filter: $filter) { contactsCount audienceCount } }`;
  const preview = (filter: unknown, token = mine.token) => app.graphql(QUERY, { token, variables: { filter } });

  test('counts whom it would hold and whom a campaign would reach, of the own team alone', async () => {
    expect(await preview({})).toEqual({ data: { previewSegment: { contactsCount: 3, audienceCount: 2 } } });
    expect(await preview({ tagsAny: [' vip '] })).toEqual({
      data: { previewSegment: { contactsCount: 2, audienceCount: 1 } },
    });
    expect(await preview({}, other.token)).toEqual({
      data: { previewSegment: { contactsCount: 3, audienceCount: 3 } },
    });
    expect(await preview({ tagsAny: ['vip'] }, other.token)).toEqual({
      data: { previewSegment: { contactsCount: 0, audienceCount: 0 } },
    });
  });

  test('takes one statement for both counts and leaves nothing behind', async () => {
    const before = await app.db.segment.count({ where: { teamId: mine.team.id } });
    expect(await app.statements(() => preview({ tagsAny: ['vip'], countryIds: [276] }))).toHaveLength(1);
    expect(await app.db.segment.count({ where: { teamId: mine.team.id } })).toBe(before);
  });

  test('names what is out of bounds, at the path of the form', async () => {
    expect(await preview({ tagsAny: [''], countryIds: Array.from({ length: 301 }, (_, id) => id) })).toMatchObject({
      errors: [
        {
          extensions: {
            code: 'VALIDATION_FAILED',
            fields: {
              'filter.tagsAny.0': ['The filter.tags any.0 field is required.'],
              'filter.countryIds': ['The filter.country ids field must not have more than 300 items.'],
            },
          },
        },
      ],
    });
    expect(await preview({ callOutcomes: ['none'] })).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED' } }],
    });
    expect(await preview(null)).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
  });

  test('costs as other counts do, and no more than forty go into a request', async () => {
    const many = (count: number) =>
      `{ ${Array.from({ length: count }, (_, at) => `p${at}: previewSegment(filter: {}) { contactsCount audienceCount }`)} }`;
    const { token } = await createTeam(app);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query: many(1), extensions: { cost: true } });
    const answer = await app.app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
    expect(await answer.json()).toMatchObject({ extensions: { cost: { nodes: 2_001 } } });
    expect((await app.graphql(many(20), { token })).errors).toBeUndefined();
    expect(await app.graphql(many(21), { token })).toMatchObject({
      errors: [{ message: 'A request counts at most 40 segments.', extensions: { code: 'BAD_REQUEST' } }],
    });
  });

  test('is not for a token limited to something else, nor for nobody', async () => {
    const scopes = [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }];
    const limited = await createTeamToken(app, mine.team.id, { scopes });
    expect(await preview({}, limited)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(await preview({}, '')).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});

describe('the audience of a campaign', () => {
  const count = (ids: string[], filterId?: string | null) =>
    countAudience({ reader: app.services.reader, teamId: mine.team.id, loaders: new Map() }, ids, filterId);

  test('is in any of its segments and in the filter segment, each contact once, nobody who must not be contacted', async () => {
    const everybody = await made({});
    const vips = await made({ tagsAny: ['vip'] });
    const plain = await made({ tagsNone: ['vip'] });
    const unsubscribed = await made({ unsubscribed: true });
    expect(await count([everybody])).toBe(2);
    expect(await count([vips.toUpperCase(), everybody, plain])).toBe(2);
    expect(await count([vips])).toBe(1);
    expect(await count([everybody], plain.toUpperCase())).toBe(1);
    expect(await count([vips], plain)).toBe(0);
    expect(await count([unsubscribed])).toBe(0);
    await app.db.contact.update({
      where: { teamId_id: { teamId: mine.team.id, id: ann } },
      data: { unsubscribedAt: new Date() },
    });
    expect(await count([vips])).toBe(0);
    await app.db.contact.update({
      where: { teamId_id: { teamId: mine.team.id, id: ann } },
      data: { unsubscribedAt: null },
    });
  });

  test('is nobody without segments, and of segments that the team does not have', async () => {
    const everybody = await made({});
    const theirs = (await create({ name: 'Theirs', filter: {} }, other.token)).data!.createSegment.id;
    expect(await count([])).toBe(0);
    expect(await count([theirs, MISSING, 'none'])).toBe(0);
    expect(await count([everybody], theirs)).toBe(0);
    expect(await count([everybody], 'none')).toBe(0);
  });
});
