import { describe, expect, test } from 'vitest';
import { localDate, localWeek, nextLocalDay, nextLocalWeek } from '../../src/schedule/calendar.ts';
import { zonesOfContact } from '../../src/schedule/contact-zones.ts';
import { readMoment } from '../../src/schedule/read-moment.ts';
import { dueSlots, nextSlot } from '../../src/schedule/recurring-slots.ts';

const zones = (timezone: string | null, country: string | null, number: number) =>
  zonesOfContact({ timezone, country, number }, 'Europe/Berlin');

describe('a contact’s zones', () => {
  test('are its own', () => {
    expect(zones('asia/kathmandu', 'DE', 4917012345678)).toEqual({
      zones: ['Asia/Kathmandu'],
      source: 'contact',
      reason: null,
    });
  });

  test.each([
    [12125550100, ['America/New_York']],
    [16025550100, ['America/Phoenix']],
    [14165550100, ['America/Toronto']],
    [19075550100, ['America/Adak', 'America/Anchorage', 'America/Juneau', 'Pacific/Honolulu']],
  ])('of %i are its area code’s', (number, expected) => {
    expect(zones(null, 'US', number)).toEqual({
      zones: expected,
      source: 'area_code',
      reason: 'The contact has no time zone.',
    });
  });

  test('are its country’s, all of them', () => {
    expect(zones(null, 'NP', 9779841234567)).toEqual({
      zones: ['Asia/Kathmandu'],
      source: 'country',
      reason: 'The contact has no time zone.',
    });
    const australia = zones(null, 'AU', 61412345678);
    expect(australia.zones).toEqual(expect.arrayContaining(['Australia/Perth', 'Australia/Sydney']));
    // The number tells the country where the contact does not. Christmas Island and the Cocos have the same mobiles.
    expect(zones(null, null, 61861234567)).toEqual(australia);
    expect(zones(null, null, 61412345678).zones).toEqual(expect.arrayContaining([...australia.zones, 'Asia/Bangkok']));
  });

  test('are the country’s or the team’s where the contact’s is not known, with the reason', () => {
    expect(zones('Mars/Olympus', 'NP', 9779841234567)).toEqual({
      zones: ['Asia/Kathmandu'],
      source: 'country',
      reason: 'The contact’s time zone is not known.',
    });
    expect(zones('+02:00', null, 888123456789)).toEqual({
      zones: ['Europe/Berlin'],
      source: 'team',
      reason: 'The contact’s time zone is not known. Its country is not known.',
    });
    expect(zonesOfContact({ timezone: null, country: 'XX', number: 888123456789 }, 'Nowhere').zones).toEqual(['UTC']);
  });
});

describe('days and weeks', () => {
  test('are the contact’s', () => {
    const at = new Date('2026-11-22T20:00:00Z');
    expect([localDate('Europe/Berlin', at), localDate('Asia/Kathmandu', at)]).toEqual(['2026-11-22', '2026-11-23']);
    expect([localWeek('Europe/Berlin', at), localWeek('Asia/Kathmandu', at)]).toEqual(['2026-W47', '2026-W48']);
  });

  test('of the turn of the year belong to the year of their Thursday', () => {
    expect(localWeek('UTC', new Date('2027-01-01T12:00:00Z'))).toBe('2026-W53');
    expect(localWeek('UTC', new Date('2024-12-30T12:00:00Z'))).toBe('2025-W01');
  });

  test('begin when the clock says, which is not midnight everywhere', () => {
    const starts = (zone: string, at: string) => [
      nextLocalDay(zone, new Date(at)).toISOString(),
      nextLocalWeek(zone, new Date(at)).toISOString(),
    ];
    expect(starts('Europe/Berlin', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(starts('Europe/Berlin', '2026-10-25T12:00:00Z')).toEqual([
      '2026-10-25T23:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
    // Monday itself: the next one.
    expect(starts('Asia/Kathmandu', '2026-11-23T12:00:00Z')).toEqual([
      '2026-11-23T18:15:00.000Z',
      '2026-11-29T18:15:00.000Z',
    ]);
    // Cuba skips the hour after midnight.
    expect(starts('America/Havana', '2026-03-07T12:00:00Z')[0]).toBe('2026-03-08T05:00:00.000Z');
  });
});

describe('a moment', () => {
  const read = (text: string, zone?: string) => readMoment(text, zone)?.toISOString() ?? null;

  test('with an offset is that one', () => {
    expect([
      read('2026-11-22T10:00:00+01:00', 'America/Phoenix'),
      read('2026-11-22 10:00 +0100'),
      read('2026-11-22t09:00z'),
    ]).toEqual(['2026-11-22T09:00:00.000Z', '2026-11-22T09:00:00.000Z', '2026-11-22T09:00:00.000Z']);
  });

  test('without one is the zone’s', () => {
    expect([
      read('2026-11-22T10:00', 'Asia/Kathmandu'),
      read('2026-11-22', 'Europe/Berlin'),
      read('2026-11-22T10:00'),
    ]).toEqual(['2026-11-22T04:15:00.000Z', '2026-11-21T23:00:00.000Z', '2026-11-22T10:00:00.000Z']);
  });

  test('that the clock skips moves forward, and of one that comes twice the first counts', () => {
    expect(read('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(read('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  test.each([
    ...['', 'soon', '2026-02-30', '2026-11-22T25:00', '2026-11-22T10:00+25:00', '22.11.2026', '2026-13-01'],
    ...['0000-01-01', '0000-12-31T23:59', '0001-01-01T00:00+00:01', '9999-12-31T23:59:59-00:01', '10000-01-01'],
  ])('is not %j', (text) => {
    expect(read(text, 'Europe/Berlin')).toBeNull();
  });

  test('is in the years 1 to 9999 in UTC, whatever zone the calendar’s first and last days are read in', () => {
    expect([read('9999-12-31', 'UTC'), read('9999-12-31T23:59:59.999', 'America/Los_Angeles')]).toEqual([
      '9999-12-31T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ]);
    expect(read('0001-01-01', 'Pacific/Auckland')).toBe('0001-01-01T00:00:00.000Z');
  });
});

describe('a recurring campaign', () => {
  const none = { Mon: [], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] };
  const data = {
    daysOfWeek: ['Sun' as const, 'Mon' as const],
    dailyRecurringData: {
      ...none,
      Sun: [
        { send_amount: 20, send_datetime: '12:00' },
        { sendAmount: 10, sendDatetime: '02:30' },
        { send_amount: 10, send_datetime: '02:30' },
        { send_datetime: 'noon' },
      ],
      Mon: [{ send_datetime: '09:00:00' }],
      Tue: [{ send_amount: 1, send_datetime: '09:00' }],
    },
  };
  const due = (since: string, at: string) => dueSlots(data, 'Europe/Berlin', new Date(since), new Date(at));

  test('has the slots of today that have come, until the day ends', () => {
    expect(due('2026-11-01T00:00:00Z', '2026-11-22T22:59:59Z')).toEqual([
      { key: '2026-11-22T02:30', at: new Date('2026-11-22T01:30:00Z'), sendAmount: 10 },
      { key: '2026-11-22T12:00', at: new Date('2026-11-22T11:00:00Z'), sendAmount: 20 },
    ]);
    expect(due('2026-11-01T00:00:00Z', '2026-11-22T23:00:00Z')).toEqual([]);
    expect(due('2026-11-22T08:00:00Z', '2026-11-22T22:59:59Z').map(({ key }) => key)).toEqual(['2026-11-22T12:00']);
    expect(due('2026-11-01T00:00:00Z', '2026-11-22T10:59:59Z').map(({ key }) => key)).toEqual(['2026-11-22T02:30']);
  });

  test('has a next slot, in the zone of the team, not on days left out', () => {
    const next = (at: string) => nextSlot(data, 'Europe/Berlin', new Date(at));
    expect(next('2026-11-22T11:00:00Z')).toEqual({
      key: '2026-11-23T09:00',
      at: new Date('2026-11-23T08:00:00Z'),
      sendAmount: 200,
    });
    expect(next('2026-11-23T08:00:00Z')?.key).toBe('2026-11-29T02:30');
    expect(nextSlot({ daysOfWeek: ['Sat'], dailyRecurringData: none }, 'UTC', new Date('2026-11-22'))).toBeNull();
  });

  test('has its slot once where the clock repeats its time, and later where it skips it', () => {
    expect(due('2026-10-01T00:00:00Z', '2026-10-25T02:00:00Z')).toEqual([
      { key: '2026-10-25T02:30', at: new Date('2026-10-25T00:30:00Z'), sendAmount: 10 },
    ]);
    expect(due('2026-03-01T00:00:00Z', '2026-03-29T01:29:59Z')).toEqual([]);
    expect(due('2026-03-01T00:00:00Z', '2026-03-29T01:30:00Z').map(({ key }) => key)).toEqual(['2026-03-29T02:30']);
    // Greenland skips the last hour of a Saturday.
    const late = { daysOfWeek: ['Sat' as const], dailyRecurringData: { ...none, Sat: [{ send_datetime: '23:30' }] } };
    const nuuk = (at: string) =>
      dueSlots(late, 'America/Nuuk', new Date('2026-03-01'), new Date(at)).map(({ key }) => key);
    expect([nuuk('2026-03-29T01:29:59Z'), nuuk('2026-03-29T01:30:00Z')]).toEqual([[], ['2026-03-28T23:30']]);
  });
});
