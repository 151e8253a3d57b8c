import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOGIN_ATTEMPTS: 100, LOGIN_LOCKOUT: 3 });
});
afterAll(() => app.close());

const RIGHT = 'correct horse';
const login = async (email: string, password: string, address: string) => {
  const request = new Request('http://localhost/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { status, headers: answered } = await app.app.fetch(request, address);
  return status === 429 ? `429 ${Math.ceil(Number(answered.get('retry-after')) / 60) * 60}` : String(status);
};

const waitOut = () => app.pool.query("UPDATE rate_limits SET expire = 0 WHERE key LIKE 'closed%'");

async function createPerson(email: string): Promise<void> {
  const { team } = await createTeam(app);
  const memberships = { create: { teamId: team.id, role: 'member' } } as const;
  await app.db.user.create({
    data: { email, name: 'Ann', passwordHash: await hashPassword(RIGHT), memberships },
  });
}

test('guesses from many addresses close an account to strangers, longer each time, and not to its owner', async () => {
  const email = 'ann@locked.example';
  await createPerson(email);
  expect(await login(email, RIGHT, '192.0.2.1')).toBe('200');
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    expect(await login(email, 'wrong', address)).toBe('401');
  }
  expect(await login(email, RIGHT, '198.51.100.4')).toBe('429 60');
  expect(await login(email, RIGHT, '192.0.2.1')).toBe('200');
  await waitOut();
  expect(await login(email, 'wrong', '198.51.100.5')).toBe('401');
  expect(await login(email, 'wrong', '198.51.100.6')).toBe('429 120');
  await waitOut();
  expect(await login(email, RIGHT, '198.51.100.7')).toBe('200');
});

test('wrong passwords where the person signed in before do not count against the account', async () => {
  const email = 'ben@locked.example';
  await createPerson(email);
  expect(await login(email, RIGHT, '192.0.2.2')).toBe('200');
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await login(email, 'wrong', '192.0.2.2')).toBe('401');
  expect(await login(email, RIGHT, '192.0.2.3')).toBe('200');
});

test('of guesses that come at once no more than the limit are looked at', async () => {
  const email = 'cleo@locked.example';
  await createPerson(email);
  expect(await login(email, RIGHT, '192.0.2.9')).toBe('200');
  const guesses = Array.from({ length: 12 }, (_, at) => login(email, 'wrong', `203.0.113.${at}`));
  expect((await Promise.all(guesses)).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '401'),
    ...Array.from({ length: 9 }, () => '429 60'),
  ]);
  expect(await login(email, RIGHT, '203.0.113.99')).toBe('429 60');
  expect(await login(email, RIGHT, '192.0.2.9')).toBe('200');
});

test('right passwords from new addresses count for nothing', async () => {
  const email = 'dora@locked.example';
  await createPerson(email);
  const guesses = ['wrong', RIGHT, 'wrong', RIGHT, RIGHT, RIGHT];
  const answers: string[] = [];
  for (const [at, guess] of guesses.entries()) answers.push(await login(email, guess, `203.0.113.${at}`));
  expect(answers).toEqual(['401', '200', '401', '200', '200', '200']);
});

test('an e-mail that nobody has is closed alike', async () => {
  const email = 'nobody@locked.example';
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    expect(await login(email, 'wrong', address)).toBe('401');
  }
  expect(await login(email, 'wrong', '198.51.100.4')).toBe('429 60');
});

test('a person who signed out is known where they signed in, also from another address of the same network', async () => {
  const email = 'emil@locked.example';
  await createPerson(email);
  expect(await login(email, RIGHT, '192.0.2.20')).toBe('200');
  expect(await login(email, RIGHT, '2001:db8:0:1::1')).toBe('200');
  await app.db.session.deleteMany({ where: { user: { email } } });
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    expect(await login(email, 'wrong', address)).toBe('401');
  }
  expect(await login(email, RIGHT, '198.51.100.4')).toBe('429 60');
  expect(await login(email, RIGHT, '192.0.2.20')).toBe('200');
  expect(await login(email, RIGHT, '2001:db8:0:1::2')).toBe('200');
});

test('right passwords that come at once from one address are one attempt', async () => {
  const email = 'finn@locked.example';
  await createPerson(email);
  const answers = await Promise.all(Array.from({ length: 150 }, () => login(email, RIGHT, '192.0.2.30')));
  expect(answers).toEqual(Array.from({ length: 150 }, () => '200'));
  // Wrong ones that are alike are one, too; others are not.
  const wrong = Array.from({ length: 101 }, (_, at) => login(email, `wrong ${at}`, '192.0.2.30'));
  expect((await Promise.all(wrong)).filter((answer) => answer.startsWith('429'))).toHaveLength(1);
});
