import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const put = (id: string, body: unknown, token: string | undefined = mine.token) =>
  app.rest('PUT', `/v1/teams/${id}/onboarding`, token ? { body, token } : { body });
const MUTATION =
  'mutation ($id: ID!, $input: UpdateTeamOnboardingInput!) { updateTeamOnboarding(id: $id, input: $input) { id name onboardingData } }';
const mutate = (id: string, input: unknown, token = mine.token) =>
  app.graphql(MUTATION, { token, variables: { id, input } });
const stored = async (id: string) => (await app.db.team.findUniqueOrThrow({ where: { id } })).onboardingData;
const MISSING = '01900000-0000-7000-8000-000000000000';
const REFUSED = { status: 403, body: { message: 'Not a member of this team' } };

describe('E11', () => {
  test('replaces the list and answers what is stored as JSON text', async () => {
    expect(await put(mine.team.id, { onboarding_data: ['profile', ' numbers ', 'say "hi"'] })).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Onboarding data updated',
        data: '["profile","numbers","say \\"hi\\""]',
      },
    });
    expect(await stored(mine.team.id)).toEqual(['profile', 'numbers', 'say "hi"']);
    expect((await put(mine.team.id, { onboarding_data: [] })).body).toEqual({
      success: true,
      message: 'Onboarding data updated',
      data: '[]',
    });
    expect(await stored(mine.team.id)).toEqual([]);
  });

  test('does the same through GraphQL, for one team only', async () => {
    await put(other.team.id, { onboarding_data: ['theirs'] }, other.token);
    expect(await mutate(mine.team.id, { onboardingData: ['profile'] })).toEqual({
      data: { updateTeamOnboarding: { id: mine.team.id, name: 'Acme', onboardingData: ['profile'] } },
    });
    expect(await app.graphql('{ team { id onboardingData } }', { token: mine.token })).toEqual({
      data: { team: { id: mine.team.id, onboardingData: ['profile'] } },
    });
    expect(await stored(other.team.id)).toEqual(['theirs']);
  });

  test('refuses who is not in the team; a team that does not exist answers alike', async () => {
    const before = await stored(other.team.id);
    for (const id of [other.team.id, MISSING, 'none']) {
      expect(await put(id, { onboarding_data: ['x'] })).toMatchObject(REFUSED);
      expect(await mutate(id, { onboardingData: ['x'] })).toMatchObject({
        data: null,
        errors: [{ message: 'Not a member of this team', extensions: { code: 'FORBIDDEN' } }],
      });
    }
    expect(await stored(other.team.id)).toEqual(before);
  });

  test('lets a person into every team they belong to, whatever their role', async () => {
    const both = await signIn(app, [
      [mine.team.id, 'member'],
      [other.team.id, 'member'],
    ]);
    // In the activity of the team that is changed.
    const entries = () => app.db.auditEntry.count({ where: { teamId: other.team.id, action: 'updateTeamOnboarding' } });
    const before = await entries();
    expect((await put(other.team.id, { onboarding_data: ['both'] }, both)).status).toBe(200);
    expect((await entries()) - before).toBe(1);
    expect((await put(mine.team.id, { onboarding_data: ['both'] }, both)).status).toBe(200);
    const one = await signIn(app, [[mine.team.id, 'owner']]);
    expect(await put(other.team.id, { onboarding_data: ['one'] }, one)).toMatchObject(REFUSED);
    expect(await stored(other.team.id)).toEqual(['both']);
  });

  test('lets nobody without two-factor sign-in into another team that requires it', async () => {
    const token = await signIn(app, [
      [mine.team.id, 'member'],
      [other.team.id, 'member'],
    ]);
    const { data } = await app.graphql<{ me: { id: string } }>('{ me { id } }', { token });
    const require = (requiresTwoFactor: boolean) =>
      app.db.team.update({ where: { id: other.team.id }, data: { requiresTwoFactor } });
    const before = await stored(other.team.id);
    await require(true);
    expect(await put(other.team.id, { onboarding_data: ['one factor'] }, token)).toMatchObject(REFUSED);
    expect(await stored(other.team.id)).toEqual(before);
    expect((await put(mine.team.id, { onboarding_data: ['mine'] }, token)).status).toBe(200);
    await app.db.user.update({ where: { id: data!.me.id }, data: { twoFactorAt: new Date() } });
    expect((await put(other.team.id, { onboarding_data: ['two factors'] }, token)).status).toBe(200);
    expect(await stored(other.team.id)).toEqual(['two factors']);
    await require(false);
  });

  test.each([
    [{}, { onboarding_data: ['The onboarding data field is required.'] }],
    [{ onboarding_data: null }, { onboarding_data: ['The onboarding data field is required.'] }],
    [{ onboarding_data: 'profile' }, { onboarding_data: ['The onboarding data field must be an array.'] }],
    [
      { onboarding_data: ['a', 5, '', { a: 1 }, '\u0000'] },
      {
        'onboarding_data.1': ['The onboarding data.1 field must be a string.'],
        'onboarding_data.2': ['The onboarding data.2 field is required.'],
        'onboarding_data.3': ['The onboarding data.3 field must be a string.'],
        'onboarding_data.4': ['The onboarding data.4 field must be valid text without null characters.'],
      },
    ],
  ])('answers 422 to %j', async (body, errors) => {
    expect(await put(mine.team.id, body)).toMatchObject({ status: 422, body: { errors } });
  });

  test('wants a token, and of a limited one that it names the endpoint', async () => {
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const named = await createTeamToken(app, mine.team.id, { scopes: scope('put', '/v1/teams/{team}/onboarding') });
    const limited = await createTeamToken(app, mine.team.id, { scopes: scope('post', '/v1/offers') });
    const body = { onboarding_data: [] };
    expect(await put(mine.team.id, body, '')).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect(await put(mine.team.id, body, limited)).toMatchObject({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
    expect((await put(mine.team.id, body, named)).status).toBe(200);
  });
});
