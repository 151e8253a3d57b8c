import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAllowedAddress } from '../../../../src/modules/hub/sellers/addresses.ts';
import { readEndpoints, signInEndpoint } from '../../../../src/modules/hub/sellers/sign-in.ts';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let passwordHash: string;
const PASSWORD = 'correct horse';

beforeAll(async () => {
  app = await createTestApp({ LOGIN_ATTEMPTS: 4, LOGIN_LOCKOUT: 3 });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());

async function seller(username: string, allowedIps: string[] = []) {
  const { team } = await createTeam(app);
  return createSellerEndpoint(app.db, { teamId: team.id, username, passwordHash, allowedIps, trx: 2 });
}

const signIn = (username: string, address: string, password = PASSWORD) =>
  signInEndpoint(app.services, { username, password, address });
const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    (answer) => (answer ? 'in' : 'out'),
    (error) => error.code,
  );

test('the right credentials answer the endpoint with what its sessions go by', async () => {
  const { id, teamId } = await seller('right', ['192.0.2.0/24']);
  expect(await signIn('right', '192.0.2.9')).toEqual({
    ...{ teamId, endpointId: id, username: 'right', passwordHash },
    ...{ allowedIps: ['192.0.2.0/24'], tx: 0, rx: 0, trx: 2, window: 100, perSecond: null },
    ...{ isSendingAllowed: true },
  });
});

test('wrong, unknown, impossible and deleted ones, and addresses that are not allowed, get one answer', async () => {
  await seller('here-only', ['192.0.2.1']);
  const deleted = await seller('deleted');
  await app.db.sellerEndpoint.delete({ where: { teamId_id: { teamId: deleted.teamId, id: deleted.id } } });
  const attempts: [username: string, address: string, password: string][] = [
    ['here-only', '192.0.2.1', 'wrong'],
    ['here-only', '192.0.2.2', PASSWORD],
    ['here-only', 'no address', PASSWORD],
    ['nobody', '192.0.2.1', PASSWORD],
    ['deleted', '192.0.2.1', PASSWORD],
    ['\0', '192.0.2.1', PASSWORD],
    ['\ud800', '192.0.2.1', '\ud800'],
    ['', '192.0.2.1', ''],
    ['here-only', '192.0.2.1', 'x'.repeat(100_000)],
  ];
  for (const [username, address, password] of attempts) expect(await signIn(username, address, password)).toBeNull();
  expect(await outcome(signIn('here-only', '192.0.2.1'))).toBe('in');
});

test('attempts are throttled per address; many alike at one moment are one', async () => {
  await seller('busy');
  const together = await Promise.all(Array.from({ length: 20 }, () => outcome(signIn('busy', '192.0.2.1'))));
  expect(new Set(together)).toEqual(new Set(['in']));
  for (const guess of ['a', 'b', 'c', 'd']) await outcome(signIn('busy', '192.0.2.1', guess));
  expect(await outcome(signIn('busy', '192.0.2.1'))).toBe('RATE_LIMITED');
});

test('guesses from many addresses close a username, but not where it has signed in', async () => {
  await seller('guessed');
  await seller('fenced', ['203.0.113.5']);
  expect(await outcome(signIn('guessed', '203.0.113.5'))).toBe('in');
  for (const username of ['guessed', 'fenced']) {
    for (const last of [1, 2, 3]) expect(await outcome(signIn(username, `198.51.100.${last}`, 'no'))).toBe('out');
    expect(await outcome(signIn(username, '198.51.100.9'))).toBe('RATE_LIMITED');
    expect(await outcome(signIn(username, '203.0.113.5'))).toBe('in');
  }
});

test('an address is known for 30 days after the last sign-in, not after the first', async () => {
  await seller('regular');
  const kept = async () => {
    const { rows } = await app.pool.query('SELECT expire FROM rate_limits WHERE key LIKE $1', ['seller:%']);
    return Math.max(...rows.map(({ expire }) => Number(expire))) - Date.now() > 30 * 86_400_000;
  };
  await signIn('regular', '192.0.2.77');
  expect(await kept()).toBe(true);
  await app.pool.query("UPDATE rate_limits SET expire = expire - 2 * 86400000 WHERE key LIKE 'seller:%'");
  expect(await kept()).toBe(false);
  await signIn('regular', '192.0.2.77');
  expect(await kept()).toBe(true);
});

test('open sessions see changed settings and credentials, and that their endpoint is gone, each in its team', async () => {
  const one = await seller('looked-at');
  const gone = await seller('gone');
  const before = await signIn('looked-at', '192.0.2.1');
  const keys = [one, gone].map(({ teamId, id }) => ({ teamId, endpointId: id }));
  expect([...(await readEndpoints(app.services, keys)).keys()].sort()).toEqual([one.id, gone.id].sort());

  const [mine, other] = [one, gone].map(({ teamId, id }) => ({ teamId_id: { teamId, id } }));
  const data = { isSendingAllowed: false, passwordHash: await hashPassword('another one') };
  await app.db.sellerEndpoint.update({ where: mine!, data });
  await app.db.sellerEndpoint.delete({ where: other! });
  const after = await readEndpoints(app.services, keys);
  expect([...after.keys()]).toEqual([one.id]);
  expect(after.get(one.id)).toMatchObject({ isSendingAllowed: false, username: 'looked-at' });
  expect(after.get(one.id)!.passwordHash).not.toBe(before!.passwordHash);
  expect((await readEndpoints(app.services, [{ teamId: gone.teamId, endpointId: one.id }])).size).toBe(0);
});

test.each([
  [[], '192.0.2.1', true],
  [['192.0.2.1'], '192.0.2.1', true],
  [['192.0.2.1'], '::ffff:192.0.2.1', true],
  [['::ffff:192.0.2.1'], '192.0.2.1', true],
  [['192.0.2.1'], '192.0.2.2', false],
  [['192.0.2.0/25'], '192.0.2.127', true],
  [['192.0.2.0/25'], '192.0.2.128', false],
  [['::ffff:192.0.2.0/121'], '192.0.2.127', true],
  [['::ffff:192.0.2.0/121'], '::ffff:192.0.2.127', true],
  [['::ffff:192.0.2.0/121'], '192.0.2.128', false],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['2001:db8::/32', '192.0.2.1'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['192.0.2.1'], '', false],
] as [string[], string, boolean][])('%j and %s: %s', (allowed, address, isAllowed) => {
  expect(isAllowedAddress(allowed, address)).toBe(isAllowed);
});
