import { isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UploadedFile } from '../../../src/input/uploaded-file.ts';
import { hashPassword } from '../../../src/modules/identity/auth/passwords.ts';
import { pruneTask } from '../../../src/modules/insight/retention/prune.ts';
import { isSecret, withoutSecrets } from '../../../src/pipeline/audit/rules.ts';
import { schema } from '../../../src/schema.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { signIn } from '../../support/people.ts';
import { createTeam, createTeamToken } from '../../support/team.ts';
import { newTraceId } from '../../support/traces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Entry {
  action: string;
  targetType: string | null;
  targetId: string | null;
  input: unknown;
}

async function log(token: string, args = 'first: 20', select = 'action targetType targetId input'): Promise<Entry[]> {
  const answer = await app.graphql<{ auditLog: { nodes: Entry[] } }>(`{ auditLog(${args}) { nodes { ${select} } } }`, {
    token,
  });
  return answer.data!.auditLog.nodes;
}

const offer = { name: 'Meal box', url: 'https://offers.example/meal-box', profit: 12.5 };

test('every mutation that succeeds leaves one entry, over GraphQL or REST; one that fails leaves none', async () => {
  const { team } = await createTeam(app);
  const owner = await signIn(app, [[team.id, 'owner']]);
  const session = await app.db.session.findFirstOrThrow({
    where: { teamId: team.id },
    include: { user: true },
  });
  const traceId = newTraceId();
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const made = await app.rest('POST', '/v1/offers', { token: owner, headers, body: offer });
  const id = (made.body.data as { id: string }).id;
  await app.graphql(`mutation { updateOffer(id: "${id.toUpperCase()}", input: { name: "Box" }) { id } }`, {
    token: owner,
  });
  await app.graphql(`mutation { updateOffer(id: "${team.id}", input: { name: "Box" }) { id } }`, { token: owner });
  await app.graphql(`mutation { deleteOffer(id: "${id}") { id } }`, { token: owner });

  const about = { targetType: 'offer', targetId: id };
  expect(await log(owner)).toEqual([
    { action: 'deleteOffer', ...about, input: { id } },
    { action: 'updateOffer', ...about, input: { id: id.toUpperCase(), input: { name: 'Box' } } },
    { action: 'createOffer', ...about, input: { input: expect.objectContaining({ name: 'Meal box' }) } },
  ]);
  const select = 'userId email tokenId address traceId createdAt';
  expect(await log(owner, `filter: { traceId: "${traceId}" }`, select)).toEqual([
    {
      userId: session.userId,
      email: session.user.email,
      tokenId: session.id,
      address: expect.any(String),
      traceId,
      createdAt: expect.stringMatching(/Z$/),
    },
  ]);
});

test('the log is looked through by person, token, action, record and time', async () => {
  const { team, token } = await createTeam(app);
  const owner = await signIn(app, [[team.id, 'owner']]);
  const { userId } = await app.db.session.findFirstOrThrow({ where: { teamId: team.id } });
  const { id: tokenId } = await app.db.teamToken.findFirstOrThrow({ where: { teamId: team.id } });
  const tag = async (name: string, by: string) => {
    const mutation = `mutation { createTag(input: { name: "${name}" }) { id } }`;
    return (await app.graphql<{ createTag: { id: string } }>(mutation, { token: by })).data!.createTag.id;
  };
  const first = await tag('One', owner);
  await tag('Two', token);
  await app.graphql(`mutation { updateTag(id: "${first}", input: { name: "Three" }) { id } }`, { token: owner });
  const actions = async (args: string) => (await log(owner, args)).map(({ action }) => action);
  expect(await actions(`filter: { userId: "${userId}" }`)).toEqual(['updateTag', 'createTag']);
  expect(await actions(`filter: { tokenId: "${tokenId}" }`)).toEqual(['createTag']);
  expect(await actions('filter: { action: "updateTag" }')).toEqual(['updateTag']);
  expect(await actions(`filter: { targetId: "${first}", targetType: [tag, offer] }`)).toEqual([
    'updateTag',
    'createTag',
  ]);
  expect(await actions('filter: { createdAt: { from: "2100-01-01T00:00:00Z" } }')).toEqual([]);
  expect(await actions('last: 2')).toEqual(['createTag', 'createTag']);
  await app.graphql(`mutation { revokeTeamToken(id: "${tokenId}") { id } }`, { token: owner });
  expect(await log(owner, 'last: 2', 'tokenName')).toEqual([{ tokenName: 'Test' }, { tokenName: null }]);
});

test('records are of a type of the schema, by which entries are found; one that a later schema does not have is null', async () => {
  const { team, token } = await createTeam(app);
  const by = { teamId: team.id, address: '192.0.2.1', traceId: newTraceId(), input: {} };
  const types = ['SmsCampaign', 'Member', 'Person', 'FormerType'];
  for (const [at, targetType] of types.entries())
    await app.db.auditEntry.create({
      data: { ...by, action: `${at}`, targetType, createdAt: new Date(2025, 0, 9 - at) },
    });
  const found = async (targetType: string[] | null) => {
    const query =
      'query ($targetType: [AuditTargetType!]) { auditLog(filter: { targetType: $targetType }) { nodes { action targetType } } }';
    return (await app.graphql<{ auditLog: { nodes: unknown[] } }>(query, { token, variables: { targetType } })).data;
  };
  expect(await found(null)).toEqual({
    auditLog: {
      nodes: [
        { action: '0', targetType: 'sms_campaign' },
        { action: '1', targetType: 'member' },
        { action: '2', targetType: 'person' },
        { action: '3', targetType: null },
      ],
    },
  });
  for (let time = 0; time < 3; time += 1)
    expect(await found(['person', 'sms_campaign'])).toMatchObject({
      auditLog: { nodes: [{ action: '0' }, { action: '2' }] },
    });
});

test('owners and admins read their own team’s log only', async () => {
  const mine = await createTeam(app);
  const other = await createTeam(app, 'Rival');
  await app.rest('POST', '/v1/offers', { token: mine.token, body: offer });
  expect(await log(await createTeamToken(app, mine.team.id, { role: 'admin' }))).toHaveLength(1);
  expect(await log(other.token)).toEqual([]);
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect((await app.graphql('{ auditLog { totalCount } }', { token: member })).errors).toMatchObject([
    { message: 'Action not allowed', extensions: { code: 'FORBIDDEN' } },
  ]);
});

test('what was changed is undone when its entry cannot be written', async () => {
  const { team, token } = await createTeam(app);
  await app.pool.query(`ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK (action <> 'createTag') NOT VALID`);
  const made = (key: string) => `mutation { createTag(input: { name: "Lost" }${key}) { id } }`;
  for (const key of ['', ', idempotencyKey: "lost"']) {
    const { errors } = await app.graphql(made(key), { token });
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    expect(await app.db.tag.count({ where: { teamId: team.id } })).toBe(0);
  }
  await app.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT broken');
  expect((await app.graphql(made(', idempotencyKey: "lost"'), { token })).errors).toBeUndefined();
  expect(await app.db.tag.count({ where: { teamId: team.id } })).toBe(1);
});

test('a repeat under an idempotency key leaves no second entry', async () => {
  const { token } = await createTeam(app);
  const mutation = 'mutation { createTag(input: { name: "VIP" }, idempotencyKey: "one") { id } }';
  await app.graphql(mutation, { token });
  await app.graphql(mutation, { token });
  expect(await log(token)).toEqual([
    { action: 'createTag', targetType: 'tag', targetId: expect.any(String), input: { input: { name: 'VIP' } } },
  ]);
});

test('a sign-in is told without its password', async () => {
  const { team, token } = await createTeam(app);
  const email = 'ann@audited.example';
  const passwordHash = await hashPassword('correct horse');
  const memberships = { create: { teamId: team.id, role: 'member' } } as const;
  await app.db.user.create({ data: { email, name: 'Ann', passwordHash, memberships } });
  await app.rest('POST', '/login', { body: { email, password: 'wrong horse' } });
  await app.rest('POST', '/login', { body: { email, password: 'correct horse' } });
  const told = { action: 'login', email, tokenId: null, input: { input: { email, password: '[redacted]' } } };
  expect(await log(token, 'first: 5', 'action email tokenId input')).toEqual([told]);

  // Whatever token comes along: it is the person who signs in, to their own team.
  const other = await createTeam(app);
  await app.rest('POST', '/login', { body: { email, password: 'correct horse' }, token: other.token });
  expect(await log(token, 'first: 5', 'action email tokenId input')).toEqual([told, told]);
  expect(await log(other.token)).toEqual([]);
});

test('what is secret is known by its name, wherever the schema asks for it', () => {
  const asked = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    for (const { name } of Object.values(type.getFields())) if (isSecret(name)) asked.add(`${type.name}.${name}`);
  }
  for (const { name, args } of Object.values(schema.getMutationType()!.getFields())) {
    for (const arg of args) if (isSecret(arg.name)) asked.add(`${name}.${arg.name}`);
  }
  expect([...asked].sort()).toEqual([
    'AcceptInvitationInput.code',
    'AcceptInvitationInput.password',
    'AcceptInvitationInput.token',
    'ChangePasswordInput.currentPassword',
    'ChangePasswordInput.newPassword',
    'ConfirmEmailInput.token',
    'ConfirmTwoFactorInput.code',
    'CreateFirstOwnerInput.password',
    'CreateFirstOwnerInput.token',
    'CreateSellerEndpointInput.password',
    'DisableTwoFactorInput.code',
    'DisableTwoFactorInput.currentPassword',
    'LoginInput.password',
    'LoginWithCodeInput.challenge',
    'LoginWithCodeInput.code',
    'NewRecoveryCodesInput.code',
    'NewRecoveryCodesInput.currentPassword',
    'ResetPasswordInput.newPassword',
    'ResetPasswordInput.token',
    'RotateSellerEndpointCredentialsInput.password',
    'SetNumberLookupProviderInput.credentials',
    'SetRouteProviderInput.credentials',
    'SetRouteProviderInput.rotateSecret',
    'SetVoiceAccountProviderInput.credentials',
    'SetVoiceAccountProviderInput.rotateSecret',
    'StartTwoFactorInput.currentPassword',
  ]);
  const file = new UploadedFile('list.csv', (async function* () {})());
  expect(
    withoutSecrets({
      meta: [{ apiKey: 'x', url: 'https://ann:horse@host.example/a', sip: 'sip:ann:horse@host.example' }],
      hash: Buffer.from('x'),
      secretLastUsedAt: '2026-11-21T09:00:00.000Z',
      ...{ file, ids: Array(102).fill(1) },
    }),
  ).toEqual({
    meta: [{ apiKey: '[redacted]', url: 'https://[redacted]@host.example/a', sip: 'sip:[redacted]@host.example' }],
    hash: '[redacted]',
    secretLastUsedAt: '2026-11-21T09:00:00.000Z',
    file: '[file list.csv]',
    ids: [...Array(100).fill(1), '[2 more]'],
  });
});

test('entries go only when they are as old as configured', async () => {
  const { team, token } = await createTeam(app);
  await app.rest('POST', '/v1/offers', { token, body: offer });
  const { db } = app;
  const { config } = app.services;
  const {
    id: _id,
    input: _input,
    before: _before,
    after: _after,
    ...entry
  } = await db.auditEntry.findFirstOrThrow({ where: { teamId: team.id } });
  const createdAt = new Date(Date.now() - 40 * 86_400_000);
  await db.auditEntry.create({ data: { ...entry, action: 'old', input: {}, createdAt } });
  const run = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
  await pruneTask.run(app.services, {}, run);
  expect((await log(token)).map(({ action }) => action)).toEqual(['createOffer', 'old']);
  await pruneTask.run({ ...app.services, config: { ...config, AUDIT_DAYS: 30 } }, {}, run);
  expect((await log(token)).map(({ action }) => action)).toEqual(['createOffer']);
});
