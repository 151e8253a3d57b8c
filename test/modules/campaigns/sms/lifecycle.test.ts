import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignStatus } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts } from '../../../support/contacts.ts';
import { giveRoute } from '../../../support/sending.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { ACTIONS, act, createResources, failure } from '../support.ts';

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
  await giveRoute(app, acme.team.id, mine.plan);
  await createContacts(app, acme.team.id, 1);
});
afterAll(() => app.close());

interface Campaign {
  id: string;
  name: string;
  status: CampaignStatus;
  meta: Record<string, unknown>;
  texts: { id: string; text: string }[];
  offers: { nodes: { name: string }[] };
  sends: { nodes: { status: string; nextStepAt: string | null; meta: Record<string, unknown> }[] };
  logs: { nodes: { text: string }[] };
}
const FIELDS = `id name status texts { id text } offers { nodes { name } } logs { nodes { text } }
  meta { sendType segmentIds routingPlanId filterSegmentId domainPlanId useDedicatedDomains
    manualData { sendAmount sendDatetime throttleBatchSize } multistepData { ...Steps }
    plannerData { daysOfWeek weeklySchedule { default { start end } Mon { start } } multistepData { ...Steps } weeklySmsContactLimit dailySmsContactLimit isActive }
    recurringData { daysOfWeek weeklyContactLimit } feedData { feedId hourlyCallsLimit } hlrSettings { numberOfRetries } }
  sends { nodes { status nextStepAt meta { sendType segmentIds manualData { sendAmount } plannerData { isActive } } } }`;
const STEPS =
  'fragment Steps on MultistepData { stepSize stepDelay minCtr maxSmsToSend maxMinutesToSend sendDatetime isActive }';

const run = (mutation: string, variables: Record<string, unknown>, token = acme.token) => {
  const selection = `... on SmsCampaign { ${FIELDS} }`;
  if (ACTIONS.has(mutation)) return act<Campaign>(app, mutation, variables, { selection, fragments: STEPS, token });
  const [input] = Object.keys(variables).filter((name) => name === 'input');
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const given = [...('id' in variables ? ['id: $id'] : []), ...(input ? ['input: $input'] : [])].join(', ');
  const declared = [...('id' in variables ? ['$id: ID!'] : []), ...(input ? [`$input: ${type}!`] : [])].join(', ');
  const query = `mutation (${declared}) { campaign: ${mutation}(${given}) { ${FIELDS} } } ${STEPS}`;
  return app.graphql<{ campaign: Campaign }>(query, { variables, token });
};
const done = async (...args: Parameters<typeof run>) => {
  const { data, errors } = await run(...args);
  expect(errors).toBeUndefined();
  return data!.campaign;
};
const ready = () => ({
  name: 'Spring',
  texts: ['Hello', 'Good day'],
  meta: { sendType: 'manual', segmentIds: [mine.segment], routingPlanId: mine.plan, manualData: {} },
});
const started = async () =>
  (await done('startCampaign', { id: (await done('createSmsCampaign', { input: ready() })).id })).id;
const stopPlanner = async (id: string) =>
  expect((await app.rest('POST', `/v1/sms/campaigns/${id}/planner/stop`, { token: acme.token })).status).toBe(200);
const stand = (id: string, status: CampaignStatus) =>
  app.db.smsCampaign.update({ where: { teamId_id: { teamId: acme.team.id, id } }, data: { status } });

const NO_META = {
  sendType: null,
  segmentIds: [],
  routingPlanId: null,
  filterSegmentId: null,
  domainPlanId: null,
  useDedicatedDomains: false,
  manualData: null,
  multistepData: null,
  plannerData: null,
  recurringData: null,
  feedData: null,
  hlrSettings: null,
};
const NO_STEPS = {
  stepSize: 200,
  stepDelay: 5,
  minCtr: null,
  maxSmsToSend: null,
  maxMinutesToSend: null,
  sendDatetime: null,
  isActive: true,
};
const DAY = { start: '09:00', end: '17:00' };

describe('creating an SMS campaign', () => {
  test('makes a draft of a name alone', async () => {
    const campaign = await done('createSmsCampaign', { input: { name: ' Spring ' } });
    expect(campaign).toEqual({
      id: expect.any(String),
      name: 'Spring',
      status: 'draft',
      meta: NO_META,
      texts: [],
      offers: { nodes: [] },
      sends: { nodes: [] },
      logs: { nodes: [] },
    });
  });

  test('keeps everything given, with the data of all five send types and its defaults', async () => {
    const campaign = await done('createSmsCampaign', {
      input: {
        name: 'Spring',
        texts: ['B', 'A', 'B'],
        offerIds: [mine.offer, mine.offer.toUpperCase()],
        meta: {
          sendType: 'planner',
          segmentIds: [mine.segment.toUpperCase(), mine.segment],
          routingPlanId: mine.plan,
          filterSegmentId: mine.segment,
          domainPlanId: mine.domains,
          useDedicatedDomains: true,
          manualData: {},
          multistepData: { minCtr: 2.5, maxSmsToSend: 1, maxMinutesToSend: 1, stepDelay: 0 },
          plannerData: { daysOfWeek: ['Mon'], weeklySchedule: { default: DAY }, multistepData: {} },
          recurringData: { daysOfWeek: ['Tue'], dailyRecurringData: {} },
          feedData: { feedId: 'feed' },
          hlrSettings: { numberOfRetries: 3 },
        },
      },
    });
    expect(campaign.meta).toEqual({
      sendType: 'planner',
      segmentIds: [mine.segment],
      routingPlanId: mine.plan,
      filterSegmentId: mine.segment,
      domainPlanId: mine.domains,
      useDedicatedDomains: true,
      manualData: { sendAmount: 200, sendDatetime: null, throttleBatchSize: 0 },
      multistepData: { ...NO_STEPS, stepDelay: 0, minCtr: 2.5, maxSmsToSend: 1, maxMinutesToSend: 1 },
      plannerData: {
        daysOfWeek: ['Mon'],
        weeklySchedule: { default: DAY, Mon: null },
        multistepData: NO_STEPS,
        weeklySmsContactLimit: 5,
        dailySmsContactLimit: 1,
        isActive: true,
      },
      recurringData: { daysOfWeek: ['Tue'], weeklyContactLimit: 5 },
      feedData: { feedId: 'feed', hourlyCallsLimit: 0 },
      hlrSettings: { numberOfRetries: 3 },
    });
    expect(campaign.texts.map(({ text }) => text)).toEqual(['B', 'A', 'B']);
    expect(campaign.offers).toEqual({ nodes: [{ name: 'Shoes' }] });
  });

  test('refuses a text that could not be written, and says why', async () => {
    const texts = [
      '{Hi|Hello} {{ name | default: "you" }}: {{ url }}',
      'Hi {{ nam }}',
      'Hi {name}',
      '{% for a in b %}',
    ];
    const refused = {
      'texts.1': ['The texts.1 field uses {{ nam }}, which is no merge field.'],
      'texts.2': [
        'The texts.2 field has a brace that stands alone: write {{ name }} for a merge field, {a|b} for a choice, \\{ for a brace.',
      ],
      'texts.3': ['The texts.3 field uses the tag {% for %}; only if, unless, case, assign are allowed.'],
    };
    expect(failure(await run('createSmsCampaign', { input: { name: 'Spring', texts } }))).toEqual(refused);
    const { id } = await done('createSmsCampaign', { input: ready() });
    expect(failure(await run('updateSmsCampaign', { id, input: { texts } }))).toEqual(refused);
  });

  test('refuses what is out of bounds and what is another team’s, all at once, and writes nothing', async () => {
    const before = await app.db.smsCampaign.count();
    const answer = await run('createSmsCampaign', {
      input: {
        name: ' ',
        texts: ['', 'x'.repeat(1_601), 'x'.repeat(1_600)],
        offerIds: [mine.offer, theirs.offer],
        meta: {
          segmentIds: [mine.segment, theirs.segment, 'none'],
          routingPlanId: theirs.plan,
          filterSegmentId: theirs.segment,
          domainPlanId: theirs.domains,
          multistepData: { minCtr: 100.5, sendDatetime: 'soon' },
          plannerData: { daysOfWeek: [], weeklySchedule: { default: { start: '9', end: '17:00' } } },
        },
      },
    });
    expect(Object.keys(failure(answer) as object).sort()).toEqual([
      'meta.domainPlanId',
      'meta.filterSegmentId',
      'meta.multistepData.minCtr',
      'meta.multistepData.sendDatetime',
      'meta.plannerData.daysOfWeek',
      'meta.plannerData.weeklySchedule.default.start',
      'meta.routingPlanId',
      'meta.segmentIds.1',
      'meta.segmentIds.2',
      'name',
      'offerIds.1',
      'texts.0',
      'texts.1',
    ]);
    expect(await app.db.smsCampaign.count()).toBe(before);
  });
});

test('members create campaigns, limited tokens and nobody do not', async () => {
  const scopes = [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }];
  const limited = await createTeamToken(app, acme.team.id, { scopes });
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  const create = (token: string) => run('createSmsCampaign', { input: ready() }, token);
  expect(failure(await create(limited))).toBe('FORBIDDEN');
  expect(failure(await create('nobody'))).toBe('UNAUTHENTICATED');
  expect(failure(await create(member))).toBeUndefined();
});

describe('changing an SMS campaign', () => {
  test('keeps what is absent, clears what is null, and texts that stay keep their ids', async () => {
    const { id, texts } = await done('createSmsCampaign', { input: { ...ready(), offerIds: [mine.offer] } });
    const named = await done('updateSmsCampaign', { id, input: { name: 'Summer' } });
    expect([named.name, named.meta.manualData, named.texts]).toEqual(['Summer', expect.anything(), texts]);
    const input = { texts: ['New', 'Good day'], meta: { manualData: null, filterSegmentId: mine.segment } };
    const changed = await done('updateSmsCampaign', { id, input });
    expect(changed.texts).toEqual([{ id: expect.any(String), text: 'New' }, texts[1]]);
    expect(changed.meta).toEqual({
      ...NO_META,
      sendType: 'manual',
      segmentIds: [mine.segment],
      routingPlanId: mine.plan,
      filterSegmentId: mine.segment,
    });
    const cleared = await done('updateSmsCampaign', { id, input: { texts: null, meta: null } });
    expect([cleared.texts, cleared.meta, cleared.offers]).toEqual([[], NO_META, { nodes: [{ name: 'Shoes' }] }]);
  });

  test('moves the run that waits', async () => {
    const meta = { ...ready().meta, manualData: { sendDatetime: '2099-01-01' } };
    const { id } = await done('createSmsCampaign', { input: { ...ready(), meta } });
    const waiting = await done('startCampaign', { id });
    expect([waiting.status, waiting.sends.nodes[0]!.nextStepAt]).toEqual(['pending', '2099-01-01T00:00:00.000Z']);
    const input = { meta: { manualData: { sendAmount: 7, sendDatetime: '2098-01-01' } } };
    const { sends } = await done('updateSmsCampaign', { id, input });
    expect(sends.nodes).toMatchObject([
      { nextStepAt: '2098-01-01T00:00:00.000Z', meta: { manualData: { sendAmount: 7 } } },
    ]);
  });
});

describe('starting an SMS campaign', () => {
  test('opens one run with the meta as it is, and says so in the log', async () => {
    const id = await started();
    const [campaign] = [await done('startCampaign', { id })];
    expect(campaign).toMatchObject({
      status: 'running',
      logs: { nodes: [{ text: 'Status changed from draft to running.' }] },
      sends: {
        nodes: [
          {
            status: 'pending',
            nextStepAt: expect.any(String),
            meta: { sendType: 'manual', segmentIds: [mine.segment], manualData: { sendAmount: 200 } },
          },
        ],
      },
    });
    expect(campaign.sends.nodes).toHaveLength(1);
  });

  test('five times at once opens one run', async () => {
    const { id } = await done('createSmsCampaign', { input: ready() });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => run('startCampaign', { id })));
    expect(answers.map(({ data }) => data?.campaign.status)).toEqual(Array(5).fill('running'));
    expect(await app.db.smsSend.count({ where: { smsCampaignId: id } })).toBe(1);
    expect(await app.db.log.count({ where: { callerId: id } })).toBe(1);
  });

  test.each<[CampaignStatus, CampaignStatus | null, number]>([
    ['draft', 'running', 1],
    ['pending', 'running', 1],
    ['stopped', 'running', 1],
    ['failed', 'pending', 1],
    ['in_progress', 'in_progress', 0],
    ['sent', null, 0],
  ])('from %s leads to %s', async (from, to, runs) => {
    const { id } = await done('createSmsCampaign', { input: ready() });
    await stand(id, from);
    const answer = await run('startCampaign', { id });
    if (to === null) expect(failure(answer)).toEqual({ status: ['The status cannot change from sent to running.'] });
    else expect(answer.data?.campaign.status).toBe(to);
    expect(await app.db.smsSend.count({ where: { smsCampaignId: id } })).toBe(runs);
  });

  test.each([
    ['manual', 'meta.manualData'],
    ['multistep', 'meta.multistepData'],
    ['planner', 'meta.plannerData'],
    ['recurring', 'meta.recurringData'],
    ['feed', 'meta.feedData'],
  ])('needs the data of %s', async (sendType, path) => {
    const input = { name: 'Bare', meta: { sendType, routingPlanId: mine.plan }, texts: ['Hello'] };
    const { id } = await done('createSmsCampaign', { input });
    const paths = Object.keys(failure(await run('startCampaign', { id })) as object);
    expect(paths).toEqual(sendType === 'feed' ? [path] : ['meta.segmentIds', path]);
  });

  test('lets a planner go on that was stopped', async () => {
    const meta = { ...ready().meta, sendType: 'planner', plannerData: { daysOfWeek: ['Mon'] } };
    const { id } = await done('createSmsCampaign', { input: { ...ready(), meta } });
    await done('startCampaign', { id });
    await stopPlanner(id);
    const again = await done('startCampaign', { id });
    expect([again.status, again.meta.plannerData]).toMatchObject(['running', { isActive: true }]);
    expect(again.sends.nodes.map(({ status, meta }) => [status, meta.plannerData])).toEqual([
      ['pending', { isActive: true }],
      ['stopped', { isActive: true }],
    ]);
  });
});

describe('stopping, copying and deleting', () => {
  test('a stopped campaign has no open run, and stopping it again changes nothing', async () => {
    const id = await started();
    const stopped = await done('stopCampaign', { id });
    expect(stopped).toMatchObject({ status: 'stopped', sends: { nodes: [{ status: 'stopped', nextStepAt: null }] } });
    expect(await done('stopCampaign', { id })).toEqual(stopped);
    await stand(id, 'draft');
    expect(failure(await run('stopCampaign', { id }))).toEqual({
      status: ['The status cannot change from draft to stopped.'],
    });
  });

  test('a copy is a draft with meta, texts and offers, and nothing of what happened', async () => {
    const deleted = await app.db.offer.create({
      data: { teamId: acme.team.id, name: 'Gone', url: 'https://x.example', profit: '1' },
    });
    const input = { ...ready(), name: 'x'.repeat(255), offerIds: [mine.offer, deleted.id] };
    const { id } = await done('createSmsCampaign', { input });
    await app.db.offer.update({
      where: { teamId_id: { teamId: acme.team.id, id: deleted.id } },
      data: { deletedAt: new Date() },
    });
    const original = await done('startCampaign', { id });
    const copy = await done('duplicateSmsCampaign', { id });
    expect(copy).toEqual({
      ...original,
      id: expect.any(String),
      name: `${'x'.repeat(248)} (copy)`,
      status: 'draft',
      texts: [
        { id: expect.any(String), text: 'Hello' },
        { id: expect.any(String), text: 'Good day' },
      ],
      sends: { nodes: [] },
      logs: { nodes: [] },
    });
    expect(copy.id).not.toBe(id);
  });

  test('a deleted campaign leaves no run that waits', async () => {
    const meta = { ...ready().meta, manualData: { sendDatetime: '2099-01-01' } };
    const { id } = await done('createSmsCampaign', { input: { ...ready(), meta } });
    await done('startCampaign', { id });
    expect(
      (await app.graphql(`mutation { deleteSmsCampaign(id: "${id}") { id } }`, { token: acme.token })).errors,
    ).toBe(undefined);
    expect(await app.db.smsSend.findMany({ where: { smsCampaignId: id } })).toMatchObject([{ status: 'stopped' }]);
  });
});

describe.each(['updateSmsCampaign', 'duplicateSmsCampaign', 'startCampaign', 'stopCampaign'])('%s', (mutation) => {
  test('does not find another team’s campaign, and changes nothing of it', async () => {
    const { id } = await done('createSmsCampaign', { input: ready() });
    const input = mutation === 'updateSmsCampaign' ? { input: { name: 'Mine' } } : {};
    for (const [token, of] of [
      [rival.token, id],
      [acme.token, 'none'],
      [acme.token, mine.offer],
    ] as const) {
      expect(failure(await run(mutation, { id: of, ...input }, token))).toBe('NOT_FOUND');
    }
    expect(await app.db.smsCampaign.findFirst({ where: { id } })).toMatchObject({
      name: 'Spring',
      status: 'draft',
    });
  });

  test('is for members, not for limited tokens nor for nobody', async () => {
    const { id } = await done('createSmsCampaign', { input: ready() });
    if (mutation === 'stopCampaign') await stand(id, 'running');
    const variables = { id, ...(mutation === 'updateSmsCampaign' && { input: { name: 'Mine' } }) };
    const scopes = [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    expect(failure(await run(mutation, variables, limited))).toBe('FORBIDDEN');
    expect(failure(await run(mutation, variables, 'nobody'))).toBe('UNAUTHENTICATED');
    const member = await createTeamToken(app, acme.team.id, { role: 'member' });
    expect(failure(await run(mutation, variables, member))).toBeUndefined();
  });
});
