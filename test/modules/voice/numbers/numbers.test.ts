import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { failure } from '../../campaigns/support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let mine: { account: string; agent: string };
let theirs: typeof mine;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  mine = await voice(acme.team.id);
  theirs = await voice(rival.team.id);
});
afterAll(() => app.close());

async function voice(teamId: string) {
  const { db } = app;
  const secret = { webhookSecretHash: new Uint8Array(crypto.getRandomValues(new Uint8Array(32))) };
  return {
    account: (await db.voiceAccount.create({ data: { teamId, name: 'Main', provider: 'provider_b', ...secret } })).id,
    agent: (await db.agent.create({ data: { teamId, name: 'Clara' } })).id,
  };
}

const FIELDS = `{ id number voiceProvider voiceProviderId sipConfig disallowedCountryIds archivedAt
  voiceAccount { name } inboundAgent { name } }`;
type PhoneNumber = Record<string, unknown> & { id: string };
const run = (mutation: string, variables: Record<string, unknown>, token = acme.token) => {
  const input = mutation === 'createVoiceNumber' ? 'CreateVoiceNumberInput!' : 'UpdateVoiceNumberInput!';
  const types: Record<string, string> = { id: 'ID!', input };
  const names = Object.keys(variables);
  const query = `mutation (${names.map((name) => `$${name}: ${types[name]}`).join(', ')}) {
    number: ${mutation}(${names.map((name) => `${name}: $${name}`).join(', ')})
    ${mutation === 'deleteVoiceNumber' ? '{ id }' : FIELDS} }`;
  return app.graphql<{ number: PhoneNumber }>(query, { variables, token });
};
const done = async (...args: Parameters<typeof run>) => {
  const { data, errors } = await run(...args);
  expect(errors).toBeUndefined();
  return data!.number;
};
let next = 15_715_550_100;
const create = async (input: object = {}) => {
  next += 1;
  return (await done('createVoiceNumber', { input: { number: next, voiceProvider: 'provider_a', ...input } })).id;
};
const refusal = async (...args: Parameters<typeof run>) => {
  const { errors } = await run(...args);
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
};
const campaign = (data: object) =>
  app.db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Spring', ...data } });

describe('creating a number', () => {
  test('takes its account’s provider and keeps countries in order', async () => {
    const input = {
      number: 14155550100,
      voiceAccountId: mine.account.toUpperCase(),
      inboundAgentId: mine.agent,
      voiceProviderId: ' pn-1 ',
      sipConfig: '',
      disallowedCountryIds: ['192', 408, '192'],
    };
    expect(await done('createVoiceNumber', { input })).toEqual({
      id: expect.any(String),
      number: '+14155550100',
      voiceProvider: 'provider_b',
      voiceProviderId: 'pn-1',
      sipConfig: null,
      disallowedCountryIds: ['192', '408'],
      archivedAt: null,
      voiceAccount: { name: 'Main' },
      inboundAgent: { name: 'Clara' },
    });
    expect(failure(await run('createVoiceNumber', { input }))).toEqual({
      number: ['The number has already been taken.'],
    });
  });

  test('names everything that is wrong with it', async () => {
    const input = {
      number: 12,
      voiceProviderId: 'x'.repeat(256),
      disallowedCountryIds: ['276', '999', 'XX'],
      inboundAgentId: theirs.agent,
    };
    expect(failure(await run('createVoiceNumber', { input }))).toEqual({
      number: ['The number field must be a valid phone number.'],
      voiceProvider: ['The voice provider field is required.'],
      voiceProviderId: ['The voice provider id field must not be greater than 255 characters.'],
      'disallowedCountryIds.1': ['The selected disallowed country ids.1 is invalid.'],
      'disallowedCountryIds.2': ['The selected disallowed country ids.2 is invalid.'],
      inboundAgentId: ['The selected inbound agent id is invalid.'],
    });
    expect(
      failure(await run('createVoiceNumber', { input: { number: 14155550101, voiceAccountId: theirs.account } })),
    ).toEqual({ voiceAccountId: ['The selected voice account id is invalid.'] });
  });

  test('another team’s number may be the same one', async () => {
    const input = { number: 14155550102, voiceProvider: 'provider_a' };
    await done('createVoiceNumber', { input });
    expect(await done('createVoiceNumber', { input }, rival.token)).toMatchObject({ number: '+14155550102' });
  });
});

test('changing a number keeps what is absent and clears what is null', async () => {
  const id = await create({ voiceAccountId: mine.account, sipConfig: 'sip:a@b', disallowedCountryIds: ['192'] });
  const input = { sipConfig: null, disallowedCountryIds: null, inboundAgentId: mine.agent };
  expect(await done('updateVoiceNumber', { id, input })).toMatchObject({
    voiceProvider: 'provider_a',
    sipConfig: null,
    disallowedCountryIds: [],
    voiceAccount: { name: 'Main' },
    inboundAgent: { name: 'Clara' },
  });
  expect(failure(await run('updateVoiceNumber', { id, input: { voiceProvider: null, inboundAgentId: 'x' } }))).toEqual({
    voiceProvider: ['The voice provider field is required.'],
    inboundAgentId: ['The selected inbound agent id is invalid.'],
  });
});

describe('archiving and deleting', () => {
  test('wait until no campaign names the number any more', async () => {
    const id = await create();
    const { id: voiceCampaignId } = await campaign({ numberIds: [id] });
    const used = ['CONFLICT', 'The number is used by the campaign "Spring".'];
    expect(await refusal('archiveVoiceNumber', { id })).toEqual(used);
    expect(await refusal('deleteVoiceNumber', { id })).toEqual(used);
    await app.db.voiceCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: voiceCampaignId } },
      data: { status: 'sent' },
    });
    expect(await done('archiveVoiceNumber', { id })).toMatchObject({ archivedAt: expect.any(String) });
    expect(await refusal('deleteVoiceNumber', { id })).toEqual(used);
    await app.db.voiceCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: voiceCampaignId } },
      data: { deletedAt: new Date() },
    });
    expect(await done('deleteVoiceNumber', { id })).toEqual({ id });
    expect(await refusal('deleteVoiceNumber', { id })).toEqual(['NOT_FOUND', 'Number not found.']);
  });

  test('leave a number with calls to the archive', async () => {
    const id = await create();
    const teamId = acme.team.id;
    await app.db.call.create({ data: { teamId, numberId: id, toNumber: 12125550100 } });
    expect(await refusal('deleteVoiceNumber', { id })).toEqual([
      'CONFLICT',
      'The number has calls. Archive it instead.',
    ]);
    const { archivedAt } = await done('archiveVoiceNumber', { id });
    expect(await done('archiveVoiceNumber', { id })).toMatchObject({ archivedAt });
  });

  test('keep campaigns from naming it until it is restored', async () => {
    const id = await create({ voiceAccountId: mine.account });
    await done('archiveVoiceNumber', { id });
    const query = `mutation { createVoiceCampaign(input: { name: "A", meta: { numberId: "${id}" } }) { id } }`;
    const ask = () => app.graphql(query, { token: acme.token });
    expect(failure(await ask())).toEqual({ 'meta.numberId': ['The selected meta.number id is invalid.'] });

    const archivedAt = new Date();
    await app.db.voiceAccount.update({
      where: { teamId_id: { teamId: acme.team.id, id: mine.account } },
      data: { archivedAt },
    });
    expect(failure(await run('restoreVoiceNumber', { id }))).toEqual({
      voiceAccountId: ['The selected voice account id is invalid.'],
    });
    await app.db.voiceAccount.update({
      where: { teamId_id: { teamId: acme.team.id, id: mine.account } },
      data: { archivedAt: null },
    });
    expect(await done('restoreVoiceNumber', { id })).toMatchObject({ archivedAt: null });
    expect((await ask()).errors).toBeUndefined();
  });
});

test('numbers are filtered and lead to calls, campaigns, agent and account in a constant number of statements', async () => {
  const { team, token } = await createTeam(app, 'Reader');
  const { account, agent } = await voice(team.id);
  const { db } = app;
  const add = async (number: number) => {
    const data = { teamId: team.id, number, voiceProvider: 'provider_a' as const };
    const { id } = await db.number.create({ data: { ...data, voiceAccountId: account, inboundAgentId: agent } });
    await db.call.create({ data: { teamId: team.id, numberId: id, toNumber: 12125550100 } });
    await db.voiceCampaign.create({ data: { teamId: team.id, name: `One ${number}`, numberId: id, numberIds: [id] } });
    return id;
  };
  const query = `{ voiceNumbers(filter: { isArchived: false, inboundAgentId: "${agent}" }, orderBy: { field: number, direction: asc }) {
    totalCount
    nodes { number calls { totalCount nodes { toNumber } } voiceCampaigns { totalCount nodes { name } }
      inboundAgent { name inboundNumbers { totalCount nodes { number } } } voiceAccount { name numbers { totalCount } } } } }`;
  const archived = await add(14155550200);
  await db.number.update({
    where: { teamId_id: { teamId: team.id, id: archived } },
    data: { archivedAt: new Date() },
  });
  await add(14155550201);
  const few = await app.statements(() => app.graphql(query, { token }));
  await add(14155550202);
  await add(14155550203);
  let answer: unknown;
  const many = await app.statements(async () => {
    answer = await app.graphql(query, { token });
  });
  expect(many).toHaveLength(few.length);
  const node = (number: number) => ({
    number: `+${number}`,
    calls: { totalCount: 1, nodes: [{ toNumber: '+12125550100' }] },
    voiceCampaigns: { totalCount: 1, nodes: [{ name: `One ${number}` }] },
    inboundAgent: { name: 'Clara', inboundNumbers: { totalCount: 4, nodes: expect.any(Array) } },
    voiceAccount: { name: 'Main', numbers: { totalCount: 4 } },
  });
  expect(answer).toEqual({
    data: { voiceNumbers: { totalCount: 3, nodes: [14155550201, 14155550202, 14155550203].map(node) } },
  });
});

describe('access', () => {
  const CHANGES = ['updateVoiceNumber', 'archiveVoiceNumber', 'restoreVoiceNumber', 'deleteVoiceNumber'];
  const variables = (mutation: string, id: string) => (mutation === 'updateVoiceNumber' ? { id, input: {} } : { id });

  test.each(CHANGES)('%s does not find another team’s number or an id that is none', async (mutation) => {
    const id = await create();
    for (const [missing, token] of [
      [id, rival.token],
      ['7', acme.token],
    ] as const) {
      expect(await refusal(mutation, variables(mutation, missing), token)).toEqual(['NOT_FOUND', 'Number not found.']);
    }
    expect(await app.db.number.count({ where: { id, archivedAt: null } })).toBe(1);
  });

  test('members manage numbers; tokens limited to documented endpoints do not', async () => {
    const id = await create();
    const member = await signIn(app, [[acme.team.id, 'member']]);
    const scopes = [{ method: 'patch', endpoint: '/management/numbers/{number}/voice-provider', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    for (const mutation of ['updateVoiceNumber', 'archiveVoiceNumber', 'restoreVoiceNumber', 'deleteVoiceNumber']) {
      expect(await refusal(mutation, variables(mutation, id), limited)).toEqual([
        'FORBIDDEN',
        'This action is unauthorized.',
      ]);
      await done(mutation, variables(mutation, id), member);
    }
    const input = { number: 14155550300, voiceProvider: 'provider_a' };
    expect((await refusal('createVoiceNumber', { input }, limited))[0]).toBe('FORBIDDEN');
    await done('createVoiceNumber', { input }, member);
  });
});
