import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { visit } from '../support/hooks.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${acme.token}` };
  const answer = await visit(app, path, { method: 'POST', headers, body: `\ufeff${JSON.stringify(body)}` });
  return { status: answer.status, body: JSON.parse(answer.body) };
};

test('JSON that begins with a byte order mark is read: REST, sign-in, GraphQL, postbacks', async () => {
  const offer = { name: 'Spring', url: 'https://shop.example', profit: 4.5 };
  expect(await post('/api/v1/offers', offer)).toMatchObject({ status: 201, body: { data: { name: 'Spring' } } });
  expect(await post('/api/login', { email: 'nobody@example.com', password: 'wrong' })).toMatchObject({
    status: 401,
    body: { message: 'These credentials do not match our records.' },
  });
  expect(await post('/graphql', { query: '{ __typename }' })).toEqual({
    status: 200,
    body: { data: { __typename: 'Query' } },
  });
  expect(await post(`/postbacks/${acme.team.id}`, { click_id: 'a', event: 'sale' })).toEqual({
    status: 401,
    body: { error: 'Invalid signature' },
  });
});
