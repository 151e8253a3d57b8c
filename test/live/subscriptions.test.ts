import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { announceCallEvent, announceCampaign, announceDataFile, announceMessages } from '../../src/live/announce.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createContacts } from '../support/contacts.ts';
import { giveProvider, PERSON, report, visit } from '../support/hooks.ts';
import { PATIENCE } from '../support/patience.ts';
import { signIn } from '../support/people.ts';
import { markAll } from '../support/roll-ups.ts';
import { createSmsCampaign, manual, START, testEngine } from '../support/sending.ts';
import { type Stream, subscribe } from '../support/stream.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ SUBSCRIPTION_CHECK_MS: 100, SUBSCRIPTIONS_PER_VIEWER: 3 });
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const open = <Data = Record<string, unknown>>(query: string, token: string | undefined = acme.token, variables = {}) =>
  subscribe<Data>((request) => app.app.fetch(request), query, { token, variables });

const createCampaign = () =>
  app.db.smsCampaign.create({ data: { teamId: acme.team.id, name: 'Autumn', status: 'running' } });

const SMS = `subscription ($id: ID!) { campaignProgress(id: $id) {
  __typename status name ... on SmsCampaign { sendsByStatus { status count } messageCounts { total sent } } } }`;
const VOICE = `subscription ($id: ID!) { campaignProgress(id: $id) {
  __typename status name ... on VoiceCampaign { callsByOutcome { outcome count } } } }`;
const STATUS = 'subscription ($id: ID!) { campaignProgress(id: $id) { status } }';

const refused = async (stream: Stream<unknown>) => {
  const answer = await stream.next();
  expect(await stream.next()).toBeNull();
  return answer?.errors?.map(({ extensions }) => extensions.code);
};

/** As an operation would, which announces what it changes. */
const change = async (id: string, data: Prisma.SmsCampaignUpdateInput) => {
  const { db } = app;
  await db.smsCampaign.update({ where: { teamId_id: { teamId: acme.team.id, id } }, data });
  await announceCampaign(app.services.db, id);
};

describe('a campaign that goes out', () => {
  const PROGRESS = `subscription ($id: ID!) { campaignProgress(id: $id) {
    status progress { total queued ... on SmsCampaignProgress { sent delivered unsubscribed } } } }`;
  type Event = { campaignProgress: { status: string; progress: Record<string, number> } };

  test('ticks from its start to its last receipt and beyond, a STOP included, and is its team’s alone', async () => {
    const made = await createSmsCampaign(app, acme.team.id, {
      contacts: 4,
      meta: { sendType: 'manual', manualData: { sendAmount: 200, sendDatetime: null, throttleBatchSize: 2 } },
    });
    const secret = await giveProvider(app, acme.team.id, made.routeId);
    const stream = await open<Event>(PROGRESS, acme.token, { id: made.campaignId });
    const until = (status: string, progress: object) =>
      stream.until((event) => {
        const shown = event.data?.campaignProgress;
        return shown?.status === status && isDeepStrictEqual(shown.progress, { ...NONE, ...progress });
      });
    const NONE = { total: 0, queued: 0, sent: 0, delivered: 0, unsubscribed: 0 };
    await until('draft', {});
    await app.graphql(START, { variables: { id: made.campaignId }, token: acme.token });
    await until('running', {});
    const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
    await engine.run();
    await until('in_progress', { total: 4, queued: 2, sent: 2 });
    await engine.pass(5);
    await until('sent', { total: 4, sent: 4 });
    const hook = `/hooks/sms/${acme.team.id}/${made.routeId}`;
    const { id, to } = engine.provider.sent[0]!;
    await report(app, hook, secret, {
      receipts: [{ provider_id: `p-${id}`, status: 'delivered', timestamp: '2026-11-22T10:00:00Z' }],
    });
    await until('sent', { total: 4, sent: 4, delivered: 1 });
    await report(app, hook, secret, { replies: [{ id: 'stop', from: to, text: 'STOP' }] });
    await until('sent', { total: 4, sent: 4, delivered: 1, unsubscribed: 1 });
    expect(await refused(await open(PROGRESS, rival.token, { id: made.campaignId }))).toEqual(['NOT_FOUND']);
    await stream.leave();
  });
});

describe('the messages of a campaign', () => {
  const CHANGED = 'subscription ($id: ID!) { smsMessageChanged(smsCampaignId: $id) { id status isClicked } }';
  type Event = { smsMessageChanged: { id: string; status: string; isClicked: boolean } };

  test('are told of as they change, to their team alone', async () => {
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 2, meta: manual() });
    const secret = await giveProvider(app, acme.team.id, made.routeId);
    const stream = await open<Event>(CHANGED, acme.token, { id: made.campaignId });
    await app.graphql(START, { variables: { id: made.campaignId }, token: acme.token });
    const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
    await engine.run();
    const [one, two] = engine.provider.sent.map(({ id }) => id).sort();
    const next = async () => (await stream.next())?.data?.smsMessageChanged;
    const both = [await next(), await next()].sort((a, b) => (a!.id < b!.id ? -1 : 1));
    expect(both).toEqual([
      { id: one, status: 'accepted', isClicked: false },
      { id: two, status: 'accepted', isClicked: false },
    ]);
    const receipts = [{ provider_id: `p-${two}`, status: 'delivered', timestamp: '2026-11-22T10:00:00Z' }];
    await report(app, `/hooks/sms/${acme.team.id}/${made.routeId}`, secret, { receipts });
    expect(await next()).toEqual({ id: two, status: 'delivered', isClicked: false });
    const { linkCode } = await app.db.smsMessage.findFirstOrThrow({ where: { id: one! } });
    await visit(app, `/l/${linkCode}`, { headers: PERSON });
    expect(await next()).toEqual({ id: one, status: 'accepted', isClicked: true });
    await stream.leave();
    expect(await refused(await open(CHANGED, rival.token, { id: made.campaignId }))).toEqual(['NOT_FOUND']);
  });

  test('are at most a hundred a second', async () => {
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 401, meta: manual(401) });
    await app.graphql(START, { variables: { id: made.campaignId }, token: acme.token });
    const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
    await engine.run();
    const ids = engine.provider.sent.map(({ id }) => id);
    const last = ids.pop()!;
    const secondOf = () => Math.floor(Date.now() / 1_000);
    const began = secondOf();
    const stream = await open<Event>(CHANGED, acme.token, { id: made.campaignId });
    await announceMessages(app.services.db, made.campaignId, ids);
    // It is told once a later second has room for it.
    const telling = setInterval(() => void announceMessages(app.services.db, made.campaignId, [last]), 100);
    let told = 0;
    while ((await stream.next())!.data!.smsMessageChanged.id !== last) told += 1;
    clearInterval(telling);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(100 * (secondOf() - began + 1));
    await stream.leave();
  });
});

describe('the progress of a campaign', () => {
  test('comes at once and after every change of an SMS campaign, its sends and messages', async () => {
    const { db } = app;
    const { id, teamId } = await createCampaign();
    const stream = await open(SMS, acme.token, { id });
    const none = { total: 0, sent: 0 };
    expect(await stream.next()).toEqual({
      data: {
        campaignProgress: {
          __typename: 'SmsCampaign',
          status: 'running',
          name: 'Autumn',
          sendsByStatus: [],
          messageCounts: none,
        },
      },
    });
    const send = await db.smsSend.create({ data: { teamId, smsCampaignId: id, status: 'running' } });
    await announceCampaign(app.services.db, id);
    expect((await stream.next())?.data).toMatchObject({
      campaignProgress: { sendsByStatus: [{ status: 'running', count: 1 }], messageCounts: none },
    });
    const contactIds = await createContacts(app, teamId, 2);
    const message = { teamId, smsCampaignId: id, smsSendId: send.id, phoneNormalized: '1', finalText: 'Hi' };
    await db.smsMessage.createMany({
      data: contactIds.map((contactId, at) => ({ ...message, contactId, isSent: at === 0 })),
    });
    await markAll(app, teamId);
    await announceCampaign(app.services.db, id);
    expect((await stream.next())?.data).toMatchObject({
      campaignProgress: { messageCounts: { total: 2, sent: 1 } },
    });
    await app.graphql('mutation ($id: ID!) { stopCampaign(input: { campaignId: $id }) { campaign { id } } }', {
      token: acme.token,
      variables: { id },
    });
    expect((await stream.next())?.data).toMatchObject({ campaignProgress: { status: 'stopped' } });
    await stream.leave();
  });

  test('comes for a voice campaign after its calls, too', async () => {
    const { db } = app;
    const teamId = acme.team.id;
    const { id } = await db.voiceCampaign.create({ data: { teamId, name: 'Calls' } });
    const stream = await open(VOICE, acme.token, { id });
    expect((await stream.next())?.data).toEqual({
      campaignProgress: { __typename: 'VoiceCampaign', status: 'draft', name: 'Calls', callsByOutcome: [] },
    });
    await db.call.create({ data: { teamId, voiceCampaignId: id, toNumber: 14155550100n, callOutcome: 'busy' } });
    await markAll(app, teamId);
    await announceCampaign(app.services.db, id);
    expect((await stream.next())?.data).toMatchObject({
      campaignProgress: { callsByOutcome: [{ outcome: 'busy', count: 1 }] },
    });
    await stream.leave();
  });

  test('tells of changes close together once, and the last of them', async () => {
    const { id } = await createCampaign();
    const stream = await open<{ campaignProgress: { status: string } }>(STATUS, acme.token, { id });
    await stream.next();
    const began = performance.now();
    for (let at = 0; at < 20; at += 1) await change(id, { name: `Autumn ${at}` });
    await change(id, { status: 'sent' });
    let events = 1;
    await stream.until(({ data }) => {
      events += 1;
      return data?.campaignProgress.status === 'sent';
    });
    // One for every 200 ms at most, and those at both ends.
    expect(events).toBeLessThanOrEqual(3 + (performance.now() - began) / 200);
    await stream.leave();
  });

  test('says nothing of what was rolled back', async () => {
    const { id } = await createCampaign();
    const stream = await open(STATUS, acme.token, { id });
    await stream.next();
    await app.services.db
      .transaction(async (tx) => {
        await tx.prisma.smsCampaign.update({
          where: { teamId_id: { teamId: acme.team.id, id } },
          data: { status: 'failed' },
        });
        await announceCampaign(tx, id);
        throw new Error('no');
      })
      .catch(() => {});
    await change(id, { status: 'stopped' });
    expect((await stream.next())?.data).toEqual({ campaignProgress: { status: 'stopped' } });
    await stream.leave();
  });
});

test('the progress of an import comes after every step of it', async () => {
  const { db } = app;
  const data = { teamId: acme.team.id, name: 'list.csv', size: 5, header: ['phone'], totalRows: 2 };
  const { id } = await db.dataFile.create({ data });
  const query = 'subscription ($id: ID!) { dataFileProgress(id: $id) { name status processedRows totalRows } }';
  const stream = await open(query, acme.token, { id });
  expect((await stream.next())?.data).toEqual({
    dataFileProgress: { name: 'list.csv', status: 'uploaded', processedRows: 0, totalRows: 2 },
  });
  await db.dataFile.update({
    where: { teamId_id: { teamId: acme.team.id, id } },
    data: { status: 'importing', processedRows: 1 },
  });
  await announceDataFile(app.services.db, id);
  expect((await stream.next())?.data).toMatchObject({ dataFileProgress: { status: 'importing', processedRows: 1 } });
  await stream.leave();
});

describe('call events', () => {
  async function withCall(team: TestTeam) {
    const { db } = app;
    const teamId = team.team.id;
    const account = await db.voiceAccount.create({
      data: {
        ...{ teamId, name: 'Main', provider: 'provider_a' as const },
        webhookSecretHash: new Uint8Array(Buffer.from(crypto.randomUUID())),
      },
    });
    const campaign = await db.voiceCampaign.create({ data: { teamId, name: 'Calls' } });
    const call = await db.call.create({ data: { teamId, voiceCampaignId: campaign.id, toNumber: 14155550100n } });
    const settle = async (type: string, callId: string | null = call.id) => {
      const { id } = await db.callEvent.create({
        data: {
          ...{ teamId, voiceAccountId: account.id, callId, type, payload: {}, occurredAt: new Date() },
          fingerprint: new Uint8Array(Buffer.from(crypto.randomUUID())),
        },
      });
      await db.callEvent.update({
        where: { teamId_id: { teamId, id } },
        data: { status: 'processed', processedAt: new Date() },
      });
      await announceCallEvent(app.services.db, { id, teamId });
    };
    return { campaign, settle };
  }
  const EVENTS = 'subscription ($of: ID) { callEventReceived(voiceCampaignId: $of) { type status } }';
  const event = (type: string) => ({ data: { callEventReceived: { type, status: 'processed' } } });

  test('come each, in their order, of the team or of one campaign', async () => {
    const mine = await withCall(acme);
    const other = await withCall(acme);
    const theirs = await withCall(rival);
    const all = await open(EVENTS);
    const some = await open(EVENTS, acme.token, { of: mine.campaign.id });
    await theirs.settle('theirs');
    await mine.settle('first');
    await other.settle('second');
    await other.settle('third', null);
    await mine.settle('fourth');
    expect([await all.next(), await all.next(), await all.next(), await all.next()]).toEqual(
      ['first', 'second', 'third', 'fourth'].map(event),
    );
    expect([await some.next(), await some.next()]).toEqual([event('first'), event('fourth')]);
    await Promise.all([all.leave(), some.leave()]);
  });

  test('that a lost connection kept from us come when there is another', async () => {
    if (app.services.reader.embedded) return;
    const mine = await withCall(acme);
    const stream = await open(EVENTS);
    await mine.settle('before');
    expect(await stream.next()).toEqual(event('before'));
    const { rows } = await app.pool.query(`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'LISTEN changes'`);
    expect(rows).toHaveLength(1);
    await app.pool.query('SELECT pg_terminate_backend($1::int)', [rows[0].pid]);
    await mine.settle('meanwhile');
    expect(await stream.next()).toEqual(event('meanwhile'));
    await mine.settle('after');
    expect(await stream.next()).toEqual(event('after'));
    await stream.leave();
  });

  test('come though they could not be read at first', async () => {
    const mine = await withCall(acme);
    const stream = await open(EVENTS);
    await mine.settle('first');
    expect(await stream.next()).toEqual(event('first'));
    const { id } = await app.db.callEvent.findFirstOrThrow({ where: { teamId: acme.team.id, type: 'first' } });
    // To be told again.
    await app.db.callEvent.updateMany({ where: { id }, data: { type: 'again', processedAt: new Date(0) } });
    await app.pool.query('ALTER TABLE call_events RENAME TO call_events_away');
    const failed = vi.spyOn(app.services.logger, 'error');
    await announceCallEvent(app.services.db, { id, teamId: acme.team.id });
    await vi.waitFor(() => expect(failed).toHaveBeenCalled(), PATIENCE);
    await app.pool.query('ALTER TABLE call_events_away RENAME TO call_events');
    expect(await stream.next()).toEqual(event('again'));
    failed.mockRestore();
    await stream.leave();
  });
});

describe('who may watch', () => {
  test('is decided when the stream begins', async () => {
    const { id } = await createCampaign();
    expect(await refused(await open(STATUS, 'nobody', { id }))).toEqual(['UNAUTHENTICATED']);
    expect(await refused(await open(STATUS, rival.token, { id }))).toEqual(['NOT_FOUND']);
    expect(await refused(await open(STATUS, acme.token, { id: 'none' }))).toEqual(['NOT_FOUND']);
    const events = 'subscription ($of: ID) { callEventReceived(voiceCampaignId: $of) { id } }';
    const campaign = await app.db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Calls' } });
    expect(await refused(await open(events, rival.token, { of: campaign.id }))).toEqual(['NOT_FOUND']);
  });

  test.each([
    'callEventReceived(voiceCampaignId: "") { id }',
    'hubTraffic(sellerEndpointId: "") { submitted }',
    'replyReceived(conversationId: "") { id }',
  ])('is nobody’s without an id: %s', async (field) => {
    expect(await refused(await open(`subscription { ${field} }`, acme.token, {}))).toEqual(['NOT_FOUND']);
  });

  test.each([
    ['the token is revoked', 'UPDATE team_tokens SET revoked_at = now() WHERE team_id = $1', 'team'],
    ['the membership ends', 'DELETE FROM memberships WHERE team_id = $1', 'person'],
    ['the role changes', `UPDATE memberships SET role = 'member' WHERE team_id = $1`, 'person'],
    ['the session expires', 'UPDATE sessions SET expires_at = now() WHERE team_id = $1', 'person'],
  ])('ends when %s', async (_name, sql, who) => {
    const { team, token } = await createTeam(app, 'Passing');
    const { id } = await app.db.smsCampaign.create({ data: { teamId: team.id, name: 'Autumn' } });
    const stream = await open(STATUS, who === 'team' ? token : await signIn(app, [[team.id, 'owner']]), { id });
    expect((await stream.next())?.data).toEqual({ campaignProgress: { status: 'draft' } });
    await app.pool.query(sql, [team.id]);
    expect(await stream.next()).toBeNull();
  });

  test('may open only so many streams at once, and another when one was left', async () => {
    const { id } = await createCampaign();
    const token = await signIn(app, [[acme.team.id, 'member']]);
    const streams = await Promise.all([1, 2, 3].map(() => open(STATUS, token, { id })));
    for (const stream of streams) await stream.next();
    expect(await refused(await open(STATUS, token, { id }))).toEqual(['RATE_LIMITED']);
    await streams[0]!.leave();
    const next = await open(STATUS, token, { id });
    expect((await next.next())?.data).toEqual({ campaignProgress: { status: 'running' } });
    await Promise.all([next, ...streams].map((stream) => stream.leave()));
  });
});

test('a subscription that does not ask for a stream is told to', async () => {
  const { errors } = await app.graphql(STATUS, { token: acme.token, variables: { id: 'x' } });
  expect(errors).toMatchObject([
    {
      message: 'Subscriptions are answered as a stream: accept text/event-stream.',
      extensions: { code: 'BAD_REQUEST' },
    },
  ]);
});

test('streams end when the app closes, and no other begins', async () => {
  const { id } = await createCampaign();
  const stream = await open(STATUS, acme.token, { id });
  await stream.next();
  app.app.endStreams();
  expect(await stream.next()).toBeNull();
  expect(await refused(await open(STATUS, acme.token, { id }))).toEqual(['RATE_LIMITED']);
});
