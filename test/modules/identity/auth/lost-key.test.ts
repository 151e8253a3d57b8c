import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigningSecret } from 'outgoing-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addJob } from '../../../../src/jobs/add-job.ts';
import { eraseAgainTask } from '../../../../src/modules/audience/person/operations.ts';
import { openProvider } from '../../../../src/modules/delivery/engine/hand-over.ts';
import { openEngine } from '../../../../src/modules/delivery/engine/open-engine.ts';
import { openPreChecks } from '../../../../src/modules/delivery/engine/pre-checks.ts';
import { readRoute } from '../../../../src/modules/delivery/engine/stage.ts';
import { sendSmsTestJob } from '../../../../src/modules/delivery/routing/fire-sms-tests.ts';
import { rotateKeys } from '../../../../src/modules/identity/auth/rotate-keys.ts';
import { openCallEngine } from '../../../../src/modules/voice/engine/open-call-engine.ts';
import { ask } from '../../../../src/modules/voice/engine/place-call.ts';
import { postStep } from '../../../../src/modules/voice/post-processing/post-step.ts';
import { secretsOf } from '../../../../src/modules/webhooks/delivery/batches.ts';
import { WebhookFailure } from '../../../../src/modules/webhooks/requests/post-signed.ts';
import { NO_PREVIOUS_SECRET } from '../../../../src/records/previous-secrets.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { report, visit } from '../../../support/hooks.ts';
import { runJobs } from '../../../support/jobs.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createVoiceTeam, type VoiceTeam } from '../../voice/calls/support.ts';

const LOST_KEY =
  'The stored secret cannot be decrypted with TOKEN_KEY. Enter or rotate it again, or add the former key to TOKEN_KEY_PREVIOUS.';
const src = join(import.meta.dirname, '../../../../src');

/** Every file of the server that opens stored secrets, and the test of what it does once their key is lost. */
const HERE = 'identity/auth/lost-key';
const PROVED: Record<string, string> = {
  'modules/audience/person/operations.ts': HERE,
  'modules/audience/person/export-link.ts': HERE,
  'modules/delivery/enrichment/configured-lookups.ts': HERE,
  'modules/delivery/enrichment/team-provider.ts': HERE,
  'modules/delivery/engine/open-providers.ts': HERE,
  'modules/delivery/engine/pre-checks.ts': HERE,
  'modules/delivery/engine/settings.ts': HERE,
  'modules/delivery/links/postback-secret.ts': HERE,
  'modules/delivery/providers/settings.ts': HERE,
  'modules/delivery/reach/erased-numbers.ts': 'audience/person/person',
  'modules/delivery/routing/callback-url.ts': HERE,
  'modules/delivery/routing/declared-credentials.ts': HERE,
  'modules/delivery/routing/previous-secret.ts': HERE,
  'modules/delivery/routing/route-provider.ts': HERE,
  'modules/delivery/routing/try-route.ts': HERE,
  'modules/hub/callbacks/callbacks.ts': HERE,
  'modules/hub/sellers/seller-endpoints.ts': HERE,
  'modules/identity/auth/check-token-keys.ts': 'identity/auth/token-keys',
  'modules/identity/auth/rotate-keys.ts': 'identity/auth/rotate-keys',
  'modules/identity/auth/two-factor.ts': 'identity/auth/two-factor',
  'modules/identity/teams/operations.ts': HERE,
  'modules/insight/reports/export-link.ts': HERE,
  'modules/voice/accounts/credentials.ts': HERE,
  'modules/voice/accounts/previous-credentials.ts': HERE,
  'modules/voice/calls/receive-voice-hook.ts': HERE,
  'modules/voice/engine/open-call-engine.ts': HERE,
  'modules/voice/post-processing/post-step.ts': HERE,
  'modules/voice/providers/settings.ts': HERE,
  'modules/webhooks/delivery/batches.ts': HERE,
  'modules/webhooks/delivery/turn.ts': HERE,
  'modules/webhooks/endpoints/operations.ts': HERE,
  // An answer is under the key that its input was hashed with: under another one the input is another.
  'pipeline/idempotency/answer-once.ts': 'identity/auth/rotate-keys',
  'records/previous-secrets.ts': HERE,
  'secrets.ts': HERE,
};

/** What opens them: of secrets.ts, and what wraps that. */
const OPENS =
  /\b(?:decryptToken|decrypted|isReadable|unsealCredentials|openedCredentials|unsealVoiceCredentials|openedVoiceCredentials|previousSecrets|addPrevious|secretsOf(?=\(tokenKeys))(?:<[^(]*>)?\(/;

let app: TestApp;
let acme: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createVoiceTeam(app);
});

const OTHER = Buffer.alloc(32, 9);
/** As after a start with another TOKEN_KEY: everything that is stored is under a key that the app does not have. */
const loseKey = () => rotateKeys({ ...app.services, tokenKeys: [OTHER, ...app.services.tokenKeys] });

test('every place that opens stored secrets is proved', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const opening = files
    .filter((path) => path.endsWith('.ts') && !path.startsWith('generated/'))
    .filter((path) => OPENS.test(readFileSync(join(src, path), 'utf8')));
  expect(opening.sort()).toEqual(Object.keys(PROVED).sort());
  const tests = [...new Set(Object.values(PROVED))];
  expect(tests.filter((path) => !existsSync(join(import.meta.dirname, `../../${path}.test.ts`)))).toEqual([]);
});

const accountSid = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const newRoute = () => app.db.route.create({ data: { teamId: acme.team.id, name: 'Route' } });
const setRoute = (id: string, input: object) =>
  mutate(
    app,
    acme.token,
    'setRouteProvider',
    { id, input: [input, 'SetRouteProviderInput'] },
    '{ secret route { provider callbackUrl previousSecretExpiresAt } }',
  );
const url = 'http://127.0.0.1:9';

interface Rotated {
  rotatePostbackSecret: { secret: string };
}

describe('after the key is lost', () => {
  test('a team token is not shown', async () => {
    await loseKey();
    expect(await app.graphql('{ teamTokens { nodes { accessToken } } }', { token: acme.token })).toMatchObject({
      data: { teamTokens: { nodes: [{ accessToken: null }] } },
    });
  });

  test('a route shows no callback URL, says that reports be sent again, and takes credentials as if it had none', async () => {
    const { id } = await newRoute();
    const settings = { accountSid };
    const set = (input: object) => setRoute(id, { provider: 'twilio', settings, ...input });
    await set({ credentials: { authToken: 'token 1' } });
    await set({ credentials: { authToken: 'token 2' } });
    await loseKey();
    const read = 'query ($id: ID!) { route(id: $id) { provider callbackUrl } }';
    expect(await app.graphql(read, { variables: { id }, token: acme.token })).toEqual({
      data: { route: { provider: 'twilio', callbackUrl: null } },
    });
    expect(await visit(app, `/hooks/sms/${acme.team.id}/${id}`, { method: 'POST', body: 'a=b' })).toMatchObject({
      status: 503,
      body: expect.not.stringContaining('TOKEN_KEY'),
    });
    expect(await set({})).toMatchObject(
      invalid({ 'credentials.authToken': ['The credentials.auth token field is required.'] }),
    );
    const { data, errors } = await set({ credentials: { authToken: 'token 3' } });
    expect(errors).toBeUndefined();
    expect(data.setRouteProvider.route).toEqual({
      provider: 'twilio',
      callbackUrl: `http://127.0.0.1:4000/hooks/sms/${acme.team.id}/${id}`,
      // What was replaced before is under the lost key, too.
      previousSecretExpiresAt: null,
    });
    expect(await app.db.route.findFirst({ where: { id } })).toMatchObject({ previousSecret: null });
    expect((await set({ credentials: { authToken: 'token 4' } })).errors).toBeUndefined();
  });

  test.each([{ provider: 'http', settings: { url } }, { provider: 'simulator' }])(
    'a route over $provider is given another secret',
    async (input) => {
      const { id } = await newRoute();
      await setRoute(id, input);
      await loseKey();
      const { data, errors } = await setRoute(id, input);
      expect(errors).toBeUndefined();
      const { secret } = data.setRouteProvider;
      expect(secret).toMatch(/^whsec_/);
      const path = `/hooks/sms/${acme.team.id}/${id}`;
      expect(await report(app, path, secret, { receipts: [] })).toMatchObject({ status: 200 });
    },
  );

  test('a route over SMPP wants its credentials', async () => {
    const { id } = await newRoute();
    const input = { provider: 'smpp', settings: { host: 'smsc.example.com' } };
    await setRoute(id, { ...input, credentials: { systemId: 'me', password: 'secret' } });
    await loseKey();
    expect(await setRoute(id, input)).toMatchObject(invalid({ 'credentials.systemId': [expect.any(String)] }));
  });

  test.each([
    { provider: 'smpp', settings: { host: 'smsc.example.com' }, credentials: { systemId: 'me', password: 'secret' } },
    { provider: 'simulator' },
    { provider: 'http', settings: { url } },
  ])('a route over $provider is neither checked, shown nor tested', async (input) => {
    const { id } = await newRoute();
    expect((await setRoute(id, input)).errors).toBeUndefined();
    await loseKey();
    const lost = refused('CONFLICT', LOST_KEY);
    const check = [{ routeId: id }, 'CheckRouteInput'] as [object, string];
    expect(await mutate(app, acme.token, 'checkRoute', { input: check }, '{ result }')).toMatchObject(lost);
    const message = { routeId: id, to: '+14155550123', text: 'Hi' };
    const preview = 'query ($input: PreviewRouteRequestInput!) { previewRouteRequest(input: $input) { url } }';
    const asked = { variables: { input: message }, token: acme.token };
    expect(await app.graphql(preview, asked)).toMatchObject(lost);
    const sent = [message, 'TestRouteInput'] as [object, string];
    expect(await mutate(app, acme.token, 'testRoute', { input: sent }, '{ smsTestResult { id } }')).toMatchObject(lost);
  });

  test('sending over a route fails for that route alone and says why', async () => {
    const [lost, other] = [await newRoute(), await newRoute()];
    await setRoute(lost.id, { provider: 'http', settings: { url } });
    await loseKey();
    await setRoute(other.id, { provider: 'http', settings: { url } });
    const engine = openEngine(app.services);
    const opened = async ({ id }: { id: string }) =>
      openProvider(engine, (await readRoute(app.sql, acme.team.id, id))!);
    expect(await opened(lost)).toMatchObject({ refusal: { status: 'rejected', kind: 'blocked', reason: LOST_KEY } });
    expect(await opened(other)).toMatchObject({ type: 'http' });
    await engine.close();

    const given = [{ routeId: lost.id, to: '+14155550123', text: 'Hi' }, 'TestRouteInput'] as [object, string];
    const conflict = refused('CONFLICT', LOST_KEY);
    expect(await mutate(app, acme.token, 'testRoute', { input: given }, '{ smsTestResult { id } }')).toMatchObject(
      conflict,
    );
    // Messages go out at any hour.
    const hours = { contactFrom: null, contactUntil: null };
    await app.db.sendingSettings.create({ data: { teamId: acme.team.id, ...hours } });
    const plan = await app.db.routingPlan.create({
      data: { teamId: acme.team.id, name: 'Plan', defaultRouteId: lost.id },
    });
    const sms = [{ routingPlanId: plan.id, to: '+14155550123', text: 'Hi' }, 'SendSmsInput'] as [object, string];
    expect((await mutate(app, acme.token, 'sendSms', { input: sms }, '{ __typename }')).errors).toBeUndefined();
    const teamId = acme.team.id;
    const schedule = { routeId: lost.id, toNumber: 14155550123n, text: 'Hi', intervalMinutes: 60, name: 'Test' };
    const { id: smsTestScheduleId } = await app.db.smsTestSchedule.create({ data: { teamId, ...schedule } });
    const result = await app.db.smsTestResult.create({ data: { teamId, smsTestScheduleId, dueAt: new Date() } });
    await addJob(app.sql, sendSmsTestJob(result));
    await runJobs(app);
    expect(await app.db.directMessage.findFirstOrThrow({ where: { teamId } })).toMatchObject({ reason: LOST_KEY });
    const failed = { status: 'failed', failureReason: LOST_KEY };
    expect(await app.db.smsTestResult.findFirstOrThrow({ where: { teamId } })).toMatchObject(failed);
  });

  test('look-ups say so, end, and take credentials as if there were none', async () => {
    const set = (credentials: object) =>
      mutate(
        app,
        acme.token,
        'setNumberLookupProvider',
        { input: [{ provider: 'telnyx', settings: { url }, credentials }, 'SetNumberLookupProviderInput'] },
        '{ lookupProvider }',
      );
    const request = () =>
      mutate(app, acme.token, 'requestNumberLookup', { input: [{}, 'RequestNumberLookupInput'] }, '{ id }');
    expect((await set({ apiKey: 'KEY1' })).errors).toBeUndefined();
    await app.db.contact.create({ data: { teamId: acme.team.id, number: 14155550123n } });
    expect((await request()).errors).toBeUndefined();
    await loseKey();
    await runJobs(app);
    expect(await app.db.mnpLookup.findFirstOrThrow({ where: { teamId: acme.team.id } })).toMatchObject({
      status: 'failed',
      statusReason: LOST_KEY,
    });
    expect(await request()).toMatchObject(refused('CONFLICT', LOST_KEY));
    expect(await set({})).toMatchObject(
      invalid({ 'credentials.apiKey': ['The credentials.api key field is required.'] }),
    );
    expect((await set({ apiKey: 'KEY2' })).errors).toBeUndefined();
    expect((await request()).errors).toBeUndefined();
  });

  test('postbacks are to be sent again, and the secret can be rotated', async () => {
    const rotate = async () =>
      (await app.graphql<Rotated>('mutation { rotatePostbackSecret { secret } }', { token: acme.token })).data!
        .rotatePostbackSecret.secret;
    await rotate();
    const post = (key: string) => visit(app, `/postbacks/${acme.team.id}?click_id=1&event=lead&key=${key}`);
    await loseKey();
    expect(await post('any')).toMatchObject({ status: 503, body: expect.not.stringContaining('TOKEN_KEY') });
    expect(await post(await rotate())).toMatchObject({ status: 404 });
  });

  test('a link to download is of no use, and a job that erases again says why', async () => {
    const sealed = Buffer.from(encryptToken([OTHER], '{}')).toString('base64url');
    for (const path of [`reports/obr_${sealed}.csv`, `people/obd_${sealed}.json`]) {
      expect(await visit(app, `/downloads/${path}`)).toMatchObject({ status: 404 });
    }
    const run = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };
    await expect(eraseAgainTask.run(app.services, { sealed }, run)).rejects.toThrow(LOST_KEY);
  });

  test('a pre-check gives no answer and says why', async () => {
    const secret = createSigningSecret();
    const sealedSecret = encryptToken([OTHER], secret);
    expect(await openPreChecks(app.services).ask({ url, sealedSecret, body: '{}' })).toEqual({ failed: LOST_KEY });
  });

  test('a post-processing step fails and says why', async () => {
    const sealedSecret = encryptToken([OTHER], createSigningSecret());
    const request = { id: 'a', url, sealedSecret, type: 'call.finished', call: {} as never };
    await expect(postStep(app.services, request)).rejects.toEqual(new WebhookFailure(LOST_KEY));
  });

  test('webhooks and callbacks of sellers fail and say why', async () => {
    const secret = encryptToken([OTHER], createSigningSecret());
    expect(() => secretsOf(app.services.tokenKeys, { secret, ...NO_PREVIOUS_SECRET })).toThrow(
      new WebhookFailure(LOST_KEY),
    );
  });

  const setAccount = (input: object) =>
    mutate(
      app,
      acme.token,
      'setVoiceAccountProvider',
      { id: acme.accountId, input: [input, 'SetVoiceAccountProviderInput'] },
      '{ secret voiceAccount { provider } }',
    );

  test('a voice account says so, and takes credentials as if it had none', async () => {
    const vapi = (credentials: object) => setAccount({ provider: 'vapi', settings: {}, credentials });
    expect((await vapi({ apiKey: 'key-1' })).errors).toBeUndefined();
    expect((await vapi({ hmacSecret: 'hmac-1' })).errors).toBeUndefined();
    expect((await vapi({ hmacSecret: 'hmac-2' })).errors).toBeUndefined();
    await loseKey();
    const hook = `/hooks/voice/${acme.team.id}/${acme.accountId}`;
    expect(await visit(app, hook, { method: 'POST', body: '{}' })).toMatchObject({
      status: 503,
      body: expect.not.stringContaining('TOKEN_KEY'),
    });
    const check = [{ voiceAccountId: acme.accountId }, 'CheckVoiceAccountInput'] as [object, string];
    expect(await mutate(app, acme.token, 'checkVoiceAccount', { input: check }, '{ isValid }')).toMatchObject(
      refused('CONFLICT', LOST_KEY),
    );
    const engine = openCallEngine(app.services);
    const row = await app.db.voiceAccount.findUniqueOrThrow({
      where: { teamId_id: { teamId: acme.team.id, id: acme.accountId } },
    });
    const account = {
      ...{ teamId: row.teamId, id: row.id, name: row.name, adapter: 'vapi' as const, settings: row.adapterSettings },
      credentials: Buffer.from(row.adapterCredentials!),
    } as const;
    expect(await ask(engine, { account, callId: row.id }, { to: '14155550123' } as never)).toMatchObject({
      ...{ status: 'rejected', kind: 'blocked', reason: LOST_KEY },
    });
    await engine.close();
    const rotated = await mutate(
      app,
      acme.token,
      'rotateVoiceAccountSecret',
      { id: acme.accountId, input: [{ overlapHours: 24 }, 'RotateVoiceAccountSecretInput'] },
      '{ secret }',
    );
    expect(rotated.errors).toBeUndefined();
    expect(await vapi({})).toMatchObject(
      invalid({ 'credentials.apiKey': ['The credentials.api key field is required.'] }),
    );
    const { data, errors } = await vapi({ apiKey: 'key-2' });
    expect(errors).toBeUndefined();
    const { secret } = data.setVoiceAccountProvider;
    expect(secret).toMatch(/^obw_/);
    const headers = { 'x-vapi-secret': secret };
    expect(await visit(app, hook, { method: 'POST', headers, body: '{}' })).toMatchObject({ status: 200 });
  });

  test.each([{ provider: 'http', settings: { url } }, { provider: 'simulator' }])(
    'a voice account over $provider is given another secret',
    async (input) => {
      await setAccount(input);
      await loseKey();
      const { data, errors } = await setAccount(input);
      expect(errors).toBeUndefined();
      const { secret } = data.setVoiceAccountProvider;
      if (input.provider === 'http') expect(secret).toMatch(/^whsec_/);
      const accounts = await app.pool.query(
        `SELECT FROM voice_accounts WHERE id = $1 AND substring(adapter_credentials FROM 1 FOR 8) = (
           SELECT substring(token_ciphertext FROM 1 FOR 8) FROM team_tokens WHERE team_id = $2)`,
        [acme.accountId, acme.team.id],
      );
      expect(accounts.rowCount).toBe(0);
    },
  );
});
