import { buildSchema, type GraphQLError, parse, validate } from 'graphql';
import { nestingPlugin, sizeProblem, textLimits } from 'graphql-limits';
import { expect, test } from 'vitest';

const schema = buildSchema('type Query { me: Query, name: String, tagged(tags: [String]): String }');

const doubling = (levels: number) =>
  `{ ...f0 } ${Array.from({ length: levels }, (_, at) => `fragment f${at} on Query { me { ...f${at + 1} } ...f${at + 1} }`).join(' ')} fragment f${levels} on Query { name }`;

test('a document that doubles its fragments is refused before anything walks it', () => {
  expect(sizeProblem(parse(doubling(5)))).toBeNull();
  for (const levels of [20, 300]) {
    expect(sizeProblem(parse(doubling(levels)))?.extensions.code).toBe('SELECTION_LIMIT_EXCEEDED');
  }
  expect(sizeProblem(parse('{ name me { name } }'), { selections: 2 })).toMatchObject({
    message: 'The document selects 3 fields, its fragments in their places; 2 are allowed.',
    extensions: { selections: 3, limit: 2 },
  });
});

test('a document that repeats its fields is refused before they are compared', () => {
  expect(sizeProblem(parse(`{ ${'name '.repeat(100)} }`))).toBeNull();
  for (const text of [`{ ${'name '.repeat(1_000)} }`, `{ ${`tagged(tags: "${'x'.repeat(4_000)}") `.repeat(100)} }`]) {
    expect(sizeProblem(parse(text))?.message).toBe(
      'The document selects too many fields of the same name in the same place.',
    );
  }
  expect(sizeProblem(parse('{ name name name }'), { comparisons: 2 })?.extensions.code).toBe(
    'SELECTION_LIMIT_EXCEEDED',
  );
});

test('fragments that lead back to themselves are refused as what they are', () => {
  expect(sizeProblem(parse('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'))?.message).toBe(
    'Cannot spread fragment "a" within itself.',
  );
});

/** Parses and validates as Yoga and Envelop do. */
function errorsOf(text: string, plugins: readonly unknown[]): string[] {
  let [parseFn, validateFn]: [typeof parse, typeof validate] = [parse, validate];
  const rules: never[] = [];
  const setParseFn = (given: typeof parse) => {
    parseFn = given;
  };
  const setValidationFn = (given: typeof validate) => {
    validateFn = given;
  };
  const addValidationRule = (rule: never) => rules.push(rule);
  try {
    for (const plugin of plugins as { onParse?(on: object): void }[]) plugin.onParse?.({ parseFn, setParseFn });
    const document = parseFn(text);
    for (const plugin of plugins as { onValidate?(on: object): void }[])
      plugin.onValidate?.({ validateFn, setValidationFn, addValidationRule });
    return validateFn(schema, document, rules).map(({ message }) => message);
  } catch (error) {
    return [(error as GraphQLError).message];
  }
}

test.each([
  ['tokens', '{ name me { me { name } } }', /Token limit of 7 exceeded/],
  ['aliases', '{ a: name b: name }', /Aliases limit of 1 exceeded/],
  ['directives', '{ a: name @skip(if: 1) @a @b }', /Directives limit of 2 exceeded/],
])('a document with too many %s is refused', (what, text, message) => {
  const limits = { tokens: 1_000, aliases: 1, directives: 2, ...(what === 'tokens' && { tokens: 7 }) };
  expect(errorsOf(text, textLimits(limits))).toEqual([expect.stringMatching(message)]);
  expect(errorsOf('{ a: name }', textLimits(limits))).toEqual([]);
});

test('nesting that takes more stack than there is becomes an error of the operation', () => {
  const nested = `{ tagged(tags: ${'['.repeat(200_000)}${']'.repeat(200_000)}) }`;
  expect(errorsOf(nested, [nestingPlugin])).toEqual(['The operation is nested too deeply.']);
});
