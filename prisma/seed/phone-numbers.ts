import type { Random } from './random.ts';

/** A place with phone numbers that belong to nobody: ranges that the authorities keep for films and books. */
type Range = { countryId: number; timezone: string; prefix: string; from: number; count: number; digits: number };

export type PhoneNumber = { number: number; countryId: number; timezone: string };

const USA = 840;
const CANADA = 124;

/** North American numbers for fiction: 555-0100 to 555-0199 under any area code. */
const fictional = (countryId: number, timezone: string, areaCodes: string): Range[] =>
  areaCodes.split(' ').map((areaCode) => ({
    countryId,
    timezone,
    prefix: `1${areaCode}55501`,
    from: 0,
    count: 100,
    digits: 2,
  }));

const AMERICAN = [
  ...fictional(USA, 'America/New_York', '212 305 404 407 202 215 216 313 617 704'),
  ...fictional(USA, 'America/Chicago', '312 314 414 502 504 512 612 615 713 214'),
  ...fictional(USA, 'America/Denver', '303 307 406 505 801'),
  ...fictional(USA, 'America/Los_Angeles', '206 213 415 503 702'),
];
const CANADIAN = [
  ...fictional(CANADA, 'America/Toronto', '416 418 514 519 613'),
  ...fictional(CANADA, 'America/Winnipeg', '204'),
  ...fictional(CANADA, 'America/Edmonton', '403 780'),
  ...fictional(CANADA, 'America/Vancouver', '250 604'),
];
const BRITISH: Range[] = [
  { countryId: 826, timezone: 'Europe/London', prefix: '442079460', from: 0, count: 705, digits: 3 },
];
const GERMAN: Range[] = ['4917139200', '49176040690'].map((prefix) => ({
  countryId: 276,
  timezone: 'Europe/Berlin',
  prefix,
  from: 0,
  count: 100,
  digits: 2,
}));
const SWEDISH: Range[] = [
  { countryId: 752, timezone: 'Europe/Stockholm', prefix: '467017406', from: 5, count: 95, digits: 2 },
];

/** The area codes below are used by nothing else in the demo, so importing the file adds new contacts. */
const IMPORTED = fictional(USA, 'America/New_York', '201 203 301 302 304');
const OWN = fictional(USA, 'America/New_York', '571');

function expand(ranges: Range[]): PhoneNumber[] {
  return ranges.flatMap(({ countryId, timezone, prefix, from, count, digits }) =>
    Array.from({ length: count }, (_, at) => ({
      number: Number(prefix + String(from + at).padStart(digits, '0')),
      countryId,
      timezone,
    })),
  );
}

/** 5,000 of them, in an order without pattern. */
export function contactNumbers(random: Random): PhoneNumber[] {
  return random.shuffle(expand([...AMERICAN, ...CANADIAN, ...BRITISH, ...GERMAN, ...SWEDISH]));
}

export const importedNumbers = (): PhoneNumber[] => expand(IMPORTED);

/** Numbers that a team calls from and tests its routes with. */
export const ownNumbers = (): PhoneNumber[] => expand(OWN);
