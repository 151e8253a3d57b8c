import { getOperationAST, Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDENTIALS } from '../../prisma/seed/credentials.ts';
import { demoExplorer } from '../../prisma/seed/explorer.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { createApp } from '../../src/app.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';

const explorer = demoExplorer(CREDENTIALS);
const document = parse(explorer.operations);
const names = document.definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION ? [definition.name!.value] : [],
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
      headers: { 'content-type': 'application/json', accept, ...explorer.headers },
      body: JSON.stringify(body),
    }),
  );

describe('GraphiQL of the demo', () => {
  it.each(names)('has an operation that works as it is: %s', async (operationName) => {
    const isStream = getOperationAST(document, operationName)!.operation === 'subscription';
    const response = await ask(
      { query: explorer.operations, operationName },
      isStream ? 'text/event-stream' : 'application/json',
    );
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
  });

  it('imports the list that waits', async () => {
    await runJobs(app);
    const file = await app.db.dataFile.findFirstOrThrow({ where: { id: CREDENTIALS.ids.data_file } });
    expect([file.status, file.failedRows, file.createdContacts]).toEqual(['imported', 0, file.totalRows]);
  });

  it('opens with the token and is called by the product’s name', async () => {
    const page = await createApp(app.services, { explorer }).fetch(
      new Request('http://localhost/graphql', { headers: { accept: 'text/html,*/*;q=0.8' } }),
    );
    const text = await page.text();
    expect(text).toContain('<title>Outbound</title>');
    expect(text).toContain(CREDENTIALS.token);
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
