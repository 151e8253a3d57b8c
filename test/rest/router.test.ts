import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Method, route } from '../../src/rest/route.ts';
import { createRouter } from '../../src/rest/router.ts';

const document = parse('{ __typename }');
const row = (method: Method, path: string) => route({ operation: 'E1', method, path, document });

const match = createRouter([
  row('GET', '/v1/users/:user'),
  row('PUT', '/v1/users/:user'),
  row('GET', '/v1/users/me'),
  row('GET', '/v1/:thing/me/posts'),
  row('GET', '/v1/users/:user/posts'),
  row('POST', '/login'),
]);

function found(method: string, path: string) {
  const { row, params, allowed } = match(method, path);
  return { path: row?.path ?? null, params, allowed };
}

const unknown = { path: null, params: {}, allowed: [] };

describe('the router', () => {
  test('finds a row and decodes its parameters', () => {
    expect(found('PUT', '/v1/users/a%2Fb%20%C3%A4')).toEqual({
      path: '/v1/users/:user',
      params: { user: 'a/b ä' },
      allowed: ['GET', 'HEAD', 'PUT'],
    });
  });

  test('lets a literal segment win over a parameter, whatever the order of the rows', () => {
    expect(found('GET', '/v1/users/me').path).toBe('/v1/users/me');
    expect(found('GET', '/v1/users/me/posts').path).toBe('/v1/users/:user/posts');
  });

  test('falls back to the parameter when the literal path has not the method', () => {
    expect(found('PUT', '/v1/users/me')).toEqual({
      path: '/v1/users/:user',
      params: { user: 'me' },
      allowed: ['GET', 'HEAD', 'PUT'],
    });
  });

  test('answers HEAD as GET', () => {
    expect(found('HEAD', '/v1/users/7').path).toBe('/v1/users/:user');
    expect(found('HEAD', '/login')).toEqual({ path: null, params: {}, allowed: ['POST'] });
  });

  test('tolerates one trailing slash', () => {
    expect(found('POST', '/login/').path).toBe('/login');
    expect(found('POST', '/login//')).toEqual(unknown);
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
  ])('knows no route %j', (path) => {
    expect(found('GET', path)).toEqual(unknown);
  });

  test('takes a parameter called __proto__ as text', () => {
    expect(found('GET', '/v1/users/__proto__').params).toEqual({ user: '__proto__' });
  });
});
