import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { markAll, rollUp } from '../../support/roll-ups.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../support/team.ts';
import { createResources, failure } from './support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let mine: Awaited<ReturnType<typeof createResources>>;
let theirs: typeof mine;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  mine = await createResources(app, acme.team.id);
  theirs = await createResources(app, rival.team.id);
  const { db } = app;
  const teamId = acme.team.id;
  const contact = await db.contact.create({ data: { teamId, number: 15551230001 } });
  await db.contact.create({ data: { teamId, number: 15551230002, unsubscribedAt: new Date() } });
  await db.contact.create({ data: { teamId, number: 15551230003 } });
  for (const name of ['A', 'B', 'C']) {
    const sms = await db.smsCampaign.create({
      data: { teamId, name, smsRoutingPlanId: mine.plan, filterSegmentId: mine.segment, segmentIds: [mine.segment] },
    });
    await db.campaignText.create({ data: { teamId, smsCampaignId: sms.id, text: 'Hello' } });
    const voice = await db.voiceCampaign.create({
      data: {
        teamId,
        name,
        agentId: mine.agent,
        numberId: mine.number,
        filterSegmentId: mine.segment,
        segmentIds: [{ id: mine.segment }],
      },
    });
    if (name === 'A') continue;
    const send = { teamId, smsCampaignId: sms.id };
    await db.smsSend.create({ data: { ...send, status: 'sent' } });
    await db.smsSend.create({ data: { ...send, status: 'sent' } });
    const { id: smsSendId } = await db.smsSend.create({ data: { ...send, status: 'pending' } });
    const message = { ...send, smsSendId, phoneNormalized: '15551230001', finalText: 'Hello' };
    await db.smsMessage.createMany({
      data: [
        { ...message, contactId: contact.id, isSent: true, isClicked: true },
        { ...message, contactId: contact.id, status: 'failed', failReason: 'no_route' },
        { ...message, contactId: contact.id, status: 'unknown', failReason: 'No answer.' },
      ],
    });
    const call = { teamId, voiceCampaignId: voice.id, toNumber: 15551230001 };
    await db.call.createMany({
      data: [
        { ...call, callOutcome: 'busy' },
        { ...call, callOutcome: 'busy' },
        { ...call, callOutcome: 'interested' },
        call,
        { ...call, callOutcome: 'busy', deletedAt: new Date() },
      ],
    });
  }
  await markAll(app, acme.team.id);
});
afterAll(() => app.close());

const SMS = `query ($first: Int!) { smsCampaigns(first: $first) { nodes {
  texts { text } sendsByStatus { status count } messageCounts { total sent clicked lead sale failed }
  routingPlan { id name } filterSegment { id name } } } }`;
const VOICE = `query ($first: Int!) { voiceCampaigns(first: $first) { nodes {
  agent { id name } number { id number } filterSegment { id }
  calls(first: 2) { totalCount nodes { callOutcome voiceCampaign { name } } } callsByOutcome { outcome count } } } }`;
const ask = (query: string, first: number, token = acme.token) => app.graphql(query, { token, variables: { first } });

describe('the fields of a campaign that dashboards show', () => {
  test('count runs and messages of SMS campaigns and lead to what they name', async () => {
    const common = {
      texts: [{ text: 'Hello' }],
      routingPlan: { id: mine.plan, name: 'Cheap' },
      filterSegment: { id: mine.segment, name: 'Everybody' },
    };
    const busy = {
      ...common,
      sendsByStatus: [
        { status: 'pending', count: 1 },
        { status: 'sent', count: 2 },
      ],
      messageCounts: { total: 3, sent: 1, clicked: 1, lead: 0, sale: 0, failed: 1 },
    };
    const idle = {
      ...common,
      sendsByStatus: [],
      messageCounts: { total: 0, sent: 0, clicked: 0, lead: 0, sale: 0, failed: 0 },
    };
    const all = { data: { smsCampaigns: { nodes: [busy, busy, idle] } } };
    expect(await ask(SMS, 3)).toEqual(all);
    await rollUp(app.services);
    expect(await ask(SMS, 3)).toEqual(all);
    // As after a receipt, until it is summed up.
    await markAll(app, acme.team.id);
    expect(await ask(SMS, 3)).toEqual(all);
    await rollUp(app.services);
    // As retention drops a month.
    await app.pool.query('DELETE FROM sms_messages WHERE team_id = $1', [acme.team.id]);
    expect(await ask(SMS, 3)).toEqual(all);
  });

  test('count calls of voice campaigns and lead to what they name', async () => {
    const { data } = await ask(VOICE, 3);
    const nodes = (data as { voiceCampaigns: { nodes: { calls: object }[] } }).voiceCampaigns.nodes;
    expect(nodes).toMatchObject([
      {
        agent: { id: mine.agent, name: 'Ann' },
        number: { id: mine.number, number: '+15550000001' },
        filterSegment: { id: mine.segment },
        calls: { totalCount: 4 },
        callsByOutcome: [
          { outcome: 'interested', count: 1 },
          { outcome: 'busy', count: 2 },
          { outcome: null, count: 1 },
        ],
      },
      { calls: { totalCount: 4 } },
      { calls: { totalCount: 0, nodes: [] }, callsByOutcome: [] },
    ]);
    expect(nodes[0]!.calls).toMatchObject({
      nodes: [{ voiceCampaign: { name: 'C' } }, { voiceCampaign: { name: 'C' } }],
    });
  });

  test('take one statement each, however many campaigns', async () => {
    const count = async (query: string, first: number) => {
      for (let time = 0; time < 3; time += 1) await ask(query, first);
      return (await app.statements(() => ask(query, first))).length;
    };
    const isCompiled = app.services.config.GRAPHQL_JIT;
    // The page; texts, runs, messages, routing plans, segments.
    expect([await count(SMS, 1), await count(SMS, 3)]).toEqual([6, 6]);
    // The page; agents, numbers, segments, calls, outcomes; interpreted also the calls’ count and campaigns.
    expect([await count(VOICE, 1), await count(VOICE, 3)]).toEqual(isCompiled ? [6, 6] : [8, 8]);
  });

  test('show nothing of another team', async () => {
    const data = {
      teamId: rival.team.id,
      name: 'Intruder',
      smsRoutingPlanId: mine.plan,
      filterSegmentId: mine.segment,
    };
    await expect(app.db.smsCampaign.create({ data })).rejects.toMatchObject({ code: 'P2003' });
    const answer = await ask(SMS, 3, rival.token);
    expect(answer.data).toMatchObject({ smsCampaigns: { nodes: [] } });
  });
});

describe('the audience of a campaign', () => {
  const preview = (segmentIds: string[], filterSegmentId: string | null = null, token = acme.token) =>
    app.graphql('query ($s: [ID!]!, $f: ID) { previewAudience(segmentIds: $s, filterSegmentId: $f) }', {
      token,
      variables: { s: segmentIds, f: filterSegmentId },
    });

  test('is counted before there is a campaign, those who must not be contacted left out', async () => {
    expect(await preview([mine.segment, mine.segment], mine.segment)).toEqual({ data: { previewAudience: 2 } });
    expect(await preview([])).toEqual({ data: { previewAudience: 0 } });
  });

  test('is counted for campaigns of both kinds', async () => {
    const query =
      '{ smsCampaigns(first: 1) { nodes { audiencePreview } } voiceCampaigns(first: 1) { nodes { audiencePreview } } }';
    expect((await app.graphql(query, { token: acme.token })).data).toEqual({
      smsCampaigns: { nodes: [{ audiencePreview: 2 }] },
      voiceCampaigns: { nodes: [{ audiencePreview: 2 }] },
    });
  });

  test('is not told of another team’s segments, nor to limited tokens', async () => {
    expect(failure(await preview([mine.segment, theirs.segment], 'none'))).toEqual({
      'segmentIds.1': ['The selected segment ids.1 is invalid.'],
      filterSegmentId: ['The selected filter segment id is invalid.'],
    });
    const scopes = [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    expect(failure(await preview([mine.segment], null, limited))).toBe('FORBIDDEN');
  });

  test('is counted 20 times a request at most', async () => {
    const aliases = Array.from({ length: 21 }, (_, at) => `a${at}: previewAudience(segmentIds: [])`).join(' ');
    const { errors } = await app.graphql(`{ ${aliases} }`, { token: acme.token });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  });
});
