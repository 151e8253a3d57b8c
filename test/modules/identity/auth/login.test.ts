import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let email: string;
let count = 0;

beforeAll(async () => {
  app = await createTestApp({ LOGIN_ATTEMPTS: 3, LOGIN_WINDOW_SECONDS: 60 });
});
afterAll(() => app.close());

beforeEach(async () => {
  count += 1;
  email = `ann${count}@acme.example`;
  const { team } = await createTeam(app, `Acme ${count}`);
  await app.db.user.create({
    data: {
      email,
      name: 'Ann',
      passwordHash: await hashPassword('correct horse'),
      memberships: { create: { teamId: team.id, role: 'admin' } },
    },
  });
});

const login = (password: string, as = email) => app.rest('POST', '/login', { body: { email: as, password } });

describe('E2', () => {
  test('answers a bearer token that works in both APIs until it expires', async () => {
    const { status, body } = await login('correct horse', email.toUpperCase());
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^obs_[\w-]{65}$/),
        token_type: 'Bearer',
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    const token = body.access_token as string;
    expect((await app.graphql('{ me { email name role teamName scopes { endpoint } } }', { token })).data).toEqual({
      me: { email, name: 'Ann', role: 'admin', teamName: `Acme ${count}`, scopes: [] },
    });
    expect((await app.rest('GET', '/v1/sms/campaigns', { token })).status).toBe(200);

    await app.db.session.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await app.rest('GET', '/v1/sms/campaigns', { token })).status).toBe(401);
  });

  test('is ended by logging out, that session alone and at once', async () => {
    const [first, second] = [await login('correct horse'), await login('correct horse')];
    const [ended, kept] = [first.body.access_token as string, second.body.access_token as string];
    await app.graphql('mutation { logout { sessionId } }', { token: ended });
    expect((await app.rest('GET', '/v1/sms/campaigns', { token: ended })).status).toBe(401);
    expect((await app.rest('GET', '/v1/sms/campaigns', { token: kept })).status).toBe(200);
  });

  test('keeps no token in the database', async () => {
    const { body } = await login('correct horse');
    const sessions = JSON.stringify(await app.db.session.findMany());
    expect(sessions).not.toContain(body.access_token);
  });

  test('ends with the membership', async () => {
    const { body } = await login('correct horse');
    await app.db.membership.deleteMany({ where: { user: { email } } });
    expect((await app.rest('GET', '/v1/sms/campaigns', { token: body.access_token as string })).status).toBe(401);
    expect((await login('correct horse')).status).toBe(401);
  });

  test('answers a wrong password and an unknown e-mail alike', async () => {
    const wrong = await login('wrong');
    const unknown = await login('wrong', 'nobody@acme.example');
    expect(wrong).toMatchObject({ status: 401, body: { message: 'These credentials do not match our records.' } });
    expect(unknown.body).toEqual(wrong.body);
    const mutation = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }';
    const answer = await app.graphql(mutation, { variables: { input: { email, password: 'wrong' } } });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'These credentials do not match our records.',
      extensions: { code: 'UNAUTHENTICATED' },
    });
  });

  test('throttles per e-mail and address, and forgets after a success', async () => {
    const began = performance.now();
    await login('wrong');
    await login('wrong');
    expect((await login('correct horse')).status).toBe(200);
    for (const _attempt of [1, 2, 3]) expect((await login('wrong')).status).toBe(401);
    const { status, body, headers } = await login('correct horse');
    expect([status, body]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50 - (performance.now() - began) / 1_000);
    expect((await login('wrong', 'other@acme.example')).status).toBe(401);
  });

  test('counts attempts from one IPv6 network together, whichever of its addresses they come from', async () => {
    const from = async (address: string) => {
      const request = new Request('http://localhost/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'six@acme.example', password: 'wrong' }),
      });
      return (await app.app.fetch(request, address)).status;
    };
    const statuses = [];
    for (const host of [1, 2, 3, 4]) statuses.push(await from(`2001:db8:1:2:${host}::${host}`));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await from('2001:db8:1:3::1')).toBe(401);
  });

  test.each([
    [{}, { email: ['The email field is required.'], password: ['The password field is required.'] }],
    [
      { email: 'nobody', password: 5 },
      { email: ['The email field must be a valid email address.'], password: ['The password field must be a string.'] },
    ],
  ])('names every field that is wrong in %j', async (body, errors) => {
    expect(await app.rest('POST', '/login', { body })).toMatchObject({ status: 422, body: { errors } });
  });
});

describe('a bearer token', () => {
  test.each(['', 'Bearer', 'Bearer x', 'Basic abc', 'Bearer obs_unknown', 'Bearer obt_unknown', 'Bearer obs_\u00e9'])(
    'that is none (%s) is answered with 401 and WWW-Authenticate',
    async (authorization) => {
      const answer = await app.rest('GET', '/v1/sms/campaigns', { headers: { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );
});

describe('a token that was just good', () => {
  test('is looked up once within the time it is known for', async () => {
    const cached = await createTestApp({ TOKEN_CACHE_MS: 60_000 });
    const { token } = await createTeam(cached);
    await cached.graphql('{ me { teamName } }', { token });
    await cached.db.teamToken.updateMany({ data: { revokedAt: new Date() } });
    expect((await cached.graphql('{ me { teamName } }', { token })).data).toEqual({ me: { teamName: 'Acme' } });
    await cached.close();
    await app.db.teamToken.updateMany({ data: { revokedAt: new Date() } });
    const own = await createTeam(app);
    await app.graphql('{ me { teamName } }', { token: own.token });
    await app.db.teamToken.updateMany({ data: { revokedAt: new Date() } });
    expect((await app.rest('GET', '/v1/sms/campaigns', { token: own.token })).status).toBe(401);
  });
});
