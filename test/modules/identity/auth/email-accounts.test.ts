import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createOutbox } from '../../../support/outbox.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

/** Accounts belong to whoever reads the mailbox that they are named after. */

const outbox = createOutbox();
let app: TestApp;
let team: TestTeam;
let hash: string;
beforeAll(async () => {
  app = await createTestApp({ ...outbox.environment, LOGIN_LOCKOUT: 20, LOGIN_ATTEMPTS: 10 });
  team = await createTeam(app);
  hash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await app.close();
  outbox.remove();
});

const PASSWORD = 'correct horse';
let count = 0;
const newEmail = () => `mail${process.pid}.${++count}@example.com`;

const post = async (query: string, variables: object, { address = '192.0.2.1', token = '' } = {}) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query, variables });
  const request = new Request('http://localhost/graphql', { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
  return (await app.app.fetch(request, address)).json() as Promise<any>;
};
const codeOf = async (answer: ReturnType<typeof post>) => (await answer).errors?.[0].extensions.code ?? 'ok';
const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }';
const invite = (email: string, token = team.token) => post(INVITE, { input: { email } }, { token });
const ACCEPT = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { accessToken } }';
const accept = (token: string, password = PASSWORD, address = '192.0.2.1') =>
  post(ACCEPT, { input: { token, name: 'Eve', password } }, { address });
const requestReset = (email: string, address = '192.0.2.1') =>
  post(
    'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { email } }',
    { input: { email } },
    { address },
  );
const reset = (token: string, newPassword: string) =>
  post('mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { accessToken { accessToken } } }', {
    input: { token, newPassword },
  });
const login = (email: string, password: string, address = '192.0.2.1') =>
  post(
    'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
    { input: { email, password } },
    { address },
  );
const me = async (token: string) => (await post('{ me { email } }', {}, { token })).data?.me?.email ?? null;

async function createPerson(): Promise<string> {
  const email = newEmail();
  const { team: own } = await createTeam(app);
  const memberships = { create: { teamId: own.id, role: 'owner' } } as const;
  await app.db.user.create({ data: { email, name: 'Ann', passwordHash: hash, memberships } });
  return email;
}

describe('an invitation', () => {
  test('goes to its address, and its secret to nobody else: not into the answer, nor in clear into the database', async () => {
    const email = newEmail();
    const answer = await invite(email);
    expect(answer).toEqual({ data: { inviteMember: { id: expect.any(String) } } });
    expect(JSON.stringify(await waitingJobs(app, 'send_invitation'))).not.toContain('obi_');
    const secret = await outbox.secretTo(email, app);
    expect(outbox.to(email)).toEqual([
      expect.stringContaining(`https://outbound.example/account/invitation#${secret}\n`),
    ]);
    const stored = await app.db.invitation.findFirstOrThrow({ where: { email } });
    expect(stored.delivery).toBe('sent');
    expect(Buffer.from(stored.tokenHash!).toString('hex')).not.toContain(Buffer.from(secret).toString('hex'));
    expect(await codeOf(accept(secret))).toBe('ok');
    const user = await app.db.user.findUniqueOrThrow({ where: { email } });
    expect(user.emailConfirmedAt).toEqual(expect.any(Date));
  });

  test('of an existing account is throttled as a sign-in is, and closes the account as one does', async () => {
    const email = await createPerson();
    await invite(email);
    const secret = await outbox.secretTo(email, app);
    const from = (at: number) => `198.51.100.${at}`;
    for (let at = 0; at < 10; at += 1)
      expect(await codeOf(accept(secret, 'wrong password', from(1)))).toBe('UNAUTHENTICATED');
    expect(await codeOf(accept(secret, PASSWORD, from(1)))).toBe('RATE_LIMITED');
    expect(await codeOf(login(email, PASSWORD, from(1)))).toBe('RATE_LIMITED');
    for (let at = 2; at < 12; at += 1)
      expect(await codeOf(accept(secret, 'wrong password', from(at)))).toBe('UNAUTHENTICATED');
    expect(await codeOf(login(email, PASSWORD, from(50)))).toBe('RATE_LIMITED');
    expect(await codeOf(accept(secret, PASSWORD, from(51)))).toBe('RATE_LIMITED');
    await app.pool.query("DELETE FROM rate_limits WHERE key LIKE 'closed%'");
    expect(await codeOf(accept(secret, PASSWORD, from(52)))).toBe('ok');
  });

  test('tells what is wrong with its input alike, whether or not there is an account', async () => {
    const emails = [await createPerson(), newEmail()];
    const answers = [];
    for (const email of emails) {
      await invite(email);
      const secret = await outbox.secretTo(email, app);
      const { errors } = await post(ACCEPT, { input: { token: secret, name: '', password: 'short' } });
      answers.push(errors);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0][0].extensions.fields).toEqual({
      name: ['The name field is required.'],
      password: ['The password field must be at least 10 characters.'],
    });
  });

  test('is sent five times an hour to one address, and no more', async () => {
    const email = newEmail();
    for (let at = 0; at < 5; at += 1) expect(await codeOf(invite(email))).toBe('ok');
    expect(await codeOf(invite(email))).toBe('RATE_LIMITED');
  });

  test('sent by two runs of its job at once works with the newest e-mail, and once', async () => {
    const email = newEmail();
    await invite(email);
    const [{ payload } = { payload: null }] = await waitingJobs(app, 'send_invitation');
    const { sendInvitationTask } = await import('../../../../src/modules/identity/teams/invitation-job.ts');
    const run = { attempt: 1, maxAttempts: 8, signal: new AbortController().signal };
    await Promise.all([1, 2].map(() => sendInvitationTask.run(app.services, payload, run)));
    await runJobs(app);
    const codes = [];
    for (const letter of outbox.to(email)) codes.push(await codeOf(accept(/#(\S+)/.exec(letter)![1]!)));
    expect(codes.filter((code) => code === 'ok')).toEqual(['ok']);
  });

  test('anew is not sent by an earlier job, nor failed by its end', async () => {
    const email = newEmail();
    await invite(email);
    const [{ payload } = { payload: null }] = await waitingJobs(app, 'send_invitation');
    await invite(email);
    const { sendInvitationTask } = await import('../../../../src/modules/identity/teams/invitation-job.ts');
    const run = { attempt: 8, maxAttempts: 8, signal: new AbortController().signal };
    await sendInvitationTask.run(app.services, payload, run);
    await app.services.db.transaction((tx) => sendInvitationTask.giveUp!(tx, payload, app.services));
    expect(outbox.to(email)).toEqual([]);
    expect(await app.db.invitation.findFirst({ where: { email } })).toMatchObject({ delivery: 'waiting' });
    await runJobs(app);
    expect(outbox.to(email)).toHaveLength(1);
  });
});

describe('a password reset', () => {
  test('is answered alike for an account and for none, by the same statements', async () => {
    const known = await createPerson();
    const unknown = newEmail();
    const statementsFor = async (email: string) =>
      app.statements(async () =>
        expect(await requestReset(email)).toEqual({ data: { requestPasswordReset: { email } } }),
      );
    expect(await statementsFor(known)).toEqual(await statementsFor(unknown));
    await runJobs(app);
    expect([outbox.to(known).length, outbox.to(unknown).length]).toEqual([1, 0]);
  });

  test('sets the password once, ends every session, confirms the address and signs in', async () => {
    const email = await createPerson();
    const before = (await login(email, PASSWORD)).data.login.accessToken;
    await requestReset(email.toUpperCase());
    const first = await outbox.secretTo(email, app);
    await requestReset(email);
    const second = await outbox.secretTo(email, app);
    expect(first).toMatch(/^obe_[\w-]{43}$/);
    expect(await codeOf(reset(first, 'short'))).toBe('VALIDATION_FAILED');
    const answers = await Promise.all([reset(first, 'battery staple'), reset(first, 'battery staple')]);
    const token = answers.find(({ errors }) => !errors).data.resetPassword.accessToken.accessToken;
    expect(answers.filter(({ errors }) => errors?.[0].extensions.code === 'NOT_FOUND')).toHaveLength(1);
    // The one that was not used goes with it.
    expect(await codeOf(reset(second, 'battery staple'))).toBe('NOT_FOUND');
    expect([await me(before), await me(token)]).toEqual([null, email]);
    expect(await codeOf(login(email, PASSWORD))).toBe('UNAUTHENTICATED');
    expect(await codeOf(login(email, 'battery staple'))).toBe('ok');
    const { emailConfirmedAt } = await app.db.user.findUniqueOrThrow({ where: { email } });
    expect(emailConfirmedAt).toEqual(expect.any(Date));
  });

  test('ends within an hour, and is no confirmation', async () => {
    const email = await createPerson();
    await requestReset(email);
    const secret = await outbox.secretTo(email, app);
    expect(
      await codeOf(post('mutation ($t: String!) { confirmEmail(input: { token: $t }) { email } }', { t: secret })),
    ).toBe('NOT_FOUND');
    await app.db.emailSecret.updateMany({ data: { expiresAt: new Date() } });
    expect(await codeOf(reset(secret, 'battery staple'))).toBe('NOT_FOUND');
  });

  test('ends when the person changes their password', async () => {
    const email = await createPerson();
    await requestReset(email);
    const secret = await outbox.secretTo(email, app);
    const token = (await login(email, PASSWORD)).data.login.accessToken;
    const input = { currentPassword: PASSWORD, newPassword: 'better battery' };
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userId } }';
    expect(await codeOf(post(change, { input }, { token }))).toBe('ok');
    expect(await codeOf(reset(secret, 'battery staple'))).toBe('NOT_FOUND');
    expect(await codeOf(login(email, 'better battery'))).toBe('ok');
  });

  test('takes an account back from somebody who made it with another’s address', async () => {
    const email = await createPerson();
    const squatter = (await login(email, PASSWORD, '198.51.100.99')).data.login.accessToken;
    await requestReset(email);
    const token = (await reset(await outbox.secretTo(email, app), 'battery staple')).data.resetPassword.accessToken
      .accessToken;
    expect([await me(squatter), await me(token)]).toEqual([null, email]);
  });

  test('is sent five times an hour to one address, account or none', async () => {
    for (const email of [await createPerson(), newEmail()]) {
      for (let at = 0; at < 5; at += 1) expect(await codeOf(requestReset(email, `203.0.113.${at}`))).toBe('ok');
      expect(await codeOf(requestReset(email, '203.0.113.9'))).toBe('RATE_LIMITED');
    }
  });
});

describe('limits on e-mails', () => {
  const refusedOf = async (answers: Promise<string>[]) =>
    (await Promise.all(answers)).filter((code) => code !== 'ok').length;

  test('leave others at the same address their resets, whatever one caller asks for', async () => {
    const address = '203.0.113.77';
    const theirs = newEmail();
    for (let at = 0; at < 20; at += 1) {
      const email = newEmail();
      const asked = Array.from({ length: 5 }, () => codeOf(requestReset(email, address)));
      // Fifteen recipients have four repeats each; then the address has none left.
      expect(await refusedOf(asked)).toBe(at < 15 ? 0 : 4);
    }
    expect(await codeOf(requestReset(theirs, address))).toBe('ok');
    expect(await codeOf(requestReset(theirs, address))).toBe('RATE_LIMITED');
    expect(await codeOf(requestReset(theirs, '203.0.113.78'))).toBe('ok');
  });

  test('count each reset of a request that asks for many', async () => {
    const address = '203.0.113.79';
    const before = (await waitingJobs(app, 'send_password_reset')).length;
    for (const many of [100, 100]) {
      const fields = Array.from(
        { length: many },
        (_, at) => `a${at}: requestPasswordReset(input: { email: "${newEmail()}" }) { email }`,
      );
      await post(`mutation { ${fields.join(' ')} }`, {}, { address });
    }
    expect((await waitingJobs(app, 'send_password_reset')).length - before).toBe(120);
    expect(await codeOf(requestReset(newEmail(), address))).toBe('RATE_LIMITED');
    expect(await codeOf(requestReset(newEmail(), '203.0.113.80'))).toBe('ok');
  });

  test('count an IPv6 caller by network', async () => {
    for (let at = 0; at < 60; at += 4) {
      const email = newEmail();
      const asked = Array.from({ length: 5 }, (_, n) => codeOf(requestReset(email, `2001:db8:1:2::${at + n}`)));
      expect(await refusedOf(asked)).toBe(0);
    }
    const email = newEmail();
    expect(await codeOf(requestReset(email, '2001:db8:1:2:ffff::1'))).toBe('ok');
    expect(await codeOf(requestReset(email, '2001:db8:1:2:ffff::1'))).toBe('RATE_LIMITED');
    expect(await codeOf(requestReset(email, '2001:db8:1:3::1'))).toBe('ok');
  });

  test('leave other teams at the same address their invitations, also to the same people', async () => {
    const [one, other] = [await createTeam(app, 'One'), await createTeam(app, 'Other')];
    const email = newEmail();
    for (let at = 0; at < 5; at += 1) expect(await codeOf(invite(email, one.token))).toBe('ok');
    expect(await codeOf(invite(email, one.token))).toBe('RATE_LIMITED');
    for (let at = 5; at < 60; at += 1) expect(await codeOf(invite(newEmail(), one.token))).toBe('ok');
    expect(await codeOf(invite(newEmail(), one.token))).toBe('RATE_LIMITED');
    expect(await codeOf(invite(email, other.token))).toBe('ok');
    expect(await codeOf(invite(newEmail(), other.token))).toBe('ok');
  });

  test('let nobody be invited more than 20 times an hour, by however many teams', async () => {
    const email = newEmail();
    for (let at = 0; at < 4; at += 1) {
      const { token } = await createTeam(app, `Team ${at}`);
      for (let time = 0; time < 5; time += 1) expect(await codeOf(invite(email, token))).toBe('ok');
    }
    expect(await codeOf(invite(email, (await createTeam(app, 'Fifth')).token))).toBe('RATE_LIMITED');
  });

  test('tell callers apart behind a proxy that is not declared, which is told in the log once', async () => {
    const told: { level: number; msg: string }[] = [];
    const write = (line: string) => void told.push(JSON.parse(line));
    const behind = await createTestApp({ ...outbox.environment, LOG_LEVEL: 'warn' }, { write });
    const from = async (forwarded: string, email: string) => {
      const query = 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { email } }';
      const headers = { 'x-forwarded-for': forwarded };
      const { errors } = await behind.graphql(query, { variables: { input: { email } }, headers });
      return errors?.[0]?.extensions.code ?? 'ok';
    };
    for (let at = 0; at < 15; at += 1) {
      const email = newEmail();
      for (let time = 0; time < 5; time += 1) expect(await from('198.51.100.1', email)).toBe('ok');
    }
    const email = newEmail();
    expect(await from('198.51.100.1', email)).toBe('ok');
    // What stands before the last one comes from the caller.
    expect(await from('192.0.2.9, 198.51.100.1', email)).toBe('RATE_LIMITED');
    expect(await from('198.51.100.2', email)).toBe('ok');
    const warnings = told.filter(({ msg }) => msg !== 'request');
    expect(warnings.map(({ msg }) => msg.slice(0, 68))).toEqual([
      'a request came with X-Forwarded-For, but TRUST_PROXY is off. If a pr',
    ]);
    await behind.close();
  });
});

test('an address is confirmed by the link that is sent to it, once', async () => {
  const email = await createPerson();
  const token = (await login(email, PASSWORD)).data.login.accessToken;
  const CONFIRMED = '{ me { emailConfirmedAt } }';
  expect(await post(CONFIRMED, {}, { token })).toEqual({ data: { me: { emailConfirmedAt: null } } });
  const request = () => post('mutation { requestEmailConfirmation { email } }', {}, { token });
  expect(await request()).toEqual({ data: { requestEmailConfirmation: { email } } });
  const secret = await outbox.secretTo(email, app);
  const confirm = () => post('mutation ($t: String!) { confirmEmail(input: { token: $t }) { email } }', { t: secret });
  expect(await confirm()).toEqual({ data: { confirmEmail: { email } } });
  expect(await codeOf(confirm())).toBe('NOT_FOUND');
  expect(await post(CONFIRMED, {}, { token })).toEqual({ data: { me: { emailConfirmedAt: expect.any(String) } } });
  // Confirmed, it needs no further e-mail.
  await request();
  await runJobs(app);
  expect(outbox.to(email)).toHaveLength(1);
  const teamToken = await createTeamToken(app, team.team.id);
  expect(await codeOf(post('mutation { requestEmailConfirmation { email } }', {}, { token: teamToken }))).toBe(
    'FORBIDDEN',
  );
});

describe('without EMAIL_URL', () => {
  test('what needs an e-mail is refused, and says what to set', async () => {
    const bare = await createTestApp();
    const { token } = await createTeam(bare);
    const message = 'This server cannot send e-mail: EMAIL_URL must be set, see docs/operations.md.';
    for (const answer of [
      await bare.graphql(INVITE, { token, variables: { input: { email: 'a@b.example' } } }),
      await bare.graphql('mutation { requestPasswordReset(input: { email: "a@b.example" }) { email } }'),
    ]) {
      expect(answer.errors).toMatchObject([{ message, extensions: { code: 'UNAVAILABLE' } }]);
    }
    expect(await waitingJobs(bare)).toEqual([]);
    await bare.close();
  });

  test('nothing starts that could send links to nowhere', () => {
    expect(() => readConfig({ EMAIL_URL: 'smtp://mail.example' })).toThrow(
      'PUBLIC_URL: must be set when EMAIL_URL names a mail server: links in e-mails begin with it',
    );
    expect(() => readConfig({ EMAIL_URL: 'mail.example', PUBLIC_URL: 'https://a.example' })).toThrow(
      'EMAIL_URL: must begin with smtp://, smtps:// or file:',
    );
  });
});

describe('over SMTP', () => {
  test('an e-mail arrives, after the mail server refused it at first', async () => {
    const received: string[] = [];
    let refusing = true;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(refusing ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as { port: number };
    const { PUBLIC_URL } = readConfig({ PUBLIC_URL: 'https://outbound.example/' });
    const urls = { EMAIL_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL };
    const mailing = await createTestApp({ ...urls, LOG_LEVEL: 'silent', EMAIL_FROM: 'Team <team@outbound.example>' });
    const { token } = await createTeam(mailing, 'Acme Ünlimited');
    await mailing.graphql(INVITE, { token, variables: { input: { email: 'nora@example.com' } } });
    await runJobs(mailing);
    const delivery = async () => (await mailing.db.invitation.findFirstOrThrow()).delivery;
    expect([received, await delivery()]).toEqual([[], 'waiting']);
    refusing = false;
    await makeJobsDue(mailing);
    await runJobs(mailing);
    expect(await delivery()).toBe('sent');
    expect(received).toHaveLength(1);
    const [letter = ''] = received;
    expect(letter).toContain('From: Team <team@outbound.example>');
    expect(letter).toContain('To: nora@example.com');
    expect(letter.replaceAll('=\r\n', '')).toContain('https://outbound.example/account/invitation#obi_');
    await mailing.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test('an e-mail that is never taken is told to the team', async () => {
    const urls = { EMAIL_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://outbound.example' };
    const mailing = await createTestApp({ ...urls, LOG_LEVEL: 'silent' });
    const { token } = await createTeam(mailing);
    await mailing.graphql(INVITE, { token, variables: { input: { email: 'nora@example.com' } } });
    const attempts = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const [job] = await waitingJobs(mailing, 'send_invitation');
      if (!job) break;
      attempts.add(job.attempts);
      await makeJobsDue(mailing);
      await runJobs(mailing);
    }
    expect([...attempts]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await mailing.graphql('{ team { invitations { nodes { email delivery } } } }', { token })).toEqual({
      data: { team: { invitations: { nodes: [{ email: 'nora@example.com', delivery: 'failed' }] } } },
    });
    await mailing.close();
  });
});
