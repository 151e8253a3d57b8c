import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { failure } from '../../campaigns/support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const ACCOUNT = '{ id name voiceProvider rotatedAt lastUsedAt overlapEndsAt previousLastUsedAt archivedAt }';
type Account = Record<string, string | null> & { id: string };

const run = <Data>(mutation: string, variables: Record<string, unknown>, token = acme.token) => {
  const verb = mutation.replace(/VoiceAccount.*/, '');
  const input = `${verb[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  const types: Record<string, string> = { id: 'ID!', input, idempotencyKey: 'String' };
  const names = Object.keys(variables);
  const shown = /^(create|rotate)/.test(mutation)
    ? `{ webhookSecret: secret voiceAccount ${ACCOUNT} }`
    : mutation.startsWith('delete')
      ? '{ id }'
      : ACCOUNT;
  const query = `mutation (${names.map((name) => `$${name}: ${types[name]}`).join(', ')}) {
    result: ${mutation}(${names.map((name) => `${name}: $${name}`).join(', ')}) ${shown} }`;
  return app.graphql<{ result: Data }>(query, { variables, token });
};
const done = async <Data = Account>(...args: Parameters<typeof run>) => {
  const { data, errors } = await run<Data>(...args);
  expect(errors).toBeUndefined();
  return data!.result;
};
type WithSecret = { webhookSecret: string; voiceAccount: Account };
const create = async (token = acme.token) => {
  const input = { name: 'Main', voiceProvider: 'provider_c' };
  const { webhookSecret, voiceAccount } = await done<WithSecret>('createVoiceAccount', { input }, token);
  return { secret: webhookSecret, id: voiceAccount.id };
};
const rotate = async (id: string, overlapHours: number) =>
  done<WithSecret>('rotateVoiceAccountSecret', { id, input: { overlapHours } });
const refusal = async (...args: Parameters<typeof run>) => {
  const { errors } = await run(...args);
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
};
const read = async (id: string) =>
  (await app.graphql<{ voiceAccount: Account }>(`{ voiceAccount(id: "${id}") ${ACCOUNT} }`, { token: acme.token }))
    .data!.voiceAccount;

let events = 0;
/** What an event with this secret is answered: 404 tells that the secret was accepted, the call is not known. */
const send = async (secret: string, headers: Record<string, string> = { 'x-webhook-secret': secret }) => {
  events += 1;
  const message = { type: 'status-update', call: { id: `call-${events}` }, status: 'ringing', timestamp: Date.now() };
  const { status, body } = await app.rest('POST', '/v1/webhooks/calls/receive/extprovider', {
    headers,
    body: { message },
  });
  return status === 401 ? body : status;
};
const REFUSED = { error: 'Invalid secret' };
const ACCEPTED = 404;

describe('a voice account', () => {
  test('is created with a secret that is shown once, kept as a hash and accepted either way', async () => {
    const { webhookSecret, voiceAccount } = await done<WithSecret>('createVoiceAccount', {
      input: { name: ' Main ', voiceProvider: 'provider_c' },
    });
    expect(webhookSecret).toMatch(/^obw_[\w-]{65}$/);
    expect(voiceAccount).toEqual({
      id: expect.any(String),
      name: 'Main',
      voiceProvider: 'provider_c',
      rotatedAt: null,
      lastUsedAt: null,
      overlapEndsAt: null,
      previousLastUsedAt: null,
      archivedAt: null,
    });
    const row = await app.db.$queryRaw`SELECT v::text FROM voice_accounts v WHERE id = ${voiceAccount.id}::uuid`;
    expect(JSON.stringify(row)).not.toContain(webhookSecret.slice(4));
    expect(await send(webhookSecret)).toBe(ACCEPTED);
    expect(await send('', { authorization: `Bearer ${webhookSecret}` })).toBe(ACCEPTED);
    expect(await send(`${webhookSecret.slice(0, -1)}_`)).toEqual(REFUSED);
    expect((await read(voiceAccount.id)).lastUsedAt).toEqual(expect.any(String));
    expect((await app.graphql('{ me { teamName } }', { token: webhookSecret })).errors![0]!.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('is renamed; its name and provider cannot be cleared', async () => {
    const { id } = await create();
    expect(await done('updateVoiceAccount', { id, input: { name: 'Second' } })).toMatchObject({
      name: 'Second',
      voiceProvider: 'provider_c',
    });
    expect(failure(await run('updateVoiceAccount', { id, input: { name: '', voiceProvider: null } }))).toEqual({
      name: ['The name field is required.'],
      voiceProvider: ['The voice provider field is required.'],
    });
  });

  test('made twice under one idempotency key is one account with one secret', async () => {
    const variables = { input: { name: 'Once', voiceProvider: 'provider_a' }, idempotencyKey: 'once' };
    const first = await done('createVoiceAccount', variables);
    expect(await done('createVoiceAccount', variables)).toEqual(first);
    expect(await app.db.voiceAccount.count({ where: { name: 'Once' } })).toBe(1);
  });
});

describe('rotating a secret', () => {
  test('accepts both until the overlap ends, and tells which one is used', async () => {
    const { id, secret } = await create();
    await send(secret);
    const before = Date.now();
    const { webhookSecret, voiceAccount } = await rotate(id, 2);
    expect(webhookSecret).not.toBe(secret);
    expect(voiceAccount).toMatchObject({ rotatedAt: expect.any(String), lastUsedAt: null });
    const hours = (Date.parse(voiceAccount.overlapEndsAt!) - before) / 3_600_000;
    expect(hours).toBeGreaterThan(1.99);
    expect(hours).toBeLessThan(2.01);
    expect([await send(secret), await send(webhookSecret)]).toEqual([ACCEPTED, ACCEPTED]);
    expect(await read(id)).toMatchObject({ lastUsedAt: expect.any(String), previousLastUsedAt: expect.any(String) });

    const previousSecretExpiresAt = new Date(Date.now() - 1);
    await app.db.voiceAccount.update({
      where: { teamId_id: { teamId: acme.team.id, id } },
      data: { previousSecretExpiresAt },
    });
    expect([await send(secret), await send(webhookSecret)]).toEqual([REFUSED, ACCEPTED]);
    expect((await read(id)).overlapEndsAt).toBeNull();
  });

  test('without an overlap, or by revoking, ends the former one at once', async () => {
    const { id, secret } = await create();
    const { webhookSecret: second } = await rotate(id, 0);
    expect([await send(secret), await send(second)]).toEqual([REFUSED, ACCEPTED]);
    const { webhookSecret: third } = await rotate(id, 24);
    expect(await send(second)).toBe(ACCEPTED);
    expect(await done('revokePreviousVoiceAccountSecret', { id })).toMatchObject({
      overlapEndsAt: null,
      previousLastUsedAt: null,
    });
    expect([await send(second), await send(third)]).toEqual([REFUSED, ACCEPTED]);
    expect(await done('revokePreviousVoiceAccountSecret', { id })).toMatchObject({ overlapEndsAt: null });
  });

  test('again keeps the secret that is in use: a rotation whose answer was lost costs no event', async () => {
    const { id, secret } = await create();
    await send(secret);
    const { webhookSecret: lost } = await rotate(id, 24);
    const { webhookSecret: second } = await rotate(id, 24);
    expect([await send(secret), await send(lost)]).toEqual([ACCEPTED, REFUSED]);
    expect(await send(second)).toBe(ACCEPTED);
    const { webhookSecret: third } = await rotate(id, 24);
    expect([await send(secret), await send(second), await send(third)]).toEqual([REFUSED, ACCEPTED, ACCEPTED]);
  });

  test('has an overlap of at most 168 hours', async () => {
    const { id } = await create();
    const input = { overlapHours: 169 };
    expect(failure(await run('rotateVoiceAccountSecret', { id, input }))).toEqual({
      overlapHours: ['The overlap hours field must not be greater than 168.'],
    });
    const { errors } = await run('rotateVoiceAccountSecret', { id, input: { overlapHours: -1 } });
    expect(errors).toHaveLength(1);
    expect(await done('rotateVoiceAccountSecret', { id })).toMatchObject({
      voiceAccount: { overlapEndsAt: expect.any(String) },
    });
  });

  test('at the same time leaves one new secret and the one in use', async () => {
    const { id, secret } = await create();
    await send(secret);
    const made = await Promise.all([rotate(id, 24), rotate(id, 24), rotate(id, 24)]);
    const answers = await Promise.all(made.map(({ webhookSecret }) => send(webhookSecret)));
    expect(answers.filter((answer) => answer === ACCEPTED)).toHaveLength(1);
    expect(await send(secret)).toBe(ACCEPTED);
  });

  test('stands on the team’s timeline', async () => {
    const { id } = await create();
    await rotate(id, 24);
    await done('revokePreviousVoiceAccountSecret', { id });
    await app.writeTraces();
    const operations = await app.db.trace.findMany({
      where: { teamId: acme.team.id, operation: { endsWith: 'VoiceAccountSecret' } },
      orderBy: { startedAt: 'desc' },
      take: 2,
      select: { operation: true, outcome: true },
    });
    expect(operations).toEqual([
      { operation: 'revokePreviousVoiceAccountSecret', outcome: 'ok' },
      { operation: 'rotateVoiceAccountSecret', outcome: 'ok' },
    ]);
  });
});

describe('archiving and deleting', () => {
  test('wait until no number and no agent is run by the account', async () => {
    const { id } = await create();
    const { db } = app;
    const own = { teamId: acme.team.id, voiceAccountId: id };
    const number = await db.number.create({ data: { ...own, number: 14155550100, voiceProvider: 'provider_c' } });
    const agent = await db.agent.create({ data: { ...own, name: 'Clara' } });
    const byNumber = ['CONFLICT', 'The voice account is used by the number 14155550100.'];
    const byAgent = ['CONFLICT', 'The voice account is used by the agent "Clara".'];
    expect(await refusal('archiveVoiceAccount', { id })).toEqual(byNumber);
    await db.number.update({
      where: { teamId_id: { teamId: acme.team.id, id: number.id } },
      data: { archivedAt: new Date() },
    });
    expect(await refusal('archiveVoiceAccount', { id })).toEqual(byAgent);
    await db.agent.delete({ where: { teamId_id: { teamId: acme.team.id, id: agent.id } } });
    expect(await done('archiveVoiceAccount', { id })).toMatchObject({ archivedAt: expect.any(String) });
    expect(await refusal('deleteVoiceAccount', { id })).toEqual(byNumber);
    await db.number.delete({ where: { teamId_id: { teamId: acme.team.id, id: number.id } } });
    expect(await done('deleteVoiceAccount', { id })).toEqual({ id });
  });

  test('an archived account’s secret is refused and not rotated until it is restored', async () => {
    const { id, secret } = await create();
    await send(secret);
    expect(await refusal('deleteVoiceAccount', { id })).toEqual([
      'CONFLICT',
      'The voice account has received call events. Archive it instead.',
    ]);
    await done('archiveVoiceAccount', { id });
    expect(await send(secret)).toEqual(REFUSED);
    expect(await refusal('rotateVoiceAccountSecret', { id, input: { overlapHours: 1 } })).toEqual([
      'CONFLICT',
      'The voice account is archived. Restore it first.',
    ]);
    expect(await done('restoreVoiceAccount', { id })).toMatchObject({ archivedAt: null });
    expect(await send(secret)).toBe(ACCEPTED);
  });
});

test('accounts are filtered and counted', async () => {
  const { team, token } = await createTeam(app, 'Reader');
  const { id } = await create(token);
  await create(token);
  await app.db.voiceAccount.update({
    where: { teamId_id: { teamId: team.id, id } },
    data: { name: 'Old', archivedAt: new Date() },
  });
  const query = `{ voiceAccounts(filter: { isArchived: true, voiceProvider: [provider_c], name: "ol" }) {
    totalCount nodes { name numbers { totalCount } agents { totalCount } } } }`;
  expect(await app.graphql(query, { token })).toEqual({
    data: {
      voiceAccounts: { totalCount: 1, nodes: [{ name: 'Old', numbers: { totalCount: 0 }, agents: { totalCount: 0 } }] },
    },
  });
});

describe('access', () => {
  const CHANGES = [
    'updateVoiceAccount',
    'rotateVoiceAccountSecret',
    'revokePreviousVoiceAccountSecret',
    'archiveVoiceAccount',
    'restoreVoiceAccount',
    'deleteVoiceAccount',
  ];
  const variables = (mutation: string, id: string) => (mutation === 'updateVoiceAccount' ? { id, input: {} } : { id });

  test.each(CHANGES)('%s does not find another team’s account or an id that is none', async (mutation) => {
    const { id, secret } = await create();
    for (const [missing, token] of [
      [id, rival.token],
      ['7', acme.token],
    ] as const) {
      expect(await refusal(mutation, variables(mutation, missing), token)).toEqual([
        'NOT_FOUND',
        'Voice account not found.',
      ]);
    }
    expect(await send(secret)).toBe(ACCEPTED);
  });

  test('only owners and admins manage accounts, and no token limited to documented endpoints', async () => {
    const { id } = await create();
    const member = await signIn(app, [[acme.team.id, 'member']]);
    const admin = await signIn(app, [[acme.team.id, 'admin']]);
    const scopes = [{ method: 'post', endpoint: '/v1/offers', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    const input = { name: 'A', voiceProvider: 'provider_a' };
    expect(await refusal('createVoiceAccount', { input }, member)).toEqual(['FORBIDDEN', 'Action not allowed']);
    await done('createVoiceAccount', { input }, admin);
    for (const mutation of CHANGES) {
      expect(await refusal(mutation, variables(mutation, id), member)).toEqual(['FORBIDDEN', 'Action not allowed']);
      expect((await refusal(mutation, variables(mutation, id), limited))[0]).toBe('FORBIDDEN');
      await done(mutation, variables(mutation, id), admin);
    }
    expect((await app.graphql(`{ voiceAccounts { totalCount } }`, { token: member })).errors).toBeUndefined();
  });
});
