import { describe, expect, test } from 'vitest';
import { readDecimal, readInteger, signOf } from '../../src/input/numbers.ts';

describe('amounts', () => {
  test.each([
    ['5', '5'],
    ['+05.50', '5.50'],
    ['-0.10', '-0.10'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.25e1', '12.5'],
    ['1.25e3', '1250'],
    ['12.5e-4', '0.00125'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [-2.5, '-2.5'],
    [3 * 0.1, '0.3'],
    [-(1.1 * 3), '-3.3'],
    [0.07 * 3, '0.21'],
    [19.99 * 3, '59.97'],
    [123_456_789_012.1234, '123456789012.1234'],
    [1 / 3, '0.333333333333333'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['79228162514264337593543950335.123456789', '79228162514264337593543950335.123456789'],
  ])('%j reads as %s', (given, wanted) => {
    expect(readDecimal(given)).toBe(wanted);
  });

  test.each(['', '.', '-', '1,5', '0x10', '1e', '1e99', 'NaN', 'Infinity', '1_000', true, null, [], {}])(
    '%j is none',
    (given) => {
      expect(readDecimal(given)).toBeNull();
    },
  );

  test('have a sign', () => {
    expect(['-0.00', '0', '-0.01', '3'].map(signOf)).toEqual([0, 0, -1, 1]);
  });
});

test('integers are written without fraction, exponent or leading zeros', () => {
  expect(['5', '-5', '+5', '007', '5.0', '1e3', 5, 5.5].map(readInteger)).toEqual([
    5,
    -5,
    5,
    null,
    null,
    null,
    5,
    null,
  ]);
});
