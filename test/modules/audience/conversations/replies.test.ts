import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { refused } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { subscribe } from '../../../support/stream.ts';
import { ADA, conversationOf, createInbox, type Inbox, SEND_REPLY } from './support.ts';

let test: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  inbox = await createInbox(test);
});

const REPLIES = `query ($filter: ReplyFilter) { replies(filter: $filter) { totalCount
  nodes { text kind keyword toSender fromNumber readAt contact { id } message { id } smsCampaign { id } } } }`;
const textsOf = (answer: { data: { replies: { nodes: { text: string }[] } } }) =>
  answer.data.replies.nodes.map(({ text }) => text);

describe('what people write back', () => {
  it('is a reply of its kind, the newest first', async () => {
    for (const [at, text] of ['Who is this?', 'HELP', 'start', 'Stop!'].entries())
      await inbox.write(text, { timestamp: `2025-11-2${at + 1}T10:00:00Z` });
    const { data } = await inbox.ask(REPLIES);
    expect(data.replies.nodes.map(({ text, kind }: { text: string; kind: string }) => [text, kind])).toEqual([
      ['Stop!', 'stop'],
      ['start', 'start'],
      ['HELP', 'help'],
      ['Who is this?', 'text'],
    ]);
    expect(data.replies.nodes[3]).toMatchObject({ fromNumber: `+${ADA}`, toSender: '49301234', readAt: null });
    expect(textsOf(await inbox.ask(REPLIES, { filter: { kind: ['stop'] } }))).toEqual(['Stop!']);
    const on22nd = { from: '2025-11-22T00:00:00Z', to: '2025-11-23T00:00:00Z' };
    expect(textsOf(await inbox.ask(REPLIES, { filter: { receivedAt: on22nd } }))).toEqual(['HELP']);
    expect(textsOf(await inbox.ask(REPLIES, { filter: { fromNumber: ADA + 1 } }))).toEqual([]);
  });

  it('belongs to the newest message that may be out, of that sender if there is one, and to its campaign', async () => {
    const { campaignId, routeId, contactIds } = await createSmsCampaign(test, inbox.teamId, {
      contacts: 1,
      meta: manual(1),
    });
    await inbox.ask(START, { id: campaignId });
    await testEngine(test, new Date(Date.now() + 1_000).toISOString()).run();
    const message = await test.db.smsMessage.findFirstOrThrow({ where: { teamId: inbox.teamId } });
    const { id: newerId } = await test.db.smsMessage.create({
      data: {
        ...message,
        routeChoice: undefined,
        id: undefined as never,
        senderId: '49309999',
        createdAt: new Date(Date.now() + 60_000),
      },
    });
    const secret = await giveProvider(test, inbox.teamId, routeId);
    const replies = [
      { id: '1', from: message.phoneNormalized, to: 'Acme', text: 'To Acme' },
      { id: '2', from: message.phoneNormalized, text: 'To anybody' },
    ];
    await report(test, `/hooks/sms/${inbox.teamId}/${routeId}`, secret, { replies });
    const { data } = await inbox.ask(REPLIES, { filter: { smsCampaignId: campaignId } });
    const found = new Map(data.replies.nodes.map((node: { text: string }) => [node.text, node]));
    expect(found.get('To Acme')).toMatchObject({ message: { id: message.id }, contact: { id: contactIds[0] } });
    expect(found.get('To anybody')).toMatchObject({ message: { id: newerId }, smsCampaign: { id: campaignId } });
    const back = await inbox.ask('query ($id: ID!) { smsMessage(id: $id) { replies { nodes { text } } } }', {
      id: message.id,
    });
    expect(back.data.smsMessage.replies.nodes).toEqual([{ text: 'To Acme' }]);
  });

  it('is unread until somebody marks it, once', async () => {
    await inbox.write('One');
    await inbox.write('Two');
    await inbox.write('Three', { from: '4915187654321' });
    const MARK = 'mutation ($input: MarkRepliesReadInput!) { markRepliesRead(input: $input) { readCount } }';
    const { id } = await test.db.smsReply.findFirstOrThrow({ where: { teamId: inbox.teamId, text: 'One' } });
    const mark = async (input: object) => (await inbox.ask(MARK, { input })).data.markRepliesRead.readCount;
    expect(await mark({ replyIds: [id, id] })).toBe(1);
    expect(await mark({ replyIds: [id] })).toBe(0);
    const unread = async () => {
      const { data } = await inbox.ask(
        '{ conversations(filter: { isUnread: true }) { nodes { lastText unreadCount } } }',
      );
      return data.conversations.nodes;
    };
    expect(await unread()).toEqual([
      { lastText: 'Three', unreadCount: 1 },
      { lastText: 'Two', unreadCount: 1 },
    ]);
    const conversation = await test.db.conversation.findFirstOrThrow({ where: { teamId: inbox.teamId, number: ADA } });
    expect(await mark({ conversationId: conversation.id })).toBe(1);
    expect(await unread()).toEqual([{ lastText: 'Three', unreadCount: 1 }]);
    expect(textsOf(await inbox.ask(REPLIES, { filter: { isUnread: true } }))).toEqual(['Three']);
    const both = await inbox.ask(MARK, { input: { replyIds: [id], conversationId: conversation.id } });
    expect(both.errors[0].extensions.fields).toEqual({
      replyIds: ['The reply ids field must be given, or a conversation id instead.'],
    });
  });

  it('is counted once, however often its provider repeats it', async () => {
    await inbox.write('Hi', { id: 'same' });
    await inbox.write('Hi', { id: 'same' });
    const { data } = await inbox.ask('{ conversations { totalCount nodes { unreadCount } } replies { totalCount } }');
    expect(data).toEqual({
      conversations: { totalCount: 1, nodes: [{ unreadCount: 1 }] },
      replies: { totalCount: 1 },
    });
  });

  it('is told to subscribers of the team, or of its conversation, and to nobody else', async () => {
    await inbox.write('Before');
    const conversationId = await conversationOf(inbox);
    const rival = await createInbox(test, 'Rival');
    const fetch = (request: Request) => test.app.fetch(request);
    const query = 'subscription ($id: ID) { replyReceived(conversationId: $id) { text fromNumber } }';
    const all = await subscribe(fetch, query, { token: inbox.token });
    const one = await subscribe(fetch, query, { token: inbox.token, variables: { id: conversationId } });
    await rival.write('Of the rival');
    await inbox.write('Elsewhere', { from: '4915187654321' });
    await inbox.write('Here');
    const texts = async (stream: typeof all) => (await stream.next())!.data;
    expect([await texts(all), await texts(all)]).toEqual([
      { replyReceived: { text: 'Elsewhere', fromNumber: '+4915187654321' } },
      { replyReceived: { text: 'Here', fromNumber: `+${ADA}` } },
    ]);
    expect(await texts(one)).toEqual({ replyReceived: { text: 'Here', fromNumber: `+${ADA}` } });
    await Promise.all([all.leave(), one.leave()]);
    await expect(
      subscribe(fetch, query, { token: rival.token, variables: { id: conversationId } }).then((stream) =>
        stream.next(),
      ),
    ).resolves.toMatchObject(refused('NOT_FOUND', 'Conversation not found.'));
  });
});

describe('a conversation', () => {
  it('is watched: replies, states of answers, and the STOP that ends it', async () => {
    await inbox.write('Hi');
    const id = await conversationOf(inbox);
    const rival = await createInbox(test, 'Rival');
    const fetch = (request: Request) => test.app.fetch(request);
    const query = `subscription ($id: ID!) { conversationChanged(id: $id) {
      unreadCount status isSuppressed messages(first: 1) { nodes { text status } } } }`;
    interface Watched {
      conversationChanged: {
        unreadCount: number;
        status: string;
        isSuppressed: boolean;
        messages: { nodes: object[] };
      };
    }
    const stream = await subscribe<Watched>(fetch, query, { token: inbox.token, variables: { id } });
    const shows = (conversation: object) =>
      stream.until(({ data }) => JSON.stringify(data?.conversationChanged) === JSON.stringify(conversation));
    const last = (text: string, status: string | null) => ({ messages: { nodes: [{ text, status }] } });
    const open = { unreadCount: 1, status: 'open', isSuppressed: false };
    await shows({ ...open, ...last('Hi', null) });
    await inbox.ask(SEND_REPLY, { input: { conversationId: id, text: 'Hello.' } });
    await shows({ ...open, ...last('Hello.', 'queued') });
    await inbox.work();
    await shows({ ...open, ...last('Hello.', 'accepted') });
    await inbox.receipt('p1', 'delivered');
    await shows({ ...open, ...last('Hello.', 'delivered') });
    await inbox.ask('mutation ($id: ID!) { markRepliesRead(input: { conversationId: $id }) { readCount } }', { id });
    await inbox.ask('mutation ($id: ID!) { closeConversation(id: $id) { id } }', { id });
    await shows({ unreadCount: 0, status: 'closed', isSuppressed: false, ...last('Hello.', 'delivered') });
    await inbox.write('STOP');
    await shows({ unreadCount: 1, status: 'open', isSuppressed: true, ...last('STOP', null) });
    await stream.leave();
    await expect(
      subscribe(fetch, query, { token: rival.token, variables: { id } }).then((theirs) => theirs.next()),
    ).resolves.toMatchObject(refused('NOT_FOUND', 'Conversation not found.'));
  });

  it('shows its last text, opens again with a reply, and is assigned and closed', async () => {
    await inbox.write('First', { timestamp: '2025-11-22T10:00:00Z' });
    await inbox.write('Late', { timestamp: '2025-11-21T10:00:00Z' });
    const id = await conversationOf(inbox);
    const SHOW = `id number sender status lastText lastDirection lastActivityAt lastReplyAt unreadCount assignee { id }`;
    expect(
      (await inbox.ask(`query ($id: ID!) { conversation(id: $id) { ${SHOW} } }`, { id })).data.conversation,
    ).toEqual({
      id,
      number: `+${ADA}`,
      sender: '49301234',
      status: 'open',
      lastText: 'First',
      lastDirection: 'inbound',
      lastActivityAt: '2025-11-22T10:00:00.000Z',
      lastReplyAt: '2025-11-22T10:00:00.000Z',
      unreadCount: 2,
      assignee: null,
    });
    const close = 'mutation ($id: ID!) { closeConversation(id: $id) { status } }';
    expect((await inbox.ask(close, { id })).data.closeConversation.status).toBe('closed');
    const open = '{ conversations(filter: { status: [open] }) { totalCount } }';
    expect((await inbox.ask(open)).data.conversations.totalCount).toBe(0);
    await inbox.write('Again');
    expect((await inbox.ask(open)).data.conversations.totalCount).toBe(1);
    await inbox.ask(close, { id });
    const reopen = 'mutation ($id: ID!) { reopenConversation(id: $id) { status } }';
    expect((await inbox.ask(reopen, { id })).data.reopenConversation.status).toBe('open');

    const assign = `mutation ($id: ID!, $to: ID) {
      assignConversation(id: $id, input: { assigneeId: $to }) { assignee { id } } }`;
    const user = await test.db.user.create({ data: { name: 'Bea', email: `bea-${id}@example.com`, passwordHash: '' } });
    const foreign = await inbox.ask(assign, { id, to: user.id });
    expect(foreign.errors[0].extensions.fields).toEqual({ assigneeId: ['The selected assignee id is invalid.'] });
    await test.db.membership.create({ data: { teamId: inbox.teamId, userId: user.id } });
    expect((await inbox.ask(assign, { id, to: user.id })).data.assignConversation.assignee).toEqual({
      id: user.id,
    });
    const mine = 'query ($to: ID!) { conversations(filter: { assigneeId: $to }) { nodes { id } } }';
    expect((await inbox.ask(mine, { to: user.id })).data.conversations.nodes).toEqual([{ id }]);
    expect((await inbox.ask(assign, { id })).data.assignConversation.assignee).toBeNull();
  });

  it('is nobody’s once its assignee has left the team, and not theirs again when they come back', async () => {
    await inbox.write('First');
    const id = await conversationOf(inbox);
    const person = await test.db.user.create({
      data: { name: 'Bea', email: `left-${id}@example.com`, passwordHash: '' },
    });
    const member = { teamId: inbox.teamId, userId: person.id };
    await test.db.membership.create({ data: member });
    const assign = `mutation ($id: ID!, $to: ID) {
      assignConversation(id: $id, input: { assigneeId: $to }) { assignee { id } } }`;
    expect((await inbox.ask(assign, { id, to: person.id })).errors).toBeUndefined();
    const remove = 'mutation ($id: ID!) { removeMember(input: { userId: $id }) { userId } }';
    expect((await inbox.ask(remove, { id: person.id })).errors).toBeUndefined();
    const assigned = `{ yes: conversations(filter: { isAssigned: true }) { totalCount }
      no: conversations(filter: { isAssigned: false }) { totalCount nodes { assignee { id } } } }`;
    const nobodys = { yes: { totalCount: 0 }, no: { totalCount: 1, nodes: [{ assignee: null }] } };
    expect((await inbox.ask(assigned)).data).toEqual(nobodys);
    await test.db.membership.create({ data: member });
    expect((await inbox.ask(assigned)).data).toEqual(nobodys);
  });

  it('has its messages in one order, page by page in both directions, whatever they are', async () => {
    const { teamId } = inbox;
    for (const minute of [1, 3, 5]) await inbox.write(`in ${minute}`, { timestamp: `2025-11-22T10:0${minute}:00Z` });
    const id = await conversationOf(inbox);
    const contact = await test.db.contact.create({ data: { teamId, number: ADA } });
    await test.db.conversation.updateMany({ where: { teamId }, data: { contactId: contact.id } });
    const direct = {
      teamId,
      number: ADA,
      smsParts: 1,
      dueAt: new Date(),
      kind: 'one_off',
      routeId: inbox.routeId,
    } as const;
    for (const [minute, senderId] of [
      [2, '49301234'],
      [4, '49301234'],
      [4, 'Other'],
    ] as const)
      await test.db.directMessage.create({
        data: {
          ...direct,
          senderId,
          text: `out ${minute} ${senderId}`,
          createdAt: new Date(`2025-11-22T10:0${minute}:00Z`),
        },
      });
    const campaign = await test.db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
    const send = await test.db.smsSend.create({ data: { teamId, smsCampaignId: campaign.id, meta: {} } });
    await test.db.smsMessage.create({
      data: {
        ...{ teamId, smsCampaignId: campaign.id, smsSendId: send.id, contactId: contact.id },
        ...{ phoneNormalized: String(ADA), finalText: 'campaign 0', senderId: '49301234', status: 'delivered' },
        createdAt: new Date('2025-11-22T10:00:00Z'),
      },
    });
    const PAGE = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { conversation(id: $id) {
      messages(first: $first, after: $after, last: $last, before: $before) { totalCount
        nodes { text direction source status } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
    const page = async (args: object) => (await inbox.ask(PAGE, { id, ...args })).data.conversation.messages;
    const texts = (found: { nodes: { text: string }[] }) => found.nodes.map(({ text }) => text);
    const first = await page({ first: 4 });
    expect(first.nodes).toEqual([
      { text: 'in 5', direction: 'inbound', source: 'reply', status: null },
      { text: 'out 4 49301234', direction: 'outbound', source: 'direct', status: 'queued' },
      { text: 'in 3', direction: 'inbound', source: 'reply', status: null },
      { text: 'out 2 49301234', direction: 'outbound', source: 'direct', status: 'queued' },
    ]);
    expect([first.totalCount, first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage]).toEqual([6, true, false]);
    const second = await page({ first: 4, after: first.pageInfo.endCursor });
    expect(second.nodes).toEqual([
      { text: 'in 1', direction: 'inbound', source: 'reply', status: null },
      { text: 'campaign 0', direction: 'outbound', source: 'campaign', status: 'delivered' },
    ]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const back = await page({ last: 3, before: second.pageInfo.startCursor });
    expect(texts(back)).toEqual(['out 4 49301234', 'in 3', 'out 2 49301234']);
    expect(back.pageInfo.hasPreviousPage).toBe(true);
    const FILTERED = `query ($id: ID!, $filter: ConversationMessageFilter) { conversation(id: $id) {
      messages(filter: $filter) { totalCount nodes { text } } } }`;
    const some = async (filter: object) => {
      const { messages } = (await inbox.ask(FILTERED, { id, filter })).data.conversation;
      return [messages.totalCount, ...texts(messages)];
    };
    expect(await some({ direction: ['outbound'] })).toEqual([3, 'out 4 49301234', 'out 2 49301234', 'campaign 0']);
    expect(await some({ source: ['campaign'] })).toEqual([1, 'campaign 0']);
    expect(await some({ source: ['reply', 'direct'], at: { from: '2025-11-22T10:04:00Z' } })).toEqual([
      ...[2, 'in 5', 'out 4 49301234'],
    ]);
    expect(await some({ direction: ['inbound'], source: ['campaign'] })).toEqual([0]);
    const forged = await inbox.ask(PAGE, { id, after: 'forged' });
    expect(forged.errors[0].extensions.fields).toEqual({ after: ['The selected after is invalid.'] });
  });

  it('costs as many statements for many conversations as for one', async () => {
    const ask = async () =>
      (
        await test.statements(() =>
          inbox.ask(
            '{ conversations { nodes { lastText contact { id } messages(first: 3) { totalCount nodes { text } } } } }',
          ),
        )
      ).length;
    await inbox.write('One');
    const one = await ask();
    for (const from of ['4915100000001', '4915100000002', '4915100000003']) await inbox.write('More', { from });
    expect(await ask()).toBe(one);
  });

  it('of another team is not there', async () => {
    await inbox.write('Hi');
    const id = await conversationOf(inbox);
    const rival = await createInbox(test, 'Rival');
    const missing = refused('NOT_FOUND', 'Conversation not found.');
    for (const change of [
      'assignConversation(id: $id, input: {})',
      'closeConversation(id: $id)',
      'reopenConversation(id: $id)',
    ]) {
      expect(await rival.ask(`mutation ($id: ID!) { ${change} { id } }`, { id })).toMatchObject(missing);
    }
    expect(await rival.ask('query ($id: ID!) { conversation(id: $id) { id } }', { id })).toMatchObject(missing);
    const marked = await rival.ask(
      `mutation ($id: ID) { markRepliesRead(input: { conversationId: $id }) { readCount } }`,
      { id },
    );
    expect(marked.data.markRepliesRead.readCount).toBe(0);
    expect((await rival.ask('{ replies { totalCount } conversations { totalCount } }')).data).toEqual({
      replies: { totalCount: 0 },
      conversations: { totalCount: 0 },
    });
  });
});

it('a message knows when its reader first wrote back anything but STOP, and reports count it once', async () => {
  const { campaignId, routeId } = await createSmsCampaign(test, inbox.teamId, { contacts: 2, meta: manual() });
  const secret = await giveProvider(test, inbox.teamId, routeId);
  await inbox.ask(START, { id: campaignId });
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  const [one, two] = engine.provider.sent;
  const say = (from: string, text: string, timestamp: string) =>
    report(test, `/hooks/sms/${inbox.teamId}/${routeId}`, secret, {
      replies: [{ id: `${from}-${text}`, from, text, timestamp }],
    });
  await say(one!.to, 'Hi', '2025-11-22T10:00:00Z');
  await say(one!.to, 'Hello?', '2025-11-22T11:00:00Z');
  await say(two!.to, 'STOP', '2025-11-22T10:00:00Z');
  const { data } = await inbox.ask(
    '{ smsMessages { nodes { id repliedAt } } smsReport { totals { messages replied replyRate unsubscribed } } }',
  );
  expect(
    new Map(data.smsMessages.nodes.map((node: { id: string; repliedAt: string }) => [node.id, node.repliedAt])),
  ).toEqual(
    new Map([
      [one!.id, '2025-11-22T10:00:00.000Z'],
      [two!.id, null],
    ]),
  );
  expect(data.smsReport.totals).toEqual({ messages: 2, replied: 1, replyRate: 50, unsubscribed: 1 });
});

it('replies and conversations are found by each of their filters', async () => {
  const { teamId } = inbox;
  const { id: contactId } = await test.db.contact.create({ data: { teamId, number: BigInt(ADA), name: 'Ada' } });
  await test.db.replyKeyword.create({ data: { teamId, word: 'Menu', folded: 'MENU', answer: 'Soup.' } });
  await inbox.write('menu');
  await inbox.write('Hello', { from: String(ADA + 1), to: 'Acme' });
  const { data } = await inbox.ask('{ conversations { nodes { id number } } }');
  const conversationId = data.conversations.nodes.find(({ number }: { number: string }) => number === `+${ADA}`).id;
  const found = async (filter: object) => textsOf(await inbox.ask(REPLIES, { filter }));
  for (const filter of [
    { contactId },
    { conversationId },
    { fromNumber: `+${ADA}` },
    { keyword: 'MENU' },
    { kind: ['keyword'] },
    { toSender: '49301234' },
  ])
    expect([filter, await found(filter)]).toEqual([filter, ['menu']]);
  expect(await found({ toSender: 'Acme', kind: ['text'], isUnread: true })).toEqual(['Hello']);
  expect(await found({ contactId: crypto.randomUUID() })).toEqual([]);

  const CONVERSATIONS = 'query ($filter: ConversationFilter) { conversations(filter: $filter) { nodes { lastText } } }';
  const talks = async (filter: object) =>
    (await inbox.ask(CONVERSATIONS, { filter })).data.conversations.nodes.map(
      ({ lastText }: { lastText: string }) => lastText,
    );
  for (const filter of [{ contactId }, { number: `+${ADA}` }])
    expect([filter, await talks(filter)]).toEqual([filter, ['Soup.']]);
  expect(await talks({ number: `+${ADA + 1}`, isAssigned: false })).toEqual(['Hello']);
  expect(await talks({ isAssigned: true })).toEqual([]);
  expect(await talks({ lastActivityAt: { to: '2020-01-01T00:00:00Z' } })).toEqual([]);
});
