import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedBy, type HoursRules, isOpen, opening, reachableHours } from '../../src/schedule/reachable-hours.ts';

const hours = (rules: Partial<HoursRules>) =>
  reachableHours({ daysOfWeek: null, weeklySchedule: null, teamHours: null, ...rules });
const daily = (start: string, end: string) => hours({ weeklySchedule: { default: { start, end } } });

const next = (rules: ReturnType<typeof hours>, zone: string | string[], at: string) =>
  opening(rules, [zone].flat(), new Date(at))?.from.toISOString() ?? null;
const until = (rules: ReturnType<typeof hours>, zone: string, at: string) =>
  opening(rules, [zone], new Date(at))?.until.toISOString() ?? null;
const open = (rules: ReturnType<typeof hours>, zone: string | string[], at: string) =>
  isOpen(rules, [zone].flat(), new Date(at));

describe('a window', () => {
  const nineToFive = daily('09:00', '17:00');

  test('opens at its start and is closed at its end, by the contact’s clock', () => {
    expect([
      open(nineToFive, 'Asia/Kathmandu', '2026-11-22T03:14:59.999Z'),
      open(nineToFive, 'Asia/Kathmandu', '2026-11-22T03:15:00Z'),
      open(nineToFive, 'Asia/Kathmandu', '2026-11-22T11:14:59.999Z'),
      open(nineToFive, 'Asia/Kathmandu', '2026-11-22T11:15:00Z'),
    ]).toEqual([false, true, true, false]);
    expect(next(nineToFive, 'Asia/Kathmandu', '2026-11-22T11:15:00Z')).toBe('2026-11-23T03:15:00.000Z');
  });

  test('is where the clock says also when summer time begins and ends', () => {
    expect(next(nineToFive, 'Europe/Berlin', '2026-03-28T18:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
    expect(next(nineToFive, 'Europe/Berlin', '2026-03-27T18:00:00Z')).toBe('2026-03-28T08:00:00.000Z');
    expect(next(nineToFive, 'Europe/Berlin', '2026-10-24T18:00:00Z')).toBe('2026-10-25T08:00:00.000Z');
    // Arizona keeps its time all year.
    expect(next(nineToFive, 'America/Phoenix', '2026-03-08T12:00:00Z')).toBe('2026-03-08T16:00:00.000Z');
    expect(next(nineToFive, 'America/Phoenix', '2026-11-01T12:00:00Z')).toBe('2026-11-01T16:00:00.000Z');
  });

  test('of a day of the week comes before the default, and days left out are closed', () => {
    const rules = hours({
      daysOfWeek: ['Mon', 'Wed', 'Thu'],
      weeklySchedule: { default: { start: '09:00', end: '17:00' }, Wed: { start: '12:00', end: '13:00' }, Thu: null },
    });
    const openings = ['2026-11-21T00:00:00Z', '2026-11-23T17:00:00Z', '2026-11-25T13:00:00Z', '2026-11-26T17:00:00Z'];
    expect(openings.map((at) => next(rules, 'UTC', at))).toEqual([
      '2026-11-23T09:00:00.000Z',
      '2026-11-25T12:00:00.000Z',
      '2026-11-26T09:00:00.000Z',
      '2026-11-30T09:00:00.000Z',
    ]);
  });

  test('whose end is before its start runs over midnight, into a day that is left out as well', () => {
    const rules = hours({ daysOfWeek: ['Fri'], weeklySchedule: { default: { start: '22:00', end: '02:00' } } });
    expect(next(rules, 'Europe/Berlin', '2026-11-22T00:00:00Z')).toBe('2026-11-27T21:00:00.000Z');
    expect(until(rules, 'Europe/Berlin', '2026-11-27T22:30:00Z')).toBe('2026-11-28T01:00:00.000Z');
    // Thursday's would have run into Friday.
    expect(open(rules, 'Europe/Berlin', '2026-11-27T00:30:00Z')).toBe(false);
  });

  test('that ends where it starts is the whole day, and one that ends at midnight ends there', () => {
    expect(open(daily('00:00', '00:00'), 'UTC', '2026-11-22T23:59:00Z')).toBe(true);
    expect(until(daily('20:00', '00:00'), 'UTC', '2026-11-22T20:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
  });

  test('that a change of the clock takes away is not there that day', () => {
    const night = daily('02:00', '03:00');
    expect(next(night, 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
    const sundays = hours({ daysOfWeek: ['Sun'], weeklySchedule: { default: { start: '02:00', end: '03:00' } } });
    expect(next(sundays, 'Europe/Berlin', '2026-03-22T12:00:00Z')).toBe('2026-04-05T00:00:00.000Z');
  });

  test('that a change of the clock cuts or repeats is there as the clock shows it', () => {
    expect(next(daily('02:30', '04:00'), 'Europe/Berlin', '2026-03-29T00:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    const repeated = daily('02:15', '02:45');
    expect(next(repeated, 'Europe/Berlin', '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:15:00.000Z');
    expect(next(repeated, 'Europe/Berlin', '2026-10-25T00:45:00Z')).toBe('2026-10-25T01:15:00.000Z');
    expect(until(repeated, 'Europe/Berlin', '2026-10-25T01:15:00Z')).toBe('2026-10-25T01:45:00.000Z');
  });

  test('over midnight is an hour shorter in spring and longer in autumn', () => {
    const overnight = daily('22:00', '06:00');
    expect(until(overnight, 'Europe/Berlin', '2026-03-28T21:00:00Z')).toBe('2026-03-29T04:00:00.000Z');
    expect(until(overnight, 'Europe/Berlin', '2026-10-24T20:00:00Z')).toBe('2026-10-25T05:00:00.000Z');
  });

  test('is not there at all where the schedule knows no hours for a day, and always without a schedule', () => {
    expect(next(hours({ weeklySchedule: { default: null } }), 'UTC', '2026-11-22T12:00:00Z')).toBeNull();
    expect(next(hours({ daysOfWeek: [] }), 'UTC', '2026-11-22T12:00:00Z')).toBeNull();
    expect(next(hours({}), 'UTC', '2026-11-22T12:00:00Z')).toBe('2026-11-22T12:00:00.000Z');
  });
});

describe('the team’s hours', () => {
  const teamHours = { start: '08:00', end: '21:00' };

  test('cut every campaign’s', () => {
    const rules = hours({ teamHours, weeklySchedule: { default: { start: '18:00', end: '09:00' } } });
    expect(until(rules, 'UTC', '2026-11-22T18:00:00Z')).toBe('2026-11-22T21:00:00.000Z');
    expect(next(rules, 'UTC', '2026-11-22T21:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
    expect(until(rules, 'UTC', '2026-11-23T08:00:00Z')).toBe('2026-11-23T09:00:00.000Z');
  });

  test('are one of the rules that may have closed', () => {
    const rules = hours({
      teamHours,
      daysOfWeek: ['Sun'],
      weeklySchedule: { default: { start: '10:00', end: '23:00' } },
    });
    const at = (time: string) => closedBy(rules, ['UTC'], new Date(time));
    expect([
      at('2026-11-22T12:00:00Z'),
      at('2026-11-22T22:00:00Z'),
      at('2026-11-22T09:00:00Z'),
      at('2026-11-23T12:00:00Z'),
    ]).toEqual([null, 'team_hours', 'weekly_schedule', 'days_of_week']);
  });
});

describe('several zones', () => {
  test('are open when all of them are', () => {
    const rules = daily('09:00', '17:00');
    const zones = ['America/New_York', 'America/Los_Angeles'];
    expect(next(rules, zones, '2026-11-23T13:00:00Z')).toBe('2026-11-23T17:00:00.000Z');
    expect(open(rules, zones, '2026-11-23T21:59:00Z')).toBe(true);
    expect(open(rules, zones, '2026-11-23T22:00:00Z')).toBe(false);
  });

  test('that are never open together are never open', () => {
    expect(next(daily('09:00', '11:00'), ['Europe/Kaliningrad', 'Asia/Kamchatka'], '2026-11-23T00:00:00Z')).toBeNull();
  });
});

test('at any moment of two years the clock on the wall agrees', () => {
  const clock = (zone: string) => {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short', hour: '2-digit', minute: '2-digit' },
    });
    return (at: Date) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  };
  const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
  const zones = [
    'Europe/Berlin',
    'America/Phoenix',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Nuuk',
    'Asia/Beirut',
  ];
  const clocks = new Map(zones.map((zone) => [zone, clock(zone)]));
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
  const window = fc.record({ start: time, end: time });
  const quarter = 900_000;
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.subarray([...DAYS], { minLength: 1 }),
      window,
      fc.integer({ min: Date.parse('2026-01-01') / quarter, max: Date.parse('2028-01-01') / quarter }),
      (zone, daysOfWeek, hoursOfDay, at) => {
        const moment = new Date(at * quarter);
        const { weekday, hour, minute } = clocks.get(zone)!(moment) as {
          weekday: (typeof DAYS)[number];
          hour: string;
          minute: string;
        };
        const shown = `${hour}:${minute}`;
        const yesterday = DAYS[(DAYS.indexOf(weekday) + 6) % 7]!;
        const { start, end } = hoursOfDay;
        const expected =
          start < end
            ? daysOfWeek.includes(weekday) && start <= shown && shown < end
            : (daysOfWeek.includes(weekday) && start <= shown) || (daysOfWeek.includes(yesterday) && shown < end);
        expect(open(hours({ daysOfWeek, weeklySchedule: { default: hoursOfDay } }), zone, moment.toISOString())).toBe(
          expected,
        );
      },
    ),
    { numRuns: 3_000 },
  );
});
