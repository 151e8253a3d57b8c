import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignStatus } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { ACTIONS, act, createCallable, createResources, failure } from '../support.ts';

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
  await createCallable(app, acme.team.id);
  theirs = await createResources(app, rival.team.id);
});
afterAll(() => app.close());

interface Campaign {
  id: string;
  name: string;
  status: CampaignStatus;
  meta: Record<string, unknown>;
  statusReason?: string | null;
  sends: { nodes: { status: string; nextStepAt: string | null; meta: Record<string, unknown> | null }[] };
  logs: { nodes: { text: string }[] };
  postProcessings: { name: string }[];
}
type Put = { data: Campaign };
const FIELDS = `{ id name status logs { nodes { text } } postProcessings { name }
  meta { sendType segmentIds agentId numberId agentIds manualData { sendAmount sendDatetime } }
  statusReason
  sends { nodes { status nextStepAt meta { sendType agentId } } } }`;

const run = (mutation: string, variables: Record<string, unknown>, token = acme.token) => {
  const selection = `... on VoiceCampaign ${FIELDS}`;
  if (ACTIONS.has(mutation)) return act<Campaign>(app, mutation, variables, { selection, token });
  const types: Record<string, string> = {
    id: 'ID!',
    input: 'CreateVoiceCampaignInput!',
  };
  const names = Object.keys(variables);
  const query = `mutation (${names.map((name) => `$${name}: ${types[name]}`).join(', ')}) {
    campaign: ${mutation}(${names.map((name) => `${name}: $${name}`).join(', ')})
    ${mutation === 'deleteVoiceCampaign' ? '{ id }' : FIELDS} }`;
  return app.graphql<{ campaign: Campaign }>(query, { variables, token });
};
const done = async (...args: Parameters<typeof run>) => {
  const { data, errors } = await run(...args);
  expect(errors).toBeUndefined();
  return data!.campaign;
};
const ready = (manualData: object = {}) => ({
  name: 'Spring',
  meta: {
    sendType: 'manual',
    segmentIds: [mine.segment],
    agentId: mine.agent,
    numberIds: [mine.number],
    manualData,
  },
});
const create = async (input: object = ready()) => (await done('createVoiceCampaign', { input })).id;
const stand = (id: string, status: CampaignStatus) =>
  app.db.voiceCampaign.update({ where: { teamId_id: { teamId: acme.team.id, id } }, data: { status } });
const runs = (voiceCampaignId: string) => app.db.voiceCampaignSend.count({ where: { voiceCampaignId } });

describe('a voice campaign', () => {
  test('begins as a draft with what was given', async () => {
    expect(await done('createVoiceCampaign', { input: ready() })).toEqual({
      id: expect.any(String),
      name: 'Spring',
      status: 'draft',
      logs: { nodes: [] },
      sends: { nodes: [] },
      postProcessings: [],
      meta: {
        sendType: 'manual',
        segmentIds: [mine.segment],
        agentId: mine.agent,
        numberId: null,
        agentIds: [],
        manualData: { sendAmount: 200, sendDatetime: null },
      },
      statusReason: null,
    });
  });

  test('is not made of another team’s records, nor without a name', async () => {
    const meta = { agentId: theirs.agent, numberIds: [theirs.number], segmentIds: [theirs.segment] };
    const answer = await run('createVoiceCampaign', { input: { name: '', meta } });
    expect(failure(answer)).toEqual({
      name: ['The name field is required.'],
      'meta.agentId': ['The selected meta.agent id is invalid.'],
      'meta.numberIds.0': ['The selected meta.number ids.0 is invalid.'],
      'meta.segmentIds.0': ['The selected meta.segment ids.0 is invalid.'],
    });
  });

  test('started five times at once has one run, with its meta', async () => {
    const id = await create();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => run('startCampaign', { id })));
    expect(answers.map(({ data }) => data?.campaign.status)).toEqual(Array(5).fill('running'));
    expect(await done('startCampaign', { id })).toMatchObject({
      sends: {
        nodes: [
          { status: 'pending', nextStepAt: expect.any(String), meta: { sendType: 'manual', agentId: mine.agent } },
        ],
      },
      logs: { nodes: [{ text: 'Status changed from draft to running.' }] },
    });
    expect(await runs(id)).toBe(1);
  });

  test('waits for a later moment, and moves with it when E1 changes it', async () => {
    const id = await create(ready({ sendDatetime: '2099-01-01' }));
    expect(await done('startCampaign', { id })).toMatchObject({
      status: 'pending',
      sends: { nodes: [{ nextStepAt: '2099-01-01T00:00:00.000Z' }] },
    });
    const body = { meta: { manual_data: { send_datetime: '2098-01-01' } } };
    await app.rest('PUT', `/v1/voice/campaigns/${id}`, { body, token: acme.token });
    const send = await app.db.voiceCampaignSend.findFirstOrThrow({ where: { voiceCampaignId: id } });
    expect(send.nextStepAt).toEqual(new Date('2098-01-01'));
  });

  test('started and withdrawn through E1 opens and closes its run', async () => {
    const id = await create();
    const put = (status: string) =>
      app.rest('PUT', `/v1/voice/campaigns/${id}`, { body: { status }, token: acme.token });
    await put('pending');
    await put('running');
    expect(await runs(id)).toBe(1);
    await put('failed');
    const where = { voiceCampaignId: id };
    expect(await app.db.voiceCampaignSend.findMany({ where })).toMatchObject([{ status: 'stopped' }]);
  });

  test.each(['running', 'pending'])('is not made %s through either API without what a start needs', async (status) => {
    const id = await create({ name: 'Bare' });
    const lacking = {
      'meta.sendType': ['The meta.send type field is required.'],
      'meta.segmentIds': ['The meta.segment ids field is required.'],
      'meta.agentId': ['The meta.agent id field is required.'],
      'meta.numberId': ['The meta.number id field is required.'],
    };
    expect(failure(await run('startCampaign', { id }))).toEqual(lacking);
    const put = (body: object) => app.rest<Put>('PUT', `/v1/voice/campaigns/${id}`, { body, token: acme.token });
    expect(await put({ name: '', status, meta: { send_type: 'manual', agent_id: 'x' } })).toMatchObject({
      status: 422,
      body: {
        errors: {
          name: ['The name field is required.'],
          'meta.segment_ids': ['The meta.segment ids field is required.'],
          'meta.number_id': ['The meta.number id field is required.'],
          'meta.agent_id': ['The selected meta.agent id is invalid.'],
          'meta.manual_data': ['The meta.manual data field is required.'],
        },
      },
    });
    expect([(await put({})).body.data.status, await runs(id)]).toEqual(['draft', 0]);
    const meta = {
      send_type: 'feed',
      feed_data: { feed_id: 'leads' },
      agent_id: mine.agent,
      number_ids: [mine.number],
    };
    expect((await put({ status, meta })).body.data.status).toBe(status);
    expect(await runs(id)).toBe(1);
  });

  test('waiting is not made running after it lost what a start needs, and may be edited meanwhile', async () => {
    const id = await create(ready({ sendDatetime: '2099-01-01' }));
    await done('startCampaign', { id });
    const put = (body: object) => app.rest<Put>('PUT', `/v1/voice/campaigns/${id}`, { body, token: acme.token });
    expect((await put({ meta: { agent_id: null } })).status).toBe(200);
    expect((await put({ status: 'running' })).body).toEqual({
      message: 'The meta.agent id field is required.',
      errors: { 'meta.agent_id': ['The meta.agent id field is required.'] },
    });
    expect((await put({ status: 'running', meta: { agent_id: mine.agent } })).body.data.status).toBe('running');
  });

  test('is not started without what it needs, nor with a send type that voice does not know', async () => {
    const bare = await create({ name: 'Bare', meta: { sendType: 'recurring' } });
    expect(failure(await run('startCampaign', { id: bare }))).toEqual({
      'meta.agentId': ['The meta.agent id field is required.'],
      'meta.numberId': ['The meta.number id field is required.'],
      'meta.segmentIds': ['The meta.segment ids field is required.'],
      'meta.recurringData': ['The meta.recurring data field is required.'],
    });
    const id = await create({ ...ready(), meta: { ...ready().meta, sendType: 'planner' } });
    expect(failure(await run('startCampaign', { id }))).toEqual({
      'meta.sendType': ['The selected meta.send type is invalid.'],
    });
    expect(await runs(id)).toBe(0);
  });

  test.each<[CampaignStatus, CampaignStatus | null, number]>([
    ['pending', 'running', 1],
    ['stopped', 'running', 1],
    ['failed', 'pending', 1],
    ['in_progress', 'in_progress', 0],
    ['sent', null, 0],
  ])('that is %s is %s once started', async (from, to, opened) => {
    const id = await create();
    await stand(id, from);
    const answer = await run('startCampaign', { id });
    if (to === null) expect(failure(answer)).toEqual({ status: ['The status cannot change from sent to running.'] });
    else expect(answer.data?.campaign.status).toBe(to);
    expect(await runs(id)).toBe(opened);
  });

  test('keeps why it was stopped until it is started again', async () => {
    const id = await create();
    await done('startCampaign', { id });
    const stopped = await done('stopCampaign', { id, reason: 'Rain' });
    expect(stopped).toMatchObject({
      status: 'stopped',
      statusReason: 'Rain',
      sends: { nodes: [{ status: 'stopped' }] },
    });
    expect(await done('stopCampaign', { id })).toEqual(stopped);
    expect((await done('startCampaign', { id })).statusReason).toBeNull();
    // E1 starts it, too.
    await done('stopCampaign', { id, reason: 'Rain' });
    const { body } = await app.rest('PUT', `/v1/voice/campaigns/${id}`, {
      token: acme.token,
      body: { status: 'running' },
    });
    expect(body).toMatchObject({ data: { status: 'running', meta: { stopped_reason: null } } });
    expect(failure(await run('stopCampaign', { id, reason: 'x'.repeat(1_001) }))).toEqual({
      reason: ['The reason field must not be greater than 1000 characters.'],
    });
    const draft = await create();
    expect(failure(await run('stopCampaign', { id: draft }))).toEqual({
      status: ['The status cannot change from draft to stopped.'],
    });
  });

  test('is copied with its steps, as a draft', async () => {
    const id = await create();
    await app.db.postProcessing.create({
      data: { teamId: acme.team.id, voiceCampaignId: id, name: 'Classify', kind: 'outcome_classifier' },
    });
    await done('startCampaign', { id });
    const original = await done('stopCampaign', { id, reason: 'Rain' });
    expect(await done('duplicateVoiceCampaign', { id })).toEqual({
      ...original,
      id: expect.any(String),
      name: 'Spring (copy)',
      status: 'draft',
      meta: { ...original.meta },
      statusReason: null,
      sends: { nodes: [] },
      logs: { nodes: [] },
    });
  });

  test('is copied with how often it calls again', async () => {
    const id = await create();
    await app.graphql(
      'mutation ($id: ID!) { setVoiceCampaignRetries(id: $id, input: { maxAttempts: 1, retryDelay: 5 }) { id } }',
      { variables: { id }, token: acme.token },
    );
    const copy = await done('duplicateVoiceCampaign', { id });
    expect(await app.db.voiceCampaign.findFirst({ where: { teamId: acme.team.id, id: copy.id } })).toMatchObject({
      maxAttempts: 1,
      retryDelay: 5,
    });
  });

  test('is not deleted while it calls; then it is gone and nothing of it waits', async () => {
    const id = await create();
    await done('startCampaign', { id });
    const refused = await run('deleteVoiceCampaign', { id });
    expect(refused.errors![0]).toMatchObject({
      message: 'The voice campaign is calling. Stop it before deleting it.',
      extensions: { code: 'CONFLICT' },
    });
    await stand(id, 'pending');
    expect(await done('deleteVoiceCampaign', { id })).toEqual({ id });
    expect(failure(await run('deleteVoiceCampaign', { id }))).toBe('NOT_FOUND');
    const where = { voiceCampaignId: id };
    expect(await app.db.voiceCampaignSend.findMany({ where })).toMatchObject([{ status: 'stopped' }]);
  });
});

test('members create campaigns, limited tokens and nobody do not', async () => {
  const scopes = [{ method: 'put', endpoint: '/v1/voice/campaigns/{campaign}', reason: '' }];
  const limited = await createTeamToken(app, acme.team.id, { scopes });
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  const add = (token: string) => run('createVoiceCampaign', { input: ready() }, token);
  expect(failure(await add(limited))).toBe('FORBIDDEN');
  expect(failure(await add('nobody'))).toBe('UNAUTHENTICATED');
  expect(failure(await add(member))).toBeUndefined();
});

describe.each(['duplicateVoiceCampaign', 'startCampaign', 'stopCampaign', 'deleteVoiceCampaign'])('%s', (mutation) => {
  test('does not find another team’s campaign', async () => {
    const id = await create();
    await stand(id, 'pending');
    expect(failure(await run(mutation, { id }, rival.token))).toBe('NOT_FOUND');
    expect(failure(await run(mutation, { id: 'none' }))).toBe('NOT_FOUND');
    const row = await app.db.voiceCampaign.findFirst({ where: { id } });
    expect(row).toMatchObject({ status: 'pending', deletedAt: null });
  });

  test('is for members, not for limited tokens nor for nobody', async () => {
    const id = await create();
    await stand(id, 'pending');
    const scopes = [{ method: 'put', endpoint: '/v1/voice/campaigns/{campaign}', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    expect(failure(await run(mutation, { id }, limited))).toBe('FORBIDDEN');
    expect(failure(await run(mutation, { id }, 'nobody'))).toBe('UNAUTHENTICATED');
    const member = await createTeamToken(app, acme.team.id, { role: 'member' });
    expect(failure(await run(mutation, { id }, member))).toBeUndefined();
  });
});
