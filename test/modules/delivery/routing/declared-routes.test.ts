import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { visit } from '../../../support/hooks.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let member: string;
let id: string;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
  member = await createTeamToken(test, acme.team.id, { role: 'member' });
  id = (await test.db.route.create({ data: { teamId: acme.team.id, name: 'Twilio' } })).id;
});
afterAll(() => test.close());

const accountSid = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const apiKeySid = 'SKbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const set = (input: object) =>
  mutate(
    test,
    acme.token,
    'setRouteProvider',
    { id, input: [{ provider: 'twilio', ...input }, 'SetRouteProviderInput'] },
    '{ secret route { provider settings callbackUrl } }',
  );
const stored = async () => {
  const route = await test.db.route.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } });
  return unsealCredentials(test.services.tokenKeys, 'twilio', route.credentials!);
};
const hook = () => `http://127.0.0.1:4000/hooks/sms/${acme.team.id}/${id}`;

describe('a route over a declared provider', () => {
  it('names the fields that are missing, malformed or unknown', async () => {
    expect(await set({ settings: { accountSid: 'AC1', region: 'ie1' }, credentials: { authToken: '' } })).toMatchObject(
      invalid({
        'settings.accountSid': ['The settings.account sid field format is invalid.'],
        'settings.region': ['The selected settings.region is invalid.'],
        'credentials.authToken': ['The credentials.auth token field is required.'],
      }),
    );
    expect(await set({ settings: { accountSid } })).toMatchObject(
      invalid({ 'credentials.authToken': ['The credentials.auth token field is required.'] }),
    );
    expect(await set({ settings: { accountSid }, credentials: { callbackSecret: 'a' } })).toMatchObject(
      invalid({ 'credentials.callbackSecret': ['The credentials.callback secret field is not known here.'] }),
    );
    expect(
      await set({ settings: { accountSid, url: 'http://10.0.0.1' }, credentials: { authToken: 'token' } }),
    ).toMatchObject(
      invalid({
        'settings.url': ['Route "Twilio": 10.0.0.1 is a private address. Set PRIVATE_PROVIDERS=on to allow it.'],
      }),
    );
  });

  it('keeps its credentials when its settings change, each until it is replaced or removed', async () => {
    const { data } = await set({ settings: { accountSid }, credentials: { authToken: 'token' } });
    expect(data.setRouteProvider).toEqual({
      secret: null,
      route: {
        provider: 'twilio',
        settings: { accountSid, url: 'https://api.twilio.com', perSecond: null },
        callbackUrl: hook(),
      },
    });
    await set({ settings: { accountSid, perSecond: 10 } });
    expect(await stored()).toEqual({ authToken: 'token' });
    await set({ settings: { accountSid, apiKeySid }, credentials: { apiKeySecret: 'key' } });
    expect(await stored()).toEqual({ authToken: 'token', apiKeySecret: 'key' });
    await set({ settings: { accountSid, apiKeySid }, credentials: { apiKeySecret: null } });
    expect(await stored()).toEqual({ authToken: 'token' });
  });

  it('does not send them to another address', async () => {
    await set({ settings: { accountSid }, credentials: { authToken: 'token' } });
    const settings = { accountSid, url: 'https://sms.example.com' };
    expect(await set({ settings })).toMatchObject(
      invalid({ 'credentials.authToken': ['The credentials.auth token field is required.'] }),
    );
    expect((await set({ settings, credentials: { authToken: 'other' } })).errors).toBeUndefined();
    expect(await stored()).toEqual({ authToken: 'other' });
  });

  it('has a secret at the end of its callback URL where its callbacks are not signed, for admins alone', async () => {
    const settings = { accountSid, apiKeySid };
    const { data } = await set({ settings, credentials: { authToken: null, apiKeySecret: 'key' } });
    const { callbackUrl } = data.setRouteProvider.route;
    expect(callbackUrl).toMatch(new RegExp(`^${hook()}/[0-9a-f]{32}$`));
    const read = (token: string) =>
      test.graphql('query ($id: ID!) { route(id: $id) { callbackUrl } }', { variables: { id }, token });
    expect(await read(acme.token)).toEqual({ data: { route: { callbackUrl } } });
    expect(await read(member)).toEqual({ data: { route: { callbackUrl: null } } });
    const list = await test.graphql('{ routes { nodes { callbackUrl } } }', { token: acme.token });
    expect(list).toEqual({ data: { routes: { nodes: [{ callbackUrl }] } } });
    // It stays until it is rotated.
    expect((await set({ settings })).data.setRouteProvider.route.callbackUrl).toBe(callbackUrl);
    const rotated = (await set({ settings, rotateSecret: true })).data.setRouteProvider.route.callbackUrl;
    expect(rotated).toMatch(new RegExp(`^${hook()}/[0-9a-f]{32}$`));
    expect(rotated).not.toBe(callbackUrl);
  });

  it('leaves the secret of its callback URL out of the log', async () => {
    const lines: string[] = [];
    const app = await createTestApp({ LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) });
    const secret = '0123456789abcdef0123456789abcdef';
    expect((await visit(app, `/hooks/sms/${acme.team.id}/${id}/${secret}`)).status).toBe(404);
    await app.close();
    const log = lines.join('');
    expect(log).toContain(`/hooks/sms/${acme.team.id}/${id}/…`);
    expect(log).not.toContain(secret);
  });

  it('cannot be of a provider that has no declaration', async () => {
    const { errors } = await set({ provider: 'nobody' });
    expect(errors?.[0]?.message).toBe('The selected provider is invalid.');
  });
});
