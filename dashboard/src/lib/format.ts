const numbers = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

export const count = (value: number | null | undefined): string => (value == null ? '–' : numbers.format(value));
export const decimal = (value: number | string | null | undefined): string =>
  value == null ? '–' : decimals.format(Number(value));
export const percent = (value: number | null | undefined): string =>
  value == null ? '–' : `${decimals.format(value)}\u00a0%`;
export const moment = (value: string | Date | null | undefined): string =>
  value == null ? '–' : moments.format(new Date(value));
/** A contact, by its number where it has no name. */
export const nameOf = ({ name, number }: { name?: string | null | undefined; number: string }): string =>
  name ?? number;

/** `in_progress` and `inProgress` → `In progress`. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `companies` of `company`. */
export const manyOf = (noun: string): string => `${noun.replace(/y$/, 'ie')}s`;

export const plural = (amount: number, one: string, many = manyOf(one)): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function since(value: string | null | undefined): string {
  if (value == null) return '–';
  const seconds = (Date.parse(value) - Date.now()) / 1_000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'day' && Math.abs(seconds) > 30 * size) return moment(value);
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
