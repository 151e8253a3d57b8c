import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DECLARED } from '../../../../src/modules/voice/providers/declared/declarations.ts';
import { decryptToken, encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { visit } from '../../../support/hooks.ts';
import { mutate } from '../../../support/mutate.ts';
import { createVoiceTeam, type VoiceTeam } from '../calls/support.ts';

let app: TestApp;
let acme: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  acme = await createVoiceTeam(app);
});
afterAll(() => app.close());

async function set(input: object) {
  const { data, errors } = await mutate(
    app,
    acme.token,
    'setVoiceAccountProvider',
    { id: acme.accountId, input: [input, 'SetVoiceAccountProviderInput'] },
    '{ secret voiceAccount { overlapEndsAt } }',
  );
  expect(errors).toBeUndefined();
  return { secret: data.setVoiceAccountProvider.secret, ...data.setVoiceAccountProvider.voiceAccount };
}
const retell = (apiKey: string) => set({ provider: 'retell', settings: {}, credentials: { apiKey } });
const posts = async (headers: Record<string, string>, body: string) =>
  (await visit(app, `/hooks/voice/${acme.team.id}/${acme.accountId}`, { method: 'POST', headers, body })).status;
const CUSTOM = {
  url: 'https://voice.example.com/calls',
  body: {},
  idPath: 'id',
  events: { id: 'id', status: 'status' },
  statuses: {},
  outcomes: {},
};
const BODY = '{"event":"something"}';
const retellPosts = (apiKey: string) => {
  const now = Date.now();
  const digest = createHmac('sha256', apiKey).update(`${BODY}${now}`).digest('hex');
  return posts({ 'x-retell-signature': `v=${now},d=${digest}` }, BODY);
};
const hoursAhead = (until: string) => Math.round((Date.parse(until) - Date.now()) / 3_600_000);
const stored = () =>
  app.db.voiceAccount.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id: acme.accountId } } });

test('events that are signed by replaced credentials are accepted for 24 hours, and until they are revoked', async () => {
  expect((await retell('key-1')).overlapEndsAt).toBeNull();
  const { overlapEndsAt } = await retell('key-2');
  expect(hoursAhead(overlapEndsAt)).toBe(24);
  // What does not sign leaves it as it is.
  const again = await set({ provider: 'retell', settings: { timeoutMs: 5_000 } });
  expect(again.overlapEndsAt).toBe(overlapEndsAt);
  expect([await retellPosts('key-1'), await retellPosts('key-2'), await retellPosts('key-3')]).toEqual([200, 200, 401]);
  const kept = JSON.parse(decryptToken(app.services.tokenKeys, (await stored()).previousAdapterCredentials!));
  const over = JSON.stringify([{ ...kept[0], until: new Date(Date.now() - 1_000) }]);
  const where = { teamId_id: { teamId: acme.team.id, id: acme.accountId } };
  const data = { previousAdapterCredentials: encryptToken(app.services.tokenKeys, over) };
  await app.db.voiceAccount.update({ where, data });
  expect([await retellPosts('key-1'), await retellPosts('key-2')]).toEqual([401, 200]);

  await retell('key-4');
  expect([await retellPosts('key-2'), await retellPosts('key-4')]).toEqual([200, 200]);
  const ended = await mutate(app, acme.token, 'revokePreviousVoiceAccountSecret', { id: acme.accountId });
  expect(ended.errors).toBeUndefined();
  expect([await retellPosts('key-2'), await retellPosts('key-4')]).toEqual([401, 200]);
});

test('another provider ends it', async () => {
  await retell('key-1');
  await retell('key-2');
  expect((await set({ provider: 'http', settings: { url: 'https://voice.example.com' } })).overlapEndsAt).toBeNull();
  await retell('key-3');
  expect([await retellPosts('key-1'), await retellPosts('key-2'), await retellPosts('key-3')]).toEqual([401, 401, 200]);
});

test('an account that is given a signature accepts its webhook secret, and what it signed with before', async () => {
  const custom = (signature: object | null, signingSecret: string | null) =>
    set({
      provider: 'custom',
      settings: { ...CUSTOM, signature },
      credentials: { secret: 'sends', signingSecret },
    });
  const { secret } = await custom(null, null);
  const bySecret = () => posts({ 'x-webhook-secret': secret }, BODY);
  const bySignature = (key: string) =>
    posts({ 'x-signature': createHmac('sha256', key).update(BODY).digest('hex') }, BODY);
  expect(await bySecret()).toBe(200);
  await custom({ header: 'x-signature' }, 'sign-1');
  expect([await bySecret(), await bySignature('sign-1')]).toEqual([200, 200]);
  await custom({ header: 'x-signature' }, 'sign-2');
  expect([await bySecret(), await bySignature('sign-1'), await bySignature('sign-2')]).toEqual([200, 200, 200]);
  expect(decryptToken(app.services.tokenKeys, (await stored()).previousAdapterCredentials!)).not.toContain('sends');
  await mutate(app, acme.token, 'revokePreviousVoiceAccountSecret', { id: acme.accountId });
  expect([await bySecret(), await bySignature('sign-1'), await bySignature('sign-2')]).toEqual([401, 401, 200]);
});

describe.each([
  ['vapi', {}, { apiKey: 'key' }],
  ['custom', CUSTOM, { secret: 'sends' }],
])('the webhook secret of a %s account', (provider, settings, credentials) => {
  const bySecret = (secret: string) => posts({ 'x-webhook-secret': secret }, '{"message":{"type":"hang"}}');
  const setRotating = async () => (await set({ provider, settings, rotateSecret: true })).secret as string;
  const rotate = async (overlapHours = 24) => {
    const { data, errors } = await mutate(
      app,
      acme.token,
      'rotateVoiceAccountSecret',
      { id: acme.accountId, input: [{ overlapHours }, 'RotateVoiceAccountSecretInput'] },
      '{ secret }',
    );
    expect(errors).toBeUndefined();
    return data.rotateVoiceAccountSecret.secret as string;
  };
  const lastUse = async () => (await stored()).previousSecretLastUsedAt;

  test.each([
    ['rotating it', rotate],
    ['setting its provider', setRotating],
  ])('is accepted with the calls that were given it, however often it is replaced by %s', async (_how, replace) => {
    const { secret: first } = await set({ provider, settings, credentials });
    expect(await bySecret(first)).toBe(200);
    const second = await replace();
    const third = await replace();
    expect(await lastUse()).not.toBeNull();
    await app.db.voiceAccount.update({
      where: { teamId_id: { teamId: acme.team.id, id: acme.accountId } },
      data: { previousSecretLastUsedAt: null },
    });
    expect(await bySecret(second)).toBe(200);
    expect(await lastUse()).not.toBeNull();
    expect([await bySecret(first), await bySecret(third)]).toEqual([200, 200]);
    const fourth = await replace();
    expect(await Promise.all([first, second, third, fourth].map(bySecret))).toEqual([200, 200, 200, 200]);
    await mutate(app, acme.token, 'revokePreviousVoiceAccountSecret', { id: acme.accountId });
    expect(await Promise.all([first, second, third, fourth].map(bySecret))).toEqual([401, 401, 401, 200]);
  });

  test('ends with all before it when it is rotated without an overlap', async () => {
    const { secret: first } = await set({ provider, settings, credentials });
    const second = await rotate();
    const third = await rotate();
    const fourth = await rotate(0);
    expect(await Promise.all([first, second, third, fourth].map(bySecret))).toEqual([401, 401, 401, 200]);
  });

  test('that was replaced opens no other account', async () => {
    await set({ provider, settings, credentials });
    const second = await rotate();
    await rotate();
    expect(await bySecret(second)).toBe(200);
    const other = await app.db.voiceAccount.create({
      data: { teamId: acme.team.id, name: 'Other', provider: 'provider_b', webhookSecretHash: Buffer.alloc(32, 7) },
    });
    acme = { ...acme, accountId: other.id };
    await set({ provider, settings, credentials });
    expect(await bySecret(second)).toBe(401);
  });
});

test.each(Object.entries(DECLARED))('%s says what its events are verified with', (_name, declaration) => {
  const read = new Set<string | symbol>();
  const values: Record<string, unknown> = { signature: { header: 'x-signature', prefix: '', algorithm: 'sha256' } };
  const watched = new Proxy(values, {
    get(_target, name) {
      read.add(name);
      return values[name as string] ?? `x-${String(name).toLowerCase()}`;
    },
  });
  const headers = new Proxy({}, { get: () => `v=${Date.now()},d=${'0'.repeat(64)}` });
  declaration.verify({ headers, body: '{}' }, { settings: watched, credentials: watched });
  expect([...read].sort()).toEqual([...declaration.verifiedWith].sort());
});
