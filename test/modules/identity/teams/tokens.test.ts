import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/generated/prisma/client.ts';
import { hashToken } from '../../../../src/modules/identity/auth/tokens.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
let teamId: string;
let owner: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  teamId = (await createTeam(app)).team.id;
  await app.db.teamToken.deleteMany({ where: { teamId } });
  owner = await signIn(app, [[teamId, 'owner']]);
});

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const list = (token?: string) =>
  app.rest<{ data: { access_token: string }[] }>('GET', '/v1/platform/team/tokens', token ? { token } : {});
const person = (role: Role) => signIn(app, [[teamId, role]]);
const secrets = async (token: string) => (await list(token)).body.data.map(({ access_token }) => access_token);
const OFFERS = { method: 'post', endpoint: '/v1/offers', reason: 'Nightly import.' };

describe('a token that is limited to endpoints', () => {
  const create = (scopes: object[]) =>
    app.graphql<{ createTeamToken: { scopes: object[] } }>(
      'mutation ($input: CreateTeamTokenInput!) { createTeamToken(input: $input) { scopes { method endpoint reason } } }',
      { token: owner, variables: { input: { name: 'T', scopes } } },
    );
  const fieldsOf = async (scopes: object[]) => (await create(scopes)).errors?.[0]?.extensions.fields;

  test('names each once', async () => {
    const again = { ...OFFERS, endpoint: 'api/v1/offers/', reason: '' };
    const files = { method: 'get', endpoint: '/v1/sms/campaigns', reason: '' };
    const { data } = await create([OFFERS, again, files, OFFERS]);
    expect(data!.createTeamToken.scopes).toEqual([OFFERS, files]);
  });

  test('has up to 50, with reasons of up to 255 characters', async () => {
    const many = (count: number) => Array.from({ length: count }, () => OFFERS);
    expect(await fieldsOf(many(50))).toBeUndefined();
    expect(await fieldsOf(many(51))).toEqual({ scopes: ['The scopes field must not have more than 50 items.'] });
    expect(await fieldsOf([{ ...OFFERS, reason: '😀'.repeat(255) }])).toBeUndefined();
    expect(await fieldsOf([OFFERS, { ...OFFERS, reason: 'x'.repeat(256) }])).toEqual({
      'scopes.1.reason': ['The scopes.1.reason field must not be greater than 255 characters.'],
    });
  });
});

describe('E13', () => {
  test('lists every token of the team with its secret and scopes, newest first', async () => {
    const every = await createTeamToken(app, teamId);
    const limited = await createTeamToken(app, teamId, { scopes: [OFFERS] });
    await createTeam(app, 'Rival');
    const { status, body } = await list(owner);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: ID,
            name: 'Test',
            access_token: limited,
            team_id: teamId,
            scopes: { data: [OFFERS] },
            created_at: TIME,
            updated_at: TIME,
          },
          {
            id: ID,
            name: 'Test',
            access_token: every,
            team_id: teamId,
            scopes: { data: [] },
            created_at: TIME,
            updated_at: TIME,
          },
        ],
      },
    ]);
    expect((await app.graphql('{ me { teamId } }', { token: body.data[1]!.access_token })).data).toEqual({
      me: { teamId },
    });
  });

  test('answers an empty list where there is none, in one statement', async () => {
    const seen = await app.statements(async () => expect((await list(owner)).body).toEqual({ data: [] }));
    expect(seen).toHaveLength(1);
  });

  test('gives the same tokens through GraphQL, one by one and in pages', async () => {
    const [first, second] = [
      await createTeamToken(app, teamId),
      await createTeamToken(app, teamId, { scopes: [OFFERS] }),
    ];
    expect(await secrets(owner)).toEqual([second, first]);
    const { data } = await app.graphql<{ teamTokens: { nodes: { id: string }[] } }>(
      `{ teamTokens(first: 1) { totalCount nodes { id accessToken role expiresAt lastUsedAt scopes { method endpoint reason } } } }`,
      { token: owner },
    );
    expect(data).toEqual({
      teamTokens: {
        totalCount: 2,
        nodes: [{ id: ID, accessToken: second, role: 'admin', expiresAt: null, lastUsedAt: null, scopes: [OFFERS] }],
      },
    });
    const one = '{ teamToken(id: "ID") { accessToken } }'.replace('ID', data!.teamTokens.nodes[0]!.id);
    expect(await app.graphql(one, { token: owner })).toEqual({ data: { teamToken: { accessToken: second } } });
    const theirs = (await createTeam(app, 'Rival')).token;
    expect(await app.graphql(one, { token: theirs })).toMatchObject({
      data: { teamToken: null },
      errors: [{ message: 'Team token not found.', extensions: { code: 'NOT_FOUND' } }],
    });
  });

  test('leaves out what does not work any more', async () => {
    const works = await createTeamToken(app, teamId);
    for (const field of ['expiresAt', 'revokedAt']) {
      const tokenHash = hashToken(await createTeamToken(app, teamId));
      await app.db.teamToken.update({
        where: { teamId_tokenHash: { teamId: teamId, tokenHash } },
        data: { [field]: new Date(Date.now() - 1000) },
      });
    }
    expect(await secrets(owner)).toEqual([works]);
  });

  test('shows nobody a token that may do more than they may', async () => {
    const admins = await createTeamToken(app, teamId, { role: 'admin' });
    const owners = await createTeamToken(app, teamId, { role: 'owner' });
    expect(await secrets(owner)).toEqual([owners, admins]);
    const admin = await person('admin');
    expect(await secrets(admin)).toEqual([admins]);
    const { data } = await app.graphql<{ teamTokens: { nodes: { id: string }[] } }>('{ teamTokens { nodes { id } } }', {
      token: owner,
    });
    expect(
      await app.graphql(`{ teamToken(id: "${data!.teamTokens.nodes[0]!.id}") { accessToken } }`, { token: admin }),
    ).toMatchObject({
      data: { teamToken: null },
      errors: [{ message: 'Team token not found.', extensions: { code: 'NOT_FOUND' } }],
    });

    const member = await person('member');
    expect(await list(member)).toMatchObject({ status: 403, body: { message: 'This action is unauthorized.' } });
    expect(await app.graphql('{ teamTokens { nodes { id } } }', { token: member })).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });

  test('wants a token, and of a limited one that it names the endpoint', async () => {
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const limited = await createTeamToken(app, teamId, { scopes: scope('post', '/v1/offers') });
    const named = await createTeamToken(app, teamId, { scopes: scope('get', '/v1/platform/team/tokens') });
    expect(await list()).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect((await list(limited)).status).toBe(403);
    expect((await list(named)).status).toBe(200);
  });

  test('of a limited one shows no token that may use other endpoints', async () => {
    const scope = (...endpoints: string[]) =>
      endpoints.map((endpoint) => ({
        method: endpoint === OFFERS.endpoint ? 'post' : 'get',
        endpoint,
        reason: 'test',
      }));
    const TOKENS = '/v1/platform/team/tokens';
    const own = await createTeamToken(app, teamId, { scopes: scope(TOKENS) });
    const both = await createTeamToken(app, teamId, { scopes: scope(TOKENS, OFFERS.endpoint) });
    const all = await createTeamToken(app, teamId);
    const shown = async (token: string) => {
      const { body } = await list(token);
      return (body as { data: { access_token: string | null }[] }).data.map(({ access_token }) => access_token);
    };
    expect((await shown(own)).filter((token) => token !== null)).toEqual([own]);
    expect((await shown(both)).filter((token) => token !== null).sort()).toEqual([both, own].sort());
    expect(await shown(all)).toEqual(expect.arrayContaining([own, both, all]));
  });
});
