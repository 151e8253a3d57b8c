import { getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileInput } from '../../src/input/read-input.ts';
import { REST_INPUT } from '../../src/rest/input-manner.ts';
import { schema } from '../rest/toy.ts';

const compile = (text: string) => compileInput(schema, getOperationAST(parse(text))!, REST_INPUT);
const read = compile('mutation ($input: EverythingInput!) { keep(id: 1, input: $input) }');

/** The coerced input, or the errors by field. A name is sent along unless the test sends its own. */
function input(body: Record<string, unknown>): unknown {
  const { variables, errors } = read({ input: { name: 'n', ...body } });
  if (errors) return { errors };
  const { name, ...others } = variables.input as Record<string, unknown>;
  return 'name' in body ? { name, ...others } : others;
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('names', () => {
  test('a snake_case key becomes the camelCase field', () => {
    expect(
      input({ custom1_str: 'x', is_active: true, meta: { send_type: 'draft', manual_data: { send_amount: 3 } } }),
    ).toEqual({
      custom1Str: 'x',
      isActive: true,
      meta: { sendType: 'draft', manualData: { sendAmount: 3 } },
    });
  });

  test('the GraphQL name of a field is an unknown key, and unknown keys are dropped', () => {
    expect(input({ custom1Str: 'x', meta: { sendType: 'draft' }, colour: 'red' })).toEqual({ meta: {} });
  });

  test('day names stay as they are', () => {
    expect(input({ meta: { week: { Mon: [{ start: '09:00' }] } } })).toEqual({
      meta: { week: { Mon: [{ start: '09:00' }] } },
    });
    expect(input({ meta: { week: { Tue: [{ start: '09:00' }, {}] } } })).toEqual({
      errors: { 'meta.week.Tue.1.start': ['The meta.week.Tue.1.start field is required.'] },
    });
  });

  test('every error is collected under its documented dotted name', () => {
    expect(
      input({
        name: 5,
        status: 'sent',
        is_active: 'yes',
        meta: {
          manual_data: { send_amount: 0, throttle_batch_size: 'many' },
          days_of_week: ['Mon', 'Noday'],
          agent_ids: 'a',
        },
        contact_ids: ['019a0000-0000-7000-8000-000000000000', 'x', ''],
      }),
    ).toEqual({
      errors: {
        name: ['The name field must be a string.'],
        status: ['The selected status is invalid.'],
        is_active: ['The is active field must be true or false.'],
        'meta.agent_ids': ['The meta.agent ids field must be an array.'],
        'meta.manual_data.send_amount': ['The meta.manual data.send amount field must be at least 1.'],
        'meta.manual_data.throttle_batch_size': ['The meta.manual data.throttle batch size field must be an integer.'],
        'meta.days_of_week.1': ['The selected meta.days of week.1 is invalid.'],
        'contact_ids.1': ['The contact ids.1 field must be a valid UUID.'],
        'contact_ids.2': ['The contact ids.2 field is required.'],
      },
    });
  });

  test('the message is the first text and a count of the others', () => {
    expect(read({ input: { count: 'x', ratio: 'y' } }).errors).toEqual({
      name: ['The name field is required.'],
      count: ['The count field must be an integer.'],
      ratio: ['The ratio field must be a number.'],
    });
  });

  test('a variable that is not the body answers under its own name', () => {
    const charge = compile(
      'mutation ($cost: Decimal!, $chargeReason: String) { charge(cost: $cost, reason: $chargeReason) }',
    );
    expect(charge({ cost: '1.50', chargeReason: undefined })).toEqual({ variables: { cost: '1.50' }, errors: null });
    expect(charge({ cost: undefined, chargeReason: 5 }).errors).toEqual({
      cost: ['The cost field is required.'],
      charge_reason: ['The charge reason field must be a string.'],
    });
  });
});

describe('absent, null and empty', () => {
  test('a missing body names every required field', () => {
    expect(read({}).errors).toEqual({ name: ['The name field is required.'] });
    expect(read({ input: null }).errors).toEqual({ name: ['The name field is required.'] });
  });

  test('absent stays absent, null clears, an empty string is null', () => {
    expect(input({ status: null, custom1_str: '', meta: { manual_data: null, send_type: '  ' } })).toEqual({
      status: null,
      custom1Str: null,
      meta: { manualData: null, sendType: null },
    });
  });

  test('a field with a default that may not be null gets its default for null', () => {
    expect(input({ meta: { manual_data: { send_amount: null, throttle_batch_size: '' } } })).toEqual({
      meta: { manualData: {} },
    });
  });

  test('null for a required field is required', () => {
    expect(input({ name: null })).toEqual({ errors: { name: ['The name field is required.'] } });
    expect(input({ name: '   ' })).toEqual({ errors: { name: ['The name field is required.'] } });
  });

  test('strings are trimmed, passwords are not', () => {
    expect(input({ name: '  n ', password: ' secret ' })).toEqual({ name: 'n', password: ' secret ' });
  });
});

describe('scalars', () => {
  const cases: [string, unknown, unknown][] = [
    ['count', '5', 5],
    ['count', ' 5 ', 5],
    ['count', -5, -5],
    ['count', 5.5, 'The count field must be an integer.'],
    ['count', '5.0', 'The count field must be an integer.'],
    ['count', '5abc', 'The count field must be an integer.'],
    ['count', true, 'The count field must be an integer.'],
    ['count', [5], 'The count field must be an integer.'],
    ['count', 2147483648, 'The count field must not be greater than 2147483647.'],
    ['count', '-99999999999999999999', 'The count field must be at least -2147483648.'],
    ['step', 2147483648, 'The step field must not be greater than 2147483647.'],
    ['number', 4915112345678, 4915112345678],
    ['number', '9007199254740993', 'The number field must not be greater than 9007199254740991.'],
    ['ratio', '5.5', 5.5],
    ['ratio', '1e999', 'The ratio field must be a number.'],
    ['ratio', 'NaN', 'The ratio field must be a number.'],
    ['ratio', '0x10', 'The ratio field must be a number.'],
    ['min_margin', -0.1, 'The min margin field must be at least 0.'],
    ['max_price', 0, 'The max price field must be greater than 0.'],
    ['cost', 0.1, '0.1'],
    ['cost', '12345678901234567890.10', '12345678901234567890.10'],
    ['cost', true, 'The cost field must be a number.'],
    ['cost', '1,5', 'The cost field must be a number.'],
    ['name', 5, 'The name field must be a string.'],
    ['name', true, 'The name field must be a string.'],
    ['name', { a: 1 }, 'The name field must be a string.'],
    ['name', 'a\0b', 'The name field must be valid text without null characters.'],
    ['name', 'a\ud800', 'The name field must be valid text without null characters.'],
    ['name', 'a😀', 'a😀'],
    ['is_active', 1, true],
    ['is_active', '0', false],
    ['is_active', 'true', 'The is active field must be true or false.'],
    ['is_active', 2, 'The is active field must be true or false.'],
    ['status', 'in_progress', 'in_progress'],
    ['status', 'IN_PROGRESS', 'The selected status is invalid.'],
    ['status', '__proto__', 'The selected status is invalid.'],
    ['status', 1, 'The selected status is invalid.'],
    ['email', 'a@b.co', 'a@b.co'],
    ['email', 'a b', 'The email field must be a valid email address.'],
    ['team_id', 'x', 'The team id field must be a valid UUID.'],
    ['url', 'https://example.com/{id}', 'https://example.com/{id}'],
    ['url', 'javascript:alert(1)', 'The url field must be a valid URL.'],
    ['url', 'https://', 'The url field must be a valid URL.'],
    ['applied_at', '2026-01-02T03:04:05+02:00', '2026-01-02T03:04:05+02:00'],
    ['applied_at', '2026-01-02 03:04:05', '2026-01-02T03:04:05Z'],
    ['applied_at', '2026-01-02', '2026-01-02T00:00:00Z'],
    ['applied_at', '2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123456Z'],
    ['applied_at', '2026-02-30', 'The applied at field must be a valid date.'],
    ['applied_at', 'tomorrow', 'The applied at field must be a valid date.'],
    ['applied_at', 1767225600, 'The applied at field must be a valid date.'],
    ['ref', 7, '7'],
    ['ref', 7.5, 'The ref field must be a string.'],
    ['even', 4, 4],
    ['even', 3, 'The even field format is invalid.'],
    ['settings', { a: [1, { b: ' kept ' }] }, { a: [1, { b: ' kept ' }] }],
    ['settings', [], {}],
    ['settings', [1], 'The settings field must be an array.'],
    ['settings', { a: ['\0'] }, 'The settings field must be valid text without null characters.'],
    ['settings', { 'a\0': 1 }, 'The settings field must be valid text without null characters.'],
    ['payload', [1, 'x'], [1, 'x']],
    ['meta', [], {}],
    ['meta', [1], 'The meta field must be an array.'],
    ['meta', 'x', 'The meta field must be an array.'],
    ['contact_ids', { 0: 'x' }, 'The contact ids field must be an array.'],
  ];

  test.each(cases)('%s given %j is %j', (key, given, wanted) => {
    const field = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const refused = typeof wanted === 'string' && /^The .* (field|selected|is invalid)/.test(wanted);
    expect(input({ [key]: given })).toEqual(refused ? { errors: { [key]: [wanted] } } : { [field]: wanted });
  });

  test('5.0 in JSON is an integer', () => {
    expect(input(json('{"count": 5.0}'))).toEqual({ count: 5 });
  });
});

describe('hostile input', () => {
  test('prototype keys reach nobody', () => {
    const result = input(
      json(
        '{"__proto__": {"status": "draft"}, "meta": {"__proto__": {"send_type": "draft"}}, "settings": {"__proto__": {"x": 1}, "a": {"__proto__": 1}}}',
      ),
    );
    expect(result).toEqual({ meta: {}, settings: { a: {} } });
    expect(JSON.stringify(result)).toBe('{"settings":{"a":{}},"meta":{}}');
    expect(({} as Record<string, unknown>).status).toBeUndefined();
  });

  test('inherited names are no values', () => {
    expect(input({ name: 'n', constructor: 'x' })).toEqual({ name: 'n' });
  });

  test('free-form values may be nested 32 levels', () => {
    const nested = (levels: number) => json(`{"payload": ${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(input(nested(33))).toEqual({ errors: { payload: ['The payload field is nested too deeply.'] } });
    expect(input(nested(32))).toEqual(JSON.parse(`{"payload": ${'['.repeat(32)}${']'.repeat(32)}}`));
    expect(input(nested(100_000))).toEqual({ errors: { payload: ['The payload field is nested too deeply.'] } });
  });

  test('a recursive input type is followed 32 levels', () => {
    const levels = 5000;
    const body = json(`${'{"name":"n","parent":'.repeat(levels)}null${'}'.repeat(levels)}`);
    expect(Object.values((input(body) as { errors: Record<string, string[]> }).errors)).toHaveLength(1);
  });

  test('no more than a thousand errors are answered', () => {
    const { errors } = input({ contact_ids: Array(5000).fill('x') }) as { errors: object };
    expect(Object.keys(errors)).toHaveLength(1000);
  });

  test('a document that does not fit the schema is found at start', () => {
    expect(() => compile('mutation ($input: Nothing!) { keep(id: 1, input: $input) }')).toThrow(
      '$input has no input type in this schema',
    );
  });
});
