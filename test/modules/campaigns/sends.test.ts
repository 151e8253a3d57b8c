import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Two sends of a campaign of each kind, the second of which has ended. */
async function campaigns() {
  const { team, token } = await createTeam(app);
  const teamId = team.id;
  const sms = await app.db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
  const voice = await app.db.voiceCampaign.create({ data: { teamId, name: 'Call-backs' } });
  const ids: Record<'sms' | 'voice', string[]> = { sms: [], voice: [] };
  for (const [at, status] of (['in_progress', 'sent'] as const).entries()) {
    const data = { teamId, status, meta: {}, createdAt: new Date(2025, 0, 1 + at) };
    ids.sms.push((await app.db.smsSend.create({ data: { ...data, smsCampaignId: sms.id } })).id);
    ids.voice.push((await app.db.voiceCampaignSend.create({ data: { ...data, voiceCampaignId: voice.id } })).id);
  }
  return { token, ids };
}

test.each([
  ['smsSend', 'smsCampaigns', 'sms'],
  ['voiceSend', 'voiceCampaigns', 'voice'],
] as const)('%s finds a send by its id, and the sends of %s are filtered', async (one, list, kind) => {
  const { token, ids } = await campaigns();
  const [going, ended] = ids[kind];
  const find = (by: string) =>
    app.graphql(`query ($id: ID!) { ${one}(id: $id) { id status } }`, { token: by, variables: { id: going } });
  expect(await find(token)).toEqual({ data: { [one]: { id: going, status: 'in_progress' } } });
  expect(await find((await createTeam(app, 'Rival')).token)).toMatchObject({
    data: { [one]: null },
    errors: [{ message: 'Send not found.', path: [one], extensions: { code: 'NOT_FOUND' } }],
  });
  const filtered = async (filter: object) => {
    const query = `query ($filter: SendFilter) { ${list} { nodes { sends(filter: $filter) { totalCount nodes { id } } } } }`;
    return (await app.graphql<Record<string, unknown>>(query, { token, variables: { filter } })).data![list];
  };
  const found = (...found: (string | undefined)[]) => ({
    nodes: [{ sends: { totalCount: found.length, nodes: found.map((id) => ({ id })) } }],
  });
  expect(await filtered({})).toEqual(found(ended, going));
  expect(await filtered({ status: ['in_progress'] })).toEqual(found(going));
  expect(await filtered({ status: ['in_progress', 'sent'] })).toEqual(found(ended, going));
  expect(await filtered({ createdAt: { from: new Date(2025, 0, 2).toISOString() } })).toEqual(found(ended));
});
