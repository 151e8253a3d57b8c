import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookupsOf } from '../../../../src/modules/delivery/enrichment/configured-lookups.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { type Seen, startService } from '../providers/webhook-service.ts';

let app: TestApp;
let acme: TestTeam;
let service: Awaited<ReturnType<typeof startService>>;
let answer: (seen: Seen) => [status: number, body: object];
beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true, LOG_LEVEL: 'silent', LOOKUP_PRICE: '0.01' });
  service = await startService((seen, response) => {
    const [status, body] = answer(seen);
    response.writeHead(status).end(JSON.stringify(body));
  });
});
afterAll(async () => {
  await service.close();
  await app.close();
});
beforeEach(async () => {
  acme = await createSendingTeam(app);
  service.seen.length = 0;
});
afterEach(() => app.pool.query('DELETE FROM graphile_worker._private_jobs'));

const set = (input: object, token = acme.token) =>
  mutate(
    app,
    token,
    'setNumberLookupProvider',
    { input: [input, 'SetNumberLookupProviderInput'] },
    '{ lookupProvider lookupSettings }',
  );
const contact = (number: bigint, team = acme) => app.db.contact.create({ data: { teamId: team.team.id, number } });
const lookUp = async ({ token } = acme) => {
  const input: [object, string] = [{}, 'RequestNumberLookupInput'];
  const { data, errors } = await mutate(app, token, 'requestNumberLookup', { input }, '{ id cost }');
  if (errors) return errors[0];
  await runJobs(app);
  const { id, cost } = data.requestNumberLookup;
  // biome-ignore lint/suspicious/noExplicitAny: as selected
  const read = await app.graphql<any>(
    `query ($id: ID!) { numberLookup(id: $id) { status results { nodes { number isReachable isPorted network { mcc mnc } } } } }`,
    { token, variables: { id } },
  );
  return { cost, ...read.data.numberLookup };
};

const accountSid = `AC${'a'.repeat(32)}`;
const overTwilio = () =>
  set({ provider: 'twilio', settings: { accountSid, url: service.url }, credentials: { authToken: 'secret' } });

/** Of its published description. */
const TWILIO = {
  ...{ calling_country_code: '1', country_code: 'US', phone_number: '+14159929960', national_format: '(415) 992-9960' },
  ...{ valid: true, validation_errors: null, caller_name: null, sim_swap: null, line_status: null },
  line_type_intelligence: {
    ...{ error_code: null, mobile_country_code: '262', mobile_network_code: '02' },
    ...{ carrier_name: 'Vodafone', type: 'mobile' },
  },
};
const TWILIO_INVALID = {
  ...{ calling_country_code: null, country_code: null, phone_number: '+141599299600', national_format: null },
  ...{ valid: false, validation_errors: ['TOO_LONG'], line_type_intelligence: null },
};
const landline = { ...TWILIO, line_type_intelligence: { ...TWILIO.line_type_intelligence, type: 'landline' } };

describe('Twilio', () => {
  test('is asked for each number with the team’s account, which pays for it', async () => {
    expect(await overTwilio()).toEqual({
      data: { setNumberLookupProvider: { lookupProvider: 'twilio', lookupSettings: { accountSid, url: service.url } } },
    });
    await contact(14_159_929_960n);
    await contact(141_599_299_600n);
    answer = ({ path }) => [200, path.includes('141599299600') ? TWILIO_INVALID : TWILIO];
    const { results, ...lookup } = await lookUp();
    expect(lookup).toEqual({ cost: '0', status: 'done' });
    expect(results.nodes).toHaveLength(2);
    expect(results.nodes).toEqual(
      expect.arrayContaining([
        { number: '+14159929960', isReachable: true, isPorted: false, network: { mcc: '262', mnc: '02' } },
        { number: '+141599299600', isReachable: false, isPorted: false, network: null },
      ]),
    );
    expect(service.seen.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /v2/PhoneNumbers/%2B141599299600?Fields=line_type_intelligence',
      'GET /v2/PhoneNumbers/%2B14159929960?Fields=line_type_intelligence',
    ]);
    const basic = `Basic ${Buffer.from(`${accountSid}:secret`).toString('base64')}`;
    expect(service.seen[0]!.headers.authorization).toBe(basic);
  });

  test('keeps a campaign from sending to a landline, which is not looked up again', async () => {
    await overTwilio();
    answer = () => [200, landline];
    const hlrSettings = { isActive: true, numberOfRetries: 3, delayBetweenRetries: 1, additionalTimeIncrement: 0 };
    const meta = { ...manual(1), hlrSettings: { ...hlrSettings, retryUntil: null } };
    const { campaignId } = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta });
    const started = await app.graphql(START, { variables: { id: campaignId }, token: acme.token });
    expect(started.errors).toBeUndefined();
    const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
    Object.assign(engine, { lookupsOf: (teamId: string) => lookupsOf(app.services, teamId) });
    await engine.run();
    await engine.pass(10);
    expect([service.seen.length, engine.provider.sent]).toEqual([1, []]);
    const recipient = await app.db.smsRecipient.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
    expect([recipient.status, recipient.reason]).toEqual([
      'skipped',
      'The look-up says that the number is a landline.',
    ]);
  });

  test.each([0, 1])(
    'that fails is asked again as often as the campaign says, %s times, before anybody is reached',
    async (retries) => {
      await overTwilio();
      answer = () => [503, {}];
      const hlrSettings = {
        isActive: true,
        numberOfRetries: retries,
        delayBetweenRetries: 1,
        additionalTimeIncrement: 0,
      };
      const meta = { ...manual(1), hlrSettings: { ...hlrSettings, retryUntil: null } };
      const { campaignId } = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta });
      await app.graphql(START, { variables: { id: campaignId }, token: acme.token });
      const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
      Object.assign(engine, { lookupsOf: (teamId: string) => lookupsOf(app.services, teamId) });
      await engine.run();
      if (retries > 0) {
        const { status, reason } = await app.db.smsRecipient.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
        expect([status, reason]).toEqual(['waiting', 'The number could not be looked up; it is tried again.']);
        expect(engine.provider.sent).toEqual([]);
        await engine.pass(2);
      }
      expect([service.seen.length, engine.provider.sent.length]).toEqual([1 + retries, 1]);
    },
  );

  test('that refuses the credentials has looked nothing up: the numbers are asked for again', async () => {
    await overTwilio();
    await contact(14_159_929_960n);
    answer = () => [401, { code: 20_003, message: 'Authenticate', status: 401 }];
    expect(await lookUp()).toMatchObject({ status: 'running', results: { nodes: [{ isReachable: null }] } });
    answer = () => [404, { code: 20_404, message: 'Not found', status: 404 }];
    await app.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now() - make_interval(secs => 1)');
    await runJobs(app);
    const { rows } = await app.pool.query('SELECT status FROM mnp_lookups WHERE team_id = $1', [acme.team.id]);
    expect(rows).toEqual([{ status: 'done' }]);
  });
});

test('Telnyx tells networks and ported numbers', async () => {
  await set({ provider: 'telnyx', settings: { url: service.url }, credentials: { apiKey: 'KEY0123' } });
  await contact(13_129_457_420n);
  const carrier = { error_code: null, mobile_country_code: '310', mobile_network_code: '160', type: 'mobile' };
  const data = {
    phone_number: '+13129457420',
    carrier,
    portability: { ported_status: 'Y' },
    record_type: 'number_lookup',
  };
  answer = () => [200, { data }];
  expect(await lookUp()).toEqual({
    ...{ cost: '0', status: 'done' },
    results: {
      nodes: [{ number: '+13129457420', isReachable: true, isPorted: true, network: { mcc: '310', mnc: '160' } }],
    },
  });
  const [{ method, path, headers }] = service.seen as [Seen];
  expect([method, path, headers.authorization]).toEqual([
    'GET',
    '/v2/number_lookup/%2B13129457420?type=carrier',
    'Bearer KEY0123',
  ]);
});

const CUSTOM = () => ({
  request: {
    ...{ method: 'POST', url: `${service.url}/hlr`, auth: [{ scheme: 'bearer', token: '{key}' }] },
    body: { type: 'json', content: { msisdn: '{number}' } },
  },
  answer: { known: { state: true }, reachable: { state: ['active'] }, mcc: 'net.mcc', mnc: 'net.mnc' },
});

test('an API that the team describes is asked as it says', async () => {
  expect((await set({ provider: 'custom', settings: CUSTOM(), credentials: { key: 'k' } })).errors).toBeUndefined();
  await contact(4_915_112_345_678n);
  answer = () => [200, { state: 'absent', net: { mcc: '262', mnc: '01' } }];
  expect(await lookUp()).toMatchObject({
    results: { nodes: [{ isReachable: false, network: { mcc: '262', mnc: '01' } }] },
  });
  const [{ body, headers }] = service.seen as [Seen];
  expect([JSON.parse(body), headers.authorization]).toEqual([{ msisdn: '+4915112345678' }, 'Bearer k']);
  // The secret stays for the same address, also beside another one, until null removes it; and for no other address.
  expect((await set({ provider: 'custom', settings: CUSTOM() })).errors).toBeUndefined();
  expect((await set({ provider: 'custom', settings: CUSTOM(), credentials: { other: 'o' } })).errors).toBeUndefined();
  expect(await set({ provider: 'custom', settings: CUSTOM(), credentials: { key: null } })).toMatchObject(
    invalid({
      'settings.request': ['The request uses {key}, which is neither the number nor one of the credentials.'],
    }),
  );
  const elsewhere = { ...CUSTOM(), request: { ...CUSTOM().request, url: 'https://elsewhere.example/hlr' } };
  expect(await set({ provider: 'custom', settings: elsewhere })).toMatchObject(
    invalid({
      'settings.request': ['The request uses {key}, which is neither the number nor one of the credentials.'],
    }),
  );
});

test('what is missing or wrong is named at its field', async () => {
  expect(await set({ provider: 'twilio', settings: { accountSid: 'X', more: 1 } })).toMatchObject(
    invalid({
      'settings.accountSid': ['The settings.account sid field format is invalid.'],
      'settings.more': ['The selected settings.more is invalid.'],
      'credentials.authToken': ['The credentials.auth token field is required.'],
    }),
  );
});

test('a provider is its team’s alone; members set none; removed, the installation’s is asked', async () => {
  await overTwilio();
  const other = await createTeam(app, 'Other');
  await contact(14_159_929_960n, other);
  const none = {
    message:
      'Numbers cannot be looked up: neither the team (setNumberLookupProvider) nor this installation (LOOKUP_PROVIDER) has a look-up provider.',
    extensions: { code: 'CONFLICT' },
  };
  expect(await lookUp(other)).toMatchObject(none);
  const settings = 'query { sendingSettings { lookupProvider lookupSettings } }';
  expect((await app.graphql(settings, { token: other.token })).data).toEqual({
    sendingSettings: { lookupProvider: null, lookupSettings: null },
  });
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  expect(await set({ provider: 'telnyx' }, member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  await app.graphql('mutation { removeNumberLookupProvider { lookupProvider } }', { token: acme.token });
  expect(await lookUp()).toMatchObject(none);
});
