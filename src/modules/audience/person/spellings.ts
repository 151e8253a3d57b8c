import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import { asciiDigits, canonicalNumber, nationalForms, readNumber } from 'phone-numbers';

/** What people write between the digits of a number. */
const GAP = '[ ./()-]*';
const SEPARATOR = '[ ./()-]+';
const spaced = (digits: string) => [...digits].join(GAP);
/** What is dialled before a calling code. */
const EXIT = ['00', '011', '0011', '010', '810'].map(spaced).join('|');
/** Of E.164, and the usual exit code: with more of them it is two numbers. */
const MOST_DIGITS = 17;

interface Form {
  country: CountryCode | undefined;
  code: string;
  /** What is dialled before the others within the country. */
  trunk: string;
  /** The digits that every way of writing the number has. */
  ends: string[];
}

function formOf(number: string): Form {
  const parsed = parsePhoneNumberFromString(`+${number}`);
  const { country, countryCallingCode: code = '', nationalNumber = number } = parsed ?? {};
  return { country, code, trunk: country ? trunkOf(country) : '0', ends: [nationalNumber, ...nationalForms(number)] };
}

const trunkOf = (country: CountryCode): string => planOf(country).nationalPrefix() || '';

function planOf(country: CountryCode) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return metadata.numberingPlan as unknown as {
    nationalPrefix(): string | 0 | undefined;
    possibleLengths(): number[];
  };
}

export const endsOf = (numbers: readonly string[]): string[] => [
  ...new Set(numbers.flatMap((number) => formOf(number).ends)),
];

/**
 * A regular expression, of PostgreSQL as of JavaScript, for texts that have one of these numbers: with its own calling code, or
 * with none. Whose else it may be without one is not written there.
 */
export function spellingOf(numbers: readonly string[]): string {
  const forms = numbers.map(formOf);
  const either = (spellings: readonly string[]) => `(?:${[...new Set(spellings)].join('|')})`;
  const before = (digits: string) => (digits === '' ? '' : `${spaced(digits)}${GAP}`);
  const national = ({ trunk, ends }: Form) => `(?:${before(trunk)})?${either(ends.map(spaced))}`;
  const withPlus = forms.map((form) => before(form.code) + national(form));
  const withExit = forms.map((form) => `(?:${EXIT})${GAP}${before(form.code)}${national(form)}`);
  const withZero = forms.flatMap(({ trunk, ends }) =>
    trunk.startsWith('0') ? before(trunk) + either(ends.map(spaced)) : [],
  );
  const without = forms.map((form) => `(?:${before(form.code)})?${national(form)}`);
  const least = Math.min(...forms.flatMap(({ ends }) => ends.map(({ length }) => length)));
  const most = MOST_DIGITS - least;
  // Another number before it, which has too many digits to be its beginning, or ends with a stroke, and a time.
  const other = `(?:[0-9]${GAP}){${most},24}[0-9]${SEPARATOR}|(?:[0-9]${GAP}){7,24}[0-9] ?/|[0-9]{1,2}:[0-5][0-9]${SEPARATOR}`;
  const begins = `(?:^|[^0-9+ ./()-]|(?:^|[^0-9])(?:${other}))${GAP}`;
  // Fewer digits, of a street or a list, are no part of it either, unless they make it another number.
  const few = (first: string) => `${first}(?:${GAP}[0-9]){0,${most - 1}}${SEPARATOR}`;
  const own = `(?:${few(NO_EXIT)})?${either([...withExit, ...withZero])}|(?:${few(noOther(least))})?${either(without)}`;
  return `(?:[+]${GAP}(?:${before('00')})?${either(withPlus)}|${begins}(?:${own}))(?:[^0-9]|$)`;
}

/** What follows the zero of an exit code. */
const EXIT_REST = `${GAP}(?:0|1${GAP}1)`;
/** The first of some digits that do not begin as an exit code does. */
const NO_EXIT = `(?:[1-9]|0(?!${EXIT_REST}))`;

/**
 * The same of digits that are no calling code, or zero, of a number of at least so many others. Up to three are one by themselves
 * alone: nobody writes +1 261… as "12 61…".
 */
function noOther(least: number): string {
  const lengths = Array.from({ length: MOST_DIGITS - least }, (_, more) => least + more);
  const codes = [...lengthsOfCodes(), ['0', lengths.filter((length) => length <= (least < 10 ? 11 : 10))] as const];
  const firsts = Array.from('0123456789', (first) => {
    const others = lengths.flatMap((length) => {
      const found = codes.filter(([code, possible]) => code.startsWith(first) && possible.includes(length));
      const rests = found.map(([code]) => code.slice(1)).join('|');
      return found.length === 0 ? [] : `(?:${rests})(?:${GAP}[0-9]){${length}}(?:$|[^0-9])`;
    });
    if (first === '0') return `0(?!${[...others, EXIT_REST].join('|')})`;
    const whole = codes.filter(([code]) => code.startsWith(first)).map(([code]) => code.slice(1));
    const isShort = `(?=[0-9]{0,2}[^0-9])(?!(?:${whole.join('|')})[^0-9])`;
    return others.length === 0 ? first : `${first}(?:(?!${others.join('|')})|${isShort})`;
  });
  return `(?:${firsts.join('|')})`;
}

/** How many digits may follow each calling code. */
function lengthsOfCodes(): Map<string, number[]> {
  const lengths = new Map<string, number[]>();
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    lengths.set(code, [...(lengths.get(code) ?? []), ...planOf(country).possibleLengths()]);
  }
  return lengths;
}

/** Whether a cell of a list has one of the numbers, in any script and with anything between its digits. */
export function hasNumber(numbers: readonly string[]): (cell: string) => boolean {
  const forms = numbers.map(formOf);
  const ends = endsOf(numbers);
  const pattern = new RegExp(spellingOf(numbers));
  const countries = new Set(forms.flatMap(({ country, trunk }) => (trunk === '' ? [] : [country])));
  const readAs = (cell: string, country: CountryCode | undefined) => {
    const read = readNumber(cell, country);
    return read !== null && numbers.includes(canonicalNumber(read.digits));
  };
  return (cell) => {
    const text = asciiDigits(cell);
    const digits = text.replaceAll(/[^0-9]+/g, '');
    if (!ends.some((end) => digits.includes(end))) return false;
    // A comma may be between two numbers, or between the digits of one.
    const isSpelled = [BETWEEN_DIGITS, BETWEEN_NUMBERS].some((gaps) => pattern.test(text.replaceAll(gaps, ' ')));
    return isSpelled || [undefined, ...countries].some((country) => readAs(cell, country));
  };
}

const BETWEEN_DIGITS = /[^\p{L}\p{N}+\n\r]+/gu;
const BETWEEN_NUMBERS = /[^\p{L}\p{N}+\n\r,;:|"'&=@]+/gu;
