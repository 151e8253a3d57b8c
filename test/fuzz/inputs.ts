import fc from 'fast-check';
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';

/** What breaks parsers, columns and bounds. */
const NASTY = [
  null,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '🚀',
  "'; DROP TABLE teams; --",
  '%',
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(5_000),
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  1e-12,
  '1e999',
  '999999999999999999999999',
  'NaN',
  true,
  [],
  [null],
  [[[]]],
  {},
  { id: null },
  { length: 3 },
  '01900000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-00-00',
  'a@b.cc',
  'https://example.com',
  'javascript:alert(1)',
  '10.0.0.0/99',
  '::ffff:1.2.3.4/128',
  '25:00',
];

const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Makes values that often fit their type and often do not. `ids` are those that records have, or once had. */
export function inputsWith(ids: readonly string[]) {
  const likely: Record<string, unknown[]> = { ...LIKELY, ID: [...ids, '7'] };

  function inputOf(type: GraphQLInputType, nameOf: (field: string) => string, depth = 0): fc.Arbitrary<unknown> {
    const inner = getNullableType(type) as GraphQLInputType;
    if (isListType(inner)) return either(fc.array(inputOf(inner.ofType, nameOf, depth + 1), { maxLength: 3 }));
    if (isEnumType(inner)) return either(fc.constantFrom(...inner.getValues().map(({ name }) => name)));
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields());
      const record = Object.fromEntries(
        fields.map((field) => [nameOf(field.name), inputOf(field.type, nameOf, depth + 1)]),
      );
      return either(fc.record(record, { requiredKeys: depth < 2 ? undefined : [] }));
    }
    return either(fc.constantFrom(...(likely[getNamedType(inner).name] ?? ['text'])));
  }
  return inputOf;
}

export type InputOf = ReturnType<typeof inputsWith>;

const either = (fitting: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: nasty });

const LIKELY: Record<string, unknown[]> = {
  Int: [0, 1, 5],
  PositiveInt: [1, 2_147_483_647],
  NonNegativeInt: [0, 2_147_483_647],
  PhoneNumber: ['+1 415 555 0100', 14_155_550_100],
  SafeInt: [7, 2 ** 53 - 1],
  Float: [0.5, 1e300],
  Decimal: [0.000001, '999999999999.999999', 12.5],
  Boolean: [true, false, 0, '1'],
  DateTime: ['2026-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'],
  EmailAddress: ['a@b.cc'],
  URL: ['https://example.com/x'],
  JSON: [{ type: 'status-update', call: { id: 'x' } }, '{"type":"hang"}', [1, 2]],
  JSONObject: [{ id: '01900000-0000-7000-8000-000000000000' }],
};

/** No body may show what the product is made of. */
export const LEAK = /prisma|node_modules|postgres|syntax error|violates|SQLSTATE|\.ts:\d|\bat \S+:\d+:\d+/i;
