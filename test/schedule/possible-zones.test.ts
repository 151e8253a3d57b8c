import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import areaCodes from '../../src/schedule/area-codes.json' with { type: 'json' };
import { zonesOfContact } from '../../src/schedule/contact-zones.ts';
import { isOpen, reachableHours } from '../../src/schedule/reachable-hours.ts';

const HOURS = reachableHours({
  daysOfWeek: null,
  weeklySchedule: null,
  teamHours: { start: '08:00', end: '21:00' },
});

/** Every half hour of a winter's and a summer's day, and of days around changes of the clock. */
const MOMENTS = ['2026-01-14', '2026-03-08', '2026-03-29', '2026-07-15', '2026-10-04', '2026-11-01'].flatMap((day) =>
  Array.from({ length: 48 }, (_, half) => new Date(Date.parse(`${day}T00:00Z`) + half * 1_800_000)),
);

const clocks = new Map<string, Intl.DateTimeFormat>();
const quiet = new Map<string, boolean[]>();

/** The moments of quiet hours by another clock than the engine's. */
function isQuiet(zone: string): boolean[] {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  clocks.set(zone, clock);
  const known =
    quiet.get(zone) ??
    MOMENTS.map((at) => {
      const hour = Number(clock.format(at));
      return hour < 8 || hour >= 21;
    });
  quiet.set(zone, known);
  return known;
}

/** When contacts of the same zones are reached. */
const known = new Map<string, boolean[]>();

/** Whether the contact is reached at a moment when a clock of one of these zones shows quiet hours. */
function wakes(zones: readonly string[], possible: readonly string[]): string[] {
  const open = known.get(zones.join()) ?? MOMENTS.map((at) => isOpen(HOURS, zones, at));
  known.set(zones.join(), open);
  return possible.filter((zone) => isQuiet(zone).some((isNight, moment) => isNight && open[moment]));
}

const zonesOf = (number: string | number, country: string | null = null, team = 'Asia/Kathmandu') =>
  zonesOfContact({ timezone: null, country, number: BigInt(number) }, team);

/** By the Unicode consortium, whose list is not the one that the product uses. */
function zonesByUnicode(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const numberOf = (country: CountryCode) => getExampleNumber(country, examples)!.number.slice(1);

test.each(getCountries())('a mobile of %s is reached when no zone of the country has quiet hours', (country) => {
  const number = numberOf(country);
  for (const stated of [null, country]) {
    const { zones, source } = zonesOf(number, stated);
    expect(source).toBe(getCountryCallingCode(country) === '1' ? 'area_code' : 'country');
    if (source === 'country') expect(wakes(zones, zonesByUnicode(country))).toEqual([]);
  }
});

const RUSSIA = ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka'];

test.each([
  ['38344123456', ['Europe/Belgrade']],
  ['24740123', ['Atlantic/St_Helena']],
  ['2908123', ['Atlantic/St_Helena']],
  ['79161234567', RUSSIA],
  ['5511961234567', ['America/Sao_Paulo', 'America/Rio_Branco', 'America/Noronha']],
  ['525512345678', ['America/Mexico_City', 'America/Tijuana', 'America/Cancun']],
  ['61412345678', ['Australia/Perth', 'Australia/Sydney']],
  ['62812345678', ['Asia/Jakarta', 'Asia/Jayapura']],
  ['243991234567', ['Africa/Lagos', 'Africa/Maputo']],
  ['34612345678', ['Europe/Madrid', 'Atlantic/Canary']],
  ['672117123', ['Pacific/Norfolk', 'Antarctica/Casey', 'Antarctica/Mawson']],
  ['905338123456', ['Europe/Istanbul', 'Asia/Famagusta']],
  ['351912345678', ['Europe/Lisbon', 'Atlantic/Azores']],
  ['56961234567', ['America/Santiago', 'Pacific/Easter']],
])('%s may be in %j', (number, possible) => {
  expect(zonesOf(number).zones).toEqual(expect.arrayContaining(possible));
  expect(wakes(zonesOf(number).zones, possible)).toEqual([]);
});

test.each([
  ['EST', ['America/Panama', 'America/New_York']],
  ['mst', ['America/Phoenix', 'America/Denver']],
  ['GMT', ['Africa/Accra', 'Europe/London']],
])('a contact of the zone %s may be in %j', (timezone, possible) => {
  const { zones, source } = zonesOfContact({ timezone, country: null, number: 14155550100n }, 'UTC');
  expect(source).toBe('contact');
  expect(wakes(zones, possible)).toEqual([]);
  expect(wakes([possible[0]!], possible)).toEqual([possible[1]]);
});

test('a number of one country and a contact of another are reached when both have day', () => {
  const { zones } = zonesOf('79161234567', 'DE');
  expect(zones).toEqual(expect.arrayContaining([...RUSSIA, 'Europe/Berlin']));
});

test('the zone of Kosovo is not the team’s', () => {
  expect(zonesOf('38344123456', null, 'America/New_York')).toEqual({
    zones: ['Europe/Belgrade'],
    source: 'country',
    reason: 'The contact has no time zone.',
  });
});

test.each([800, 808, 870, 878, 881, 882, 883, 888, 979])(
  'numbers of +%i are in no country: the team’s zone counts',
  (code) => {
    expect(zonesOf(`${code}12345678`)).toEqual({
      zones: ['Asia/Kathmandu'],
      source: 'team',
      reason: 'The contact has no time zone. Its country is not known.',
    });
  },
);

test('a number that its country is not known to have is reached when that country and the team have day', () => {
  const { zones } = zonesOf('15551234567', 'CA', 'Europe/Berlin');
  expect(zones).toEqual(expect.arrayContaining(['America/Vancouver', 'America/St_Johns', 'Europe/Berlin']));
  expect(zones).not.toContain('Pacific/Honolulu');
});

test('where several countries share a code and none is known to have the number, all of them count, and the team’s', () => {
  const { zones } = zonesOf('18005551234', null, 'Europe/Berlin');
  expect(zones).toEqual(
    expect.arrayContaining([
      'America/New_York',
      'Pacific/Honolulu',
      'America/St_Johns',
      'Pacific/Guam',
      'Europe/Berlin',
    ]),
  );
});

const byCode = Object.entries(areaCodes).flatMap(([zones, codes]) =>
  codes.split(' ').map((code) => [code, zones.split(' ')] as const),
);
const areas = [...new Set(byCode.map(([code]) => code.slice(0, 3)))];

test.each(areas)('any exchange of area code %s is reached by day alone', (area) => {
  const own = byCode.filter(([code]) => code.startsWith(area));
  const all = own.flatMap(([, zones]) => zones);
  for (let exchange = 200; exchange < 1_000; exchange++) {
    const listed = own.find(([code]) => code === `${area}${exchange}`);
    const { zones, source } = zonesOf(`1${area}${exchange}1234`, 'US');
    expect(source).toBe('area_code');
    expect(wakes(zones, listed ? listed[1] : all)).toEqual([]);
  }
});

test.each([
  ['14235551234', ['America/New_York', 'America/Chicago']],
  ['14232021234', ['America/New_York']],
  ['18505551234', ['America/New_York', 'America/Chicago']],
  // Overlays have no exchanges of their own in the list.
  ['14485551234', ['America/New_York', 'America/Chicago']],
  ['13645551234', ['America/New_York', 'America/Chicago']],
  ['19305551234', ['America/New_York', 'America/Chicago']],
  ['19865551234', ['America/Boise', 'America/Los_Angeles', 'America/Denver']],
  ['14585551234', ['America/Los_Angeles', 'America/Denver']],
  ['12365551234', ['America/Vancouver', 'America/Edmonton']],
  ['13675551234', ['America/Toronto', 'America/Halifax', 'America/Puerto_Rico']],
  ['18795551234', ['America/Puerto_Rico', 'America/St_Johns', 'America/Halifax']],
  ['14745551234', ['America/Winnipeg', 'America/Regina', 'America/Edmonton']],
])('%s may be in %j', (number, possible) => {
  expect([...zonesOf(number).zones].sort()).toEqual([...possible].sort());
});
