import { afterAll, beforeAll, expect, test } from 'vitest';
import { DECLARED } from '../../../../src/modules/voice/providers/declared/declarations.ts';
import { unsealVoiceCredentials } from '../../../../src/modules/voice/providers/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { createVoiceTeam, type VoiceTeam } from '../calls/support.ts';

let app: TestApp;
let acme: VoiceTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createVoiceTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const set = (input: object, token = acme.token, id = acme.accountId) =>
  mutate(
    app,
    token,
    'setVoiceAccountProvider',
    { id, input: [input, 'SetVoiceAccountProviderInput'] },
    '{ secret voiceAccount { provider isSimulated settings eventsUrl } }',
  );
const account = () =>
  app.db.voiceAccount.findUniqueOrThrow({
    where: { teamId_id: { teamId: acme.team.id, id: acme.accountId } },
  });
const answerTo = async (secret: string) => {
  const headers = { 'x-webhook-secret': secret };
  const message = { type: 'status-update', call: { id: 'nobody' }, status: 'ringing', timestamp: 1 };
  return (await app.rest('POST', '/v1/webhooks/calls/receive/extprovider', { headers, body: { message } })).status;
};

test('http signs with a secret that is shown once; settings have their usual values', async () => {
  const { data } = await set({ provider: 'http', settings: { url: 'https://voice.example.com/calls' } });
  const { secret, voiceAccount } = data.setVoiceAccountProvider;
  expect(secret).toMatch(/^whsec_/);
  expect(voiceAccount).toEqual({
    provider: 'http',
    isSimulated: false,
    settings: { url: 'https://voice.example.com/calls', timeoutMs: 10_000, maxInFlight: 4, canEnd: false },
    eventsUrl: 'http://127.0.0.1:4000/api/v1/webhooks/calls/receive/extprovider',
  });
  const kept = (await account()).adapterCredentials!;
  expect(Buffer.from(kept).includes(secret)).toBe(false);
  expect(unsealVoiceCredentials(app.services.tokenKeys, 'http', kept)).toEqual({ secret });
  const again = await set({ provider: 'http', settings: { url: 'https://voice.example.com/2' } });
  expect(again.data.setVoiceAccountProvider.secret).toBe(null);
  const rotated = await set({
    provider: 'http',
    settings: { url: 'https://voice.example.com/2' },
    rotateSecret: true,
  });
  expect(rotated.data.setVoiceAccountProvider.secret).toMatch(/^whsec_/);
  expect(rotated.data.setVoiceAccountProvider.secret).not.toBe(secret);
});

test('the simulator is given a webhook secret, and the next one when it is rotated', async () => {
  const former = acme.secret;
  const { data } = await set({ provider: 'simulator', settings: { seed: 'a', outcomes: { busy: 2 } } });
  expect(data.setVoiceAccountProvider).toMatchObject({
    secret: null,
    voiceAccount: { isSimulated: true, settings: { seed: 'a', outcomes: { busy: 2 }, callMs: 10_000 } },
  });
  const given = async () =>
    unsealVoiceCredentials(app.services.tokenKeys, 'simulator', (await account()).adapterCredentials!).webhookSecret;
  expect(await answerTo(await given())).toBe(404);
  expect(await answerTo(former)).toBe(404);
  const rotated = await mutate(
    app,
    acme.token,
    'rotateVoiceAccountSecret',
    { id: acme.accountId, input: [{ overlapHours: 0 }, 'RotateVoiceAccountSecretInput'] },
    '{ webhookSecret: secret }',
  );
  expect(await given()).toBe(rotated.data.rotateVoiceAccountSecret.webhookSecret);
  expect(await answerTo(await given())).toBe(404);
  expect(await answerTo(former)).toBe(401);
});

test('settings out of bounds are named', async () => {
  const settings = { url: 'https://user:password@voice.example.com', timeoutMs: 1 };
  expect(await set({ provider: 'http', settings })).toMatchObject(
    invalid({
      'settings.url': ['The settings.url field format is invalid.'],
      'settings.timeoutMs': ['The settings.timeout ms field must be at least 1000.'],
    }),
  );
  const simulator = { outcomes: { sold: 1 }, other: 1 };
  expect(await set({ provider: 'simulator', settings: simulator })).toMatchObject(
    invalid({ 'settings.outcomes.sold': expect.anything(), 'settings.other': expect.anything() }),
  );
});

test('another team’s account is not found, and a member is refused', async () => {
  expect(await set({ provider: 'simulator' }, rival.token)).toMatchObject(
    refused('NOT_FOUND', 'Voice account not found.'),
  );
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  expect(await set({ provider: 'simulator' }, member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
});

test('an account says how many calls go on at a time and who pays; an integration must be the team’s', async () => {
  const { id: integrationId } = await app.db.integration.create({
    data: { teamId: acme.team.id, name: 'Calls' },
  });
  const theirs = await app.db.integration.create({ data: { teamId: rival.team.id, name: 'Theirs' } });
  const update = (input: object) =>
    mutate(
      app,
      acme.token,
      'updateVoiceAccount',
      { id: acme.accountId, input: [input, 'UpdateVoiceAccountInput'] },
      '{ maxConcurrentCalls integrationId }',
    );
  expect(await update({ maxConcurrentCalls: 3, integrationId })).toEqual({
    data: { updateVoiceAccount: { maxConcurrentCalls: 3, integrationId } },
  });
  expect(await update({ maxConcurrentCalls: 1_001, integrationId: theirs.id })).toMatchObject(
    invalid({
      maxConcurrentCalls: ['The max concurrent calls field must not be greater than 1000.'],
      integrationId: ['The selected integration id is invalid.'],
    }),
  );
  expect(await update({ maxConcurrentCalls: null })).toMatchObject(
    invalid({ maxConcurrentCalls: ['The max concurrent calls field is required.'] }),
  );
});

test('a number may allow fewer calls at a time than its account', async () => {
  const number = await app.db.number.create({
    data: { teamId: acme.team.id, number: 49_301_234_567n, voiceProvider: 'provider_a' },
  });
  const update = (maxConcurrentCalls: number | null) =>
    mutate(
      app,
      acme.token,
      'updateVoiceNumber',
      { id: number.id, input: [{ maxConcurrentCalls }, 'UpdateVoiceNumberInput'] },
      '{ maxConcurrentCalls }',
    );
  expect(await update(2)).toEqual({ data: { updateVoiceNumber: { maxConcurrentCalls: 2 } } });
  expect(await update(1_001)).toMatchObject(invalid({ maxConcurrentCalls: expect.anything() }));
  expect(await update(null)).toEqual({ data: { updateVoiceNumber: { maxConcurrentCalls: null } } });
});

test('credentials of a provider are encrypted, kept when they are left out, and never answered', async () => {
  const declared = (input: object) => set({ provider: 'vapi', settings: {}, ...input });
  const made = await declared({ credentials: { apiKey: 'private-key-1' } });
  expect(made.data.setVoiceAccountProvider).toEqual({
    secret: expect.stringMatching(/^obw_/),
    voiceAccount: {
      provider: 'vapi',
      isSimulated: false,
      settings: {
        url: 'https://api.vapi.ai',
        sendEventsHere: true,
        inboundAssistantId: null,
        declineMessage: 'Sorry, nobody can take your call right now.',
        toolResults: {},
        transferNumber: null,
        handoffAssistantId: null,
        knowledge: [],
        signatureHeader: 'x-signature',
        timestampHeader: 'x-timestamp',
        timeoutMs: 10_000,
        maxInFlight: 4,
      },
      eventsUrl: `http://127.0.0.1:4000/hooks/voice/${acme.team.id}/${acme.accountId}`,
    },
  });
  const { secret } = made.data.setVoiceAccountProvider;
  const stored = async () => {
    const { adapterCredentials } = await account();
    expect(Buffer.from(adapterCredentials!).includes('private-key-1')).toBe(false);
    return unsealVoiceCredentials(app.services.tokenKeys, 'vapi', adapterCredentials!);
  };
  expect(await stored()).toEqual({ apiKey: 'private-key-1', webhookSecret: secret });
  expect((await declared({ settings: { transferNumber: '+4930123456' } })).data.setVoiceAccountProvider.secret).toBe(
    null,
  );
  expect(await stored()).toEqual({ apiKey: 'private-key-1', webhookSecret: secret });
  const rotated = await mutate(
    app,
    acme.token,
    'rotateVoiceAccountSecret',
    { id: acme.accountId, input: [{ overlapHours: 24 }, 'RotateVoiceAccountSecretInput'] },
    '{ webhookSecret: secret }',
  );
  const { webhookSecret } = rotated.data.rotateVoiceAccountSecret;
  expect(await stored()).toEqual({ apiKey: 'private-key-1', webhookSecret });
  const entries = await app.db.auditEntry.findMany({ where: { teamId: acme.team.id } });
  expect(JSON.stringify(entries, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
    'private-key-1',
  );
});

test('of credentials those given replace those stored, null removes one, and none follows to another address', async () => {
  const declared = (settings: object, credentials?: object) => set({ provider: 'vapi', settings, credentials });
  const stored = async () => {
    const { webhookSecret: _ours, ...given } = unsealVoiceCredentials(
      app.services.tokenKeys,
      'vapi',
      (await account()).adapterCredentials!,
    );
    return given;
  };
  await declared({}, { apiKey: 'key-1', hmacSecret: 'hmac-1' });
  expect((await declared({}, { apiKey: 'key-2' })).errors).toBeUndefined();
  expect(await stored()).toEqual({ apiKey: 'key-2', hmacSecret: 'hmac-1' });
  expect((await declared({}, { hmacSecret: 'hmac-2' })).errors).toBeUndefined();
  expect(await stored()).toEqual({ apiKey: 'key-2', hmacSecret: 'hmac-2' });
  const missing = invalid({ 'credentials.apiKey': ['The credentials.api key field is required.'] });
  const elsewhere = { url: 'https://vapi.example.com' };
  expect(await declared(elsewhere)).toMatchObject(missing);
  expect(await declared(elsewhere, { hmacSecret: 'hmac-3' })).toMatchObject(missing);
  expect(await declared({}, { apiKey: null })).toMatchObject(missing);
  expect(await stored()).toEqual({ apiKey: 'key-2', hmacSecret: 'hmac-2' });
  await declared({}, { hmacSecret: null });
  expect(await stored()).toEqual({ apiKey: 'key-2' });
  await declared(elsewhere, { apiKey: 'key-3' });
  expect(await stored()).toEqual({ apiKey: 'key-3' });
});

test('a provider at a private address is refused, and so is a wrong field', async () => {
  expect(
    await set({
      provider: 'retell',
      settings: { url: 'http://127.0.0.1:9', speed: 1 },
      credentials: { apiKey: 'a b' },
    }),
  ).toMatchObject(
    invalid({
      'settings.speed': ['The selected settings.speed is invalid.'],
      'credentials.apiKey': ['The credentials.api key field format is invalid.'],
    }),
  );
  expect(
    await set({ provider: 'retell', settings: { url: 'http://127.0.0.1:9' }, credentials: { apiKey: 'a' } }),
  ).toMatchObject(
    invalid({
      'settings.url': ['Voice account "Main": 127.0.0.1 is a private address. Set PRIVATE_PROVIDERS=on to allow it.'],
    }),
  );
});

interface Fields {
  fields: { name: string; type: string }[];
}

test('the adapters are listed with their fields', async () => {
  const { data } = await app.graphql<{ providers: { name: string; kind: string }[] }>(
    `{ providers { name kind label documentation fields { name label type isSecret isRequired default }
       voiceCapabilities { canCheck canEnd signsEvents } } }`,
    { token: acme.token },
  );
  const adapters = data!.providers.filter(({ kind }) => kind === 'voice');
  expect(adapters.map(({ name }) => name).sort()).toEqual([...Object.keys(DECLARED), 'http', 'simulator'].sort());
  const number = { type: 'number', isSecret: false, isRequired: false };
  expect(adapters.find(({ name }) => name === 'retell')).toEqual({
    name: 'retell',
    kind: 'voice',
    label: 'Retell AI',
    documentation: 'docs/providers/retell.md',
    fields: [
      { name: 'apiKey', label: 'API key', type: 'text', isSecret: true, isRequired: true, default: null },
      {
        ...{ name: 'url', label: 'API address', type: 'url', isSecret: false, isRequired: false },
        default: 'https://api.retellai.com',
      },
      { ...number, name: 'timeoutMs', label: 'Timeout', default: '10000' },
      { ...number, name: 'maxInFlight', label: 'Parallel requests', default: '4' },
    ],
    voiceCapabilities: { canCheck: true, canEnd: true, signsEvents: true },
  });
  const fieldsOf = (adapter: string) => adapters.find(({ name }) => name === adapter) as never as Fields;
  expect(fieldsOf('vapi')).toMatchObject({
    fields: expect.arrayContaining([
      expect.objectContaining({ name: 'toolResults', type: 'map', default: '{}' }),
      expect.objectContaining({ name: 'knowledge', type: 'texts', default: '[]' }),
    ]),
    voiceCapabilities: { canCheck: true, canEnd: true, signsEvents: false },
  });
  expect(fieldsOf('simulator')).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ name: 'outcomes', type: 'numbers' })]),
    voiceCapabilities: { canCheck: false, canEnd: true, signsEvents: false },
  });
  // Only what a person writes down is JSON.
  expect(adapters.filter(({ name }) => fieldsOf(name).fields.some(({ type }) => type === 'json'))).toEqual([
    fieldsOf('custom'),
  ]);
});
