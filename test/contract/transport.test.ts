import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let token: string;
let teamId: string;

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  teamId = mine.team.id;
});
afterAll(() => app.close());

const pathOf = ({ path }: Route) => path.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000');
const offer = { name: 'Jacket', url: 'https://shop.example', profit: 1 };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A request whose body and headers are exactly these. */
async function send(method: string, path: string, body: string | null, headers: Record<string, string>) {
  const request = new Request(`http://localhost/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    // Bytes and not text: text would bring a content type of its own.
    body: body === null ? null : Buffer.from(body),
  });
  const response = await app.app.fetch(request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

describe('methods', () => {
  const methodsOf = new Map<string, string[]>();
  for (const { method, path } of routes) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
  const paths = [...methodsOf].map(([path, methods]) => {
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return [path, allowed.join(', ')] as const;
  });

  test.each(paths)('%s answers other methods with 405 and names %s', async (path, allowed) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !allowed.includes(name))) {
      const answer = await send(method, path.replace(/:\w+/g, 'x'), null, {});
      expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([
        405,
        allowed,
        { message: `The ${method} method is not supported for this route. Supported methods: ${allowed}.` },
      ]);
    }
  });

  test.each(paths)('%s answers OPTIONS with what it allows, whoever asks', async (path, allowed) => {
    const answer = await app.rest('OPTIONS', path.replace(/:\w+/g, 'x'));
    expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([204, allowed, null]);
  });

  test('HEAD answers as GET, without the body', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const get = await send('GET', pathOf(route), null, {});
      const head = await send('HEAD', pathOf(route), null, {});
      expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
        get.status,
        null,
        get.headers.get('content-type'),
      ]);
    }
    expect((await app.rest('HEAD', '/v1/sms/campaigns')).status).toBe(401);
  });
});

describe('addresses', () => {
  test.each(['/v1', '/v1/offer', '/v1/offers/1', '/v2/offers', '/offers', '/v1//offers', '/v1/offers/%00'])(
    '%s is no route',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, body } = await send(method, path, null, {});
        expect([status, body]).toEqual([404, { message: `The route api${path} could not be found.` }]);
      }
    },
  );

  test('an unknown route says so whoever asks', async () => {
    expect(await app.rest('GET', '/v1/nothing')).toMatchObject({
      status: 404,
      body: { message: 'The route api/v1/nothing could not be found.' },
    });
  });

  test('a trailing slash changes nothing', async () => {
    for (const route of routes) {
      const bare = await send(route.method, pathOf(route), null, {});
      const slash = await send(route.method, `${pathOf(route)}/`, null, {});
      // A trace id is another one every time; so is nothing else.
      expect([slash.status, slash.body]).toEqual([bare.status, bare.body]);
    }
  });

  test('a parameter may be percent-encoded, and its case does not matter', async () => {
    const encoded = teamId.toUpperCase().replaceAll('-', '%2D');
    const { status } = await send('PUT', `/v1/teams/${encoded}/onboarding`, '{"onboarding_data":[]}', JSON_TYPE);
    expect(status).toBe(200);
  });
});

describe('bodies', () => {
  const withBody = routes.filter(
    ({ method, document }) => method !== 'GET' && JSON.stringify(document).includes('"input"'),
  );

  test.each(withBody.map((route) => [route.operation, route] as const))(
    '%s takes JSON objects only',
    async (_, route) => {
      const post = (body: string | null, headers: Record<string, string> = JSON_TYPE) =>
        send(route.method, pathOf(route), body, headers).then(({ status, body }) => [status, body]);
      const malformed = [400, { message: 'The request body is not valid JSON.' }];
      const noObject = [400, { message: 'The request body must be a JSON object.' }];
      const wrongType = [415, { message: 'The request body must be sent as application/json.' }];

      for (const body of ['{', '{"a":}', "{'a':1}", 'name=x', '{"a":1}x']) expect(await post(body)).toEqual(malformed);
      for (const body of ['[]', '[{}]', '"x"', '5', 'null', 'true']) expect(await post(body)).toEqual(noObject);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
        expect(await post('{}', { 'content-type': type })).toEqual(wrongType);
      }
      expect(await post('x'.repeat(1_000_001))).toEqual([413, { message: 'The request body is too large.' }]);
      // Without a body the operation sees an empty object, whatever the type says.
      const empty = await post('{}');
      expect(await post(null, {})).toEqual(empty);
      expect(await post(' ', { 'content-type': 'text/plain' })).toEqual(empty);
    },
  );

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
    'application/vnd.api+json',
  ])('%s is JSON', async (type) => {
    const { status } = await send('POST', '/v1/offers', JSON.stringify(offer), { 'content-type': type });
    expect(status).toBe(201);
  });

  test('a body without a content type is read as JSON', async () => {
    expect((await send('POST', '/v1/offers', JSON.stringify(offer), {})).status).toBe(201);
  });

  test('a megabyte passes, one byte more does not', async () => {
    const padded = (bytes: number) => JSON.stringify(offer).padEnd(bytes, ' ');
    expect((await send('POST', '/v1/offers', padded(1_000_000), JSON_TYPE)).status).toBe(201);
    expect((await send('POST', '/v1/offers', padded(1_000_001), JSON_TYPE)).status).toBe(413);
  });

  test('operations without a body ignore what is sent', async () => {
    const { status, body } = await send('DELETE', '/v1/sms/campaigns/x', '{', { 'content-type': 'text/plain' });
    expect([status, body]).toEqual([404, { message: 'SMS campaign not found.' }]);
  });
});

test('every answer is JSON with the id of its trace', async () => {
  for (const route of routes) {
    const { headers } = await send(route.method, pathOf(route), null, {});
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  }
});
