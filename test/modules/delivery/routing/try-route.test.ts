import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { twilio } from '../../../../packages/sms-providers/test/declared/twilio.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { report, startFake } from '../../../support/declared-fake.ts';
import { runJobs } from '../../../support/jobs.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { subscribe } from '../../../support/stream.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { type Seen, startService } from '../providers/webhook-service.ts';

let test: TestApp;
let acme: TestTeam;
let globex: TestTeam;
let routeId: string;

beforeAll(async () => {
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
  acme = await createTeam(test);
  globex = await createTeam(test, 'Globex');
});
afterAll(() => test.close());
beforeEach(async () => {
  const { id } = await test.db.route.create({
    data: { teamId: acme.team.id, name: 'Main', senderId: '14155552345' },
  });
  routeId = id;
});

const accountSid = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const setProvider = (input: object) =>
  mutate(
    test,
    acme.token,
    'setRouteProvider',
    { id: routeId, input: [input, 'SetRouteProviderInput'] },
    '{ route { callbackUrl } }',
  );
const overTwilio = (url: string) =>
  setProvider({ provider: 'twilio', settings: { accountSid, url }, credentials: { authToken: 'a secret+token' } });
const TO = 14_155_550_100;

it('lists every provider with its fields', async () => {
  const { data } = await test.graphql<{ providers: { name: string; kind: string; takesAnyCredentials: boolean }[] }>(
    `{ providers { name kind label documentation reference isTried takesAnyCredentials capabilities { canCheck batchSize signsCallbacks }
       fields { name label type isSecret isRequired pattern options default } } }`,
    { token: acme.token },
  );
  expect(data!.providers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['twilio', 'http', 'smpp', 'simulator']),
  );
  expect(data!.providers.find(({ name, kind }) => name === 'twilio' && kind === 'sms')).toMatchObject({
    ...{ kind: 'sms', label: 'Twilio', documentation: 'docs/providers/twilio.md', isTried: false },
    reference: 'https://www.twilio.com/docs/messaging/api/message-resource',
    capabilities: { canCheck: true, batchSize: 1, signsCallbacks: true },
    fields: expect.arrayContaining([
      {
        ...{ name: 'accountSid', label: 'Account SID', type: 'text', isSecret: false, isRequired: true },
        ...{ pattern: 'AC[0-9a-fA-F]{32}', options: [], default: null },
      },
      {
        ...{ name: 'authToken', label: 'Auth token', type: 'text', isSecret: true, isRequired: false },
        ...{ pattern: null, options: [], default: null },
      },
      {
        ...{ name: 'url', label: 'API address', type: 'url', isSecret: false, isRequired: false },
        ...{ pattern: null, options: [], default: 'https://api.twilio.com' },
      },
      {
        ...{ name: 'perSecond', label: 'Messages per second', type: 'number', isSecret: false, isRequired: false },
        ...{ pattern: null, options: [], default: null },
      },
    ]),
    takesAnyCredentials: false,
  });
  expect(data!.providers.find(({ name }) => name === 'smpp')).toMatchObject({
    fields: expect.arrayContaining([
      {
        ...{ name: 'errorKinds', label: 'Error codes', type: 'map', isSecret: false, isRequired: false, pattern: null },
        options: ['permanent', 'retryable', 'throttled', 'blocked', 'opted_out', 'balance'],
        default: '{}',
      },
    ]),
  });
  const takesAny = data!.providers.filter((one) => one.takesAnyCredentials);
  expect(takesAny.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ['lookup', 'custom'],
    ['sms', 'custom'],
  ]);
});

describe('the request of a message', () => {
  const preview = (input: object, token = acme.token) =>
    test.graphql(
      'query ($input: PreviewRouteRequestInput!) { previewRouteRequest(input: $input) { method url headers body } }',
      { variables: { input: { routeId, to: TO, text: 'Hi', ...input } }, token },
    );

  it('is shown without its secrets, and not sent', async () => {
    const service = await startService();
    await overTwilio(service.url);
    const answer = await preview({ text: 'Hi & bye', from: 'Acme' });
    await service.close();
    expect(service.seen).toEqual([]);
    expect(answer).toEqual({
      data: {
        previewRouteRequest: {
          method: 'POST',
          url: `${service.url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
          headers: { authorization: 'Basic ***', 'content-type': 'application/x-www-form-urlencoded' },
          body: expect.stringMatching(/^To=%2B14155550100&From=Acme&Body=Hi\+%26\+bye&StatusCallback=http/),
        },
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/a secret|a\+secret|secret%2B|YSBzZWNy/);
  });

  it('is null where nothing is asked over HTTP, and refused without a provider, out of bounds or for another team', async () => {
    expect(await preview({})).toMatchObject(refusedQuery('CONFLICT'));
    await setProvider({ provider: 'simulator' });
    expect(await preview({})).toEqual({ data: { previewRouteRequest: null } });
    expect(await preview({ to: 7, text: ' ' })).toMatchObject({
      errors: [{ extensions: { fields: { to: expect.anything(), text: expect.anything() } } }],
    });
    expect(await preview({}, globex.token)).toMatchObject(refusedQuery('NOT_FOUND'));
    const member = await createTeamToken(test, acme.team.id, { role: 'member' });
    expect(await preview({}, member)).toMatchObject(refusedQuery('FORBIDDEN'));
  });
  const refusedQuery = (code: string) => ({ errors: [{ extensions: { code } }] });
});

describe('a check of credentials', () => {
  const check = (token = acme.token) =>
    mutate(test, token, 'checkRoute', { input: [{ routeId }, 'CheckRouteInput'] }, '{ result code reason advice }');

  it('asks the provider without sending', async () => {
    const answers: [number, object][] = [
      [200, { sid: accountSid, status: 'active' }],
      [401, { code: 20_003, message: 'Authenticate', status: 401 }],
    ];
    const service = await startService((_seen: Seen, response) => {
      const [status, body] = answers.shift()!;
      response.writeHead(status).end(JSON.stringify(body));
    });
    await overTwilio(service.url);
    expect(await check()).toEqual({
      data: {
        checkRoute: { result: 'ok', code: null, reason: 'The provider accepted the credentials.', advice: null },
      },
    });
    expect(await check()).toEqual({
      data: {
        checkRoute: {
          ...{ result: 'refused', code: '20003', reason: 'Authenticate' },
          advice: 'Copy the account SID and the auth token or API key from the console again.',
        },
      },
    });
    expect(service.seen.map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/2010-04-01/Accounts/${accountSid}.json`],
      ['GET', `/2010-04-01/Accounts/${accountSid}.json`],
    ]);
    expect(service.seen[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from(`${accountSid}:a secret+token`).toString('base64')}`,
    );
    await service.close();
    expect(await check()).toMatchObject({
      data: {
        checkRoute: {
          ...{ result: 'refused', code: null, reason: 'The service could not be connected to.' },
          advice: 'Check the address in the settings, and that this server can reach it.',
        },
      },
    });
  });

  it('says where a provider cannot tell, and finds no route of another team', async () => {
    await setProvider({ provider: 'simulator' });
    expect(await check()).toMatchObject({ data: { checkRoute: { result: 'unsupported', code: null } } });
    expect(await check(globex.token)).toMatchObject(refused('NOT_FOUND', 'Route not found.'));
    const member = await createTeamToken(test, acme.team.id, { role: 'member' });
    expect(await check(member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  });
});

describe('a test message', () => {
  const RESULT = '{ request { url body headers } smsTestResult { id status smsId failureReason } }';
  const send = (input: object = {}, token = acme.token) =>
    mutate(test, token, 'testRoute', { input: [{ routeId, to: TO, text: 'Hi', ...input }, 'TestRouteInput'] }, RESULT);
  const read = async (id: string) => {
    const query = 'query ($id: ID!) { smsTestResult(id: $id) { status smsId failureReason } }';
    return (await test.graphql(query, { variables: { id }, token: acme.token })).data?.smsTestResult;
  };

  it('says at the route what keeps it from working, until one is accepted', async () => {
    const answers: [number, object][] = [
      [400, { code: 21_211, message: 'Invalid number.', status: 400 }],
      [401, { code: 20_003, message: 'Authenticate', status: 401 }],
      [201, { sid: 'SM00000000000000000000000000000001' }],
    ];
    const service = await startService((_seen: Seen, response) => {
      const [status, body] = answers.shift()!;
      response.writeHead(status).end(JSON.stringify(body));
    });
    await overTwilio(service.url);
    const lastErrorAfterTest = async () => {
      await send();
      await runJobs(test);
      const query = 'query ($id: ID!) { route(id: $id) { lastError { reason advice } } }';
      const { data } = await test.graphql<{ route: { lastError: object } }>(query, {
        variables: { id: routeId },
        token: acme.token,
      });
      return data!.route.lastError;
    };
    expect(await lastErrorAfterTest()).toBeNull();
    expect(await lastErrorAfterTest()).toEqual({
      reason: 'Authenticate',
      advice: 'Check the credentials and the settings, and correct what the provider names.',
    });
    expect(await lastErrorAfterTest()).toBeNull();
    expect(answers).toEqual([]);
    await service.close();
  });

  it('goes out once, and its receipt is shown as it arrives', async () => {
    const fake = await startFake(twilio);
    await overTwilio(fake.url);
    const { data } = await send();
    const { request, smsTestResult: result } = data.testRoute;
    expect(result).toMatchObject({ status: 'pending', smsId: null, failureReason: null });
    expect(request).toMatchObject({
      url: `${fake.url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      headers: { authorization: 'Basic ***' },
      body: expect.stringContaining(result.id),
    });
    await runJobs(test);
    await runJobs(test);
    await fake.close();
    expect(fake.taken.map(({ places }) => [places.to, places.from, places.text])).toEqual([
      ['14155550100', undefined, 'Hi'],
    ]);
    const [{ providerId, places }] = fake.taken as [(typeof fake.taken)[0]];
    expect(await read(result.id)).toEqual({ status: 'sent', smsId: providerId, failureReason: null });
    const vectors = { ...twilio, credentials: { authToken: 'a secret+token' } };
    const to = String(places.callbackTo);
    expect((await report(test, vectors, to, twilio.mirror.delivered, { providerId, to: String(TO) })).status).toBe(200);
    expect(await read(result.id)).toEqual({ status: 'delivered', smsId: providerId, failureReason: null });
  });

  it('is watched until its receipt arrives, by its team alone', async () => {
    const fake = await startFake(twilio);
    await overTwilio(fake.url);
    const { id } = (await send()).data.testRoute.smsTestResult;
    const query = 'subscription ($id: ID!) { smsTestProgress(id: $id) { status failureReason } }';
    const { fetch } = test.app;
    const watch = (token: string) =>
      subscribe<{ smsTestProgress: { status: string; failureReason: string | null } }>(fetch, query, {
        token,
        variables: { id },
      });
    const stream = await watch(acme.token);
    const until = (wanted: string) => stream.until(({ data }) => data?.smsTestProgress.status === wanted);
    await until('pending');
    await runJobs(test);
    await runJobs(test);
    await fake.close();
    await until('sent');
    const [{ providerId, places }] = fake.taken as [(typeof fake.taken)[0]];
    const vectors = { ...twilio, credentials: { authToken: 'a secret+token' } };
    const receipt = { providerId, to: String(TO) };
    expect((await report(test, vectors, String(places.callbackTo), twilio.mirror.delivered, receipt)).status).toBe(200);
    expect(await until('delivered')).toEqual({
      data: { smsTestProgress: { status: 'delivered', failureReason: null } },
    });
    await stream.leave();
    expect(await (await watch(globex.token)).next()).toMatchObject({
      errors: [{ message: 'SMS test not found.', extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('shares a paused schedule with those of the same number and text', async () => {
    await setProvider({ provider: 'simulator' });
    await send();
    await send();
    const schedules = await test.db.smsTestSchedule.findMany({ where: { teamId: acme.team.id, routeId } });
    expect(schedules).toMatchObject([{ isActive: false, nextRunAt: null, text: 'Hi' }]);
  });

  it('does not go to a number that has opted out or is suppressed', async () => {
    await setProvider({ provider: 'simulator' });
    const to = ['This number asked not to be contacted.'];
    const teamId = acme.team.id;
    await test.db.suppressedNumber.create({ data: { teamId, number: 14_155_550_111n } });
    expect(await send({ to: 14_155_550_111 })).toMatchObject(invalid({ to }));
    await test.db.contact.create({ data: { teamId, number: 14_155_550_112n, unsubscribedAt: new Date() } });
    expect(await send({ to: 14_155_550_112 })).toMatchObject(invalid({ to }));
    // A number that was renumbered since, under its former and under its present form.
    await test.db.suppressedNumber.create({ data: { teamId, number: 5_215_512_345_678n } });
    expect(await send({ to: 525_512_345_678 })).toMatchObject(invalid({ to }));
    await test.db.contact.create({ data: { teamId, number: 525_512_345_679n, unsubscribedAt: new Date() } });
    expect(await send({ to: 5_215_512_345_679 })).toMatchObject(invalid({ to }));
    // Another team's list says nothing of ours.
    await test.db.suppressedNumber.create({ data: { teamId: globex.team.id, number: 14_155_550_113n } });
    expect((await send({ to: 14_155_550_113 })).errors).toBeUndefined();
  });

  it('is not sent for another team or by a member, and not shown to another team', async () => {
    await setProvider({ provider: 'simulator' });
    const { id } = (await send()).data.testRoute.smsTestResult;
    expect(await send({}, globex.token)).toMatchObject(refused('NOT_FOUND', 'Route not found.'));
    const member = await createTeamToken(test, acme.team.id, { role: 'member' });
    expect(await send({}, member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
    const query = 'query ($id: ID!) { smsTestResult(id: $id) { id } }';
    expect(await test.graphql(query, { variables: { id }, token: globex.token })).toMatchObject({
      errors: [{ message: 'SMS test not found.', extensions: { code: 'NOT_FOUND' } }],
    });
  });
});
