import { createCipheriv, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../../src/app.ts';
import { readConfig } from '../../../../src/config.ts';
import { rotateKeys, SEALED } from '../../../../src/modules/identity/auth/rotate-keys.ts';
import { decryptToken, keyIdOf, type TokenKeys } from '../../../../src/secrets.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const OLD = Buffer.alloc(32, 7);
const NEW = Buffer.alloc(32, 8);
const LOST = Buffer.alloc(32, 9);
const RUN = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };

/** As tokens were kept before ciphertexts named their key. */
function sealedWithoutId(key: Buffer, token: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), ciphertext]));
}

/** A server of the same database that was given these keys. */
function serverWith(...tokenKeys: TokenKeys) {
  const services = { ...app.services, tokenKeys };
  const server = createApp(services);
  const ask = async (path: string, token: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await server.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    services,
    async shown(token: string): Promise<string[]> {
      const { body } = await ask('/api/v1/platform/team/tokens', token);
      return (body.data as { access_token: string }[]).map(({ access_token }) => access_token).sort();
    },
    graphql: async (token: string, query: string) =>
      (await ask('/graphql', token, { method: 'POST', body: JSON.stringify({ query }) })).body,
    close: () => server.close(),
  };
}

test('the tokens of a team are shown before, during and after a change of the key', async () => {
  const { team, token } = await createTeam(app);
  const second = await createTeamToken(app, team.id);
  const { id } = await app.db.teamToken.findFirstOrThrow({ where: { teamId: team.id, role: 'admin' } });
  await app.db.teamToken.update({
    where: { teamId_id: { teamId: team.id, id } },
    data: { tokenCiphertext: sealedWithoutId(OLD, second) },
  });
  const updatedAt = async () =>
    (await app.db.teamToken.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } })).updatedAt;
  const changed = await updatedAt();
  const both = [token, second].sort();

  const before = serverWith(OLD);
  expect(await before.shown(token)).toEqual(both);
  const during = serverWith(NEW, OLD);
  expect(await during.shown(token)).toEqual(both);
  const stillOld = serverWith(OLD, NEW);
  const made = await during.graphql(
    token,
    'mutation { createTeamToken(input: { name: "Third", role: member, scopes: [] }) { accessToken } }',
  );
  const third = (made as { data: { createTeamToken: { accessToken: string } } }).data.createTeamToken.accessToken;
  const all = [...both, third].sort();
  expect(await stillOld.shown(token)).toEqual(all);

  const nothingLeft = { unreadable: 0, answersLeft: 0, erasuresLeft: 0 };
  expect(await rotateKeys(during.services)).toEqual({ reencrypted: 2, ...nothingLeft });
  expect(await rotateKeys(during.services)).toEqual({ reencrypted: 0, ...nothingLeft });
  const after = serverWith(NEW);
  expect(await after.shown(token)).toEqual(all);
  expect(await updatedAt()).toEqual(changed);
  const rows = await app.db.teamToken.findMany({ where: { teamId: team.id } });
  expect(rows.map(({ tokenCiphertext }) => Buffer.from(tokenCiphertext.subarray(0, 8)))).toEqual(
    Array(3).fill(keyIdOf(NEW)),
  );
  for (const server of [before, during, stillOld, after]) server.close();
  await app.db.team.delete({ where: { id: team.id } });
});

test('everything that is kept encrypted is re-encrypted, and readable afterwards', async () => {
  const { team } = await createTeam(app);
  const { db } = app;
  const own = { teamId: team.id };
  const seal = (name: string) => sealedWithoutId(OLD, name);
  await db.route.create({ data: { ...own, name: 'A', credentials: seal('route') } });
  await db.voiceAccount.create({
    data: {
      ...own,
      name: 'A',
      provider: 'provider_a',
      webhookSecretHash: randomBytes(32),
      adapterCredentials: seal('account'),
    },
  });
  await db.postProcessing.create({ data: { ...own, name: 'A', kind: 'webhook', signingSecret: seal('step') } });
  await db.sendingSettings.create({
    data: {
      ...own,
      postbackSecret: seal('postback'),
      preCheckSecret: seal('check'),
      lookupCredentials: seal('look-up'),
    },
  });
  const during = serverWith(NEW, OLD);
  await rotateKeys(during.services);
  const kept = [
    (await db.route.findFirstOrThrow({ where: own })).credentials,
    (await db.voiceAccount.findFirstOrThrow({ where: own })).adapterCredentials,
    (await db.postProcessing.findFirstOrThrow({ where: own })).signingSecret,
    (await db.sendingSettings.findFirstOrThrow({ where: own })).postbackSecret,
    (await db.sendingSettings.findFirstOrThrow({ where: own })).preCheckSecret,
    (await db.sendingSettings.findFirstOrThrow({ where: own })).lookupCredentials,
  ];
  expect(kept.map((sealed) => decryptToken([NEW], sealed!))).toEqual([
    'route',
    'account',
    'step',
    'postback',
    'check',
    'look-up',
  ]);
  during.close();
});

test('every column that is kept encrypted is re-encrypted: the others hold hashes and files', async () => {
  const { rows } = await app.pool.query<{ column: string }>(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1`,
  );
  const known = new Set(SEALED.map(({ table, column }) => `${table}.${column}`));
  const others = rows.map(({ column }) => column).filter((column) => !known.has(column));
  expect(others.filter((column) => !column.endsWith('_hash'))).toEqual([
    'call_event_names.fingerprint',
    'call_events.fingerprint',
    'data_file_chunks.bytes',
    'erased_numbers.hash',
    'idempotency_keys.answer',
  ]);
});

test('a token whose key is gone is counted, stays as it is and goes on working', async () => {
  const { team, token } = await createTeam(app);
  const tokenCiphertext = sealedWithoutId(LOST, token);
  await app.db.teamToken.updateMany({ where: { teamId: team.id }, data: { tokenCiphertext } });
  const server = serverWith(NEW, OLD);
  expect(await rotateKeys(server.services)).toMatchObject({ reencrypted: 0, unreadable: 1 });
  const row = await app.db.teamToken.findFirstOrThrow({ where: { teamId: team.id } });
  expect(Buffer.from(row.tokenCiphertext)).toEqual(Buffer.from(tokenCiphertext));
  expect(await server.graphql(token, '{ me { teamName } }')).toEqual({ data: { me: { teamName: 'Acme' } } });
  server.close();
});

test('a repeat with an idempotency key gets its answer across a change of the key, which counts it', async () => {
  const { token } = await createTeam(app);
  const mutation = 'mutation { createTag(input: { name: "VIP" }, idempotencyKey: "one") { id name } }';
  const before = serverWith(OLD);
  const first = await before.graphql(token, mutation);
  expect(first).toMatchObject({ data: { createTag: { name: 'VIP' } } });
  const during = serverWith(NEW, OLD);
  expect(await during.graphql(token, mutation)).toEqual(first);
  expect(await rotateKeys(during.services)).toMatchObject({ answersLeft: 1 });
  before.close();
  during.close();
});

test('a former key is still needed while an erasure that was begun under it has to run again', async () => {
  const { token } = await createTeam(app);
  const before = serverWith(OLD);
  await before.graphql(token, 'mutation { erasePerson(input: { number: "+4915112345678" }) { contactsCount } }');
  expect(await rotateKeys(before.services)).toMatchObject({ erasuresLeft: 0 });
  const during = serverWith(NEW, OLD);
  expect(await rotateKeys(during.services)).toMatchObject({ erasuresLeft: 2 });
  const after = serverWith(NEW);
  const [again] = await waitingJobs(app, 'erase_again');
  await expect(tasks.erase_again!.run(after.services, again!.payload, RUN)).rejects.toThrow();
  await makeJobsDue(app);
  await runJobs({ services: during.services });
  expect(await rotateKeys(during.services)).toMatchObject({ erasuresLeft: 0 });
  for (const server of [before, during, after]) server.close();
});

test('keys that are none stop the start', () => {
  const key = '0'.repeat(64);
  expect(readConfig({ TOKEN_KEY_PREVIOUS: ` ${key},${key}` }).TOKEN_KEY_PREVIOUS).toEqual([key, key]);
  expect(() => readConfig({ TOKEN_KEY_PREVIOUS: 'secret' })).toThrow(
    'TOKEN_KEY_PREVIOUS: each must be 32 bytes as 64 hex digits',
  );
});
