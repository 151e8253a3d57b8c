import {
  flawOf,
  isMoment,
  isRealDay,
  parsedInUtc,
  parseJson,
  parseLooseJson,
  storableJson,
  withoutProto,
} from 'plain-json';
import { expect, test } from 'vitest';

test.each([
  ['{"id":12345678901234567890}', { id: '12345678901234567890' }],
  ['[-5467864398275983465, 1234]', ['-5467864398275983465', 1234]],
  ['{"text":"call 12345678901234567890"}', { text: 'call 12345678901234567890' }],
  ['{"text":"Not\nnow"}', { text: 'Not now' }],
  ['{"texts":["a, ]",],}', { texts: ['a, ]'] }],
  ['\ufeff{"a":1}', { a: 1 }],
  ['no', undefined],
])('%j is read as %j', (text, value) => {
  expect(parseLooseJson(text)).toEqual(value);
});

test('a byte order mark alone is forgiven otherwise', () => {
  expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 });
  expect(() => parseJson('{"a":1,}')).toThrow(SyntaxError);
});

test('what PostgreSQL cannot store is found and removed', () => {
  const given = { 'a\0': ['\ud83d', '\ud83d\ude00'], b: 1 };
  expect(flawOf(given)).toBe('text');
  expect(storableJson(given)).toEqual({ a: ['', '\ud83d\ude00'], b: 1 });
  expect(flawOf(storableJson(given))).toBeNull();
  const nested = (depth: number): unknown => (depth === 0 ? 'a' : [nested(depth - 1)]);
  expect([flawOf(nested(32)), flawOf(nested(33))]).toEqual([null, 'depth']);
});

test('a value from outside makes no prototype', () => {
  const given = parseJson('{"a":[{"__proto__":{"isAdmin":true},"b":1}]}');
  expect(withoutProto(given)).toEqual({ a: [{ b: 1 }] });
});

test.each([
  ['2025-06-01T10:00:00', '2025-06-01T10:00:00.000Z'],
  ['2025-06-01 10:00', '2025-06-01T10:00:00.000Z'],
  ['2025-06-01', '2025-06-01T00:00:00.000Z'],
  ['2025-06-01T10:00:00+02:00', '2025-06-01T08:00:00.000Z'],
  ['2025-06-01 10:00:00.123456+02', '2025-06-01T08:00:00.123Z'],
  ['2025-06-01T10:00:00-05', '2025-06-01T15:00:00.000Z'],
  ['Sun Jun 01 2025 10:00:00 GMT+0200 (Central European Summer Time)', '2025-06-01T08:00:00.000Z'],
  ['Sun, 01 Jun 2025 10:00:00 +0200 (CEST)', '2025-06-01T08:00:00.000Z'],
  ['Sun, 01 Jun 2025 10:00:00  +0200', '2025-06-01T08:00:00.000Z'],
  ['Sun Jun 01 2025 10:00:00 GMT+02', '2025-06-01T08:00:00.000Z'],
  ['Jun 1 2025 10:00 PM +0200', '2025-06-01T20:00:00.000Z'],
  ['01-Jun-2025', '2025-06-01T00:00:00.000Z'],
  ['Sun, 01 Jun 2025 10:00:00 GMT', '2025-06-01T10:00:00.000Z'],
  ['Sun Jun 1 10:00:00 2025', '2025-06-01T10:00:00.000Z'],
])('the time %s is %s, whatever the zone of the server', (text, moment) => {
  const zone = process.env.TZ;
  process.env.TZ = 'Asia/Kolkata';
  try {
    expect(new Date(parsedInUtc(text)).toISOString()).toBe(moment);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a day that the calendar does not have is no time', () => {
  expect([isRealDay('2024-02-29'), isRealDay('2025-02-29')]).toEqual([true, false]);
  expect(parsedInUtc('2025-02-30T10:00:00Z')).toBeNaN();
  expect([isMoment(1_748_736_000_000), isMoment(1_748_736_000)]).toEqual([true, false]);
});
