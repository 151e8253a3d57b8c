import { DECLARATIONS } from 'sms-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_VECTORS } from '../../../../../packages/sms-providers/test/declared/all-vectors.ts';
import { createTestApp, type TestApp } from '../../../../support/app.ts';
import { report, startFake } from '../../../../support/declared-fake.ts';
import { runJobs } from '../../../../support/jobs.ts';
import { mutate } from '../../../../support/mutate.ts';
import { createRoute } from '../../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../../support/team.ts';
import { startService } from '../webhook-service.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
  acme = await createTeam(test);
});
afterAll(() => test.close());

const TO = 14_155_550_100;
const REQUEST = 'method url headers body';

describe.each(ALL_VECTORS.map((vectors) => [vectors.name, vectors] as const))('%s', (name, vectors) => {
  const { fields, callbacks } = DECLARATIONS[name]!;
  const secrets = Object.entries(fields).flatMap(([field, { secret }]) =>
    secret && vectors.credentials[field] ? [String(vectors.credentials[field])] : [],
  );

  /** A route over this provider, whose API is at an address of the test. */
  async function routeTo(url: string) {
    const { id } = await createRoute(test, acme.team.id, { name, provider: null, senderId: '14155552345' });
    const urls = Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'url' ? [field] : []));
    const settings = { ...vectors.settings, ...Object.fromEntries(urls.map((field) => [field, url])) };
    const input = { provider: name, settings, credentials: vectors.credentials };
    const { data, errors } = await mutate(
      test,
      acme.token,
      'setRouteProvider',
      { id, input: [input, 'SetRouteProviderInput'] },
      '{ route { callbackUrl } }',
    );
    expect(errors).toBeUndefined();
    return { id, callbackUrl: data.setRouteProvider.route.callbackUrl as string };
  }

  const expectMasked = (request: object) => {
    const shown = JSON.stringify(request);
    expect(shown).toContain('***');
    for (const secret of secrets) {
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
        expect(shown).not.toContain(JSON.stringify(form).slice(1, -1));
      }
    }
  };

  it('is shown what would be sent without its secrets, and sends one message whose receipt is shown', async () => {
    const fake = await startFake(vectors);
    const { id: routeId, callbackUrl } = await routeTo(fake.url);
    const input = { routeId, to: TO, text: 'Hi & welcome' };
    const { data: shown } = await test.graphql<{ previewRouteRequest: { url: string } }>(
      `query ($input: PreviewRouteRequestInput!) { previewRouteRequest(input: $input) { ${REQUEST} } }`,
      { variables: { input }, token: acme.token },
    );
    expect(shown!.previewRouteRequest.url.startsWith(fake.url)).toBe(true);
    expectMasked(shown!.previewRouteRequest);
    expect(fake.seen).toEqual([]);

    const { data } = await mutate(
      test,
      acme.token,
      'testRoute',
      { input: [input, 'TestRouteInput'] },
      `{ request { ${REQUEST} } smsTestResult { id } }`,
    );
    expectMasked(data.testRoute.request);
    await runJobs(test);
    await fake.close();
    expect(fake.taken.map(({ places }) => [String(places.to).replace('+', ''), places.text])).toEqual([
      [String(TO), 'Hi & welcome'],
    ]);
    const [{ providerId, places }] = fake.taken as [(typeof fake.taken)[0]];
    const { id } = data.testRoute.smsTestResult;
    const at = String(places.callbackTo ?? callbackUrl);
    const told = { ...{ id, to: String(TO), from: '14155552345', providerId } };
    const { status } = callbacks.answer ?? { status: 200 };
    expect((await report(test, vectors, at, vectors.mirror.delivered, told)).status).toBe(status);
    expect(await test.db.smsTestResult.findFirstOrThrow({ where: { id } })).toMatchObject({ status: 'delivered' });
  });

  it('is checked without sending', async () => {
    const good = vectors.check?.find(({ isOk }) => isOk);
    const service = await startService((_seen, response) => {
      response.writeHead(good?.status ?? 500, { 'content-type': 'application/json' });
      response.end(typeof good?.body === 'string' ? good.body : JSON.stringify(good?.body ?? {}));
    });
    const { id } = await routeTo(service.url);
    const input: [object, string] = [{ routeId: id }, 'CheckRouteInput'];
    const { data } = await mutate(test, acme.token, 'checkRoute', { input }, '{ result }');
    await service.close();
    expect(data.checkRoute.result).toBe(good ? 'ok' : 'unsupported');
    expect(service.seen).toHaveLength(good ? 1 : 0);
  });
});
