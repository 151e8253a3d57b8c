import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual } from '../../../support/sending.ts';
import { ADA, createInbox, type Inbox } from '../../audience/conversations/support.ts';

let app: TestApp;
let inbox: Inbox;
let contactId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** One entry of each kind, a minute apart. */
beforeEach(async () => {
  inbox = await createInbox(app);
  const { teamId, routeId } = inbox;
  const importId = '01900000-0000-7000-8000-000000000001';
  const { id } = await app.db.contact.create({ data: { teamId, number: BigInt(ADA), importId } });
  contactId = id;
  const who = { teamId, contactId };
  await app.db.dataFile.create({
    data: { teamId, name: 'spring.csv', size: 1n, importId, startedAt: at(1), status: 'imported' },
  });
  const tag = await app.db.tag.create({ data: { teamId, name: 'VIP' } });
  await app.db.contactTag.create({ data: { ...who, tagId: tag.id, createdAt: at(2) } });
  const { campaignId } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
  const send = await app.db.smsSend.create({ data: { teamId, smsCampaignId: campaignId } });
  await app.db.smsMessage.create({
    data: {
      ...who,
      smsCampaignId: campaignId,
      smsSendId: send.id,
      phoneNormalized: String(ADA),
      finalText: 'Hello',
      createdAt: at(3),
      isClicked: true,
      timeClicked: at(4),
    },
  });
  await app.db.call.create({ data: { ...who, toNumber: BigInt(ADA), createdAt: at(5) } });
  await app.db.directMessage.create({
    data: {
      ...who,
      kind: 'one_off',
      routeId,
      number: BigInt(ADA),
      text: 'Hi',
      smsParts: 1,
      dueAt: at(6),
      createdAt: at(6),
    },
  });
  await app.db.smsReply.create({
    data: { ...who, routeId, providerId: 'r', fromNumber: BigInt(ADA), text: 'Stop', receivedAt: at(7) },
  });
  await app.db.consentEvent.create({
    data: { teamId, number: BigInt(ADA), state: 'withdrawn', source: 'keyword', evidence: 'Stop', occurredAt: at(8) },
  });
  await app.db.suppressedNumber.create({
    data: { teamId, number: BigInt(ADA), reason: 'Asked.', createdAt: at(9) },
  });
});

const TIMELINE = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $filter: TimelineFilter) {
  contact(id: $id) { timeline(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
    totalCount pageInfo { hasNextPage endCursor startCursor }
    nodes { id at kind
      ... on TimelineMessage { message { finalText smsCampaign { name } } }
      ... on TimelineDirectMessage { directMessage { text } }
      ... on TimelineReply { reply { text } }
      ... on TimelineCall { call { id } }
      ... on TimelineClick { message { finalText } }
      ... on TimelineConsent { consentEvent { state evidence } }
      ... on TimelineSuppression { reason }
      ... on TimelineTag { tag { name } }
      ... on TimelineImport { dataFile { name } } } } } }`;
const read = async (variables: object = {}) => {
  const { data, errors } = await inbox.ask(TIMELINE, { id: contactId, ...variables });
  expect(errors).toBeUndefined();
  return data.contact.timeline;
};
const kindsOf = ({ nodes }: { nodes: { kind: string }[] }) => nodes.map(({ kind }) => kind);

test('everything that happened with a contact is in one order, the newest first', async () => {
  const timeline = await read();
  const entry = (kind: string, minute: number, of: object) => ({ id: expect.any(String), at: at(minute), kind, ...of });
  expect(timeline.nodes).toEqual([
    entry('suppression', 9, { reason: 'Asked.' }),
    entry('consent', 8, { consentEvent: { state: 'withdrawn', evidence: 'Stop' } }),
    entry('reply', 7, { reply: { text: 'Stop' } }),
    entry('direct_message', 6, { directMessage: { text: 'Hi' } }),
    entry('call', 5, { call: { id: expect.any(String) } }),
    entry('click', 4, { message: { finalText: 'Hello' } }),
    entry('message', 3, { message: { finalText: 'Hello', smsCampaign: { name: expect.any(String) } } }),
    entry('tag', 2, { tag: { name: 'VIP' } }),
    entry('import', 1, { dataFile: { name: 'spring.csv' } }),
  ]);
  expect(timeline.totalCount).toBe(9);
});

test('it is read in pages, forwards and backwards, and by kinds', async () => {
  const first = await read({ first: 4 });
  expect(kindsOf(first)).toEqual(['suppression', 'consent', 'reply', 'direct_message']);
  expect(first.pageInfo.hasNextPage).toBe(true);
  const second = await read({ first: 4, after: first.pageInfo.endCursor });
  expect(kindsOf(second)).toEqual(['call', 'click', 'message', 'tag']);
  expect(kindsOf(await read({ first: 4, after: second.pageInfo.endCursor }))).toEqual(['import']);
  expect(kindsOf(await read({ last: 2, before: second.pageInfo.startCursor }))).toEqual(['reply', 'direct_message']);
  const some = await read({ filter: { kind: ['tag', 'reply'] } });
  expect([kindsOf(some), some.totalCount]).toEqual([['reply', 'tag'], 2]);
  const { errors } = await inbox.ask(TIMELINE, { id: contactId, after: 'nonsense' });
  expect(errors[0].extensions.fields).toEqual({ after: ['The selected after is invalid.'] });
});

test('entries of one moment are all read, whatever the page, forwards and backwards', async () => {
  const { teamId } = inbox;
  const same = at(0);
  const own = { where: { teamId } };
  await app.db.dataFile.updateMany({ ...own, data: { startedAt: same } });
  await app.db.contactTag.updateMany({ ...own, data: { createdAt: same } });
  await app.db.smsMessage.updateMany({ ...own, data: { createdAt: same, timeClicked: same } });
  await app.db.call.updateMany({ ...own, data: { createdAt: same } });
  await app.db.directMessage.updateMany({ ...own, data: { createdAt: same } });
  await app.db.smsReply.updateMany({ ...own, data: { receivedAt: same } });
  await app.db.consentEvent.updateMany({ ...own, data: { occurredAt: same } });
  await app.db.suppressedNumber.updateMany({ ...own, data: { createdAt: same } });
  const all = kindsOf(await read());
  expect([...all].sort()).toEqual(
    ['call', 'click', 'consent', 'direct_message', 'import', 'message', 'reply', 'suppression', 'tag'].sort(),
  );
  for (const size of [1, 2, 4]) {
    const [forwards, backwards]: string[][] = [[], []];
    let page = await read({ first: size });
    for (; page.nodes.length > 0; page = await read({ first: size, after: page.pageInfo.endCursor }))
      forwards!.push(...kindsOf(page));
    page = await read({ last: size });
    for (; page.nodes.length > 0; page = await read({ last: size, before: page.pageInfo.startCursor }))
      backwards!.unshift(...kindsOf(page));
    expect([forwards, backwards]).toEqual([all, all]);
  }
});

test('an entry’s id is no other’s, though contacts share tags and imports', async () => {
  const { teamId } = inbox;
  const tag = await app.db.tag.findFirstOrThrow({ where: { teamId, name: 'VIP' } });
  const other = await app.db.contact.create({ data: { teamId, number: BigInt(ADA + 1) } });
  await app.db.contactTag.create({ data: { teamId, contactId: other.id, tagId: tag.id } });
  const filter = { kind: ['tag'] };
  const [mine, theirs] = [await read({ filter }), await read({ filter, id: other.id })];
  expect([mine.nodes[0].tag, theirs.nodes[0].tag]).toEqual([{ name: 'VIP' }, { name: 'VIP' }]);
  expect(mine.nodes[0].id).not.toBe(theirs.nodes[0].id);
  const { nodes } = await read();
  expect(new Set(nodes.map(({ id, kind }: { id: string; kind: string }) => `${kind} ${id}`)).size).toBe(9);
});

test('it takes as many statements for many contacts as for one', async () => {
  const ALL = `{ contacts(first: 100) { nodes { timeline(first: 3) { nodes {
    kind ... on TimelineReply { reply { text } } ... on TimelineCall { call { status } } } } } } }`;
  const statements = async () => (await app.statements(() => inbox.ask(ALL))).length;
  await statements();
  const few = await statements();
  const { teamId, routeId } = inbox;
  const contacts = await app.db.contact.createManyAndReturn({
    data: Array.from({ length: 50 }, (_, n) => ({ teamId, number: BigInt(ADA + 100 + n) })),
  });
  await app.db.smsReply.createMany({
    data: contacts.map(({ id, number }, n) => ({
      teamId,
      routeId,
      contactId: id,
      fromNumber: number,
      providerId: `many ${n}`,
      text: 'Hi',
      receivedAt: at(9),
    })),
  });
  expect(await statements()).toBe(few);
});

test('another team has no timeline of it', async () => {
  const rival = await createInbox(app, 'Rival');
  const { data, errors } = await rival.ask(TIMELINE, { id: contactId });
  expect([data, errors[0].extensions.code]).toEqual([{ contact: null }, 'NOT_FOUND']);
  const own = await app.db.contact.create({ data: { teamId: rival.teamId, number: BigInt(ADA) } });
  const theirs = await rival.ask(TIMELINE, { id: own.id });
  expect(theirs.data.contact.timeline.nodes).toEqual([]);
});
