import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Method, route } from '../../src/rest/route.ts';
import { request, toyRest } from './toy.ts';

const document = parse('{ __typename }');
const row = (method: Method, path: string) => route({ operation: 'E1', method, path, document });

let matched: { path: string; params: unknown } | undefined;
const rest = toyRest({
  routes: [
    row('GET', '/v1/users/:user'),
    row('PUT', '/v1/users/:user'),
    row('GET', '/v1/users/me'),
    row('GET', '/v1/:thing/me/posts'),
    row('GET', '/v1/users/:user/posts'),
    row('POST', '/login'),
  ],
  async authorize({ route, request }) {
    matched = { path: route.path, params: { ...(request.params as object) } };
  },
  execute: async () => ({ data: {} }),
});

/** The row that answers, and the methods that OPTIONS tells of. */
async function found(method: string, path: string) {
  matched = undefined;
  await rest.handle(request(method, `/api${path}`));
  const { path: row = null, params = {} } = matched ?? {};
  const { allow } = (await rest.handle(request('OPTIONS', `/api${path}`))).headers;
  return { path: row, params, allowed: allow === undefined ? [] : String(allow).split(', ') };
}

const unknown = { path: null, params: {}, allowed: [] };

describe('the router', () => {
  test('finds a row and decodes its parameters', async () => {
    expect(await found('PUT', '/v1/users/a%2Fb%20%C3%A4')).toEqual({
      path: '/v1/users/:user',
      params: { user: 'a/b ä' },
      allowed: ['GET', 'HEAD', 'PUT'],
    });
  });

  test('lets a literal segment win over a parameter, whatever the order of the rows', async () => {
    expect((await found('GET', '/v1/users/me')).path).toBe('/v1/users/me');
    expect((await found('GET', '/v1/users/me/posts')).path).toBe('/v1/users/:user/posts');
  });

  test('falls back to the parameter when the literal path has not the method', async () => {
    expect(await found('PUT', '/v1/users/me')).toEqual({
      path: '/v1/users/:user',
      params: { user: 'me' },
      allowed: ['GET', 'HEAD', 'PUT'],
    });
  });

  test('answers HEAD as GET', async () => {
    expect((await found('HEAD', '/v1/users/7')).path).toBe('/v1/users/:user');
    expect(await found('HEAD', '/login')).toEqual({ path: null, params: {}, allowed: ['POST'] });
  });

  test('tolerates one trailing slash', async () => {
    expect((await found('POST', '/login/')).path).toBe('/login');
    expect(await found('POST', '/login//')).toEqual(unknown);
  });

  test.each([
    '',
    '/',
    '/nothing',
    '//login',
    '/v1//users/7',
    '/v1/users/',
    '/v1/users/%20',
    '/v1/users/%00',
    '/v1/users/%E0%A4%A',
    '/v1/users/%',
    '/Login',
  ])('knows no route %j', async (path) => {
    expect(await found('GET', path)).toEqual(unknown);
  });

  test('takes a parameter called __proto__ as text', async () => {
    expect((await found('GET', '/v1/users/__proto__')).params).toEqual({ user: '__proto__' });
  });
});
