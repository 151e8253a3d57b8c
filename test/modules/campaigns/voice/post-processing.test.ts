import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const step = async (teamId = acme.team.id, voiceCampaignId: string | null = null, position = 0) =>
  (
    await app.db.postProcessing.create({
      data: {
        teamId,
        voiceCampaignId,
        name: `Step ${position}`,
        kind: 'tag_contact',
        config: { tag: 'hot' },
        position,
      },
    })
  ).id;
const remove = (id: string, token?: string) =>
  app.rest('DELETE', `/v1/voice/post-processing/${id}`, token ? { token } : {});
const mutation = (id: string) => `mutation { deleteVoicePostProcessing(id: "${id}") { id } }`;
const exists = async (id: string) => (await app.db.postProcessing.count({ where: { id } })) === 1;

describe('deleting a post-processing step', () => {
  test('over REST answers a JSON string; once more it is not found', async () => {
    const id = await step();
    expect(await remove(id, acme.token)).toMatchObject({ status: 200, body: 'Post-processing deleted.' });
    expect(await exists(id)).toBe(false);
    expect(await remove(id, acme.token)).toMatchObject({
      status: 404,
      body: { message: 'Post-processing not found.' },
    });
  });

  test('over GraphQL answers its id', async () => {
    const id = await step();
    expect(await app.graphql(mutation(id), { token: acme.token })).toEqual({
      data: { deleteVoicePostProcessing: { id } },
    });
    expect((await app.graphql(mutation(id), { token: acme.token })).errors![0]).toMatchObject({
      message: 'Post-processing not found.',
      extensions: { code: 'NOT_FOUND' },
    });
  });

  test('does not find another team’s or an id that is none', async () => {
    const id = await step(rival.team.id);
    for (const missing of [id, 'abc', '%20x']) {
      expect(await remove(missing, acme.token)).toMatchObject({
        status: 404,
        body: { message: 'Post-processing not found.' },
      });
    }
    expect(await exists(id)).toBe(true);
  });

  test('needs a token, and its scope where the token is limited', async () => {
    const id = await step();
    const scoped = (endpoint: string) =>
      createTeamToken(app, acme.team.id, { scopes: [{ method: 'delete', endpoint, reason: '' }] });
    const other = await scoped('/v1/sms/campaigns/{campaign}');
    expect(await remove(id)).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect(await remove(id, other)).toMatchObject({ status: 403, body: { message: 'This action is unauthorized.' } });
    expect((await app.graphql(mutation(id), { token: other })).errors![0]!.extensions.code).toBe('FORBIDDEN');
    expect(await exists(id)).toBe(true);
    const own = await scoped('/v1/voice/post-processing/{postProcessing}');
    expect((await remove(id, own)).status).toBe(200);
  });
});

describe('reading voice campaigns', () => {
  test('with their steps, sends and logs takes one statement per level', async () => {
    const { team, token } = await createTeam(app, 'Reader');
    const { db } = app;
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await db.voiceCampaign.create({
        data: { teamId: team.id, name, sendType: name === 'Two' ? 'feed' : 'manual' },
      });
      await step(team.id, id, 1);
      await step(team.id, id, 0);
      await db.voiceCampaignSend.create({ data: { teamId: team.id, voiceCampaignId: id } });
      await db.log.create({ data: { teamId: team.id, callerType: 'voice_campaign', callerId: id, text: name } });
    }
    const query = `{
      voiceCampaigns(orderBy: { field: name, direction: asc }) {
        totalCount
        nodes { name callCounts { total } postProcessings { name kind tagContactData { tag outcomes } } sends { totalCount nodes { status logs { nodes { text } } } } logs { nodes { text } } }
      }
    }`;
    const node = (name: string) => ({
      name,
      callCounts: { total: 0 },
      postProcessings: [
        { name: 'Step 0', kind: 'tag_contact', tagContactData: { tag: 'hot', outcomes: [] } },
        { name: 'Step 1', kind: 'tag_contact', tagContactData: { tag: 'hot', outcomes: [] } },
      ],
      sends: { totalCount: 1, nodes: [{ status: 'pending', logs: { nodes: [] } }] },
      logs: { nodes: [{ text: name }] },
    });
    expect(await app.graphql(query, { token })).toEqual({
      data: { voiceCampaigns: { totalCount: 3, nodes: [node('One'), node('Three'), node('Two')] } },
    });
    // The page, its count, and one per nested field and count.
    expect(await app.statements(() => app.graphql(query, { token }))).toHaveLength(7);

    const some = `{ voiceCampaigns(filter: { sendType: [feed], status: [draft], name: "tw" }) { nodes { name } } voicePostProcessings(first: 1) { totalCount nodes { name } } }`;
    expect((await app.graphql(some, { token })).data).toEqual({
      voiceCampaigns: { nodes: [{ name: 'Two' }] },
      voicePostProcessings: { totalCount: 6, nodes: [{ name: 'Step 0' }] },
    });
  });
});
