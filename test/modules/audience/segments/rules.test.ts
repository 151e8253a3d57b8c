import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../src/database/client.ts';
import { Prisma } from '../../../../src/generated/prisma/client.ts';
import {
  type CustomField,
  EVERYBODY,
  type FilterGroup,
  type SegmentFilter,
} from '../../../../src/modules/delivery/reach/filter.ts';
import { segmentCondition } from '../../../../src/modules/delivery/reach/rules.ts';
import { openTestDatabase } from '../../../support/database.ts';

let database: Database;
let teamId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma: db } = database;
  teamId = (await db.team.create({ data: { name: 'Acme' } })).id;
  const day = (date: number) => new Date(Date.UTC(2026, 10, date));
  const network = await db.network.findFirstOrThrow({ where: { countryId: 276 } });
  const people = [
    {
      name: 'ann',
      countryId: 276,
      networkId: network.id,
      custom1Str: 'Gold 100%',
      custom1Int: 5n,
      custom1Dec: '1.5',
      custom1Datetime: day(1),
    },
    { name: 'bob', countryId: 840, custom1Str: 'silver_x', custom1Int: 10n, custom1Dec: '2', custom1Datetime: day(2) },
    { name: 'cid', unsubscribedAt: day(1), custom1Str: '' },
    { name: 'dee' },
  ];
  const ids: Record<string, string> = {};
  for (const [at, person] of people.entries()) {
    const row = await db.contact.create({
      data: { teamId, number: 100n + BigInt(at), createdAt: day(at + 1), ...person },
    });
    ids[person.name] = row.id;
  }
  const tag = async (name: string, ...who: string[]) =>
    db.tag.create({
      data: { teamId, name, contacts: { create: who.map((person) => ({ contactId: ids[person]! })) } },
    });
  await tag('a', 'ann', 'bob');
  await tag('b', 'bob', 'cid');
  await db.suppressedNumber.create({ data: { teamId, number: 103n } });
  const reply = { teamId, receivedAt: day(1), text: 'A text' };
  await db.smsReply.createMany({
    data: [
      { ...reply, providerId: '1', fromNumber: 100n, contactId: ids.ann, kind: 'text' },
      { ...reply, providerId: '2', fromNumber: 101n, contactId: ids.bob, kind: 'keyword', keyword: 'YES' },
      { ...reply, providerId: '3', fromNumber: 102n, contactId: ids.cid, kind: 'stop' },
    ],
  });
  const machine = {
    teamId,
    status: 'ended',
    isAnswered: true,
    isAnswerMachine: true,
    callOutcome: 'voice_mail',
  } as const;
  await db.call.createMany({
    data: [
      { teamId, contactId: ids.ann, toNumber: 100n, status: 'ended', isAnswered: true, callOutcome: 'interested' },
      { ...machine, contactId: ids.dee, toNumber: 103n },
      { teamId, contactId: ids.bob, toNumber: 101n, status: 'scheduled' },
      {
        teamId,
        contactId: ids.cid,
        toNumber: 102n,
        status: 'ended',
        isAnswered: true,
        callOutcome: 'busy',
        deletedAt: day(1),
      },
    ],
  });
  const campaign = await db.smsCampaign.create({
    data: { teamId, name: 'C', sends: { create: {} } },
    include: { sends: true },
  });
  const message = (contactId: string | undefined, isClicked: boolean) => ({
    teamId,
    smsCampaignId: campaign.id,
    smsSendId: campaign.sends[0]!.id,
    contactId: contactId!,
    phoneNormalized: '1',
    finalText: 'Hi',
    isClicked,
  });
  await db.smsMessage.createMany({ data: [message(ids.ann, false), message(ids.dee, true)] });
});
afterAll(() => database.close());

async function holds(filter: Partial<SegmentFilter>): Promise<string> {
  const rows = await database.prisma.$queryRaw<{ name: string }[]>(
    Prisma.sql`SELECT name FROM contacts t WHERE team_id = ${teamId}::uuid
      AND ${segmentCondition(teamId, { ...EVERYBODY, ...filter })} ORDER BY name`,
  );
  return rows.map(({ name }) => name).join(' ');
}

const EVERYONE = 'ann bob cid dee';

test.each<[Partial<SegmentFilter>, string]>([
  [{}, EVERYONE],
  [{ tagsAny: ['a', 'b'] }, 'ann bob cid'],
  [{ tagsAny: ['A'] }, ''],
  [{ tagsAll: ['a', 'b'] }, 'bob'],
  [{ tagsAll: ['a', 'a'] }, 'ann bob'],
  [{ tagsAll: ['a', 'unknown'] }, ''],
  [{ tagsNone: ['a'] }, 'cid dee'],
  [{ tagsNone: ['unknown'] }, EVERYONE],
  [{ tagsAny: ['a'], tagsNone: ['b'] }, 'ann'],
  [{ countryIds: [276, 250] }, 'ann'],
  [{ countryIds: [276, 840], tagsAll: ['b'] }, 'bob'],
  [{ networkIds: [-1] }, ''],
  [{ createdAt: { from: '2026-11-02T00:00:00.000Z', to: '2026-11-04T00:00:00.000Z' } }, 'bob cid'],
  [{ createdAt: { from: null, to: '2026-11-02T00:00:00.000Z' } }, 'ann'],
  [{ hasBeenCalled: true }, 'ann dee'],
  [{ hasBeenCalled: false }, 'bob cid'],
  [{ hasAnswered: true }, 'ann'],
  [{ hasBeenCalled: true, hasAnswered: false }, 'dee'],
  [{ callOutcomes: ['voice_mail', 'busy'] }, 'dee'],
  [{ callOutcomes: ['interested', 'voice_mail'] }, 'ann dee'],
  [{ hasClicked: true }, 'dee'],
  [{ hasClicked: false }, 'ann bob cid'],
  [{ hasReplied: true }, 'ann bob'],
  [{ hasReplied: false }, 'cid dee'],
  [{ repliedKeywords: ['YES', 'NO'] }, 'bob'],
  [{ repliedKeywords: ['STOP'] }, ''],
  [{ unsubscribed: true }, 'cid dee'],
  [{ unsubscribed: false }, 'ann bob'],
  [
    {
      anyOf: [
        { ...EVERYBODY, tagsAll: ['a', 'b'] },
        { ...EVERYBODY, hasClicked: true },
      ],
    },
    'bob dee',
  ],
  [
    {
      tagsAny: ['a'],
      anyOf: [
        { ...EVERYBODY, hasAnswered: true },
        { ...EVERYBODY, hasClicked: true },
      ],
    },
    'ann',
  ],
  [{ tagsAny: ['a'], anyOf: [{ ...EVERYBODY, hasClicked: true }] }, ''],
  [{ tagsAny: ['a'], anyOf: [EVERYBODY, { ...EVERYBODY, hasClicked: true }] }, 'ann bob'],
])('%j holds %s', async (filter, names) => {
  expect(await holds(filter)).toBe(names);
});

const FACTS = {
  ann: { tags: ['a'], country: 276, hasClicked: false, hasReplied: true, hasBeenCalled: true, unsubscribed: false },
  bob: {
    tags: ['a', 'b'],
    country: 840,
    hasClicked: false,
    hasReplied: true,
    hasBeenCalled: false,
    unsubscribed: false,
  },
  cid: { tags: ['b'], country: null, hasClicked: false, hasReplied: false, hasBeenCalled: false, unsubscribed: true },
  dee: { tags: [], country: null, hasClicked: true, hasReplied: false, hasBeenCalled: true, unsubscribed: true },
} as const;
type Facts = (typeof FACTS)[keyof typeof FACTS];
const FLAGS = ['hasClicked', 'hasReplied', 'hasBeenCalled', 'unsubscribed'] as const;

function isInGroup(contact: Facts, group: Partial<FilterGroup>): boolean {
  const { tagsAny = [], tagsAll = [], tagsNone = [], countryIds = [] } = group;
  const has = (tag: string) => (contact.tags as readonly string[]).includes(tag);
  return (
    (tagsAny.length === 0 || tagsAny.some(has)) &&
    tagsAll.every(has) &&
    !tagsNone.some(has) &&
    (countryIds.length === 0 || (contact.country !== null && countryIds.includes(contact.country))) &&
    FLAGS.every((flag) => group[flag] == null || group[flag] === contact[flag])
  );
}

test('a filter with groups holds whom its own conditions and one of the groups hold', async () => {
  const tags = fc.subarray(['a', 'b']);
  const flag = fc.option(fc.boolean(), { freq: 2 });
  const group = fc.record(
    {
      tagsAny: tags,
      tagsAll: tags,
      tagsNone: tags,
      countryIds: fc.subarray([276, 840]),
      ...Object.fromEntries(FLAGS.map((name) => [name, flag])),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Partial<FilterGroup>>;
  const filters = fc.tuple(group, fc.array(group, { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(filters, async ([own, anyOf]) => {
      const held = Object.entries(FACTS).filter(
        ([, contact]) =>
          isInGroup(contact, own) && (anyOf.length === 0 || anyOf.some((group) => isInGroup(contact, group))),
      );
      const groups = anyOf.map((group) => ({ ...EVERYBODY, ...group }));
      expect(await holds({ ...own, anyOf: groups })).toBe(held.map(([name]) => name).join(' '));
    }),
    { numRuns: 200, seed: 40 },
  );
});

type Operator = SegmentFilter['customFields'][number]['operator'];
test.each<[CustomField, Operator, string | null, string | null, string]>([
  ['custom1_str', 'contains', '100%', null, 'ann'],
  ['custom1_str', 'contains', '%', null, 'ann'],
  ['custom1_str', 'contains', 'GOLD', null, 'ann'],
  ['custom1_str', 'notContains', 'gold', null, 'bob cid dee'],
  ['custom1_str', 'equals', 'gold 100%', null, ''],
  ['custom1_str', 'equals', 'Gold 100%', null, 'ann'],
  ['custom1_str', 'notEqual', 'Gold 100%', null, 'bob cid dee'],
  ['custom1_str', 'startsWith', 'SIL', null, 'bob'],
  ['custom1_str', 'startsWith', '_', null, ''],
  ['custom1_str', 'endsWith', '_X', null, 'bob'],
  ['custom1_str', 'blank', null, null, 'cid dee'],
  ['custom1_str', 'notBlank', null, null, 'ann bob'],
  ['custom1_int', 'equals', '5', null, 'ann'],
  ['custom1_int', 'notEqual', '5', null, 'bob cid dee'],
  ['custom1_int', 'lessThan', '10', null, 'ann'],
  ['custom1_int', 'lessThanOrEqual', '10', null, 'ann bob'],
  ['custom1_int', 'greaterThan', '5', null, 'bob'],
  ['custom1_int', 'greaterThanOrEqual', '5', null, 'ann bob'],
  ['custom1_int', 'inRange', '5', '9', 'ann'],
  ['custom1_int', 'blank', null, null, 'cid dee'],
  ['custom1_int', 'notBlank', null, null, 'ann bob'],
  ['custom1_dec', 'greaterThan', '1.499999', null, 'ann bob'],
  ['custom1_dec', 'inRange', '1.5', '1.50', 'ann'],
  ['custom1_datetime', 'equals', '2026-11-01', null, 'ann'],
  ['custom1_datetime', 'greaterThan', '2026-11-01T12:00:00Z', null, 'bob'],
  ['custom1_datetime', 'lessThan', '2026-11-02T01:00:00+02:00', null, 'ann'],
  ['custom1_datetime', 'inRange', '2026-11-01', '2026-11-02', 'ann bob'],
])('%s %s %j %j holds %s', async (field, operator, value, valueTo, names) => {
  expect(await holds({ customFields: [{ field, operator, value, valueTo }] })).toBe(names);
});

test('several conditions hold together, and what looks like SQL is text', async () => {
  expect(
    await holds({
      customFields: [
        { field: 'custom1_int', operator: 'greaterThan', value: '1', valueTo: null },
        { field: 'custom1_str', operator: 'notContains', value: "'; DROP TABLE contacts; --", valueTo: null },
      ],
      tagsNone: ["'); DELETE FROM tags; --"],
    }),
  ).toBe('ann bob');
});
