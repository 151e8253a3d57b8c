import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { ERASE } from '../person/support.ts';
import { ADA, conversationOf, createInbox, type Inbox, SEND_REPLY } from './support.ts';

let app: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  inbox = await createInbox(app);
});
afterAll(() => app.close());

const CONVERSATIONS = '{ conversations { nodes { number isSuppressed unreadCount lastText } } }';
const conversationsOf = async (one: Inbox) => (await one.ask(CONVERSATIONS)).data.conversations.nodes;
const sendSms = async (one: Inbox, to: string) => {
  const { id: routingPlanId } = await app.db.routingPlan.create({
    data: { teamId: one.teamId, name: `Plan for ${to}`, defaultRouteId: one.routeId },
  });
  return one.ask('mutation ($input: SendSmsInput!) { sendSms(input: $input) { directMessage { status } } }', {
    input: { to, text: 'Hello', routingPlanId },
  });
};

test('a person of two teams writes to each of them, and a STOP to one is none to the other', async () => {
  const other = await createInbox(app, 'Other');
  await inbox.write('Hello');
  await other.write('Hi there');
  await other.write('STOP');
  expect(await conversationsOf(inbox)).toEqual([
    { number: `+${ADA}`, isSuppressed: false, unreadCount: 1, lastText: 'Hello' },
  ]);
  expect(await conversationsOf(other)).toEqual([
    { number: `+${ADA}`, isSuppressed: true, unreadCount: 2, lastText: 'STOP' },
  ]);
  expect((await sendSms(inbox, `+${ADA}`)).data.sendSms.directMessage.status).toBe('queued');
  expect((await sendSms(other, `+${ADA}`)).errors[0].message).toBe('This number asked not to be contacted.');
});

test('a person is one, however a provider and a member write the number', async () => {
  for (const from of ['+49 1511 2345678', '004915112345678', '4915112345678', '+49 (0) 1511 2345-678'])
    await inbox.write(`From ${from}`, { from });
  expect(await conversationsOf(inbox)).toEqual([
    { number: `+${ADA}`, isSuppressed: false, unreadCount: 4, lastText: 'From +49 (0) 1511 2345-678' },
  ]);
  await inbox.write('stop', { from: '00 49 1511 2345678' });
  for (const to of ['+4915112345678', '0049 1511 2345678', '+49 (0)1511 2345678'])
    expect((await sendSms(inbox, to)).errors[0].message).toBe('This number asked not to be contacted.');
});

test.each([
  ['Mexico', '5215512345678', '525512345678'],
  ['Argentina', '541123456789', '5491123456789'],
  ['Ivory Coast', '22507123456', '2250707123456'],
])(
  'a STOP from a number of %s holds in its former and its present form, and so does an erasure',
  async (_where, former, present) => {
    await inbox.write('STOP', { from: former });
    expect((await sendSms(inbox, `+${present}`)).errors[0].message).toBe('This number asked not to be contacted.');
    const other = await createInbox(app, 'Other');
    await app.db.contact.create({ data: { teamId: other.teamId, number: BigInt(present), name: 'Zoe' } });
    const { data } = await other.ask(ERASE, { input: { number: `+${former}` } });
    expect(data.erasePerson.contactsCount).toBe(1);
    for (const to of [former, present]) {
      expect((await sendSms(other, `+${to}`)).errors[0].message).toBe(
        'The data of the person with this number was erased; nobody writes to them again.',
      );
    }
  },
);

test('a reply to a message of a deleted campaign is kept with its message, and a keyword answers it', async () => {
  const { teamId } = inbox;
  const { campaignId, routeId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
  const where = { teamId_id: { teamId, id: contactIds[0]! } };
  await app.db.contact.update({ where, data: { number: BigInt(ADA) } });
  await app.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { senderId: '49301234' } });
  await inbox.ask(START, { id: campaignId });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  await engine.pass(2);
  const message = await app.db.smsMessage.findFirstOrThrow({ where: { teamId } });
  await app.db.smsMessage.updateMany({ where: { teamId }, data: { smsRoutingRouteId: inbox.routeId } });
  const deleted = await inbox.ask('mutation ($id: ID!) { deleteSmsCampaign(id: $id) { id } }', { id: campaignId });
  expect(deleted.errors).toBeUndefined();
  await app.db.replyKeyword.create({
    data: { teamId, word: 'menu', folded: 'MENU', answer: 'Soup.' },
  });
  expect((await inbox.write('menu')).status).toBeLessThan(300);
  const { data } = await inbox.ask('{ replies { nodes { kind keyword message { id } smsCampaign { id } } } }');
  expect(data.replies.nodes).toEqual([
    { kind: 'keyword', keyword: 'MENU', message: { id: message.id }, smsCampaign: null },
  ]);
  expect((await inbox.work()).map(({ text }) => text)).toEqual(['Soup.']);
});

test('a STOP ends the conversation for every member, whoever is its assignee', async () => {
  await inbox.write('Hello');
  const conversationId = await conversationOf(inbox);
  const ann = await signIn(app, [[inbox.teamId, 'member']]);
  const { userId } = await app.db.membership.findFirstOrThrow({ where: { teamId: inbox.teamId, role: 'member' } });
  await inbox.ask(
    'mutation ($id: ID!, $input: AssignConversationInput!) { assignConversation(id: $id, input: $input) { id } }',
    { id: conversationId, input: { assigneeId: userId } },
  );
  const answer = (token: string) =>
    app.graphql(SEND_REPLY, { token, variables: { input: { conversationId, text: 'We open at nine.' } } });
  expect((await answer(inbox.token)).errors).toBeUndefined();
  await inbox.write('Stop');
  for (const token of [inbox.token, ann])
    expect((await answer(token)).errors![0]!.message).toBe('This number asked not to be contacted.');
  // Not even what a member wrote before.
  expect(await inbox.work()).toEqual([]);
});

test('an automatic answer stands behind its question, though both are of one moment', async () => {
  await app.db.replyKeyword.create({ data: { teamId: inbox.teamId, word: 'menu', folded: 'MENU', answer: 'Soup.' } });
  const at = new Date('2026-11-20T10:00:00.000Z');
  for (let person = 0; person < 8; person += 1) {
    const reply = { from: String(ADA + person), to: '49301234', text: 'menu', at, isStop: false };
    const inbound = { receipts: [], replies: [{ ...reply, id: `menu ${person}` }] };
    await receiveInbound(app.services.db, { teamId: inbox.teamId, id: inbox.routeId }, inbound, at);
  }
  const { data } = await inbox.ask('{ conversations { nodes { messages(first: 2) { nodes { text } } } } }');
  expect(data.conversations.nodes.map(({ messages }: Shown) => messages.nodes.map(({ text }) => text))).toEqual(
    Array.from({ length: 8 }, () => ['Soup.', 'menu']),
  );
});

interface Shown {
  messages: { nodes: { text: string }[] };
}
