import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
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

type Names = { customFieldNames: { field: string; name: string }[] };
const set = (names: object[], token = mine.token) =>
  app.graphql<{ setCustomFieldNames: Names }>(
    'mutation ($input: SetCustomFieldNamesInput!) { setCustomFieldNames(input: $input) { customFieldNames { field name } } }',
    { token, variables: { input: { names } } },
  );
const names = async ({ token } = mine) =>
  (await app.graphql<{ team: Names }>('{ team { customFieldNames { field name } } }', { token })).data!.team
    .customFieldNames;

test('a team names its custom fields, all at once, and reads the names as any member', async () => {
  expect(await names()).toEqual([]);
  expect((await set([{ field: 'custom1_str', name: ' Plan ' }])).data).toEqual({
    setCustomFieldNames: { customFieldNames: [{ field: 'custom1_str', name: 'Plan' }] },
  });
  await set([
    { field: 'custom1_datetime', name: 'Renewal' },
    { field: 'custom2_int', name: 'x'.repeat(50) },
  ]);
  const token = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect(await names({ ...mine, token })).toEqual([
    { field: 'custom1_datetime', name: 'Renewal' },
    { field: 'custom2_int', name: 'x'.repeat(50) },
  ]);
  expect(await names(other)).toEqual([]);
  expect((await set([{ field: 'custom1_str', name: 'Size' }], other.token)).errors).toBeUndefined();
  expect(await names()).toHaveLength(2);
  await set([]);
  expect(await names()).toEqual([]);
  expect(await names(other)).toEqual([{ field: 'custom1_str', name: 'Size' }]);
});

test('what is empty, too long or given twice is named, and changes nothing', async () => {
  await set([{ field: 'custom1_str', name: 'Plan' }]);
  const refused = await set([
    { field: 'custom1_str', name: 'Plan' },
    { field: 'custom2_str', name: 'PLAN' },
    { field: 'custom1_str', name: '   ' },
    { field: 'custom3_str', name: 'x'.repeat(51) },
  ]);
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: {
      'names.1.name': ['The names.1.name has already been taken.'],
      'names.2.name': ['The names.2.name field is required.'],
      'names.2.field': ['The names.2.field has already been taken.'],
      'names.3.name': ['The names.3.name field must not be greater than 50 characters.'],
    },
  });
  expect(await names()).toEqual([{ field: 'custom1_str', name: 'Plan' }]);
});

test('more names than there are fields are refused, whatever is in them', async () => {
  const { errors } = await set(Array.from({ length: 18 }, () => ({ field: 'custom1_str', name: 'Plan' })));
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { names: ['The names field must not have more than 17 items.'] },
  });
});

test('a member is refused', async () => {
  const token = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect((await set([], token)).errors?.[0]).toMatchObject({
    message: 'Action not allowed',
    extensions: { code: 'FORBIDDEN' },
  });
});
