import type { NamesQueryVariables } from '../gql/graphql.ts';
import { general, type Noun, nouns, ui as t, values } from '../texts/first.ts';
import { language, locale } from '../texts/language.ts';

/** Numbers and times as the reader writes them. */
const numbers = new Intl.NumberFormat(locale);
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
const changes = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' });
const FORM: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
const moments = new Intl.DateTimeFormat(locale, { ...FORM, year: 'numeric', timeZoneName: 'short' });
const thisYear = new Intl.DateTimeFormat(locale, FORM);
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });

export const count = (value: number | null | undefined): string => (value == null ? '–' : numbers.format(value));
export const decimal = (value: number | string | null | undefined): string =>
  value == null ? '–' : decimals.format(Number(value));
let currency: string | null = null;
let money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
let whole = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** The team's; nothing is shown before it is known. */
export function setCurrency(code: string | null): void {
  if (code === null || code === currency) return;
  currency = code;
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  // A message costs fractions of a cent.
  money = new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 4 });
  whole = new Intl.NumberFormat(locale, style);
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
  value == null ? '–' : percents.format(value / 100);
/** By how much of what it was something changed: `+7%` of 0.07. */
export const changed = (share: number): string => changes.format(share);
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

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

let timeZone: string | undefined;
/** The team's. */
export function setZone(zone: string | undefined): void {
  timeZone = zone;
}
export const hasOffset = (time: string): boolean => time.includes(':') && /(?:z|[+-]\d\d:?\d\d)$/i.test(time);
/** A time of the API; one without an offset is of the team's zone. */
export function timeOf(value: string): Date {
  if (hasOffset(value)) return new Date(value);
  const wall = Date.parse(`${value}Z`);
  const offsetAt = (at: number) => Date.parse(`${new Date(at).toLocaleString('sv', { timeZone })}Z`) - at;
  return new Date(wall - offsetAt(wall - offsetAt(wall)));
}

/** `in_progress` and `inProgress` → `In progress`. */
export function spaced(name: string): string {
  const text = name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capital(text);
}

/** As `words`, within a sentence. */
export const word = (name: string): string => (Object.hasOwn(values, name) ? values[name]! : name);
/** A name within a sentence: `country`, `SMS campaign`. German keeps its capitals. */
export const inSentence = (name: string): string =>
  language === 'de' ? name : name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
/** A key of a report, by the server's label where the language has no own. */
export const labelOf = ({ key, label }: { key: string; label: string }): string => values[key] ?? label;
/** A value of the API, as the reader's language has it. */
export const words = (name: string): string =>
  Object.hasOwn(values, name)
    ? values[name]!
    : spaced(name).replaceAll(/\b(sms|api|url|ctr)\b/gi, (letters) => letters.toUpperCase());

const CUSTOM: Record<string, string> = { Str: general.text, Int: general.number, Dec: t.decimal, Datetime: t.time };
const PLACES = { Str: 5, Int: 5, Dec: 2, Datetime: 5 };
export const CUSTOM_FIELDS = Object.entries(PLACES).flatMap(([kind, places]) =>
  Array.from({ length: places }, (_, at) => `custom${at + 1}${kind}`),
);
/** `custom2Str` → `custom2_str`. */
export const columnOf = (name: string): string => name.replace(/(?<=\d)_?(?=[A-Z])/, '_').toLowerCase();
let own: ReadonlyMap<string, string> = new Map();
/** What the team calls its custom fields. */
export function setFieldNames(names: readonly { field: string; name: string }[]): void {
  own = new Map(names.map(({ field, name }) => [field, name]));
}
export const namedFields = (): string[] => [...own.keys()];
/** Those that have a name, and the first of each kind. */
export const offeredFields = () =>
  CUSTOM_FIELDS.filter((name) => own.has(columnOf(name)) || /Str|[123]Int|1D/.test(name));
/** A contact's field: `custom2Str` → `Text 2`. */
export function usualName(name: string): string {
  const [, place, kind] = /^custom_?(\d)_?(\w+)$/.exec(name) ?? [];
  return kind ? `${CUSTOM[spaced(kind)]} ${place}` : words(name);
}
/** By the team's name, if it has one. */
export const fieldName = (name: string): string => own.get(columnOf(name)) ?? usualName(name);

const rules = new Intl.PluralRules(language);
export const nounOf = (amount: number, noun: Noun): string => nouns[noun][rules.select(amount) === 'one' ? 0 : 1];
export const plural = (amount: number, noun: Noun): string => `${count(amount)} ${nounOf(amount, noun)}`;

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, within a day; else when. */
export function since(value: string | null | undefined): string {
  if (value == null) return '–';
  const seconds = (Date.parse(value) - Date.now()) / 1_000;
  if (Math.abs(seconds) < 60) return seconds < 0 ? t.justNow : t.inAMoment;
  if (Math.abs(seconds) >= 86_400) {
    const isNear = new Date(value).getFullYear() === new Date().getFullYear();
    return isNear ? thisYear.format(new Date(value)) : days.format(new Date(value));
  }
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length)!;
  return ago.format(Math.round(seconds / size), unit);
}

/** Records that are found by name where there are more than a hundred. */
export type Named = Exclude<keyof NamesQueryVariables, 'name'> | 'tagNames';

/** The first hundred of an answer, and how the others are found. */
export const among = <Kind extends Exclude<Named, 'members' | 'tagNames'>>(
  named: Kind,
  answer: { readonly [Of in Kind]?: { readonly nodes: Options } } | null | undefined,
): { options: Options; of: Options; named: Named } => {
  const options = answer?.[named]?.nodes ?? [];
  return { options, of: options, named };
};

/** What can be chosen: values with their texts, records, or the values of an enumeration. */
export type Options = readonly (
  | string
  | readonly [value: string, text: string]
  | { id: string | number; name: string }
)[];

/** By their names alone, which are nobody's to translate. */
export const ZONES: Options = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone]);

export const optionsOf = (of: Options, none?: string): [value: string, text: string][] => [
  ...(none === undefined ? [] : [['', none] satisfies [string, string]]),
  ...of.map((one): [string, string] => {
    if (typeof one === 'string') return [one, words(one)];
    return 'name' in one ? [String(one.id), one.name] : [...one];
  }),
];
