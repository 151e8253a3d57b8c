import { parseValue } from 'graphql';
import { expect, test } from 'vitest';
import {
  DateTime,
  Decimal,
  NonNegativeInt,
  PhoneNumber,
  PositiveInt,
  SafeInt,
  URLScalar,
} from '../../src/graphql/scalars.ts';

test.each([
  [12.5, '12.5'],
  ['12.50', '12.5'],
  ['012', '12'],
  ['-0.0', '0'],
  ['-0.10', '-0.1'],
  [0.1, '0.1'],
  [100, '100'],
  [0.000001, '0.000001'],
  ['-3', '-3'],
  ['999999999999.999999', '999999999999.999999'],
])('Decimal takes %j, written in one way', (value, text) => {
  expect(Decimal.parseValue(value)).toBe(text);
});

test.each([
  0.0000001,
  1.23456789,
  1e12,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '1e3',
  '1.1234567',
  '',
  ' 1',
  '0x1',
  true,
  null,
  {},
])('Decimal refuses %j rather than round it', (value) => {
  expect(() => Decimal.parseValue(value)).toThrow();
});

test.each([
  ['12.500000', '12.5'],
  ['100', '100'],
  ['0.000000', '0'],
  ['1000.000000', '1000'],
])('Decimal leaves %s as %s', (stored, text) => {
  expect(Decimal.serialize(stored)).toBe(text);
});

test('whole numbers keep to the width of their column', () => {
  expect([PositiveInt.parseValue(1), PositiveInt.parseValue(2_147_483_647), NonNegativeInt.parseValue(0)]).toEqual([
    1, 2_147_483_647, 0,
  ]);
  for (const value of [0, -1, 2_147_483_648, 1.5, 'x']) expect(() => PositiveInt.parseValue(value)).toThrow();
  for (const value of [-1, 2_147_483_648]) expect(() => NonNegativeInt.parseValue(value)).toThrow();
  expect(() => PositiveInt.parseLiteral(parseValue('2147483648'), {})).toThrow();
});

test('large integers leave as numbers, from either driver', () => {
  expect([SafeInt.serialize(447700900123n), SafeInt.serialize(447700900123)]).toEqual([447700900123, 447700900123]);
});

test('phone numbers leave with a plus sign, from bigint and text columns, and are taken in any spelling', () => {
  expect([PhoneNumber.serialize(447700900123n), PhoneNumber.serialize('447700900123')]).toEqual([
    '+447700900123',
    '+447700900123',
  ]);
  expect(PhoneNumber.parseValue('+44 (0)7700 900-123')).toBe('+44 (0)7700 900-123');
  expect(PhoneNumber.parseValue(447700900123)).toBe('447700900123');
  for (const value of ['', 'Anna', '12 €', 1.5, true, null]) expect(() => PhoneNumber.parseValue(value)).toThrow();
});

test('times leave as ISO text, from either driver', () => {
  const text = '2026-11-21T09:30:00.000Z';
  expect([DateTime.serialize(new Date(text)), DateTime.serialize(text)]).toEqual([text, text]);
  expect(DateTime.parseValue(text)).toEqual(new Date(text));
});

test('a web address loses what cannot be seen around it, as a paste may bring', () => {
  expect(URLScalar.parseValue('\u200b https://shop.example/a\u200b\n')).toBe('https://shop.example/a');
});
