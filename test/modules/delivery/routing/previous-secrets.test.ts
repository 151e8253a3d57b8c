import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rotateKeys } from '../../../../src/modules/identity/auth/rotate-keys.ts';
import { decryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { report, visit } from '../../../support/hooks.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { passHours } from '../../../support/previous-secrets.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let id: string;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  id = (await test.db.route.create({ data: { teamId: acme.team.id, name: 'Route' } })).id;
});

const accountSid = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const apiKeySid = 'SKbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const settings = { accountSid, apiKeySid };
async function set(input: object) {
  const { data, errors } = await mutate(
    test,
    acme.token,
    'setRouteProvider',
    { id, input: [input, 'SetRouteProviderInput'] },
    '{ secret route { callbackUrl previousSecretExpiresAt } }',
  );
  expect(errors).toBeUndefined();
  const { secret, route } = data.setRouteProvider;
  return { secret, path: new URL(route.callbackUrl).pathname, until: route.previousSecretExpiresAt };
}
const twilio = (input: object) => set({ provider: 'twilio', settings, ...input });
const twilioReports = async (path: string, authToken?: string) => {
  const body = 'MessageSid=SM1&MessageStatus=delivered';
  const url = `http://127.0.0.1:4000${path}`;
  const text = `${url}MessageSidSM1MessageStatusdelivered`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(authToken && { 'x-twilio-signature': createHmac('sha1', authToken).update(text).digest('base64') }),
  };
  return (await visit(test, path, { method: 'POST', headers, body })).status;
};
const hoursAhead = (until: string) => Math.round((Date.parse(until) - Date.now()) / 3_600_000);
const passes = (hours: number) =>
  passHours(test, { table: 'routes', column: 'previous_secret', ends: 'previous_secret_expires_at' }, hours);

describe('what callbacks were verified with before it was replaced', () => {
  it('is accepted for 24 hours: the secret at the end of the callback URL, and the one before it until its own end', async () => {
    const first = await twilio({ credentials: { apiKeySecret: 'key' } });
    expect(first.until).toBeNull();
    const second = await twilio({ rotateSecret: true });
    expect(hoursAhead(second.until)).toBe(24);
    expect(await twilioReports(first.path)).toBe(200);
    await passes(20);
    const third = await twilio({ rotateSecret: true });
    expect(hoursAhead(third.until)).toBe(24);
    expect(new Set([first.path, second.path, third.path]).size).toBe(3);
    for (const { path } of [first, second, third]) expect(await twilioReports(path)).toBe(200);
    expect(await twilioReports(`${first.path.slice(0, -32)}${'0'.repeat(32)}`)).toBe(401);
    // A change of something else leaves the overlap as it is.
    expect((await twilio({ settings: { ...settings, perSecond: 5 } })).until).toBe(third.until);
    await passes(5);
    expect(await twilioReports(first.path)).toBe(401);
    expect(await twilioReports(second.path)).toBe(200);
    await passes(20);
    expect(await twilioReports(second.path)).toBe(401);
    expect(await twilioReports(third.path)).toBe(200);
  });

  it('is accepted when a route is given a key to sign with, another one, and none again', async () => {
    const unsigned = await twilio({ credentials: { apiKeySecret: 'key' } });
    const signed = await twilio({ credentials: { authToken: 'token 1' } });
    expect(signed.path).toBe(`/hooks/sms/${acme.team.id}/${id}`);
    expect(await twilioReports(unsigned.path)).toBe(200);
    expect(await twilioReports(signed.path, 'token 1')).toBe(200);
    await twilio({ credentials: { authToken: 'token 2' } });
    for (const token of ['token 1', 'token 2']) expect(await twilioReports(signed.path, token)).toBe(200);
    expect(await twilioReports(signed.path, 'token 3')).toBe(401);
    expect(await twilioReports(signed.path)).toBe(401);
    const last = await twilio({ credentials: { authToken: null } });
    expect(await twilioReports(last.path)).toBe(200);
    for (const token of ['token 1', 'token 2']) expect(await twilioReports(signed.path, token)).toBe(200);
    expect(await twilioReports(unsigned.path)).toBe(200);
  });

  it('is accepted of a custom provider whose settings say another signature', async () => {
    const custom = (signature: object, credentials?: object) =>
      set({
        provider: 'custom',
        credentials,
        settings: {
          send: { method: 'POST', url: 'https://sms.example.com/send' },
          answer: { format: 'json', id: 'id' },
          callbacks: {
            methods: ['POST'],
            formats: ['json'],
            signature,
            receipts: { id: 'id', status: 'status', statuses: { ok: 'delivered' } },
            replies: null,
          },
        },
      });
    const { path } = await custom({ scheme: 'header', key: 'word', header: 'x-word' }, { word: 'one' });
    const reports = async (at: string, headers: Record<string, string> = {}) => {
      const type = { 'content-type': 'application/json' };
      const body = '{"id":"1","status":"ok"}';
      return (await visit(test, at, { method: 'POST', headers: { ...type, ...headers }, body })).status;
    };
    expect(await reports(path, { 'x-word': 'one' })).toBe(200);
    const none = await custom({ scheme: 'none' });
    expect(await reports(none.path)).toBe(200);
    expect(await reports(path, { 'x-word': 'one' })).toBe(200);
    expect(await reports(path, { 'x-word': 'two' })).toBe(401);
    expect(await reports(path)).toBe(401);
  });

  it('is accepted with the former method of a custom provider, with the former secret and the present one', async () => {
    const custom = (methods: string[], more: object = {}) =>
      set({
        provider: 'custom',
        settings: {
          send: { method: 'POST', url: 'https://sms.example.com/send' },
          answer: { format: 'json', id: 'id' },
          callbacks: {
            methods,
            formats: ['query', 'json'],
            signature: { scheme: 'none' },
            receipts: { id: 'id', status: 'status', statuses: { ok: 'delivered' } },
            replies: null,
          },
        },
        ...more,
      });
    const gets = async (path: string) => (await visit(test, `${path}?id=1&status=ok`)).status;
    const posts = async (path: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await visit(test, path, { method: 'POST', headers, body: '{"id":"1","status":"ok"}' })).status;
    };
    const first = await custom(['GET']);
    expect([await gets(first.path), await posts(first.path)]).toEqual([200, 405]);
    const second = await custom(['POST'], { rotateSecret: true });
    expect(hoursAhead(second.until)).toBe(24);
    expect([await gets(first.path), await posts(first.path)]).toEqual([200, 401]);
    expect([await gets(second.path), await posts(second.path)]).toEqual([405, 200]);
    const third = await custom(['GET']);
    expect(third.path).toBe(second.path);
    expect([await gets(third.path), await posts(third.path)]).toEqual([200, 200]);
    await custom(['GET'], { overlapHours: 0 });
    expect([await gets(third.path), await posts(third.path), await gets(first.path)]).toEqual([200, 405, 401]);
  });

  it('is accepted of a service of the team’s own and the simulator', async () => {
    for (const given of [
      { provider: 'http', settings: { url: 'https://sms.example.com' } },
      { provider: 'simulator' },
    ]) {
      const { secret, path, until } = await set(given);
      expect(until).toBeNull();
      const { secret: next } = await set({ ...given, rotateSecret: true });
      const status = async (by: string) => (await report(test, path, by, { receipts: [] })).status;
      expect([await status(secret), await status(next)]).toEqual([200, 200]);
      await set({ ...given, overlapHours: 0 });
      expect([await status(secret), await status(next)]).toEqual([401, 200]);
    }
  });

  it('ends at once with overlapHours 0, and with another provider or none', async () => {
    const twice = async () => {
      const { path } = await twilio({ credentials: { apiKeySecret: 'key' } });
      await twilio({ rotateSecret: true });
      expect(await twilioReports(path)).toBe(200);
      return path;
    };
    const leaked = await twice();
    expect((await twilio({ rotateSecret: true, overlapHours: 0 })).until).toBeNull();
    expect(await twilioReports(leaked)).toBe(401);
    const overlapping = await twice();
    expect((await twilio({ overlapHours: 0 })).until).toBeNull();
    expect(await twilioReports(overlapping)).toBe(401);
    const other = await twice();
    expect((await set({ provider: 'simulator' })).until).toBeNull();
    expect((await twilio({ credentials: { apiKeySecret: 'key' } })).until).toBeNull();
    expect(await twilioReports(other)).toBe(401);
    const removed = await twice();
    await mutate(test, acme.token, 'removeRouteProvider', { id });
    expect((await twilio({ credentials: { apiKeySecret: 'key' } })).until).toBeNull();
    expect(await twilioReports(removed)).toBe(401);
  });

  it('holds what verifies and no credential that sends, the last five', async () => {
    const paths: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      paths.push((await twilio({ credentials: { apiKeySecret: 'sends' }, rotateSecret: true })).path);
    }
    const answers = [];
    for (const path of paths) answers.push(await twilioReports(path));
    expect(answers).toEqual([401, 200, 200, 200, 200, 200, 200]);
    const route = await test.db.route.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } });
    expect(decryptToken(test.services.tokenKeys, route.previousSecret!)).not.toContain('sends');
  });

  it('survives a rotation of TOKEN_KEY', async () => {
    const { path } = await twilio({ credentials: { apiKeySecret: 'key' } });
    await twilio({ rotateSecret: true });
    const [key] = test.services.tokenKeys;
    const anew = Buffer.alloc(32, 7);
    await rotateKeys({ ...test.services, tokenKeys: [anew, key] });
    const route = await test.db.route.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } });
    expect(decryptToken([anew], route.previousSecret!)).toContain(path.slice(-32));
    await rotateKeys({ ...test.services, tokenKeys: [key, anew] });
    expect(await twilioReports(path)).toBe(200);
  });

  it('has hours from 0 to 168', async () => {
    for (const [overlapHours, mistake] of [
      [-1, 'The overlap hours field must be at least 0.'],
      [169, 'The overlap hours field must not be greater than 168.'],
    ] as const) {
      const input = [{ provider: 'simulator', overlapHours }, 'SetRouteProviderInput'] as [object, string];
      expect(await mutate(test, acme.token, 'setRouteProvider', { id, input }, '{ secret }')).toMatchObject(
        invalid({ overlapHours: [mistake] }),
      );
    }
  });
});
