import { expect, test } from 'vitest';
import { base32, fromBase32, hotp, otpauthUri, stepOf } from '../../../../src/modules/identity/auth/totp.ts';

const KEY = Buffer.from('12345678901234567890');
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at %i the code is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(hotp(KEY, step, 8)).toBe(code);
  expect(stepOf(SECRET, code.slice(2), seconds * 1_000, null)).toBe(step);
});

test.each([
  [0, '755224'],
  [1, '287082'],
  [9, '520489'],
])('RFC 4226, appendix D: code %i is %s', (counter, code) => {
  expect(hotp(KEY, counter)).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j is %s in base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
  expect(fromBase32(encoded).toString()).toBe(text);
});

test('a code is good a step early and a step late, and not after a later one was used', () => {
  const code = hotp(KEY, 100);
  const at = (step: number, used: number | null = null) => stepOf(SECRET, code, step * 30_000, used);
  expect([98, 99, 100, 101, 102].map((step) => at(step))).toEqual([null, 100, 100, 100, null]);
  expect([99, 100, 101].map((used) => at(100, used))).toEqual([100, null, null]);
  expect(stepOf(SECRET, code.slice(1), 3_000_000, null)).toBe(null);
});

test('the URI names the product, the person and the secret', () => {
  expect(otpauthUri(SECRET, 'Outbound', 'ann+1@acme.example')).toBe(
    `otpauth://totp/Outbound:ann%2B1%40acme.example?secret=${SECRET}&issuer=Outbound&algorithm=SHA1&digits=6&period=30`,
  );
});
