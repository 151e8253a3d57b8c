import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Role } from '../../../../src/generated/prisma/client.ts';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { rotateKeys } from '../../../../src/modules/identity/auth/rotate-keys.ts';
import { hashToken } from '../../../../src/modules/identity/auth/tokens.ts';
import { fromBase32, hotp } from '../../../../src/modules/identity/auth/totp.ts';
import { disableByOperator } from '../../../../src/modules/identity/auth/two-factor.ts';
import { decryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createOutbox } from '../../../support/outbox.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

const isEmbedded = inject('databaseTemplate').kind === 'embedded';
const PASSWORD = 'correct horse';
const outbox = createOutbox();
let app: TestApp;
let hash: string;
let logged = '';
const log = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
beforeAll(async () => {
  app = await createTestApp({ ...outbox.environment, LOGIN_ATTEMPTS: 4, LOGIN_LOCKOUT: 6, LOG_LEVEL: 'debug' }, log);
  hash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await app.close();
  outbox.remove();
});

interface Caller {
  token?: string;
  address?: string;
}
const post = async (query: string, input: object | null, { token = '', address = '192.0.2.1' }: Caller = {}) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query, variables: input ? { input } : {} });
  const request = new Request('http://localhost/graphql', { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
  return (await app.app.fetch(request, address)).json() as Promise<any>;
};
type Posted = ReturnType<typeof post>;
const codeOf = async (answer: Posted) => (await answer).errors?.[0].extensions.code ?? 'ok';
const fieldsOf = async (answer: Posted) => (await answer).errors?.[0].extensions.fields ?? 'ok';

const login = (email: string, password = PASSWORD, address?: string) =>
  post('mutation ($input: LoginInput!) { login(input: $input) { accessToken } }', { email, password }, { address });
const challengeOf = async (email: string, address?: string): Promise<string> =>
  (await login(email, PASSWORD, address)).errors[0].extensions.challenge;
const withCode = (challenge: string, code: string, address?: string) =>
  post(
    'mutation ($input: LoginWithCodeInput!) { loginWithCode(input: $input) { accessToken tokenType } }',
    { challenge, code },
    { address },
  );
const start = (token: string, currentPassword = PASSWORD) =>
  post(
    'mutation ($input: StartTwoFactorInput!) { startTwoFactor(input: $input) { secret uri } }',
    { currentPassword },
    { token },
  );
const confirm = (token: string, code: string) =>
  post(
    'mutation ($input: ConfirmTwoFactorInput!) { confirmTwoFactor(input: $input) { recoveryCodes } }',
    { code },
    { token },
  );
const disable = (token: string, code: string, currentPassword = PASSWORD) =>
  post(
    'mutation ($input: DisableTwoFactorInput!) { disableTwoFactor(input: $input) { userId } }',
    { currentPassword, code },
    { token },
  );
const renew = (token: string, code: string, currentPassword = PASSWORD) =>
  post(
    'mutation ($input: NewRecoveryCodesInput!) { newRecoveryCodes(input: $input) { recoveryCodes } }',
    { currentPassword, code },
    { token },
  );
const me = async (token: string) =>
  (await post('{ me { email isTwoFactorOn recoveryCodesLeft lacksTwoFactor } }', null, { token })).data?.me;

const codeNow = (secret: string) => hotp(fromBase32(secret), Math.floor(Date.now() / 30_000));
/** No code of a minute around now. */
function wrongCode(secret: string): string {
  const step = Math.floor(Date.now() / 30_000);
  const good = [-2, -1, 0, 1, 2, 3].map((away) => hotp(fromBase32(secret), step + away));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !good.includes(code))!;
}
/** As if the last code had been used long ago. */
const later = (email: string) => app.db.user.update({ where: { email }, data: { twoFactorStep: 1 } });

let count = 0;
async function person(role: Role = 'member') {
  count += 1;
  const email = `two${count}@factor.example`;
  const { team, token: teamToken } = await createTeam(app, `Team ${count}`);
  const memberships = { create: { teamId: team.id, role } } as const;
  await app.db.user.create({ data: { email, name: 'Ann', passwordHash: hash, memberships } });
  const token: string = (await login(email)).data.login.accessToken;
  return { email, team, teamToken, token };
}
async function protectedPerson(role?: Role) {
  const one = await person(role);
  const { secret } = (await start(one.token)).data.startTwoFactor as { secret: string };
  const { recoveryCodes } = (await confirm(one.token, codeNow(secret))).data.confirmTwoFactor as {
    recoveryCodes: string[];
  };
  await later(one.email);
  return { ...one, secret, recoveryCodes };
}

describe('setting it up', () => {
  test('needs the password, then a code, and asks for no codes before that', async () => {
    const { email, token } = await person();
    expect(await fieldsOf(start(token, 'wrong'))).toEqual({ currentPassword: ['The password is incorrect.'] });
    expect(await codeOf(confirm(token, '123456'))).toBe('CONFLICT');

    const { secret, uri } = (await start(token)).data.startTwoFactor;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Outbound:${encodeURIComponent(email)}?secret=${secret}&issuer=Outbound&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await fieldsOf(confirm(token, wrongCode(secret)))).toEqual({
      code: ['The code is wrong or was already used.'],
    });
    expect(await me(token)).toEqual({ email, isTwoFactorOn: false, recoveryCodesLeft: 0, lacksTwoFactor: false });
    expect(await codeOf(login(email))).toBe('ok');

    const elsewhere: string = (await login(email)).data.login.accessToken;
    const { recoveryCodes } = (await confirm(token, codeNow(secret))).data.confirmTwoFactor;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await me(token)).toEqual({ email, isTwoFactorOn: true, recoveryCodesLeft: 10, lacksTwoFactor: false });
    expect(await me(elsewhere)).toMatchObject({ email });
    expect(await codeOf(start(token))).toBe('CONFLICT');
    expect(await codeOf(confirm(token, codeNow(secret)))).toBe('CONFLICT');
  });

  test('again replaces the secret that waits', async () => {
    const { token } = await person();
    const first = (await start(token)).data.startTwoFactor.secret;
    const second = (await start(token)).data.startTwoFactor.secret;
    expect(second).not.toBe(first);
    expect(await codeOf(confirm(token, codeNow(first)))).toBe('VALIDATION_FAILED');
    expect(await codeOf(confirm(token, codeNow(second)))).toBe('ok');
  });

  test('is for people, and each only for themselves', async () => {
    const { teamToken } = await person();
    for (const answer of [
      start(teamToken),
      confirm(teamToken, '123456'),
      disable(teamToken, '123456'),
      renew(teamToken, '123456'),
    ]) {
      expect(await codeOf(answer)).toBe('FORBIDDEN');
    }
    expect(await me(teamToken)).toEqual({
      email: null,
      isTwoFactorOn: false,
      recoveryCodesLeft: 0,
      lacksTwoFactor: false,
    });
    const ann = await protectedPerson();
    const ben = await protectedPerson();
    expect(await codeOf(disable(ben.token, codeNow(ann.secret)))).toBe('VALIDATION_FAILED');
    expect(await codeOf(disable(ben.token, ann.recoveryCodes[0]!))).toBe('VALIDATION_FAILED');
    expect(await me(ann.token)).toMatchObject({ isTwoFactorOn: true, recoveryCodesLeft: 10 });
  });
});

describe('signing in', () => {
  test('asks for a code after the right password alone, in both APIs', async () => {
    const { email, secret, teamToken } = await protectedPerson();
    const asked = await login(email);
    expect(asked).toEqual({
      data: null,
      errors: [
        expect.objectContaining({
          message: 'Enter a code from your authenticator app.',
          extensions: { code: 'TWO_FACTOR_REQUIRED', challenge: expect.stringMatching(/^obc_[\w-]{43}$/) },
        }),
      ],
    });
    expect(await codeOf(login(email, 'wrong'))).toBe('UNAUTHENTICATED');
    expect(await app.rest('POST', '/login', { body: { email, password: PASSWORD } })).toMatchObject({
      status: 403,
      body: { message: 'Enter a code from your authenticator app.' },
    });
    const answer = await withCode(asked.errors[0].extensions.challenge, codeNow(secret));
    expect(answer.data.loginWithCode).toMatchObject({ tokenType: 'Bearer' });
    expect(await me(answer.data.loginWithCode.accessToken)).toMatchObject({ email });
    expect(await codeOf(post('{ team { id } }', null, { token: teamToken }))).toBe('ok');
  });

  test('takes a code once, also of requests at the same time', async () => {
    const { email, secret } = await protectedPerson();
    const challenges = [await challengeOf(email), await challengeOf(email), await challengeOf(email)];
    const code = codeNow(secret);
    const answers = await Promise.all(challenges.slice(0, 2).map((challenge) => codeOf(withCode(challenge, code))));
    expect(answers.sort()).toEqual(['VALIDATION_FAILED', 'ok']);
    expect(await codeOf(withCode(challenges[2]!, code))).toBe('VALIDATION_FAILED');
  });

  test('takes a challenge once, within its time, and after a mistyped code', async () => {
    const { email, secret } = await protectedPerson();
    const challenge = await challengeOf(email);
    expect(await fieldsOf(withCode(challenge, wrongCode(secret)))).toEqual({
      code: ['The code is wrong or was already used.'],
    });
    const code = codeNow(secret);
    expect(await codeOf(withCode(challenge, ` ${code.slice(0, 3)} ${code.slice(3)} `))).toBe('ok');
    await later(email);
    expect(await codeOf(withCode(challenge, codeNow(secret)))).toBe('UNAUTHENTICATED');
    expect(await codeOf(withCode('obc_none', codeNow(secret)))).toBe('UNAUTHENTICATED');

    const second = await challengeOf(email);
    const { userId, expiresAt } = await app.db.loginChallenge.findFirstOrThrow({ where: { user: { email } } });
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(5);
    await app.db.loginChallenge.updateMany({ where: { userId }, data: { expiresAt: new Date() } });
    expect(await codeOf(withCode(second, codeNow(secret)))).toBe('UNAUTHENTICATED');
  });

  test('takes a challenge once of requests at the same time with different codes', async () => {
    const { email, recoveryCodes } = await protectedPerson();
    const challenge = await challengeOf(email);
    const given = recoveryCodes.slice(0, 2);
    const answers = await Promise.all(given.map((code) => codeOf(withCode(challenge, code))));
    expect(answers.sort()).toEqual(['UNAUTHENTICATED', 'ok']);
  });

  test('takes each recovery code once, however it is written', async () => {
    const { email, recoveryCodes, token } = await protectedPerson();
    const [first, second] = recoveryCodes as [string, string];
    expect(await codeOf(withCode(await challengeOf(email), first))).toBe('ok');
    expect(await codeOf(withCode(await challengeOf(email), first))).toBe('VALIDATION_FAILED');
    expect(await codeOf(withCode(await challengeOf(email), second.toUpperCase().replaceAll('-', ' ')))).toBe('ok');
    expect(await me(token)).toMatchObject({ recoveryCodesLeft: 8 });
    const challenges = [await challengeOf(email), await challengeOf(email)];
    const answers = await Promise.all(challenges.map((challenge) => codeOf(withCode(challenge, recoveryCodes[2]!))));
    expect(answers.sort()).toEqual(['VALIDATION_FAILED', 'ok']);
  });

  test('limits wrong codes by account and caller, whichever challenge they are for, and then does not look at them', async () => {
    const { email, secret } = await protectedPerson();
    const at = '198.51.100.1';
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await codeOf(withCode(await challengeOf(email, at), wrongCode(secret), at))).toBe('VALIDATION_FAILED');
    }
    const challenge = await challengeOf(email, at);
    const [right, wrong] = [
      await withCode(challenge, codeNow(secret), at),
      await withCode(challenge, wrongCode(secret), at),
    ];
    expect(right.errors[0]).toMatchObject({
      message: 'Too Many Attempts.',
      extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
    });
    expect({ ...wrong, errors: wrong.errors.map(({ message }: { message: string }) => message) }).toEqual({
      ...right,
      errors: ['Too Many Attempts.'],
    });
    expect(await codeOf(withCode(challenge, codeNow(secret), '198.51.100.2'))).toBe('ok');
  });

  test('limits wrong codes for one account from everywhere, the addresses that the person signed in from, too', async () => {
    const { email, secret } = await protectedPerson();
    for (let at = 1; at <= 6; at += 1) {
      const address = `203.0.113.${at}`;
      expect(await codeOf(withCode(await challengeOf(email, address), wrongCode(secret), address))).toBe(
        'VALIDATION_FAILED',
      );
    }
    expect(await codeOf(withCode(await challengeOf(email), codeNow(secret)))).toBe('RATE_LIMITED');
    await app.pool.query("DELETE FROM rate_limits WHERE key LIKE 'closed%'");
    expect(await codeOf(withCode(await challengeOf(email), codeNow(secret)))).toBe('ok');
  });

  test('looks at no more wrong codes than the limit, however many come at once', async () => {
    const { email, secret } = await protectedPerson();
    const challenge = await challengeOf(email);
    const wrong = wrongCode(secret);
    const guesses = Array.from({ length: 24 }, (_, at) => codeOf(withCode(challenge, wrong, `203.0.113.${100 + at}`)));
    expect((await Promise.all(guesses)).toSorted()).toEqual([
      ...Array.from({ length: 18 }, () => 'RATE_LIMITED'),
      ...Array.from({ length: 6 }, () => 'VALIDATION_FAILED'),
    ]);
  });

  test('says nothing of the password to those who guess more than the limit', async () => {
    const { email } = await protectedPerson();
    const at = '198.51.100.7';
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await codeOf(login(email, 'wrong', at))).toBe('UNAUTHENTICATED');
    const [right, wrong] = [await login(email, PASSWORD, at), await login(email, 'wrong', at)];
    for (const { errors } of [right, wrong]) {
      expect(errors[0]).toMatchObject({ message: 'Too Many Attempts.', extensions: { code: 'RATE_LIMITED' } });
      expect(Object.keys(errors[0].extensions)).toEqual(['code', 'retryAfter']);
    }
    expect(await app.db.loginChallenge.count({ where: { user: { email } } })).toBe(0);
  });

  test('a new password ends sign-ins that wait for a code', async () => {
    const { email, secret, token } = await protectedPerson();
    const challenge = await challengeOf(email);
    const passwords = { currentPassword: PASSWORD, newPassword: 'battery staple' };
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userId } }';
    expect(await codeOf(post(change, passwords, { token }))).toBe('ok');
    expect(await codeOf(withCode(challenge, codeNow(secret)))).toBe('UNAUTHENTICATED');
  });

  test('a reset by e-mail neither turns it off nor signs in', async () => {
    const { email, token } = await protectedPerson();
    const challenge = await challengeOf(email);
    const request = 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { email } }';
    await post(request, { email });
    const secret = await outbox.secretTo(email, app);
    const reset =
      'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { accessToken { accessToken } } }';
    expect(await post(reset, { token: secret, newPassword: 'battery staple' })).toEqual({
      data: { resetPassword: { accessToken: null } },
    });
    expect(await me(token)).toBe(undefined);
    expect(await codeOf(login(email, 'battery staple'))).toBe('TWO_FACTOR_REQUIRED');
    expect(await codeOf(withCode(challenge, '123456'))).toBe('UNAUTHENTICATED');
  });

  test('an invitation asks an existing account for a code, too', async () => {
    const { email, secret } = await protectedPerson();
    const { token, team } = await createTeam(app, 'Inviting');
    await post('mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }', { email }, { token });
    const invited = await outbox.secretTo(email, app);
    const accept = (code?: string) =>
      post('mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { accessToken } }', {
        ...{ token: invited, name: 'Ann', password: PASSWORD, code },
      });
    expect((await accept()).errors[0].extensions).toEqual({ code: 'TWO_FACTOR_REQUIRED' });
    expect(await codeOf(accept(''))).toBe('TWO_FACTOR_REQUIRED');
    expect(await fieldsOf(accept(wrongCode(secret)))).toEqual({ code: ['The code is wrong or was already used.'] });
    expect(await app.db.membership.count({ where: { teamId: team.id } })).toBe(0);
    const code = codeNow(secret);
    expect(await codeOf(accept(code))).toBe('ok');
    expect(await app.db.membership.count({ where: { teamId: team.id } })).toBe(1);
    expect(await codeOf(withCode(await challengeOf(email), code))).toBe('VALIDATION_FAILED');
  });
});

describe('changing it', () => {
  test('turning it off needs the password and a code, and leaves nothing', async () => {
    const { email, secret, token } = await protectedPerson();
    const challenge = await challengeOf(email);
    expect(await fieldsOf(disable(token, codeNow(secret), 'wrong'))).toEqual({
      currentPassword: ['The password is incorrect.'],
    });
    expect(await fieldsOf(disable(token, wrongCode(secret)))).toEqual({
      code: ['The code is wrong or was already used.'],
    });
    expect(await me(token)).toMatchObject({ isTwoFactorOn: true });
    expect(await codeOf(disable(token, codeNow(secret)))).toBe('ok');
    expect(await me(token)).toMatchObject({ isTwoFactorOn: false, recoveryCodesLeft: 0 });
    expect(await app.db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({
      ...{ twoFactorSecret: null, twoFactorAt: null, twoFactorStep: null },
    });
    expect(await codeOf(withCode(challenge, codeNow(secret)))).toBe('UNAUTHENTICATED');
    expect(await codeOf(login(email))).toBe('ok');
    expect(await codeOf(disable(token, codeNow(secret)))).toBe('CONFLICT');
  });

  test('a recovery code turns it off, too', async () => {
    const { token, recoveryCodes } = await protectedPerson();
    expect(await codeOf(disable(token, recoveryCodes[9]!))).toBe('ok');
    expect(await me(token)).toMatchObject({ isTwoFactorOn: false, recoveryCodesLeft: 0 });
  });

  test('new recovery codes replace the former ones', async () => {
    const { email, secret, token, recoveryCodes } = await protectedPerson();
    expect(await codeOf(renew(token, wrongCode(secret)))).toBe('VALIDATION_FAILED');
    expect(await codeOf(renew(token, codeNow(secret), 'wrong'))).toBe('VALIDATION_FAILED');
    expect(await codeOf(withCode(await challengeOf(email), recoveryCodes[0]!))).toBe('ok');
    const renewed: string[] = (await renew(token, codeNow(secret))).data.newRecoveryCodes.recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(await me(token)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await codeOf(withCode(await challengeOf(email), recoveryCodes[1]!))).toBe('VALIDATION_FAILED');
    expect(await codeOf(withCode(await challengeOf(email), renewed[1]!))).toBe('ok');
    const other = await person();
    expect(await codeOf(renew(other.token, '123456'))).toBe('CONFLICT');
  });

  test.skipIf(isEmbedded)('renewals at the same time follow one another', async () => {
    const { token, recoveryCodes } = await protectedPerson();
    const other = await app.pool.connect();
    const codes = recoveryCodes.slice(0, 2);
    const hashes = codes.map((code) => hashToken(code.replaceAll('-', '').toUpperCase()));
    await other.query('BEGIN');
    await other.query('SELECT FROM recovery_codes WHERE code_hash = ANY($1) FOR UPDATE', [hashes]);
    const renewals = Promise.all(codes.map((code) => codeOf(renew(token, code))));
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await app.pool.query(waiting)).rowCount, PATIENCE).toBeGreaterThan(1);
    await other.query('COMMIT');
    other.release();
    expect((await renewals).toSorted()).toEqual(['VALIDATION_FAILED', 'ok']);
    expect(await me(token)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('a sign-in does not get in the way of turning it off', async () => {
    const { email, secret, token, recoveryCodes } = await protectedPerson();
    const signIn = codeOf(withCode(await challengeOf(email), recoveryCodes[0]!));
    expect(await codeOf(disable(token, codeNow(secret)))).toBe('ok');
    expect(['ok', 'UNAUTHENTICATED', 'VALIDATION_FAILED']).toContain(await signIn);
    expect(await me(token)).toMatchObject({ isTwoFactorOn: false, recoveryCodesLeft: 0 });
  });

  test('each change, and a new password, is told by e-mail', async () => {
    const { email, secret, token, recoveryCodes } = await protectedPerson();
    await renew(token, recoveryCodes[0]!);
    await disable(token, codeNow(secret));
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userId } }';
    await post(change, { currentPassword: 'wrong', newPassword: 'battery staple' }, { token });
    await post(change, { currentPassword: PASSWORD, newPassword: 'battery staple' }, { token });
    await post('mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { email } }', {
      email,
    });
    const reset = await outbox.secretTo(email, app);
    await post(
      'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { accessToken { accessToken } } }',
      {
        ...{ token: reset, newPassword: 'staple battery' },
      },
    );
    await runJobs(app);
    const subjects = outbox.to(email).map((letter) => /^Subject: (.*)$/m.exec(letter)![1]);
    expect(subjects.toSorted()).toEqual([
      'New recovery codes were created',
      'Two-factor sign-in was turned off',
      'Two-factor sign-in was turned on',
      'Your new password',
      'Your password was changed',
      'Your password was changed',
    ]);
    const [letter] = outbox.to(email).filter((text) => text.includes('Subject: Two-factor sign-in was turned on'));
    expect(letter!.slice(letter!.indexOf('\n\n'))).toMatch(
      /^\n\nTwo-factor sign-in was turned on for the account \S+@factor\.example\.\n\nWhen: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\nFrom: IP address 192\.0\.2\.1\n\nIf it was you, there is nothing to do\. If it was not, set a new password now, and tell an owner of your team:\n\nhttps:\/\/outbound\.example\/account\/forgotten-password\n$/,
    );
    expect(letter).not.toContain(secret);
  });

  test('the operator turns it off, which the audit log of each team says', async () => {
    const { email, token, team } = await protectedPerson();
    const second = await createTeam(app, 'Second');
    const { id: userId } = await app.db.user.findUniqueOrThrow({ where: { email } });
    await app.db.membership.create({ data: { teamId: second.team.id, userId } });
    expect(await disableByOperator(app.services, userId)).toBe(true);
    // Off already: there is nothing to note, nor to tell.
    expect(await disableByOperator(app.services, userId)).toBe(false);
    expect(await me(token)).toMatchObject({ isTwoFactorOn: false, recoveryCodesLeft: 0 });
    for (const teamId of [team.id, second.team.id]) {
      const entries = await app.db.auditEntry.findMany({ where: { teamId, action: 'disableTwoFactor' } });
      expect(entries).toMatchObject([
        { userId: null, tokenId: null, targetType: 'Person', targetId: userId, address: 'npm run reset-password' },
      ]);
    }
    await runJobs(app);
    const letters = outbox
      .to(email)
      .filter((letter) => letter.includes('\nSubject: Two-factor sign-in was turned off\n'));
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain('\nFrom: the operator of this server\n');
  });
});

describe('a team that requires it', () => {
  const UPDATE = 'mutation ($input: UpdateTeamInput!) { updateTeam(input: $input) { requiresTwoFactor } }';
  const require = (token: string, requiresTwoFactor = true) => post(UPDATE, { requiresTwoFactor }, { token });

  test('is made so by an owner who has it', async () => {
    const owner = await person('owner');
    const { team, teamToken } = owner;
    expect(await fieldsOf(require(owner.token))).toEqual({
      requiresTwoFactor: ['Turn on two-factor sign-in for your own account first.'],
    });
    const { secret } = (await start(owner.token)).data.startTwoFactor;
    await confirm(owner.token, codeNow(secret));
    const admin = await protectedPerson('admin');
    for (const token of [admin.token, teamToken, await createTeamToken(app, team.id, { role: 'admin' })]) {
      expect(await codeOf(require(token))).toBe('FORBIDDEN');
      // Nothing is written: an owner may turn it on meanwhile.
      const statements = await app.statements(async () => expect(await codeOf(require(token, false))).toBe('ok'));
      expect(statements.filter((sql) => /SET .*requires_two_factor/s.test(sql))).toEqual([]);
    }
    expect(await require(owner.token)).toEqual({ data: { updateTeam: { requiresTwoFactor: true } } });
    expect(await app.db.team.count({ where: { requiresTwoFactor: true, id: { not: team.id } } })).toBe(0);
    expect(await codeOf(post(UPDATE, { name: 'Renamed' }, { token: teamToken }))).toBe('ok');
    expect(await post('{ team { requiresTwoFactor } }', null, { token: teamToken })).toEqual({
      data: { team: { requiresTwoFactor: true } },
    });
    expect(await codeOf(require(owner.token, false))).toBe('ok');
  });

  test('lets members without it only set it up, leave, or go to another team', async () => {
    const { token, team, teamToken, email } = await person('admin');
    const other = await createTeam(app, 'Other');
    const { id: userId } = await app.db.user.findUniqueOrThrow({ where: { email } });
    await app.db.membership.create({ data: { teamId: other.team.id, userId } });
    await app.db.team.update({ where: { id: team.id }, data: { requiresTwoFactor: true } });

    expect(await me(token)).toEqual({ email, isTwoFactorOn: false, recoveryCodesLeft: 0, lacksTwoFactor: true });
    const refused = await post('{ team { id } }', null, { token });
    expect(refused.errors[0]).toMatchObject({
      message: 'Your team requires two-factor sign-in. Set it up in your account first.',
      extensions: { code: 'TWO_FACTOR_REQUIRED' },
    });
    expect(await codeOf(post(UPDATE, { name: 'Mine' }, { token }))).toBe('TWO_FACTOR_REQUIRED');
    expect(await app.rest('GET', '/v1/sms/campaigns', { token })).toMatchObject({ status: 403 });
    const download = new Request('http://localhost/downloads/people/obd_x.json', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await app.app.fetch(download)).status).toBe(404);
    expect(await codeOf(post('{ mySessions { id } myTeams { id } }', null, { token }))).toBe('ok');
    expect(await codeOf(post('{ team { id } }', null, { token: teamToken }))).toBe('ok');

    const go = 'mutation ($input: SwitchTeamInput!) { switchTeam(input: $input) { accessToken } }';
    const there = (await post(go, { teamId: other.team.id }, { token })).data.switchTeam.accessToken;
    expect(await codeOf(post('{ team { id } }', null, { token: there }))).toBe('ok');
    const back = (await post(go, { teamId: team.id }, { token: there })).data.switchTeam.accessToken;
    const { secret } = (await start(back)).data.startTwoFactor;
    expect(await codeOf(confirm(back, codeNow(secret)))).toBe('ok');
    expect(await codeOf(post('{ team { id } }', null, { token: back }))).toBe('ok');
    await later(email);
    expect(await codeOf(disable(back, codeNow(secret)))).toBe('ok');
    expect(await codeOf(post('{ team { id } }', null, { token: back }))).toBe('TWO_FACTOR_REQUIRED');
  });

  test('shows owners and admins which members have it', async () => {
    const { email, token, team, teamToken } = await protectedPerson();
    const query = '{ team { members(first: 10) { nodes { person { email isTwoFactorOn } } } } }';
    expect((await post(query, null, { token: teamToken })).data.team.members.nodes).toEqual([
      { person: { email, isTwoFactorOn: true } },
    ]);
    expect(await codeOf(post(query, null, { token }))).toBe('FORBIDDEN');
    expect(await codeOf(post(query, null, { token: await createTeamToken(app, team.id, { role: 'member' }) }))).toBe(
      'FORBIDDEN',
    );
  });
});

describe('what is kept', () => {
  test('is the secret sealed and codes hashed; neither is in the audit log or the log', async () => {
    const { email, secret, token, recoveryCodes, team } = await protectedPerson();
    const challenge = await challengeOf(email);
    const typed = wrongCode(secret);
    await withCode(challenge, typed);
    await withCode(challenge, recoveryCodes[0]!);
    await renew(token, codeNow(secret));
    const user = await app.db.user.findUniqueOrThrow({ where: { email }, include: { recoveryCodes: true } });
    expect(decryptToken(app.services.tokenKeys, user.twoFactorSecret!)).toBe(secret);

    const entries = await app.db.auditEntry.findMany({ where: { teamId: team.id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, input }) => [action, input])).toEqual([
      ['login', { input: { email, password: '[redacted]' } }],
      ['startTwoFactor', { input: { currentPassword: '[redacted]' } }],
      ['confirmTwoFactor', { input: { code: '[redacted]' } }],
      ['loginWithCode', { input: { challenge: '[redacted]', code: '[redacted]' } }],
      ['newRecoveryCodes', { input: { currentPassword: '[redacted]', code: '[redacted]' } }],
    ]);
    await app.writeTraces();
    const rows = JSON.stringify([
      ...[
        entries,
        user,
        await app.db.loginChallenge.findMany(),
        await app.db.trace.findMany({ where: { teamId: team.id } }),
      ],
    ]);
    expect(logged).toContain('"msg":"request"');
    for (const hidden of [secret, challenge, ...recoveryCodes, recoveryCodes[0]!.replaceAll('-', '').toUpperCase()]) {
      expect(rows).not.toContain(hidden);
      expect(logged).not.toContain(hidden);
    }
  });

  test('goes under a new TOKEN_KEY; without its key recovery codes still sign in, and nothing breaks', async () => {
    const { email, secret, recoveryCodes } = await protectedPerson();
    const [old] = app.services.tokenKeys;
    const rotated = await rotateKeys({ ...app.services, tokenKeys: [Buffer.alloc(32, 8), old] });
    expect(rotated.unreadable).toBe(0);
    const { twoFactorSecret } = await app.db.user.findUniqueOrThrow({ where: { email } });
    expect(decryptToken([Buffer.alloc(32, 8)], twoFactorSecret!)).toBe(secret);

    expect(await codeOf(withCode(await challengeOf(email), codeNow(secret)))).toBe('VALIDATION_FAILED');
    expect(logged).toContain('TOKEN_KEY is not the key');
    expect(await codeOf(withCode(await challengeOf(email), recoveryCodes[0]!))).toBe('ok');
    await rotateKeys({ ...app.services, tokenKeys: [old, Buffer.alloc(32, 8)] });
    expect(await codeOf(withCode(await challengeOf(email), codeNow(secret)))).toBe('ok');
  });
});
