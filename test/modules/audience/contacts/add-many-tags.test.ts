import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts, tagsOf } from '../../../support/contacts.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
});
afterAll(() => app.close());

const contacts = (count: number) => createContacts(app, mine.team.id, count);
const post = (body: unknown) => app.rest('POST', '/v1/audience/contacts/tags', { body, token: mine.token });

test('takes ten thousand contacts in as many statements as one', async () => {
  const ids = await contacts(10_000);
  const count = async (contactIds: string[], tags: string[]) =>
    (
      await app.statements(async () =>
        expect(await post({ contact_ids: contactIds, tags, truncate: true })).toMatchObject({ status: 200 }),
      )
    ).length;
  expect([await count(ids, ['a']), await count(ids.slice(0, 1), ['d'])]).toEqual([6, 6]);
  expect([await tagsOf(app, ids[0]!), await tagsOf(app, ids[9_999]!)]).toEqual([['d'], ['a']]);
});

test('calls in parallel neither block each other for ever nor lose or mix tags', async () => {
  const ids = await contacts(40);
  const reversed = [...ids].reverse();
  const adds = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      post({ contact_ids: at % 2 ? ids : reversed, tags: at % 2 ? ['p', 'q', `n${at}`] : [`n${at}`, 'q', 'p'] }),
    ),
  );
  expect(adds.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const all = ['p', 'q', ...Array.from({ length: 12 }, (_, at) => `n${at}`)].sort();
  expect([await tagsOf(app, ids[0]!), await tagsOf(app, ids[39]!)]).toEqual([all, all]);

  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      post({ contact_ids: at % 2 ? ids : reversed, tags: [`only ${at}`, `and ${at}`], truncate: true }),
    ),
  );
  const left = await tagsOf(app, ids[0]!);
  expect(left).toEqual([expect.stringMatching(/^and \d$/), left[0]!.replace('and', 'only')]);
  expect(await tagsOf(app, ids[39]!)).toEqual(left);
});

const isServer = inject('databaseTemplate').kind === 'server';

test('on the embedded database, where all others wait for it, a call takes a tenth', async () => {
  const [mostTags, mostNumbers] = isServer ? [50, 10_000] : [10, 1_000];
  const contactIds = Array.from({ length: 1_000 }, () => '01900000-0000-7000-8000-000000000000');
  const tags = Array.from({ length: 51 }, (_, at) => `tag ${at}`);
  const tagged = (field: string, type: string) =>
    mutate(app, mine.token, field, { input: [{ contactIds, tags }, type] }, '{ __typename }');
  const tooMany = invalid({ tags: [`The tags field must not have more than ${mostTags} items.`] });
  expect(await tagged('addTagsToContacts', 'AddTagsToContactsInput')).toMatchObject(tooMany);
  expect(await tagged('removeTagsFromContacts', 'RemoveTagsFromContactsInput')).toMatchObject(tooMany);
  const numbers = Array.from({ length: mostNumbers + 1 }, () => '+14155550100');
  const suppressed = await mutate(
    app,
    mine.token,
    'suppressNumbers',
    { input: [{ numbers }, 'SuppressNumbersInput'] },
    '{ __typename }',
  );
  expect(suppressed).toMatchObject(
    invalid({ numbers: [`The numbers field must not have more than ${mostNumbers} items.`] }),
  );
});
