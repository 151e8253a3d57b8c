import { buildSchema, type FieldNode, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { compile } from '../../src/graphql/compile.ts';
import { createExecutor } from '../../src/graphql/executor.ts';
import { conditionsOf } from '../../src/graphql/flatten.ts';
import { variablesOf } from '../../src/graphql/variables.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema, schema } from '../../src/schema.ts';

test.each(routes.map((route) => [route.operation, route] as const))(
  'the stored document of %s compiles, whatever it is to include',
  (_name, { document }) => {
    for (const value of [true, false]) {
      const conditions = Object.fromEntries(conditionsOf(document).map((name) => [name, value]));
      expect(compile(restSchema, document, getOperationAST(document)!, conditions)?.selections).toBeGreaterThan(0);
    }
  },
);

const QUERY = parse(`
  query Q($name: String! = "SmsCampaign", $with: Boolean! = false, $flag: Boolean = false) {
    __type(name: $name) { name description @include(if: $with) kind @skip(if: $flag) }
  }
`);

test.each([
  [{}, { __type: { name: 'SmsCampaign', kind: 'OBJECT' } }],
  [
    { name: 'SmsSend', with: true, flag: true },
    { __type: { name: 'SmsSend', description: 'One send of an SMS campaign.' } },
  ],
  [{ name: 'Nothing' }, { __type: null }],
])('runs with variables %j alike interpreted and compiled', async (variableValues, data) => {
  for (const compile of [false, true]) {
    const executor = createExecutor(schema, { compile });
    executor.prepare(QUERY);
    expect(await executor({ schema, document: QUERY, variableValues })).toEqual({ data });
  }
});

test('what is kept of compiled operations is bounded by the texts of their documents, too', async () => {
  const tiny = buildSchema('type Query { a: Int }');
  const executor = createExecutor(tiny, { compile: true });
  let node: FieldNode | undefined;
  tiny.getQueryType()!.getFields().a!.resolve = (_root, _args, _context, info) => {
    node = info.fieldNodes[0];
    return 1;
  };
  const isCompiled = async (length: number) => {
    const document = parse('{ a }');
    Object.assign(document.loc!.source, { body: ' '.repeat(length) });
    executor.prepare(document);
    expect(await executor({ schema: tiny, document })).toEqual({ data: { a: 1 } });
    // graphql-js passes on the document's own nodes.
    return !(document.definitions[0] as OperationDefinitionNode).selectionSet.selections.includes(node!);
  };
  expect(await isCompiled(100)).toBe(true);
  // There is room for 30,000 fields of 2,600 bytes.
  expect(await isCompiled(77_000_000)).toBe(true);
  expect(await isCompiled(79_000_000)).toBe(false);
});

test('a variable that is absent is absent, whatever it is called', async () => {
  const document = parse('query Q($constructor: String, $toString: String) { __type(name: "ID") { name } }');
  const seen: unknown[] = [];
  for (const definition of [undefined, 'given']) {
    const read = variablesOf(schema, document.definitions[0] as OperationDefinitionNode);
    const result = read(definition === undefined ? {} : { constructor: definition });
    seen.push('coerced' in result ? [result.coerced.constructor, result.coerced.toString] : result);
  }
  expect(seen).toEqual([
    [undefined, undefined],
    ['given', undefined],
  ]);
});

test.each([{ name: null }, { name: 5 }, { with: 'yes' }])(
  'refuses variables %j in the same words',
  async (variableValues) => {
    const messages = await Promise.all(
      [false, true].map(async (compile) => {
        const executor = createExecutor(schema, { compile });
        executor.prepare(QUERY);
        const { data, errors } = await executor({ schema, document: QUERY, variableValues });
        return { data, messages: errors?.map(({ message }) => message) };
      }),
    );
    expect(messages[0]?.messages).toHaveLength(1);
    expect(messages[1]).toEqual(messages[0]);
  },
);
