import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/generated/prisma/client.ts';
import { ENDPOINTS } from '../../../../src/modules/identity/teams/endpoints.ts';
import { routes } from '../../../../src/rest/routes.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createOutbox } from '../../../support/outbox.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
let teamId: string;
let tokens: Record<Role, string>;
let ids: Record<Role, string>;

const outbox = createOutbox();
beforeAll(async () => {
  app = await createTestApp(outbox.environment);
});
afterAll(async () => {
  await app.close();
  outbox.remove();
});

beforeEach(async () => {
  teamId = (await createTeam(app)).team.id;
  const person = (role: Role) => signIn(app, [[teamId, role]]);
  tokens = { owner: await person('owner'), admin: await person('admin'), member: await person('member') };
  ids = {
    owner: await me(tokens.owner),
    admin: await me(tokens.admin),
    member: await me(tokens.member),
  };
});

const run = (query: string, token?: string, variables: Record<string, unknown> = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
  app.graphql<any>(query, { variables, ...(token && { token }) });
const me = async (token: string): Promise<string> => (await run('{ me { id } }', token)).data.me.id;
const code = async (answer: ReturnType<typeof run>) => (await answer).errors?.[0]?.extensions.code ?? 'ok';
const invite = (token: string, email: string, role: Role = 'member') =>
  run('mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id email role delivery } }', token, {
    input: { email, role },
  });
const accept = (token: string, input: object) =>
  run('mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { accessToken } }', undefined, {
    input: { token, ...input },
  });
const change = (token: string, userId: string, role: Role) =>
  run(`mutation { changeMemberRole(input: { userId: "${userId}", role: ${role} }) { userId role } }`, token);
const remove = (token: string, userId: string) =>
  run(`mutation { removeMember(input: { userId: "${userId}" }) { userId } }`, token);
const leave = (token: string) => run('mutation { leaveTeam { teamId } }', token);
const PASSWORD = 'correct horse';
let count = 0;
const email = () => `invited${process.pid}.${++count}@example.com`;

describe('an invitation', () => {
  test('makes an account and a member of the team, once', async () => {
    const to = email();
    const { data } = await invite(tokens.admin, to.toUpperCase());
    expect(data.inviteMember).toEqual({ id: expect.any(String), email: to, role: 'member', delivery: 'waiting' });
    const token = await outbox.secretTo(to, app);
    expect(token).toMatch(/^obi_[\w-]{65}$/);
    expect((await accept(token, { name: ' ', password: 'short' })).errors).toMatchObject([
      {
        extensions: {
          fields: {
            name: ['The name field is required.'],
            password: ['The password field must be at least 10 characters.'],
          },
        },
      },
    ]);
    const twice = await Promise.all([1, 2].map(() => accept(token, { name: ' Eve ', password: PASSWORD })));
    const joined = twice.find(({ errors }) => !errors)!;
    expect(twice.filter(({ errors }) => errors)).toHaveLength(1);
    expect((await run('{ me { name email role teamId } }', joined.data.acceptInvitation.accessToken)).data).toEqual({
      me: { name: 'Eve', email: to, role: 'member', teamId },
    });
    expect((await app.rest('POST', '/login', { body: { email: to, password: PASSWORD } })).status).toBe(200);
    expect(await accept(token, { name: 'Eve', password: PASSWORD })).toMatchObject({
      errors: [{ message: 'Invitation not found.', extensions: { code: 'NOT_FOUND' } }],
    });
    expect(await code(invite(tokens.admin, to))).toBe('VALIDATION_FAILED');

    const second = (await createTeam(app, 'Second')).team.id;
    await invite(await signIn(app, [[second, 'owner']]), to, 'admin');
    const again = await outbox.secretTo(to, app);
    expect(await code(accept(again, { name: 'Eve', password: 'wrong password' }))).toBe('UNAUTHENTICATED');
    const there = await accept(again, { name: 'Another name', password: PASSWORD });
    const session = there.data.acceptInvitation.accessToken;
    expect((await run('{ myTeams { id role } }', session)).data.myTeams).toEqual([
      { id: teamId, role: 'member' },
      { id: second, role: 'admin' },
    ]);
  });

  test('does not work after its time, nor after a newer one', async () => {
    const { id } = (await invite(tokens.owner, 'late@example.com')).data.inviteMember;
    const first = await outbox.secretTo('late@example.com', app);
    expect((await invite(tokens.owner, 'late@example.com', 'admin')).data.inviteMember.id).toBe(id);
    expect(await code(accept(first, { name: 'L', password: PASSWORD }))).toBe('NOT_FOUND');
    const second = await outbox.secretTo('late@example.com', app);
    expect(second).not.toBe(first);
    await app.db.invitation.update({ where: { teamId_id: { teamId, id } }, data: { expiresAt: new Date() } });
    expect(await code(accept(second, { name: 'L', password: PASSWORD }))).toBe('NOT_FOUND');
    expect(await code(accept('none', { name: 'L', password: PASSWORD }))).toBe('NOT_FOUND');
  });
});

test('the team lists its members and, for owners and admins, its invitations', async () => {
  await invite(tokens.owner, 'waiting@example.com');
  const query = '{ team { members { totalCount nodes { role person { id } } } } }';
  expect((await run(query, tokens.member)).data.team).toEqual({
    members: {
      totalCount: 3,
      nodes: [
        { role: 'owner', person: { id: ids.owner } },
        { role: 'admin', person: { id: ids.admin } },
        { role: 'member', person: { id: ids.member } },
      ],
    },
  });
  await createTeamToken(app, teamId, { role: 'admin' });
  // Beside the owners' token that every team of these tests has.
  const counted = '{ team { invitations { totalCount nodes { email } } } teamTokens { totalCount } }';
  const invitations = [{ email: 'waiting@example.com' }];
  expect((await run(counted, tokens.admin)).data).toEqual({
    team: { invitations: { totalCount: 1, nodes: invitations } },
    teamTokens: { totalCount: 1 },
  });
  expect((await run(counted, tokens.owner)).data).toMatchObject({ teamTokens: { totalCount: 2 } });
  for (const field of ['invitations { nodes { email } }', 'invitations { totalCount }']) {
    expect(await code(run(`{ team { ${field} } }`, tokens.member))).toBe('FORBIDDEN');
  }
});

test('who may do what: nobody above their own role, members nothing of this', async () => {
  const future = email();
  const { id: invitationId } = (await invite(tokens.owner, future, 'owner')).data.inviteMember;
  for (const action of [
    () => invite(tokens.member, email()),
    () => change(tokens.member, ids.member, 'admin'),
    () => remove(tokens.member, ids.admin),
    () => run('mutation { updateTeam(input: { name: "x" }) { id } }', tokens.member),
    () => run('mutation { createTeamToken(input: { name: "x" }) { id } }', tokens.member),
    () => run(`mutation { revokeTeamToken(id: "${teamId}") { teamTokenId } }`, tokens.member),
    () => invite(tokens.admin, email(), 'owner'),
    () => invite(tokens.admin, future),
    () => run(`mutation { revokeInvitation(id: "${invitationId}") { invitationId } }`, tokens.admin),
    () => change(tokens.admin, ids.admin, 'owner'),
    () => change(tokens.admin, ids.owner, 'member'),
    () => remove(tokens.admin, ids.owner),
    () => run('mutation { createTeamToken(input: { name: "x", role: owner }) { id } }', tokens.admin),
  ]) {
    expect(await action()).toMatchObject({
      errors: [{ message: 'Action not allowed', extensions: { code: 'FORBIDDEN' } }],
    });
  }
  const where = { teamId_id: { teamId, id: invitationId } };
  expect(await app.db.invitation.findUnique({ where })).toMatchObject({ role: 'owner' });
  await app.db.invitation.update({ where, data: { expiresAt: new Date() } });
  expect(await code(invite(tokens.admin, future))).toBe('ok');
  expect(await code(change(tokens.admin, ids.member, 'admin'))).toBe('ok');
  expect(await code(change(tokens.owner, ids.admin, 'owner'))).toBe('ok');
  expect(await code(remove(tokens.owner, ids.member))).toBe('ok');
  expect(await code(run('{ me { id } }', tokens.member))).toBe('UNAUTHENTICATED');
});

describe('the last owner', () => {
  test('neither leaves nor becomes less', async () => {
    expect(await code(leave(tokens.owner))).toBe('CONFLICT');
    expect(await code(change(tokens.owner, ids.owner, 'admin'))).toBe('CONFLICT');
    expect(await code(remove(tokens.owner, ids.owner))).toBe('CONFLICT');
    expect(await code(change(tokens.owner, ids.owner, 'owner'))).toBe('ok');
    expect(await code(leave(tokens.member))).toBe('ok');
  });

  test('is one of two who go at the same time', async () => {
    await change(tokens.owner, ids.admin, 'owner');
    const codes = await Promise.all([code(leave(tokens.owner)), code(change(tokens.admin, ids.admin, 'member'))]);
    expect(codes.sort()).toEqual(['CONFLICT', 'ok']);
    expect(await app.db.membership.count({ where: { teamId, role: 'owner' } })).toBe(1);
  });
});

test('another team’s members are not found', async () => {
  const rival = await signIn(app, [[(await createTeam(app, 'Rival')).team.id, 'owner']]);
  for (const id of [ids.member, teamId, 'none']) {
    expect(await code(change(rival, id, 'admin'))).toBe('NOT_FOUND');
    expect(await code(remove(rival, id))).toBe('NOT_FOUND');
  }
  expect(await code(run(`mutation { switchTeam(input: { teamId: "${teamId}" }) { accessToken } }`, rival))).toBe(
    'NOT_FOUND',
  );
});

test('a person makes a team, moves into it, changes it and signs out', async () => {
  const made = await run(
    'mutation { createTeam(input: { name: " New ", timezone: "europe/berlin" }) { id name timezone role } }',
    tokens.member,
  );
  expect(made.data.createTeam).toEqual({
    id: expect.any(String),
    name: 'New',
    timezone: 'Europe/Berlin',
    role: 'owner',
  });
  const entries = await app.db.auditEntry.findMany({ where: { action: 'createTeam' } });
  expect(entries.map(({ teamId, userId }) => [teamId, userId])).toEqual([[made.data.createTeam.id, ids.member]]);
  const switched = await run(
    `mutation { switchTeam(input: { teamId: "${made.data.createTeam.id}" }) { accessToken } }`,
    tokens.member,
  );
  const session = switched.data.switchTeam.accessToken;
  expect(await code(run('{ me { id } }', tokens.member))).toBe('UNAUTHENTICATED');
  expect(
    (await run('mutation { updateTeam(input: { timezone: "UTC" }) { name timezone members { totalCount } } }', session))
      .data,
  ).toEqual({
    updateTeam: { name: 'New', timezone: 'UTC', members: { totalCount: 1 } },
  });
  const inCurrency = (input: string) =>
    run(`mutation { updateTeam(input: { currency: ${input} }) { name currency } }`, session);
  expect((await inCurrency('" eur "')).data).toEqual({ updateTeam: { name: 'New', currency: 'EUR' } });
  for (const wrong of ['"EURO"', '""', '"1"', '"ABC"']) {
    expect((await inCurrency(wrong)).errors).toMatchObject([
      { extensions: { fields: { currency: ['The selected currency is invalid.'] } } },
    ]);
  }
  expect((await run('{ team { currency } }', session)).data).toEqual({ team: { currency: 'EUR' } });
  expect((await inCurrency('null')).data).toEqual({ updateTeam: { name: 'New', currency: null } });
  expect(
    (await run('mutation { updateTeam(input: { name: null, timezone: "x y" }) { id } }', session)).errors,
  ).toMatchObject([
    {
      extensions: {
        fields: {
          name: ['The name field is required.'],
          timezone: ['The timezone field must be a valid timezone.'],
        },
      },
    },
  ]);
  expect(await code(run('mutation { logout { sessionId } }', session))).toBe('ok');
  expect(await code(run('{ me { id } }', session))).toBe('UNAUTHENTICATED');
  const teamToken = await createTeamToken(app, teamId, { role: 'owner' });
  for (const field of ['logout { sessionId }', 'leaveTeam { teamId }', 'createTeam(input: { name: "x" }) { id }']) {
    expect(await code(run(`mutation { ${field} }`, teamToken))).toBe('FORBIDDEN');
  }
});

test('a new password ends the other sessions, and needs the former one', async () => {
  const to = email();
  await invite(tokens.owner, to);
  const token = await outbox.secretTo(to, app);
  const session = (await accept(token, { name: 'Eve', password: PASSWORD })).data.acceptInvitation.accessToken;
  const other = await app.rest<{ access_token: string }>('POST', '/login', { body: { email: to, password: PASSWORD } });
  const changePassword = (currentPassword: string) =>
    run('mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userId } }', session, {
      input: { currentPassword, newPassword: 'battery staple' },
    });
  expect((await changePassword('wrong')).errors).toMatchObject([
    { extensions: { fields: { currentPassword: ['The password is incorrect.'] } } },
  ]);
  expect(await code(changePassword(PASSWORD))).toBe('ok');
  expect(await code(run('{ me { id } }', other.body.access_token))).toBe('UNAUTHENTICATED');
  expect(await code(run('{ me { id } }', session))).toBe('ok');
  expect((await app.rest('POST', '/login', { body: { email: to, password: 'battery staple' } })).status).toBe(200);
});

describe('a team token', () => {
  const create = (input: object, token = tokens.admin) =>
    run(
      `mutation ($input: CreateTeamTokenInput!) { createTeamToken(input: $input) {
        id name role accessToken expiresAt scopes { method endpoint reason } } }`,
      token,
      { input },
    );

  test('is created with documented scopes, works, notes its use and is revoked', async () => {
    const { data } = await create({
      name: ' Import ',
      scopes: [
        { method: 'post', endpoint: '/api/v1/offers/' },
        { method: 'delete', endpoint: '/v1/sms/campaigns/:id' },
      ],
    });
    const { id, accessToken, ...rest } = data.createTeamToken;
    expect(rest).toEqual({
      name: 'Import',
      role: 'member',
      expiresAt: null,
      scopes: [
        { method: 'post', endpoint: '/v1/offers', reason: '' },
        { method: 'delete', endpoint: '/v1/sms/campaigns/{campaign}', reason: '' },
      ],
    });
    const body = { name: 'O', url: 'https://o.example', profit: 1 };
    expect((await app.rest('POST', '/v1/offers', { token: accessToken, body })).status).toBe(201);
    expect((await app.rest('GET', '/v1/sms/campaigns', { token: accessToken })).status).toBe(403);
    await expect
      .poll(
        async () =>
          (await app.db.teamToken.findUniqueOrThrow({ where: { teamId_id: { teamId: teamId, id } } })).lastUsedAt,
        PATIENCE,
      )
      .toEqual(expect.any(Date));
    const { lastUsedAt } = await app.db.teamToken.findUniqueOrThrow({
      where: { teamId_id: { teamId: teamId, id } },
    });
    await app.rest('POST', '/v1/offers', { token: accessToken, body });
    expect(
      (await app.db.teamToken.findUniqueOrThrow({ where: { teamId_id: { teamId: teamId, id } } })).lastUsedAt,
    ).toEqual(lastUsedAt);
    const revoke = (token: string) => run(`mutation { revokeTeamToken(id: "${id}") { teamTokenId } }`, token);
    const rival = await signIn(app, [[(await createTeam(app, 'Rival')).team.id, 'owner']]);
    expect(await code(revoke(rival))).toBe('NOT_FOUND');
    expect(await code(revoke(tokens.admin))).toBe('ok');
    expect(await code(revoke(tokens.admin))).toBe('NOT_FOUND');
    expect((await app.rest('POST', '/v1/offers', { token: accessToken, body })).status).toBe(401);
  });

  test('is refused with what is wrong', async () => {
    const scopes = [{ method: 'get', endpoint: '/v1/offers' }];
    expect((await create({ name: ' ', scopes, expiresAt: '2020-01-01T00:00:00Z' })).errors).toMatchObject([
      {
        extensions: {
          fields: {
            name: ['The name field is required.'],
            'scopes.0.endpoint': ['The selected scopes.0.endpoint is invalid.'],
            expiresAt: ['The expires at field must be a date after now.'],
          },
        },
      },
    ]);
  });

  test('may be limited to every documented endpoint that takes a token', () => {
    const documented = routes
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((endpoint) => !['post /login', 'post /v1/webhooks/calls/receive/extprovider'].includes(endpoint));
    expect([...ENDPOINTS].sort(), 'src/modules/identity/teams/endpoints.ts').toEqual(documented.sort());
  });
});
