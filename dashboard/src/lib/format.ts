/** Numbers and times as the reader writes them. */
const numbers = new Intl.NumberFormat();
const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const FORM: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
const moments = new Intl.DateTimeFormat(undefined, { ...FORM, year: 'numeric', timeZoneName: 'short' });
const thisYear = new Intl.DateTimeFormat(undefined, FORM);
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

export const count = (value: number | null | undefined): string => (value == null ? '–' : numbers.format(value));
export const decimal = (value: number | string | null | undefined): string =>
  value == null ? '–' : decimals.format(Number(value));
let currency: string | null = null;
let money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
let whole = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** The team's; nothing is shown before it is known. */
export function setCurrency(code: string | null): void {
  if (code === null || code === currency) return;
  currency = code;
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  // A message costs fractions of a cent.
  money = new Intl.NumberFormat(undefined, { ...style, maximumFractionDigits: 4 });
  whole = new Intl.NumberFormat(undefined, style);
}
/** An amount in the team's currency. */
export const amount = (value: number | string | null | undefined): string =>
  value == null ? '–' : money.format(Number(value));
/** As `amount`, without fractions of a cent. */
export const rounded = (value: number | string | null | undefined): string =>
  value == null ? '–' : whole.format(Number(value));
/** `Price (EUR)`: what is typed in as an amount. */
export const inCurrency = (label: string): string => (currency ? `${label} (${currency})` : label);
export const percent = (value: number | null | undefined): string =>
  value == null ? '–' : `${decimals.format(value)}\u00a0%`;
/** With its zone. */
export const moment = (value: string | Date | null | undefined): string =>
  value == null ? '–' : moments.format(new Date(value));
export const day = (value: string | Date | null | undefined): string =>
  value == null ? '–' : days.format(new Date(value));
/** One of the next days: `Monday 08:00`; else the whole date. */
export const soon = (value: string): string =>
  Date.parse(value) - Date.now() < 6 * 86_400_000 ? weekdays.format(new Date(value)) : moment(value);
/** A contact, by its number where it has no name. */
export const nameOf = ({ name, number }: { name?: string | null | undefined; number: string }): string =>
  name ?? number;

/** `in_progress` and `inProgress` → `In progress`. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const CUSTOM: Record<string, string> = { Str: 'Text', Int: 'Number', Dec: 'Decimal', Datetime: 'Time' };
/** A contact's field, as people call it: `custom2Str` → `Text 2`. */
export function fieldName(name: string): string {
  const [, place, kind] = /^custom_?(\d)_?(\w+)$/.exec(name) ?? [];
  return kind ? `${CUSTOM[words(kind)]} ${place}` : words(name);
}

/** `companies` of `company`. */
export const manyOf = (noun: string): string => `${noun.replace(/y$/, 'ie')}s`;

export const plural = (amount: number, one: string, many = manyOf(one)): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, within a day; else when. */
export function since(value: string | null | undefined): string {
  if (value == null) return '–';
  const seconds = (Date.parse(value) - Date.now()) / 1_000;
  if (Math.abs(seconds) < 60) return seconds < 0 ? 'just now' : 'in a moment';
  if (Math.abs(seconds) >= 86_400) {
    const isNear = new Date(value).getFullYear() === new Date().getFullYear();
    return isNear ? thisYear.format(new Date(value)) : days.format(new Date(value));
  }
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length)!;
  return ago.format(Math.round(seconds / size), unit);
}

/** What can be chosen: values with their texts, records, or the values of an enumeration. */
export type Options = readonly (
  | string
  | readonly [value: string, text: string]
  | { id: string | number; name: string }
)[];

export const optionsOf = (of: Options, none?: string): [value: string, text: string][] => [
  ...(none === undefined ? [] : [['', none] satisfies [string, string]]),
  ...of.map((one): [string, string] => {
    if (typeof one === 'string') return [one, words(one)];
    return 'name' in one ? [String(one.id), one.name] : [...one];
  }),
];
