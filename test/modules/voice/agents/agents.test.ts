import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { failure } from '../../campaigns/support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let account: string;
let theirAccount: string;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  account = await createAccount(acme.team.id);
  theirAccount = await createAccount(rival.team.id);
});
afterAll(() => app.close());

async function createAccount(teamId: string) {
  const secret = { webhookSecretHash: new Uint8Array(crypto.getRandomValues(new Uint8Array(32))) };
  const data = { teamId, name: 'Main', provider: 'provider_a' as const, ...secret };
  return (await app.db.voiceAccount.create({ data })).id;
}

const FIELDS = '{ id name externalId prompt archivedAt voiceAccount { name } }';
type Agent = Record<string, unknown> & { id: string };
const run = (mutation: string, variables: Record<string, unknown>, token = acme.token) => {
  const input = mutation === 'createAgent' ? 'CreateAgentInput!' : 'UpdateAgentInput!';
  const types: Record<string, string> = { id: 'ID!', input };
  const names = Object.keys(variables);
  const query = `mutation (${names.map((name) => `$${name}: ${types[name]}`).join(', ')}) {
    agent: ${mutation}(${names.map((name) => `${name}: $${name}`).join(', ')})
    ${mutation === 'deleteAgent' ? '{ id }' : FIELDS} }`;
  return app.graphql<{ agent: Agent }>(query, { variables, token });
};
const done = async (...args: Parameters<typeof run>) => {
  const { data, errors } = await run(...args);
  expect(errors).toBeUndefined();
  return data!.agent;
};
const create = async (input: object = {}) => (await done('createAgent', { input: { name: 'Clara', ...input } })).id;
const refusal = async (...args: Parameters<typeof run>) => {
  const { errors } = await run(...args);
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
};

test('an agent is created, changed and copied', async () => {
  const input = { name: ' Clara ', voiceAccountId: account, externalId: 'assistant-1', prompt: 'Be brief.' };
  const agent = await done('createAgent', { input });
  expect(agent).toEqual({
    id: expect.any(String),
    name: 'Clara',
    externalId: 'assistant-1',
    prompt: 'Be brief.',
    archivedAt: null,
    voiceAccount: { name: 'Main' },
  });
  expect(await done('updateAgent', { id: agent.id, input: { name: 'Sam', prompt: null } })).toEqual({
    ...agent,
    name: 'Sam',
    prompt: null,
  });
  expect(await done('duplicateAgent', { id: agent.id })).toEqual({
    ...agent,
    id: expect.any(String),
    name: 'Sam (copy)',
    externalId: null,
    prompt: null,
  });
});

test('an agent’s values have bounds, its provider’s id is its own, and its account the team’s', async () => {
  const id = await create({ externalId: 'assistant-2' });
  const other = await create();
  const taken = { externalId: ['The external id has already been taken.'] };
  expect(failure(await run('createAgent', { input: { name: 'B', externalId: 'assistant-2' } }))).toEqual(taken);
  expect(failure(await run('updateAgent', { id: other, input: { externalId: 'assistant-2' } }))).toEqual(taken);
  const input = { name: '', externalId: 'x'.repeat(256), prompt: 'x'.repeat(20_001), voiceAccountId: theirAccount };
  const errors = {
    name: ['The name field is required.'],
    externalId: ['The external id field must not be greater than 255 characters.'],
    prompt: ['The prompt field must not be greater than 20000 characters.'],
    voiceAccountId: ['The selected voice account id is invalid.'],
  };
  expect(failure(await run('createAgent', { input }))).toEqual(errors);
  expect(failure(await run('updateAgent', { id, input: { ...input, name: null } }))).toEqual(errors);
});

describe('an agent that is used', () => {
  test('by a campaign or a number is neither archived nor deleted', async () => {
    const id = await create();
    const { db } = app;
    const teamId = acme.team.id;
    const { id: voiceCampaignId } = await db.voiceCampaign.create({ data: { teamId, name: 'Spring', agentId: id } });
    const byCampaign = ['CONFLICT', 'The agent is used by the campaign "Spring".'];
    expect(await refusal('archiveAgent', { id })).toEqual(byCampaign);
    expect(await refusal('deleteAgent', { id })).toEqual(byCampaign);
    await db.voiceCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: voiceCampaignId } },
      data: { deletedAt: new Date() },
    });

    const number = await db.number.create({
      data: { teamId, number: 14155550100, voiceProvider: 'provider_a', inboundAgentId: id },
    });
    const byNumber = ['CONFLICT', 'The agent takes the calls of the number 14155550100.'];
    expect(await refusal('archiveAgent', { id })).toEqual(byNumber);
    await db.number.update({
      where: { teamId_id: { teamId: acme.team.id, id: number.id } },
      data: { archivedAt: new Date() },
    });
    expect(await done('archiveAgent', { id })).toMatchObject({ archivedAt: expect.any(String) });
    expect(await refusal('deleteAgent', { id })).toEqual(byNumber);
    await db.number.delete({ where: { teamId_id: { teamId: acme.team.id, id: number.id } } });
    expect(await done('deleteAgent', { id })).toEqual({ id });
  });

  test('on calls is archived instead of deleted, and restored', async () => {
    const id = await create();
    const teamId = acme.team.id;
    await app.db.call.create({ data: { teamId, callAgentId: id, toNumber: 12125550100 } });
    expect(await refusal('deleteAgent', { id })).toEqual(['CONFLICT', 'The agent has calls. Archive it instead.']);
    await done('archiveAgent', { id });
    const query = `mutation { createVoiceCampaign(input: { name: "A", meta: { agentIds: ["${id}"] } }) { id } }`;
    const ask = () => app.graphql(query, { token: acme.token });
    expect(failure(await ask())).toEqual({ 'meta.agentIds.0': ['The selected meta.agent ids.0 is invalid.'] });
    expect(await done('restoreAgent', { id })).toMatchObject({ archivedAt: null });
    expect((await ask()).errors).toBeUndefined();
  });

  test('is archived or given to a campaign, whoever comes first', async () => {
    const id = await create();
    const query = `mutation { createVoiceCampaign(input: { name: "Race", meta: { agentId: "${id}" } }) { id } }`;
    const [archived, made] = await Promise.all([
      run('archiveAgent', { id }),
      app.graphql(query, { token: acme.token }),
    ]);
    expect([archived.errors, made.errors].filter(Boolean)).toHaveLength(1);
  });
});

test('agents are filtered and lead to account, numbers, campaigns and calls in a constant number of statements', async () => {
  const { team, token } = await createTeam(app, 'Reader');
  const { db } = app;
  const voiceAccountId = await createAccount(team.id);
  const add = async (name: string) => {
    const { id } = await db.agent.create({ data: { teamId: team.id, name, voiceAccountId } });
    await db.call.create({ data: { teamId: team.id, agentId: id, toNumber: 12125550100 } });
    await db.voiceCampaign.create({ data: { teamId: team.id, name: `For ${name}`, agentIds: [id] } });
  };
  const query = `{ agents(filter: { voiceAccountId: "${voiceAccountId}", name: "a" }, orderBy: { field: name, direction: asc }) {
    totalCount
    nodes { name voiceAccount { name agents { totalCount } } inboundNumbers { totalCount nodes { id } } calls { totalCount nodes { toNumber } }
      voiceCampaigns { totalCount nodes { name agent { name } } } } } }`;
  await add('Ada');
  const few = await app.statements(() => app.graphql(query, { token }));
  for (const name of ['Bea', 'Cara', 'Tom']) await add(name);
  let answer: unknown;
  const many = await app.statements(async () => {
    answer = await app.graphql(query, { token });
  });
  expect(many).toHaveLength(few.length);
  const node = (name: string) => ({
    name,
    voiceAccount: { name: 'Main', agents: { totalCount: 4 } },
    inboundNumbers: { totalCount: 0, nodes: [] },
    calls: { totalCount: 1, nodes: [{ toNumber: '+12125550100' }] },
    voiceCampaigns: { totalCount: 1, nodes: [{ name: `For ${name}`, agent: null }] },
  });
  expect(answer).toEqual({ data: { agents: { totalCount: 3, nodes: ['Ada', 'Bea', 'Cara'].map(node) } } });
});

describe('access', () => {
  const CHANGES = ['updateAgent', 'duplicateAgent', 'archiveAgent', 'restoreAgent', 'deleteAgent'];
  const variables = (mutation: string, id: string) => (mutation === 'updateAgent' ? { id, input: {} } : { id });

  test.each(CHANGES)('%s does not find another team’s agent or an id that is none', async (mutation) => {
    const id = await create();
    for (const [missing, token] of [
      [id, rival.token],
      ['7', acme.token],
    ] as const) {
      expect(await refusal(mutation, variables(mutation, missing), token)).toEqual(['NOT_FOUND', 'Agent not found.']);
    }
    const read = await app.graphql(`{ agent(id: "${id}") { id } agents { totalCount } }`, { token: rival.token });
    expect(read.errors![0]!.message).toBe('Agent not found.');
  });

  test('members manage agents; tokens limited to documented endpoints do not', async () => {
    const id = await create();
    const member = await signIn(app, [[acme.team.id, 'member']]);
    const scopes = [{ method: 'post', endpoint: '/v1/offers', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    for (const mutation of CHANGES) {
      expect((await refusal(mutation, variables(mutation, id), limited))[0]).toBe('FORBIDDEN');
      await done(mutation, variables(mutation, id), member);
    }
  });
});
