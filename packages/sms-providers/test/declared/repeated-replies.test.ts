import { readInbound } from 'sms-providers';
import { expect, test } from 'vitest';

const now = new Date('2026-12-01T12:00:00Z');
const later = new Date('2026-12-01T14:00:00Z');
const id = (given: object, at: Date) => {
  const body = JSON.stringify({ replies: [{ from: '+4915112345678', text: 'STOP', ...given }] });
  return readInbound({ method: 'POST', url: '/', headers: {}, body } as never, at).replies[0]!.id;
};

test('a reply that has neither an id nor a time is a repeat for some minutes only: a second STOP is one', () => {
  expect(id({}, now)).toBe(id({}, new Date(now.getTime() + 30_000)));
  expect(id({}, now)).not.toBe(id({}, later));
});

test('a reply with an id or a time is a repeat whenever it comes', () => {
  expect(id({ id: 'r-1' }, now)).toBe(id({ id: 'r-1' }, later));
  const timestamp = '2026-12-01T11:59:00Z';
  expect(id({ timestamp }, now)).toBe(id({ timestamp }, later));
  // Also when the provider's clock is ahead: its time is not taken, but it is the same.
  const ahead = { timestamp: '2027-01-01T00:00:00Z' };
  expect(id(ahead, now)).toBe(id(ahead, later));
  expect(id({ timestamp }, now)).not.toBe(id({ timestamp: '2026-12-01T11:58:00Z' }, later));
});
