import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CREDENTIALS } from '../../prisma/seed/credentials.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const markdown = readFileSync(new URL('../../docs/questions.md', import.meta.url), 'utf8');
const blocks = Array.from(
  markdown.matchAll(/^```graphql\n([\s\S]*?)^```(?:\n\n```json variables\n([\s\S]*?)^```)?/gm),
  ([, query, variables]) => ({
    query: query!,
    name: /query (\w+)/.exec(query!)![1]!,
    variables: variables ?? '{}',
  }),
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seedDemo({ ...app.services, db: app.sql, pool: app.pool });
});
afterAll(() => app.close());

const answers: Record<string, unknown> = {};
const filled = (text: string) =>
  text.replace(/<([\w.]+)>/g, (_, path: string) =>
    String(path.split('.').reduce((value: unknown, step) => (value as Record<string, unknown>)[step], answers)),
  );

test('there are twenty questions', () => expect(markdown.match(/^## \d+\. .*\?$/gm)).toHaveLength(20));

test.each(blocks)('the demo answers $name', async ({ query, variables }) => {
  const { data, errors } = await app.graphql(query, {
    token: CREDENTIALS.token,
    variables: JSON.parse(filled(variables)),
  });
  expect(errors).toBeUndefined();
  Object.assign(answers, data);
  for (const found of Object.values(data!)) expect(isEmpty(found)).toBe(false);
});

test('the best offers have names, and earned the most first', () => {
  interface Best {
    groups: { keys: { label: string }[]; metrics: { revenue: string } }[];
  }
  const { groups } = answers.smsReport as Best;
  const revenues = groups.map(({ metrics }) => Number(metrics.revenue));
  expect(revenues[0]).toBeGreaterThan(0);
  expect(revenues).toEqual(revenues.toSorted((one, other) => other - one));
  for (const { keys } of groups) expect(keys[0]!.label).toMatch(/[a-z]{3}/);
});

/** Nothing found says nothing. */
const isEmpty = (found: unknown) => {
  const { nodes, groups } = (found ?? {}) as { nodes?: unknown[]; groups?: unknown[] };
  return found === null || (nodes ?? groups)?.length === 0;
};
