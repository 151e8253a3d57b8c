import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { refused } from '../../../support/mutate.ts';
import { createOutbox } from '../../../support/outbox.ts';
import { createSmsCampaign, feed, START, testEngine } from '../../../support/sending.ts';
import { ADA, createInbox, type Inbox } from './support.ts';

let test: TestApp;
let inbox: Inbox;
const outbox = createOutbox();
beforeAll(async () => {
  test = await createTestApp(outbox.environment);
});
afterAll(() => test.close());
afterAll(() => outbox.remove());
beforeEach(async () => {
  inbox = await createInbox(test);
});

const FIELDS = '{ id word match sender answer notifyUserIds tag { name } smsCampaign { id } }';
const CREATE = `mutation ($input: CreateReplyKeywordInput!) { createReplyKeyword(input: $input) ${FIELDS} }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateReplyKeywordInput!) { updateReplyKeyword(id: $id, input: $input) ${FIELDS} }`;
const create = async (input: object) => (await inbox.ask(CREATE, { input })).data.createReplyKeyword;
const fieldsOf = async (query: string, input: object, id?: string) =>
  (await inbox.ask(query, { id, input })).errors?.[0].extensions.fields;
const answers = async () => (await inbox.work()).map(({ text }) => text);

describe('a keyword', () => {
  it('tags the contact and answers, whatever its case and accents', async () => {
    const { teamId } = inbox;
    const contact = await test.db.contact.create({ data: { teamId, number: ADA } });
    const tag = await test.db.tag.create({ data: { teamId, name: 'interested' } });
    expect(await create({ word: 'Café', tagId: tag.id, answer: 'See you there!' })).toMatchObject({
      word: 'Café',
      match: 'exact',
      tag: { name: 'interested' },
    });
    await inbox.write('cafe please!');
    await inbox.write('cafe tomorrow');
    expect(await answers()).toEqual(['See you there!']);
    const tagged = await test.db.contactTag.findMany({ where: { teamId } });
    expect(tagged).toMatchObject([{ contactId: contact.id, tagId: tag.id }]);
    const { data } = await inbox.ask('{ replies { nodes { text kind keyword } } }');
    expect(data.replies.nodes).toEqual([
      { text: 'cafe tomorrow', kind: 'text', keyword: null },
      { text: 'cafe please!', kind: 'keyword', keyword: 'CAFE' },
    ]);
  });

  it('never comes before STOP, HELP or START, nor answers anybody after STOP', async () => {
    await create({ word: 'st', match: 'prefix', answer: 'Wrong.' });
    await create({ word: 'info pack', answer: 'Attached.' });
    await test.db.replyKeyword.create({
      data: { teamId: inbox.teamId, word: 'stop', folded: 'STOP', match: 'prefix', answer: 'Wrong.' },
    });
    await inbox.write('Stop.');
    await inbox.write('info pack');
    expect(await answers()).toEqual([]);
    const { data } = await inbox.ask(
      '{ replies(filter: { kind: [stop] }) { totalCount } suppressedNumbers { totalCount } }',
    );
    expect(data).toEqual({ replies: { totalCount: 1 }, suppressedNumbers: { totalCount: 1 } });
    const word = ['The word field is a word for STOP, which always comes first.'];
    expect(await fieldsOf(CREATE, { word: 'S.T.O.P', answer: 'x' })).toEqual({ word });
    await test.db.sendingSettings.update({ where: { teamId: inbox.teamId }, data: { stopWords: ['basta'] } });
    expect(await fieldsOf(CREATE, { word: 'Basta!', answer: 'x' })).toEqual({ word });
  });

  it('of the campaign comes before one of the sender, that before any, and the longest first', async () => {
    const { teamId } = inbox;
    await create({ word: 'menu', match: 'prefix', answer: 'short' });
    await create({ word: 'menu lunch', match: 'prefix', answer: 'long' });
    await create({ word: 'menu', match: 'prefix', sender: 'Other', answer: 'never' });
    await inbox.write('Menu today', { from: '4915100000001' });
    await inbox.write('menu lunch today', { from: '4915100000002' });
    await inbox.write('menus', { from: '4915100000003' });
    expect(await answers()).toEqual(['short', 'long']);
    await create({ word: 'menu', match: 'prefix', sender: '+49 30 1234', answer: 'of the sender' });
    await inbox.write('menu lunch', { from: '4915100000004' });
    expect(await answers()).toEqual(['of the sender']);
    const campaign = await test.db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
    await create({ word: 'menu', smsCampaignId: campaign.id, answer: 'of the campaign' });
    await inbox.write('menu', { from: '4915100000005' });
    expect(await answers()).toEqual(['of the sender']);
  });

  it('is answered once in ten minutes', async () => {
    await create({ word: 'ping', answer: 'pong' });
    await create({ word: 'pong', answer: 'ping' });
    for (const text of ['ping', 'pong', 'ping', 'pong']) await inbox.write(text);
    expect(await answers()).toEqual(['pong', 'ping']);
  });

  it('is refused without an action, taken, out of bounds or with what is another team’s', async () => {
    const rival = await createInbox(test, 'Rival');
    const theirs = await test.db.tag.create({ data: { teamId: rival.teamId, name: 'theirs' } });
    const campaign = await test.db.smsCampaign.create({ data: { teamId: rival.teamId, name: 'Theirs' } });
    expect(await fieldsOf(CREATE, { word: 'yes' })).toEqual({
      answer: ['The answer field must be given, or a tag id, or somebody to notify.'],
    });
    expect(
      await fieldsOf(CREATE, { word: '!', tagId: theirs.id, smsCampaignId: campaign.id, answer: 'x'.repeat(481) }),
    ).toEqual({
      word: ['The word field is required.'],
      tagId: ['The selected tag id is invalid.'],
      smsCampaignId: ['The selected sms campaign id is invalid.'],
      answer: ['The answer field must not be greater than 480 characters.'],
    });
    const { id } = await create({ word: 'yes', answer: 'Great.' });
    expect(await fieldsOf(CREATE, { word: 'YES!', answer: 'x' })).toEqual({
      word: ['The word has already been taken.'],
    });
    const other = await create({ word: 'no', answer: 'Pity.' });
    expect(await fieldsOf(UPDATE, { word: 'Yes' }, other.id)).toEqual({
      word: ['The word has already been taken.'],
    });
    expect(await fieldsOf(UPDATE, { answer: null }, id)).toEqual({
      answer: ['The answer field must be given, or a tag id, or somebody to notify.'],
    });
    const changed = await inbox.ask(UPDATE, { id, input: { match: 'prefix', sender: 'Acme' } });
    expect(changed.data.updateReplyKeyword).toMatchObject({
      word: 'yes',
      match: 'prefix',
      sender: 'Acme',
      answer: 'Great.',
    });
    const missing = refused('NOT_FOUND', 'Reply keyword not found.');
    expect(await rival.ask(UPDATE, { id, input: { word: 'mine' } })).toMatchObject(missing);
    const DELETE = 'mutation ($id: ID!) { deleteReplyKeyword(id: $id) { id } }';
    expect(await rival.ask(DELETE, { id })).toMatchObject(missing);
    expect((await inbox.ask(DELETE, { id })).data.deleteReplyKeyword).toEqual({ id });
    expect((await inbox.ask('{ replyKeywords { nodes { word } } }')).data.replyKeywords.nodes).toEqual([
      { word: 'no' },
    ]);
  });

  it('goes on without its tag when that is deleted', async () => {
    const tag = await test.db.tag.create({ data: { teamId: inbox.teamId, name: 'interested' } });
    await create({ word: 'yes', tagId: tag.id, answer: 'Great.' });
    await inbox.ask('mutation ($id: ID!) { deleteTag(id: $id) { id } }', { id: tag.id });
    await inbox.write('yes');
    expect(await answers()).toEqual(['Great.']);
  });

  async function createMember(email: string): Promise<string> {
    const { id } = await test.db.user.create({ data: { email, name: 'Ann', passwordHash: 'none' } });
    await test.db.membership.create({ data: { teamId: inbox.teamId, userId: id, role: 'member' } });
    return id;
  }
  async function sendLetters(): Promise<void> {
    await makeJobsDue(test);
    await runJobs(test);
  }
  const lettersTo = (email: string) =>
    outbox.to(email).map((letter) => letter.slice(letter.indexOf('Subject: ')).trimEnd());

  it('notifies members by e-mail, once for the replies of a minute', async () => {
    const [ann, bob] = [await createMember('ann@acme.example'), await createMember('bob@acme.example')];
    const { id, notifyUserIds } = await create({ word: 'Call me', match: 'prefix', notifyUserIds: [ann, bob, ann] });
    expect(notifyUserIds).toEqual([ann, bob]);
    await inbox.write('Call me at nine', { id: 'first' });
    // The provider reports it again.
    await inbox.write('Call me at nine', { id: 'first' });
    await inbox.write('Something else');
    await sendLetters();
    const first = `Subject: A reply to Acme: Call me

+4915112345678 wrote:

Call me at nine

Read and answer in the inbox:

https://outbound.example/app/inbox`;
    expect([lettersTo('ann@acme.example'), lettersTo('bob@acme.example')]).toEqual([[first], [first]]);

    await test.db.membership.delete({ where: { teamId_userId: { teamId: inbox.teamId, userId: bob } } });
    await inbox.write('Call me', { from: '4915100000001' });
    await inbox.write('call me now', { from: '4915100000002' });
    await sendLetters();
    expect(lettersTo('ann@acme.example').slice(1)).toEqual([
      `Subject: 2 replies to Acme: Call me

The newest is from +4915100000002:

call me now

Read and answer in the inbox:

https://outbound.example/app/inbox`,
    ]);
    expect(lettersTo('bob@acme.example')).toEqual([first]);
    await inbox.ask(UPDATE, { id, input: { notifyUserIds: null, answer: 'Soon.' } });
    await inbox.write('Call me', { from: '4915100000003' });
    await sendLetters();
    expect(lettersTo('ann@acme.example')).toHaveLength(2);
  });

  it('tells of replies whose people were not erased before the e-mail, and of nobody else', async () => {
    const ann = await createMember('ann@erased.example');
    await create({ word: 'yes', notifyUserIds: [ann] });
    const erase = async (number: number) => {
      const ERASE = 'mutation ($input: PersonInput!) { erasePerson(input: $input) { recordsCount } }';
      expect((await inbox.ask(ERASE, { input: { number: String(number) } })).errors).toBeUndefined();
    };
    await inbox.write('yes', { from: String(ADA + 1) });
    await inbox.write('Yes!', { from: String(ADA + 2) });
    await inbox.write('yes');
    await erase(ADA);
    await sendLetters();
    const letter = `Subject: 2 replies to Acme: yes

The newest is from +4915112345680:

Yes!

Read and answer in the inbox:

https://outbound.example/app/inbox`;
    expect(lettersTo('ann@erased.example')).toEqual([letter]);

    await inbox.write('yes', { from: String(ADA + 3) });
    await erase(ADA + 3);
    await sendLetters();
    expect(lettersTo('ann@erased.example')).toEqual([letter]);
  });

  it('notifies members of its team alone, and none who left it', async () => {
    const rival = await createInbox(test, 'Rival');
    const ann = await createMember('ann@left.example');
    const theirs = await test.db.user.create({
      data: { email: 'eve@rival.example', name: 'Eve', passwordHash: 'none' },
    });
    await test.db.membership.create({ data: { teamId: rival.teamId, userId: theirs.id, role: 'member' } });
    const notifyUserIds = ['The selected notify user ids is invalid.'];
    for (const stranger of [theirs.id, '01940000-0000-7000-8000-000000000001', 'ann'])
      expect(await fieldsOf(CREATE, { word: 'yes', notifyUserIds: [ann, stranger] })).toEqual({ notifyUserIds });
    const { id } = await create({ word: 'yes', notifyUserIds: [ann] });
    const REMOVE = 'mutation ($userId: ID!) { removeMember(input: { userId: $userId }) { userId } }';
    expect((await inbox.ask(REMOVE, { userId: ann })).errors).toBeUndefined();
    const { data } = await inbox.ask('{ replyKeywords { nodes { id notifyUserIds } } }');
    expect(data.replyKeywords.nodes).toEqual([{ id, notifyUserIds: [] }]);
  });

  it('cannot notify anybody from a server without e-mail', async () => {
    const mute = await createTestApp();
    try {
      const other = await createInbox(mute);
      const { id } = await mute.db.user.create({
        data: { email: 'ann@acme.example', name: 'Ann', passwordHash: 'none' },
      });
      await mute.db.membership.create({ data: { teamId: other.teamId, userId: id, role: 'member' } });
      const { errors } = await other.ask(CREATE, { input: { word: 'yes', notifyUserIds: [id] } });
      expect(errors[0].extensions.code).toBe('UNAVAILABLE');
    } finally {
      await mute.close();
    }
  });

  it('puts its person into a feed whose segment has its tag', async () => {
    const { teamId, token } = inbox;
    await test.db.contact.create({ data: { teamId, number: ADA, countryId: 276 } });
    const { campaignId } = await createSmsCampaign(test, teamId, { contacts: 0, meta: feed({ feedId: null }) });
    const tag = await test.db.tag.findFirstOrThrow({ where: { teamId } });
    await create({ word: 'join', tagId: tag.id });
    await test.graphql(START, { variables: { id: campaignId }, token });
    const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
    await engine.run();
    expect(engine.provider.sent).toEqual([]);
    await inbox.write('Join!');
    await engine.pass(1);
    expect(engine.provider.sent.map(({ to }) => to)).toEqual([String(ADA)]);
  });
});
