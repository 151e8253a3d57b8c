import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { sizeProblem } from 'graphql-limits';
import type { Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocuments } from '../../src/graphql/documents.ts';
import { EXAMPLES } from '../../src/graphql/graphiql-examples.ts';
import { rememberRefusals } from '../../src/graphql/refusals.ts';
import { routes } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await createTeam(app)).token;
});
afterAll(() => app.close());

/** Fragments that are each spread `times` times by the one before. */
const doubling = (levels: number, times = 2) =>
  `{ me { ...f0 } } ${Array.from(
    { length: levels },
    (_, level) => `fragment f${level} on Viewer { role ${`...f${level + 1} `.repeat(times)} }`,
  ).join(' ')} fragment f${levels} on Viewer { role }`;

/** By GET and as a stream an operation is read by another layer. */
const ways = {
  post: { method: 'POST', accept: 'application/json' },
  get: { method: 'GET', accept: 'application/json' },
  stream: { method: 'POST', accept: 'text/event-stream' },
} as const;

async function ask(query: string, way: keyof typeof ways, asWhom?: string): Promise<string> {
  const { method, accept } = ways[way];
  const url = `http://localhost/graphql${method === 'GET' ? `?query=${encodeURIComponent(query)}` : ''}`;
  const headers = { accept, 'content-type': 'application/json', ...(asWhom && { authorization: `Bearer ${asWhom}` }) };
  const body = method === 'GET' ? undefined : JSON.stringify({ query });
  return (await app.app.fetch(new Request(url, { method, headers, ...(body && { body }) }))).text();
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('over %s', (way) => {
  test.each(['a stranger', 'a viewer'])(
    'fragments that double are refused before anything walks them, for %s',
    async (who) => {
      for (const levels of [20, 22, 40, 300]) {
        for (let time = 0; time < 4; time += 1) {
          const text = await ask(doubling(levels), way, who === 'a viewer' ? token : undefined);
          expect(text).toContain('"code":"SELECTION_LIMIT_EXCEEDED"');
        }
      }
    },
  );

  test('what was refused is refused in the same words', async () => {
    const wide = `{ ${'me { role } '.repeat(190)} nothing }`;
    const first = await ask(wide, way, token);
    expect(first).toContain('Cannot query field \\"nothing\\" on type \\"Query\\"');
    for (let time = 0; time < 3; time += 1) expect(await ask(wide, way, token)).toBe(first);
  });
});

test('what was refused is neither parsed nor validated again', () => {
  const { onParse, onValidate } = rememberRefusals(createDocuments()).plugin as Required<Plugin>;
  const done = { parsed: 0, validated: 0 };
  let parseOnce = (_text: string): DocumentNode => parse('');
  let validateOnce = (_schema: GraphQLSchema, _document: DocumentNode): readonly GraphQLError[] => [];
  const parseFn = (text: string) => {
    done.parsed += 1;
    return parse(text);
  };
  const validateFn = (...args: Parameters<typeof validate>) => {
    done.validated += 1;
    return validate(...args);
  };
  onParse({
    parseFn,
    setParseFn: (made: typeof parseOnce) => {
      parseOnce = made;
    },
  } as never);
  onValidate({
    validateFn,
    setValidationFn: (made: typeof validateOnce) => {
      validateOnce = made;
    },
  } as never);
  const messages = (text: string) => {
    try {
      return validateOnce(schema, parseOnce(text)).map(({ message }) => message);
    } catch (error) {
      return [(error as Error).message];
    }
  };
  for (const text of ['{ nothing }', '{ me', doubling(40)]) {
    const before = { ...done };
    const first = messages(text);
    expect(first).toHaveLength(1);
    const after = { ...done };
    expect(after.parsed).toBe(before.parsed + 1);
    for (let time = 0; time < 3; time += 1) expect(messages(text)).toEqual(first);
    expect(done).toEqual(after);
  }
  expect(done.validated).toBe(1);
});

test('a refusal says what was found and what is allowed', async () => {
  const { errors } = await app.graphql(doubling(10), { token });
  expect(errors).toEqual([
    {
      message: 'The document selects 12250 fields, its fragments in their places; 10000 are allowed.',
      extensions: { code: 'SELECTION_LIMIT_EXCEEDED', selections: 12_250, limit: 10_000 },
    },
  ]);
});

test.each([
  ['one field', `{ ${'me { role } '.repeat(1_200)} }`],
  ['one leaf', `{ me { ${'role '.repeat(4_900)} } }`],
  ['fields within each other', `{ ${`me { ${`role { ${'id '.repeat(12)} } `.repeat(12)} } `.repeat(12)} }`],
  [
    'fields with long arguments',
    `{ ${`contacts(filter: { name: "${'x'.repeat(4_000)}" }) { totalCount } `.repeat(200)} }`,
  ],
  [
    'many small fragments',
    `{ ${Array.from({ length: 300 }, (_, n) => `...f${n}`).join(' ')} } ${Array.from({ length: 300 }, (_, n) => `fragment f${n} on Query { __typename }`).join(' ')}`,
  ],
])('%s selected over and over is refused before it is compared', async (_what, query) => {
  const { errors } = await app.graphql(query, { token });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['SELECTION_LIMIT_EXCEEDED']);
});

test('fragments that lead back to themselves are refused as what they are', async () => {
  const all = Array.from({ length: 35 }, (_, n) => n);
  const text = `{ me { ...f0 } } ${all.map((n) => `fragment f${n} on Viewer { ${all.map((m) => `...f${m}`).join(' ')} }`).join(' ')}`;
  const { errors } = await app.graphql(text, { token });
  expect(errors?.[0]?.message).toMatch(/^Cannot spread fragment "f\d+" within itself/);
});

test('names of a megabyte are not told a hundred times', async () => {
  const name = 'n'.repeat(400_000);
  const text = `query ${name} { ${Array.from({ length: 100 }, (_, n) => `a${n}: smsCampaign(id: $v${n}) { id }`).join(' ')} }`;
  expect((await ask(text, 'post')).length).toBeLessThan(250_000);
});

test('what dashboards ask is far below', () => {
  const texts = [...EXAMPLES, `{ ${'me { role teamName } '.repeat(50)} }`, doubling(7), doubling(90, 1)];
  for (const text of texts) expect(sizeProblem(parse(text))).toBeNull();
  for (const { document } of routes) expect(sizeProblem(document)).toBeNull();
});
