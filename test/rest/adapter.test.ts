import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { request, seen, toyRest } from './toy.ts';

const rest = toyRest();
const call = async (...args: Parameters<typeof request>) => seen(await rest.handle(request(...args)));

describe('an operation', () => {
  test('answers what its document selects, under the aliases', async () => {
    const response = await rest.handle(request('GET', '/api/v1/things/7'));
    expect(response).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"data":{"id":"7","name":"A thing","send_type":"in_progress"}}',
    });
  });

  test('gets the coerced body, and the schema adds its defaults', async () => {
    expect(await call('PUT', '/api/v1/things/7', { name: ' n ', is_active: '1', meta: { manual_data: {} } })).toEqual({
      status: 200,
      body: { data: { name: 'n', isActive: true, meta: { manualData: { sendAmount: 200, throttleBatchSize: 0 } } } },
    });
  });

  test('takes the fields of the body that its row lists, and ignores any other that GraphQL has', async () => {
    const part = { name: 'a', unlisted: 'x' };
    const { body } = await call('PUT', '/api/v1/things/7', {
      ...part,
      meta: { send_type: 'draft', unlisted: 'x' },
      parent: part,
    });
    expect(body).toEqual({ data: { name: 'a', meta: { sendType: 'draft' }, parent: { name: 'a' } } });
  });

  test('may answer another status and a body of its own', async () => {
    expect(await call('POST', '/api/v1/charges', { cost: 0.1 })).toEqual({ status: 201, body: 'charged' });
  });

  test('reads its query, lists in Laravel’s spellings included', async () => {
    const answer = { status: 200, body: { data: { page: 2, include: ['draft', 'in_progress'] } } };
    expect(await call('GET', '/api/v1/things?page=1&page=2&include=draft,in_progress')).toEqual(answer);
    expect(await call('GET', '/api/v1/things?page=2&include[]=draft&include[1]=in_progress')).toEqual(answer);
    expect(await call('GET', '/api/v1/things?page=2&include[a]=draft&include[b][c]=in_progress')).toEqual(answer);
    expect(await call('GET', '/api/v1/things?page[number]=2')).toEqual({
      status: 422,
      body: {
        message: 'The page field must be an integer.',
        errors: { page: ['The page field must be an integer.'] },
      },
    });
    expect(await call('GET', '/api/v1/things?page=')).toEqual({ status: 200, body: { data: { page: 1 } } });
    expect(await call('GET', '/api/v1/things?page=x&include=draft,no')).toEqual({
      status: 422,
      body: {
        message: 'The page field must be an integer. (and 1 more error)',
        errors: { page: ['The page field must be an integer.'], 'include.1': ['The selected include.1 is invalid.'] },
      },
    });
  });

  test('without a documented body ignores whatever was sent', async () => {
    const pong = { status: 200, body: { data: { id: '7' } } };
    expect(await call('POST', '/api/v1/things/7/ping', '[]')).toEqual(pong);
    expect(await call('POST', '/api/v1/things/7/ping', 'a=b', { 'content-type': 'text/plain' })).toEqual(pong);
  });
});

describe('a request body', () => {
  const required = {
    status: 422,
    body: { message: 'The name field is required.', errors: { name: ['The name field is required.'] } },
  };

  test('that is missing is an empty object', async () => {
    expect(await call('PUT', '/api/v1/things/7')).toEqual(required);
    expect(await call('PUT', '/api/v1/things/7', ' \n', { 'content-type': 'text/plain' })).toEqual(required);
  });

  test.each(['{', 'name=n', '\0'])('that is %j is not JSON', async (body) => {
    expect(await call('PUT', '/api/v1/things/7', body)).toEqual({
      status: 400,
      body: { message: 'The request body is not valid JSON.' },
    });
  });

  test.each(['[]', '[{"name":"n"}]', '"x"', '5', 'null', 'true'])('that is %s is no object', async (body) => {
    expect(await call('PUT', '/api/v1/things/7', body)).toEqual({
      status: 400,
      body: { message: 'The request body must be a JSON object.' },
    });
  });

  test.each([
    undefined,
    'application/json; charset=utf-8',
    'Application/JSON;Charset="UTF-8"',
    'application/vnd.api+json',
  ])('may be sent as %s', async (type) => {
    expect((await call('PUT', '/api/v1/things/7', { name: 'n' }, { 'content-type': type })).status).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
    '',
  ])('may not be sent as %j', async (type) => {
    expect(await call('PUT', '/api/v1/things/7', { name: 'n' }, { 'content-type': type })).toEqual({
      status: 415,
      body: { message: 'The request body must be sent as application/json.' },
    });
  });

  test('past the cap is too large', async () => {
    const large = request('PUT', '/api/v1/things/7', { name: 'x'.repeat(1_048_576) });
    expect(seen(await rest.handle(large))).toEqual({
      status: 413,
      body: { message: 'The request body is too large.' },
    });
  });
});

describe('a caller without a token', () => {
  test('learns nothing of the validation', async () => {
    const response = await rest.handle(request('PUT', '/api/v1/things/7', '{', { authorization: undefined }));
    expect(seen(response)).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('still learns which routes there are', async () => {
    expect((await call('GET', '/api/v1/nothing', undefined, { authorization: undefined })).status).toBe(404);
    expect((await call('PATCH', '/api/v1/charges', undefined, { authorization: undefined })).status).toBe(405);
  });
});

test('what authorize finds out is handed to execute', async () => {
  const contexts: unknown[] = [];
  const own = toyRest({
    authorize: async ({ route }) => ({ viewer: 'me', for: route.operation }),
    execute: async ({ context }) => {
      contexts.push(context);
      return { data: {} };
    },
  });
  await own.handle(request('GET', '/api/v1/things/7'));
  expect(contexts).toEqual([{ viewer: 'me', for: 'E4' }]);
});

describe('a route', () => {
  test('that nobody knows is 404', async () => {
    const unknown = (path: string) => ({ status: 404, body: { message: `The route ${path} could not be found.` } });
    expect(await call('GET', '/api/v1/foo')).toEqual(unknown('api/v1/foo'));
    expect(await call('OPTIONS', '/api/v1/foo/')).toEqual(unknown('api/v1/foo'));
    expect(await call('GET', '/v1/things/7')).toEqual(unknown('v1/things/7'));
    expect(await call('GET', '/api')).toEqual(unknown('api'));
    expect(await call('GET', '/')).toEqual(unknown('/'));
    expect(await call('GET', '/api/v1/things/%E0')).toEqual(unknown('api/v1/things/%E0'));
    expect(await call('GET', '/api//v1/things/7')).toEqual(unknown('api//v1/things/7'));
    expect(await call('GET', `/api/${'x'.repeat(16_000)}`)).toEqual(unknown(`api/${'x'.repeat(250)}`));
  });

  test('that has not the method is 405 and says which it has', async () => {
    const response = await rest.handle(request('GET', '/api/v1/charges'));
    expect(seen(response)).toEqual({
      status: 405,
      body: { message: 'The GET method is not supported for this route. Supported methods: POST.' },
    });
    expect(response.headers.allow).toBe('POST');
    const both = await rest.handle(request('DELETE', '/api/v1/things/7'));
    expect(both.headers.allow).toBe('GET, HEAD, PUT');
    expect((await call('DELETE', '/api/v1/things/7/')).status).toBe(405);
    expect((await call('DELETE', '/api/v1/%74hings/a%2Fb?c=/d')).status).toBe(405);
    expect((await call('DELETE', '/api/v1/things/7/8')).status).toBe(404);
    expect((await call('DELETE', '/api/v1/things/%20')).status).toBe(404);
    expect((await call('DELETE', '/api/v1/things/%00')).status).toBe(404);
  });

  test('tolerates a trailing slash', async () => {
    expect((await call('GET', '/api/v1/things/7/')).status).toBe(200);
  });

  test('answers HEAD as GET without a body', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await rest.handle(request('HEAD', '/api/v1/things/7'))).toEqual({ status: 200, headers: json, body: null });
    expect(await rest.handle(request('HEAD', '/api/v1/foo'))).toEqual({ status: 404, headers: json, body: null });
    expect((await rest.handle(request('HEAD', '/api/v1/charges'))).status).toBe(405);
  });

  test('answers OPTIONS with its methods', async () => {
    expect(await rest.handle(request('OPTIONS', '/api/v1/things/7', undefined, { authorization: undefined }))).toEqual({
      status: 204,
      headers: { allow: 'GET, HEAD, PUT' },
      body: null,
    });
  });
});

describe('an error of the execution', () => {
  test('answers in the shape of its row', async () => {
    expect(await call('POST', '/api/v1/things/missing/fail')).toEqual({
      status: 404,
      body: { error: 'Thing not found.' },
    });
    expect(await call('POST', '/api/v1/things/planner/fail')).toEqual({
      status: 422,
      body: { errors: ['Campaign does not have planner'] },
    });
  });

  test('answers in the common shape otherwise', async () => {
    expect(await call('POST', '/api/v1/things/balance/fail')).toEqual({
      status: 402,
      body: { message: 'Insufficient balance' },
    });
  });

  test('that is a bug says nothing, and is reported once', async () => {
    const reported: unknown[] = [];
    const own = toyRest({ report: (error) => reported.push(error) });
    const answer = { status: 500, body: { message: 'Server Error' } };
    expect(seen(await own.handle(request('POST', '/api/v1/things/masked/fail')))).toEqual(answer);
    expect(reported).toEqual([]);
    expect(seen(await own.handle(request('POST', '/api/v1/things/other/fail')))).toEqual(answer);
    expect(reported.map(String)).toEqual([expect.stringContaining('a bug with a secret')]);
  });

  test('that is thrown counts like one that is returned', async () => {
    const limited = toyRest({ execute: () => Promise.reject(new AppError('RATE_LIMITED', '', { retryAfter: 30 })) });
    const response = await limited.handle(request('GET', '/api/v1/things/7'));
    expect([seen(response), response.headers['retry-after']]).toEqual([
      { status: 429, body: { message: 'Too Many Attempts.' } },
      '30',
    ]);
    const broken = toyRest({ execute: () => Promise.reject(new Error('secret')) });
    expect(seen(await broken.handle(request('GET', '/api/v1/things/7')))).toEqual({
      status: 500,
      body: { message: 'Server Error' },
    });
  });
});

test('a large answer is written in slices, and others have their turn between them', async () => {
  const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, text: 'x'.repeat(200) }));
  const rest = toyRest({ execute: async () => ({ data: { data: { id: '1', rows } } }) });
  let turns = 0;
  let done = false;
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const { status, body } = await rest.handle(request('GET', '/api/v1/things/1'));
  done = true;
  expect([status, JSON.parse(String(body))]).toEqual([200, { data: { id: '1', rows } }]);
  expect(turns).toBeGreaterThan(10);
});
