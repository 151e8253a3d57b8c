import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { failure } from '../support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const STEP = `{ id name kind position isActive voiceCampaign { name }
  outcomeClassifierData { language minimumConfidence } webhookData { url } tagContactData { tag outcomes } }`;
const SELECTED: Record<string, string> = { delete: '{ id }', reorder: `{ voicePostProcessings ${STEP} }` };
type Step = { id: string; name: string; position: number };
type Steps = { voicePostProcessings: Step[] };
const run = <Data = Step>(verb: string, variables: Record<string, unknown>, token = acme.token) => {
  const name = `${verb}VoicePostProcessing${verb === 'reorder' ? 's' : ''}`;
  const types: Record<string, string> = { id: 'ID!', input: `${name[0]!.toUpperCase()}${name.slice(1)}Input!` };
  const names = Object.keys(variables);
  const query = `mutation (${names.map((of) => `$${of}: ${types[of]}`).join(', ')}) {
    result: ${name}(${names.map((of) => `${of}: $${of}`).join(', ')}) ${SELECTED[verb] ?? STEP} }`;
  return app.graphql<{ result: Data }>(query, { variables, token });
};
const done = async <Data = Step>(...args: Parameters<typeof run>) => {
  const { data, errors } = await run<Data>(...args);
  expect(errors).toBeUndefined();
  return data!.result;
};
const campaign = async (teamId = acme.team.id) =>
  (await app.db.voiceCampaign.create({ data: { teamId, name: 'Spring' } })).id;
const HOOK = { kind: 'webhook', webhookData: { url: 'https://crm.example/calls' } };
const add = (voiceCampaignId: string | null, name: string) =>
  done('create', { input: { voiceCampaignId, name, ...HOOK } });

describe('creating a step', () => {
  test('puts it behind those that are there, with the data of its kind', async () => {
    const voiceCampaignId = await campaign();
    const create = (input: object) => done('create', { input: { voiceCampaignId, ...input } });
    const nothing = { outcomeClassifierData: null, webhookData: null, tagContactData: null };
    const step = { id: expect.any(String), isActive: true, voiceCampaign: { name: 'Spring' }, ...nothing };
    expect(await create({ name: ' Classify ', kind: 'outcome_classifier' })).toEqual({
      ...step,
      name: 'Classify',
      kind: 'outcome_classifier',
      position: 0,
      outcomeClassifierData: { language: null, minimumConfidence: 0 },
    });
    expect(await create({ name: 'Tell', isActive: false, ...HOOK })).toEqual({
      ...step,
      name: 'Tell',
      kind: 'webhook',
      position: 1,
      isActive: false,
      webhookData: { url: 'https://crm.example/calls' },
    });
    const tagContactData = { tag: ' lead ', outcomes: ['interested', 'interested'] };
    expect(await create({ name: 'Tag', kind: 'tag_contact', tagContactData })).toEqual({
      ...step,
      name: 'Tag',
      kind: 'tag_contact',
      position: 2,
      tagContactData: { tag: 'lead', outcomes: ['interested'] },
    });
  });

  test('at the same time gives every step a place of its own', async () => {
    const voiceCampaignId = await campaign();
    const steps = await Promise.all(['A', 'B', 'C', 'D'].map((name) => add(voiceCampaignId, name)));
    expect(steps.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3]);
  });

  test('names everything that is wrong with it', async () => {
    const refused = async (input: object) => failure(await run('create', { input: { name: 'A', ...input } }));
    expect(await refused({ kind: 'webhook', name: ' ', voiceCampaignId: await campaign(rival.team.id) })).toEqual({
      name: ['The name field is required.'],
      webhookData: ['The webhook data field is required.'],
      voiceCampaignId: ['The selected voice campaign id is invalid.'],
    });
    expect(await refused({ kind: 'tag_contact', tagContactData: { tag: ' ' }, webhookData: HOOK.webhookData })).toEqual(
      {
        'tagContactData.tag': ['The tag contact data.tag field is required.'],
        webhookData: ['The selected webhook data is invalid.'],
      },
    );
    const outcomeClassifierData = { language: 'no language', minimumConfidence: 1.1 };
    expect(await refused({ kind: 'outcome_classifier', outcomeClassifierData })).toEqual({
      'outcomeClassifierData.language': ['The outcome classifier data.language field format is invalid.'],
      'outcomeClassifierData.minimumConfidence': [
        'The outcome classifier data.minimum confidence field must not be greater than 1.',
      ],
    });
    const webhookData = { url: 'https://crm:secret@crm.example/calls' };
    expect(await refused({ kind: 'webhook', webhookData })).toEqual({
      'webhookData.url': ['The webhook data.url field must not contain a name or password.'],
    });
  });

  test('ends at 50 of one campaign', async () => {
    const voiceCampaignId = await campaign();
    await app.db.postProcessing.createMany({
      data: Array.from({ length: 50 }, (_, position) => ({
        teamId: acme.team.id,
        voiceCampaignId,
        name: 'Step',
        kind: 'webhook' as const,
        config: HOOK.webhookData,
        position,
      })),
    });
    expect(failure(await run('create', { input: { voiceCampaignId, name: 'One more', ...HOOK } }))).toEqual({
      voiceCampaignId: ['A campaign has at most 50 post-processing steps.'],
    });
  });
});

test('changing a step keeps what is absent and replaces its data as a whole', async () => {
  const input = {
    name: 'Classify',
    kind: 'outcome_classifier',
    outcomeClassifierData: { language: 'EN-us', minimumConfidence: 0.7 },
  };
  const { id } = await done('create', { input });
  expect(await done('update', { id, input: { isActive: false } })).toMatchObject({
    name: 'Classify',
    isActive: false,
    voiceCampaign: null,
    outcomeClassifierData: { language: 'en-US', minimumConfidence: 0.7 },
  });
  expect(await done('update', { id, input: { name: 'C', outcomeClassifierData: { language: 'de' } } })).toMatchObject({
    name: 'C',
    outcomeClassifierData: { language: 'de', minimumConfidence: 0 },
  });
  expect(
    failure(await run('update', { id, input: { name: null, isActive: null, outcomeClassifierData: null, ...tag() } })),
  ).toEqual({
    name: ['The name field is required.'],
    isActive: ['The is active field is required.'],
    outcomeClassifierData: ['The outcome classifier data field is required.'],
    tagContactData: ['The selected tag contact data is invalid.'],
  });
});
const tag = () => ({ tagContactData: { tag: 'lead' } });

describe('reordering steps', () => {
  test('takes all of a campaign’s and answers them in their new order', async () => {
    const voiceCampaignId = await campaign();
    const [a, b, c] = [
      await add(voiceCampaignId, 'A'),
      await add(voiceCampaignId, 'B'),
      await add(voiceCampaignId, 'C'),
    ];
    await done('delete', { id: b.id });
    const d = await add(voiceCampaignId, 'D');
    const ids = [d.id, a.id.toUpperCase(), c.id];
    const { voicePostProcessings: steps } = await done<Steps>('reorder', { input: { ids } });
    expect(steps.map(({ name, position }) => [name, position])).toEqual([
      ['D', 0],
      ['A', 1],
      ['C', 2],
    ]);
    const query = `{ voiceCampaign(id: "${voiceCampaignId}") { postProcessings { name } }
      voicePostProcessings(filter: { voiceCampaignId: "${voiceCampaignId}", kind: [webhook], isActive: true }
        orderBy: { field: position, direction: asc }) { totalCount nodes { name } } }`;
    const nodes = [{ name: 'D' }, { name: 'A' }, { name: 'C' }];
    expect((await app.graphql(query, { token: acme.token })).data).toEqual({
      voiceCampaign: { postProcessings: nodes },
      voicePostProcessings: { totalCount: 3, nodes },
    });
  });

  test('refuses a list that is not all of them once', async () => {
    const { team, token } = await createTeam(app, 'Other');
    const voiceCampaignId = await campaign(team.id);
    const input = { voiceCampaignId, name: 'A', ...HOOK };
    const [a, b] = [await done('create', { input }, token), await done('create', { input }, token)];
    const ofAll = await done('create', { input: { ...input, voiceCampaignId: null } }, token);
    const reordered = async (ids: string[], by = token) => failure(await run('reorder', { input: { ids } }, by));
    const refused = { ids: ['The ids field must name every step of one campaign once.'] };
    for (const ids of [[a.id], [a.id, a.id], [a.id, ofAll.id], [a.id, b.id, ofAll.id]]) {
      expect(await reordered(ids)).toEqual(refused);
    }
    expect(await reordered(['x', a.id])).toEqual({ 'ids.0': ['The selected ids.0 is invalid.'] });
    expect(await reordered([])).toEqual({ ids: ['The ids field must have at least 1 items.'] });
    expect(await reordered([a.id, b.id], rival.token)).toEqual({
      'ids.0': ['The selected ids.0 is invalid.'],
      'ids.1': ['The selected ids.1 is invalid.'],
    });
    const { voicePostProcessings: steps } = await done<Steps>('reorder', { input: { ids: [ofAll.id] } }, token);
    expect(steps.map(({ id }) => id)).toEqual([ofAll.id]);
  });
});

test('an outcome’s log leads to the step that changed it, all in one statement', async () => {
  const { team, token } = await createTeam(app, 'Reader');
  const { db } = app;
  const { id } = await done('create', { input: { name: 'Classify', kind: 'outcome_classifier' } }, token);
  const query = '{ calls { nodes { outcomeLogs { nodes { newCallOutcome callOutcomeClassifier { name } } } } } }';
  const call = () =>
    db.call.create({
      data: {
        teamId: team.id,
        toNumber: 12125550100,
        outcomeLogs: { create: { newCallOutcome: 'busy', callOutcomeClassifierId: id } },
      },
    });
  await call();
  expect((await app.graphql(query, { token })).data).toEqual({
    calls: {
      nodes: [{ outcomeLogs: { nodes: [{ newCallOutcome: 'busy', callOutcomeClassifier: { name: 'Classify' } }] } }],
    },
  });
  await call();
  expect(await app.statements(() => app.graphql(query, { token }))).toHaveLength(3);
});

describe('access', () => {
  test('another team’s step is not found', async () => {
    const { id } = await add(null, 'A');
    for (const [missing, token] of [
      [id, rival.token],
      ['7', acme.token],
    ] as const) {
      expect((await run('update', { id: missing, input: {} }, token)).errors![0]!.message).toBe(
        'Post-processing not found.',
      );
      const read = await app.graphql(`{ voicePostProcessing(id: "${missing}") { id } }`, { token });
      expect(read.errors![0]!.message).toBe('Post-processing not found.');
    }
    const list = await app.graphql('{ voicePostProcessings { totalCount } }', { token: rival.token });
    expect(list.data).toEqual({ voicePostProcessings: { totalCount: 0 } });
  });

  test('members manage steps; tokens limited to documented endpoints do not', async () => {
    const member = await signIn(app, [[acme.team.id, 'member']]);
    const scopes = [{ method: 'delete', endpoint: '/v1/voice/post-processing/{postProcessing}', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    const voiceCampaignId = await campaign();
    const input = { voiceCampaignId, name: 'A', ...HOOK };
    expect(failure(await run('create', { input }, limited))).toBe('FORBIDDEN');
    const { id } = await done('create', { input }, member);
    expect(failure(await run('update', { id, input: {} }, limited))).toBe('FORBIDDEN');
    await done('update', { id, input: {} }, member);
    const order = { ids: [id] };
    expect(failure(await run('reorder', { input: order }, limited))).toBe('FORBIDDEN');
    await done('reorder', { input: order }, member);
  });
});
