import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createOutbox } from '../../../support/outbox.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
let cached: TestApp;
const outbox = createOutbox();
beforeAll(async () => {
  app = await createTestApp(outbox.environment);
  cached = await createTestApp({ ...outbox.environment, TOKEN_CACHE_MS: 60_000 });
});
afterAll(async () => {
  await cached.close();
  await app.close();
  outbox.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
const run = (on: TestApp, query: string, token: string) => on.graphql<any>(query, { token });
const codeOf = async (answer: ReturnType<typeof run>) => (await answer).errors?.[0]?.extensions.code ?? 'ok';
const create = (on: TestApp, token: string, role = 'admin') =>
  run(on, `mutation { createTeamToken(input: { name: "T", role: ${role} }) { accessToken } }`, token);
const invite = (on: TestApp, token: string, email: string, role = 'admin') =>
  run(on, `mutation { inviteMember(input: { email: "${email}", role: ${role} }) { id } }`, token);
const idOf = async (on: TestApp, token: string): Promise<string> => (await run(on, '{ me { id } }', token)).data.me.id;
const remove = (on: TestApp, token: string, id: string) =>
  run(on, `mutation { removeMember(input: { userId: "${id}" }) { userId } }`, token);

test('what a token hands out ends with the role of who made the token', async () => {
  const { team } = await createTeam(app);
  const [owner, admin] = [await signIn(app, [[team.id, 'owner']]), await signIn(app, [[team.id, 'admin']])];
  const adminId = await idOf(app, admin);
  const first = (await create(app, admin)).data.createTeamToken.accessToken;
  const second = (await create(app, first)).data.createTeamToken.accessToken;
  const third = (await create(app, second)).data.createTeamToken.accessToken;
  expect(await codeOf(invite(app, third, 'self@handed.example'))).toBe('ok');

  expect(await codeOf(remove(app, owner, adminId))).toBe('ok');
  for (const token of [first, second, third]) {
    expect(await codeOf(run(app, '{ me { teamId } }', token))).toBe('UNAUTHENTICATED');
  }
  expect(await app.db.invitation.count({ where: { teamId: team.id } })).toBe(0);
});

test('a token of nobody hands out as before', async () => {
  const { team } = await createTeam(app);
  const token = await createTeamToken(app, team.id, { role: 'owner' });
  const made = (await create(app, token)).data.createTeamToken.accessToken;
  expect(await codeOf(run(app, '{ me { teamId } }', made))).toBe('ok');
});

test('who is no member any more hands out nothing while their session is still known', async () => {
  const { team } = await createTeam(cached);
  const [owner, other] = [await signIn(cached, [[team.id, 'owner']]), await signIn(cached, [[team.id, 'owner']])];
  const [ownerId, otherId] = [await idOf(cached, owner), await idOf(cached, other)];
  expect(await codeOf(remove(cached, owner, otherId))).toBe('ok');
  expect(await codeOf(create(cached, other, 'owner'))).toBe('UNAUTHENTICATED');
  expect(await codeOf(invite(cached, other, 'again@handed.example', 'owner'))).toBe('UNAUTHENTICATED');
  expect(await codeOf(remove(cached, other, ownerId))).toBe('UNAUTHENTICATED');
});

test('a token or session that has expired hands out nothing while it is still known', async () => {
  const { team } = await createTeam(cached);
  const teamToken = await createTeamToken(cached, team.id, { role: 'owner' });
  const session = await signIn(cached, [[team.id, 'owner']]);
  for (const token of [teamToken, session]) expect(await codeOf(create(cached, token, 'owner'))).toBe('ok');
  for (const table of ['team_tokens', 'sessions'])
    await cached.pool.query(`UPDATE ${table} SET expires_at = now() WHERE team_id = $1`, [team.id]);
  for (const token of [teamToken, session]) {
    expect(await codeOf(create(cached, token, 'owner'))).toBe('UNAUTHENTICATED');
    expect(await codeOf(invite(cached, token, 'late@handed.example', 'owner'))).toBe('UNAUTHENTICATED');
  }
});

test('whose role was lowered hands out no more than they may now, while their former one is still known', async () => {
  const { team } = await createTeam(cached);
  const [owner, other] = [await signIn(cached, [[team.id, 'owner']]), await signIn(cached, [[team.id, 'owner']])];
  const otherId = await idOf(cached, other);
  const lower = (role: string) =>
    run(cached, `mutation { changeMemberRole(input: { userId: "${otherId}", role: ${role} }) { role } }`, owner);
  const raise = () =>
    run(cached, `mutation { changeMemberRole(input: { userId: "${otherId}", role: owner }) { role } }`, other);
  await lower('admin');
  expect(await codeOf(create(cached, other, 'owner'))).toBe('FORBIDDEN');
  expect(await codeOf(raise())).toBe('FORBIDDEN');
  await lower('member');
  expect(await codeOf(create(cached, other, 'member'))).toBe('FORBIDDEN');
});
