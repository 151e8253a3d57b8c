import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Tx } from '../../../../src/database/transaction.ts';
import { audienceOfSend } from '../../../../src/modules/delivery/engine/audience.ts';
import type { SendMeta } from '../../../../src/modules/delivery/engine/plan.ts';
import { SMS_SENDS, VOICE_SENDS } from '../../../../src/modules/delivery/engine/send-tables.ts';
import { countLeft, hasMore } from '../../../../src/modules/delivery/engine/who-is-left.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { fillTeam, idOf, KINDS } from '../../../support/full-team.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

/** Two stretches of 10,000 contacts, the second of them not full. */
const CONTACTS = 12_000;

let app: TestApp;
let mine: TestTeam;

beforeAll(async () => {
  app = await createTestApp({ STATEMENT_TIMEOUT_MS: 120_000, OPERATION_TIMEOUT_MS: 120_000 });
  mine = await createTeam(app);
  await fillTeam((sql, values) => app.pool.query(sql, values), mine.team.id, CONTACTS);
});
afterAll(() => app.close());

interface Counted {
  id: string;
  name: string;
  audienceCount: number;
  contacts: { totalCount: number };
}

const COUNTED = 'id name audienceCount contacts { totalCount }';

async function segments(first: number): Promise<Counted[]> {
  const { data } = await app.graphql<{ segments: { nodes: Counted[] } }>(
    `{ segments(first: ${first}) { nodes { ${COUNTED} } } }`,
    { token: mine.token },
  );
  return data!.segments.nodes;
}

test('each condition counts the contacts that fulfill it', async () => {
  const counts = (await segments(20)).map(({ name, audienceCount, contacts }) => {
    return [name, [contacts.totalCount, audienceCount]];
  });
  // Every tenth contact from the first on is suppressed.
  expect(Object.fromEntries(counts)).toEqual({
    '{}': [12_000, 10_800],
    '{"tagsAny":["all"]}': [12_000, 10_800],
    '{"tagsAny":["one","half"]}': [6_001, 6_000],
    '{"tagsAll":["all","half"]}': [6_000, 6_000],
    '{"tagsNone":["half"]}': [6_000, 4_800],
    '{"tagsNone":["one"],"tagsAny":["half"]}': [6_000, 6_000],
    '{"countryIds":[276]}': [12_000, 10_800],
    '{"customFields":[{"field":"custom1_int","operator":"lessThan","value":"100","valueTo":null}]}': [99, 89],
    '{"hasBeenCalled":true}': [12_000, 10_800],
    '{"hasBeenCalled":false,"tagsAny":["all"]}': [0, 0],
    '{"hasAnswered":true}': [6_000, 6_000],
    '{"callOutcomes":["interested"]}': [2_400, 2_400],
    '{"hasClicked":true}': [4_000, 3_600],
    '{"hasClicked":false,"hasAnswered":false}': [4_000, 3_200],
    '{"unsubscribed":true}': [1_200, 0],
    '{"unsubscribed":false}': [10_800, 10_800],
  });
});

test('counts take as many statements for a list of segments as for one', async () => {
  const ask = (first: number) =>
    app.statements(() =>
      app.graphql(`{ segments(first: ${first}) { nodes { contacts { totalCount } audienceCount } } }`, {
        token: mine.token,
      }),
    );
  const stretches = 2;
  expect(await ask(1)).toHaveLength(1 + stretches);
  expect(await ask(16)).toHaveLength(1 + stretches);
  const counted = (statements: string[]) => statements.filter((sql) => /count\(\*\)/.test(sql)).length;
  expect(counted(await app.statements(() => segments(16)))).toBe(stretches);
});

// The embedded database answers `TIMEOUT`.
test.skipIf(inject('databaseTemplate').kind === 'embedded')(
  'counts that ask more than a statement has columns are answered',
  async () => {
    const { team, token } = await createTeam(app);
    await app.db.contact.create({ data: { teamId: team.id, number: 14_155_550_100n } });
    // 1,700 tags, none of them alike.
    const asked = Array.from({ length: 34 }, (_, at) => at);
    const tags = (of: number) => Array.from({ length: 50 }, (_, at) => `tag ${of} ${at}`);
    const query = `query (${asked.map((at) => `$f${at}: SegmentFilterInput!`)}) {
    ${asked.map((at) => `p${at}: previewSegment(filter: $f${at}) { contactsCount }`)} }`;
    const filterOf = (at: number) =>
      at === 33 ? { anyOf: [{ tagsAll: tags(at) }, { tagsNone: ['none'] }] } : { tagsAll: tags(at) };
    const variables = Object.fromEntries(asked.map((at) => [`f${at}`, filterOf(at)]));
    expect(await app.graphql(query, { token, variables })).toEqual({
      data: Object.fromEntries(asked.map((at) => [`p${at}`, { contactsCount: at === 33 ? 1 : 0 }])),
    });
  },
);

test('an audience that several campaigns have is counted once', async () => {
  const [{ id }] = (await segments(1)) as [Counted];
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: previewAudience(segmentIds: ["${id}"])`).join(' ')} }`;
  const counted = async (count: number) =>
    (await app.statements(() => app.graphql(aliases(count), { token: mine.token }))).filter((sql) =>
      sql.includes('count0'),
    ).length;
  expect(await counted(1)).toBe(2);
  expect(await counted(20)).toBe(2);
});

const SENDS = [
  { kind: 'an SMS campaign', tables: SMS_SENDS, campaignId: idOf(KINDS.CAMPAIGN, 1), sendId: idOf(KINDS.SEND, 1) },
  {
    kind: 'a voice campaign',
    tables: VOICE_SENDS,
    campaignId: idOf(KINDS.VOICE, 1),
    sendId: idOf(KINDS.VOICE_SEND, 1),
  },
];

test.each(SENDS)('whether somebody of $kind still waits is found, however few do', async ({ tables, ...ids }) => {
  const send = { teamId: mine.team.id, ...ids };
  const named = new Map((await segments(20)).map(({ name, id }) => [name, id]));
  await app.services.db.transaction(async (tx: Tx) => {
    const audience = async (filter: string) =>
      (await audienceOfSend(tx, send.teamId, { segmentIds: [named.get(filter)!] } as SendMeta, { isFeed: false }))!;
    const ask = async (filter: string, amount: number | null) =>
      hasMore(tx, send, await audience(filter), { cycle: 1, amount }, tables);
    // All 12,000 contacts wait.
    expect(await ask('{"tagsAny":["all"]}', null)).toBe(true);
    expect(await ask('{"hasBeenCalled":false,"tagsAny":["all"]}', null)).toBe(false);
    expect(await ask('{"hasBeenCalled":false,"tagsAny":["all"]}', 10)).toBe(false);
    const reach = (which: string) =>
      tx.query(`UPDATE ${tables.recipients.text} SET status = 'skipped' WHERE team_id = $1 AND ${which}`, [
        send.teamId,
      ]);
    await reach(`contact_id <> '${idOf(KINDS.CONTACT, 11_002)}'`);
    expect(await ask('{"tagsAny":["all"]}', null)).toBe(true);
    expect(await ask('{"tagsAny":["all"]}', 10)).toBe(true);
    expect(await countLeft(tx, send, await audience('{}'), 1, tables)).toMatchObject({ left: 1 });
    expect(await ask('{"tagsNone":["half"]}', null)).toBe(false);
    await reach('TRUE');
    expect(await ask('{"tagsAny":["all"]}', null)).toBe(false);
    expect(await ask('{"tagsAny":["all"]}', 10)).toBe(false);
    expect(await countLeft(tx, send, await audience('{}'), 1, tables)).toEqual({ left: 0, total: 12_000 });
  });
});

test('an audience without segments is nobody, for which no contact is read', async () => {
  const { id } = await app.db.smsCampaign.create({ data: { teamId: mine.team.id, name: 'Draft' } });
  let data: unknown;
  const statements = await app.statements(async () => {
    const query = `{ previewAudience(segmentIds: []) smsCampaign(id: "${id}") { audiencePreview } }`;
    ({ data } = await app.graphql(query, { token: mine.token }));
  });
  expect(data).toEqual({ previewAudience: 0, smsCampaign: { audiencePreview: 0 } });
  expect(statements.filter((sql) => /FROM "?contacts/.test(sql))).toEqual([]);
});
