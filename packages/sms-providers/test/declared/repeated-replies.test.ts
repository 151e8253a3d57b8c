import { readInbound } from 'sms-providers';
import { expect, test } from 'vitest';

const now = new Date('2026-12-01T12:00:00Z');
const later = new Date('2026-12-01T14:00:00Z');
const reply = (given: object, at: Date) => {
  const body = JSON.stringify({ replies: [{ from: '+4915112345678', text: 'STOP', ...given }] });
  return readInbound({ method: 'POST', url: '/', headers: {}, body } as never, at).replies[0]!;
};
const id = (given: object, at: Date) => reply(given, at).id;

test('of a reply that has neither an id nor a time what it says is its id, and whoever keeps it is told so', () => {
  expect(reply({}, now)).toMatchObject({ id: id({}, later), hasDerivedId: true });
  expect(reply({ text: 'Stop' }, now).id).not.toBe(id({}, now));
  for (const given of [{ id: 'r-1' }, { timestamp: '2026-12-01T11:59:00Z' }])
    expect(reply(given, now)).not.toHaveProperty('hasDerivedId');
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
