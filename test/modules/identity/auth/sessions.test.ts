import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

// biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
const run = (query: string, token: string) => app.graphql<any>(query, { token });
const codeOf = async (answer: ReturnType<typeof run>) => (await answer).errors?.[0]?.extensions.code ?? 'ok';
const isGood = async (token: string) => (await codeOf(run('{ me { id } }', token))) === 'ok';

/** Signed in three times: twice in the first team, once in the second. */
async function person(email: string) {
  const [first, second] = [(await createTeam(app, 'First')).team.id, (await createTeam(app, 'Second')).team.id];
  await app.db.user.create({
    data: {
      ...{ email, name: 'Ann', passwordHash: await hashPassword('correct horse') },
      memberships: { create: [first, second].map((teamId, at) => ({ teamId, createdAt: new Date(at) })) },
    },
  });
  const login = async () => {
    const { body } = await app.rest('POST', '/login', { body: { email, password: 'correct horse' } });
    return body.access_token as string;
  };
  const tokens = [await login(), await login(), await login()];
  const switched = await run(`mutation { switchTeam(input: { teamId: "${second}" }) { accessToken } }`, tokens[2]!);
  return { first, second, tokens: [tokens[0]!, tokens[1]!, switched.data.switchTeam.accessToken as string] as const };
}

test('a person sees where they are signed in, in all their teams, and ends one of them', async () => {
  const { first, second, tokens } = await person('ann@sessions.example');
  const { data } = await run('{ mySessions { id teamId teamName address isCurrent createdAt expiresAt } }', tokens[0]);
  const sessions: { id: string; teamId: string; isCurrent: boolean }[] = data.mySessions;
  expect(sessions).toHaveLength(3);
  expect(sessions.find(({ isCurrent }) => isCurrent)).toEqual({
    ...{ id: expect.any(String), teamId: first, teamName: 'First', address: '127.0.0.1', isCurrent: true },
    ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
  });
  const elsewhere = sessions.find(({ teamId }) => teamId === second)!;
  const end = (id: string, token: string) => run(`mutation { endSession(id: "${id}") { sessionId } }`, token);

  const rival = await person('ben@sessions.example');
  expect(await codeOf(end(elsewhere.id, rival.tokens[0]))).toBe('NOT_FOUND');
  expect(await codeOf(end('none', tokens[0]))).toBe('NOT_FOUND');
  expect(await isGood(tokens[2])).toBe(true);

  expect(await codeOf(end(elsewhere.id, tokens[0]))).toBe('ok');
  expect(await Promise.all(tokens.map(isGood))).toEqual([true, true, false]);
  expect(await codeOf(end(elsewhere.id, tokens[0]))).toBe('NOT_FOUND');
  expect((await run('{ mySessions { id } }', tokens[0])).data.mySessions).toHaveLength(2);
});

test('a person signs out everywhere else, or everywhere; nobody else is', async () => {
  const { tokens } = await person('cat@sessions.example');
  const other = await person('dan@sessions.example');
  expect(
    (await run('mutation { endAllSessions(input: { exceptThis: true }) { endedCount } }', tokens[1])).data,
  ).toEqual({ endAllSessions: { endedCount: 2 } });
  expect(await Promise.all(tokens.map(isGood))).toEqual([false, true, false]);
  expect((await run('mutation { endAllSessions { endedCount } }', tokens[1])).data).toEqual({
    endAllSessions: { endedCount: 1 },
  });
  expect(await isGood(tokens[1])).toBe(false);
  expect(await Promise.all(other.tokens.map(isGood))).toEqual([true, true, true]);
});

/** Holds a row until `work` lets it go. */
async function holding(table: string, id: string, work: (held: Held) => Promise<void>): Promise<void> {
  const client = await app.pool.connect();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query NOT LIKE 'UPDATE sessions SET last_used_at%'`;
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    await work({
      change: (sql) => client.query(sql, [id]),
      waits: (count) => expect.poll(async () => (await app.pool.query(waiting)).rowCount, PATIENCE).toBe(count),
      release: () => client.query('COMMIT'),
    });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

interface Held {
  change(sql: string): Promise<unknown>;
  waits(count: number): Promise<unknown>;
  release(): Promise<unknown>;
}

test('a password that is changed while it is checked signs nobody in', async () => {
  const email = 'eve@sessions.example';
  await person(email);
  const { id } = await app.db.user.findUniqueOrThrow({ where: { email } });
  await holding('users', id, async ({ change, waits, release }) => {
    const login = app.rest('POST', '/login', { body: { email, password: 'correct horse' } });
    await waits(1);
    await change(`UPDATE users SET password_hash = 'another' WHERE id = $1`);
    await change('DELETE FROM sessions WHERE user_id = $1');
    await release();
    expect((await login).status).toBe(401);
  });
  expect(await app.db.session.count({ where: { userId: id } })).toBe(0);
});

test('a password that is changed while it is checked leaves no sign-in that waits for a code', async () => {
  const email = 'gus@sessions.example';
  await person(email);
  const { id } = await app.db.user.update({ where: { email }, data: { twoFactorAt: new Date() } });
  await holding('users', id, async ({ change, waits, release }) => {
    const login = app.rest('POST', '/login', { body: { email, password: 'correct horse' } });
    await waits(1);
    await change(`UPDATE users SET password_hash = 'another' WHERE id = $1`);
    await change('DELETE FROM login_challenges WHERE user_id = $1');
    await release();
    expect(await login).toMatchObject({
      status: 401,
      body: { message: 'These credentials do not match our records.' },
    });
  });
  expect(await app.db.loginChallenge.count({ where: { userId: id } })).toBe(0);
});

test('who signs out everywhere while a session moves to another team is signed out there, too', async () => {
  const { second, tokens } = await person('fay@sessions.example');
  const { data } = await run('{ mySessions { id isCurrent } }', tokens[0]);
  const own = data.mySessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  await holding('sessions', own, async ({ waits, release }) => {
    const moved = run(`mutation { switchTeam(input: { teamId: "${second}" }) { accessToken } }`, tokens[0]);
    await waits(1);
    const ended = run('mutation { endAllSessions { endedCount } }', tokens[1]);
    await waits(2);
    await release();
    expect(await codeOf(ended)).toBe('ok');
    expect(await isGood((await moved).data.switchTeam.accessToken)).toBe(false);
  });
});

test('a team token has no sessions', async () => {
  const { team } = await createTeam(app);
  const token = await createTeamToken(app, team.id, { role: 'owner' });
  for (const asked of [
    '{ mySessions { id } }',
    'mutation { endSession(id: "x") { sessionId } }',
    'mutation { endAllSessions { endedCount } }',
  ]) {
    expect(await codeOf(run(asked, token))).toBe('FORBIDDEN');
  }
});

test('what a person handed out ends with their role: tokens that they made and invitations that wait', async () => {
  const { team } = await createTeam(app);
  const [owner, admin] = [await signIn(app, [[team.id, 'owner']]), await signIn(app, [[team.id, 'admin']])];
  const adminId: string = (await run('{ me { id } }', admin)).data.me.id;
  const create = async (token: string, role: string): Promise<string> =>
    (await run(`mutation { createTeamToken(input: { name: "T", role: ${role} }) { accessToken } }`, token)).data
      .createTeamToken.accessToken;
  const [asAdmin, asMember, ofOwner] = [
    await create(admin, 'admin'),
    await create(admin, 'member'),
    await create(owner, 'admin'),
  ];
  const invitation = (email: string, role: 'admin' | 'member') => ({
    teamId: team.id,
    email,
    role,
    invitedById: adminId,
  });
  const expiresAt = new Date(Date.now() + 86_400_000);
  await app.db.invitation.createMany({
    data: [
      { ...invitation('second@self.example', 'admin'), expiresAt },
      { ...invitation('colleague@self.example', 'member'), expiresAt },
    ],
  });
  const emails = async () => {
    const found = await app.db.invitation.findMany({ where: { teamId: team.id }, orderBy: { email: 'asc' } });
    return found.map(({ email }) => email);
  };

  await run(`mutation { changeMemberRole(input: { userId: "${adminId}", role: member }) { userId } }`, owner);
  expect(await Promise.all([asAdmin, asMember, ofOwner].map(isGood))).toEqual([false, true, true]);
  expect(await emails()).toEqual(['colleague@self.example']);

  expect(await codeOf(run(`mutation { removeMember(input: { userId: "${adminId}" }) { userId } }`, owner))).toBe('ok');
  expect(await Promise.all([asMember, ofOwner].map(isGood))).toEqual([false, true]);
  expect(await emails()).toEqual([]);
});
