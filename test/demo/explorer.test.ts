import { Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDENTIALS } from '../../prisma/seed/credentials.ts';
import { demoExplorer } from '../../prisma/seed/explorer.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { createApp } from '../../src/app.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const explorer = demoExplorer(CREDENTIALS);
const operations = explorer.tabs.flatMap((query) =>
  parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [{ operationName: definition.name!.value, isStream: definition.operation === 'subscription', query }]
      : [],
  ),
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seedDemo({ ...app.services, db: app.sql, pool: app.pool });
});
afterAll(() => app.close());

const ask = (body: object, accept: string) =>
  app.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${explorer.token}` },
      body: JSON.stringify(body),
    }),
  );

describe('GraphiQL of the demo', () => {
  it('opens with three tabs', () => expect(explorer.tabs).toHaveLength(3));

  it.each(operations)(
    'has an operation that works as it is: $operationName',
    async ({ isStream, query, operationName }) => {
      const response = await ask({ query, operationName }, isStream ? 'text/event-stream' : 'application/json');
      if (!isStream) {
        const { data, errors } = (await response.json()) as { data: object; errors?: unknown };
        expect(errors).toBeUndefined();
        expect(Object.values(data).every((value) => value !== null)).toBe(true);
        return;
      }
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!/^data: .+$/m.test(text)) text += (await reader.read()).value;
      await reader.cancel();
      expect(JSON.parse(/^data: (.+)$/m.exec(text)![1]!).errors).toBeUndefined();
    },
  );

  it('opens with the token and is called by the product’s name', async () => {
    const page = await createApp(app.services, { explorer }).fetch(
      new Request('http://localhost/graphql', { headers: { accept: 'text/html,*/*;q=0.8' } }),
    );
    const text = await page.text();
    expect(text).toContain('<title>Outbound</title>');
    expect(text).toContain(CREDENTIALS.token);
    const docs = await createApp(app.services, { explorer }).fetch(new Request('http://localhost/api/docs'));
    expect(await docs.text()).toContain(`data-token="${CREDENTIALS.token}"`);
    expect(await (await app.app.fetch(new Request('http://localhost/api/docs'))).text()).not.toContain('data-token');
  });
});

describe('The demo’s data', () => {
  it('is of these days', async () => {
    const { rows } = await app.pool.query<{ days: number }>(
      `SELECT extract(epoch FROM now() - max(created_at))::int / 86400 AS days FROM calls
       UNION ALL SELECT extract(epoch FROM now() - max(created_at))::int / 86400 FROM sms_campaigns`,
    );
    expect(rows.every(({ days }) => days >= 0 && days <= 3)).toBe(true);
  });
});

it('The address itself shows what there is', async () => {
  const get = (of: TestApp['app']) => of.fetch(new Request('http://localhost/'));
  const page = await get(app.app);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const text = await page.text();
  expect(text).toContain('<title>Outbound</title>');
  for (const [, path] of text.matchAll(/href="([^"]+)"/g)) {
    const answer = await app.app.fetch(new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } }));
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const without = createApp({ ...app.services, config: { ...app.services.config, GRAPHIQL: false } });
  expect(await (await get(without)).text()).not.toContain('GraphiQL');
});
