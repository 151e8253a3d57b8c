import { type CountryCode, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js';
import { asciiDigits, canonicalNumber, nationalForms, readNumber } from 'phone-numbers';

/** What people write between the digits of a number. */
const GAP = '[ ./()-]*';
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

function trunkOf(country: CountryCode): string {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as unknown as { nationalPrefix(): string | 0 | undefined };
  return plan.nationalPrefix() || '';
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
  const without = forms.map((form) => `(?:(?:(?:${EXIT})${GAP})?${before(form.code)})?${national(form)}`);
  // Another number before it, which has too many digits to be its beginning, or ends with a stroke.
  const least = MOST_DIGITS - Math.min(...forms.flatMap(({ ends }) => ends.map(({ length }) => length)));
  const other = `(?:[0-9]${GAP}){${least},24}[0-9][ ./()-]+|(?:[0-9]${GAP}){7,24}[0-9] ?/`;
  const begins = `(?:^|[^0-9+ ./()-]|(?:^|[^0-9])(?:${other}))[ ./()-]*`;
  return `(?:[+]${GAP}(?:${before('00')})?${either(withPlus)}|${begins}${either(without)})(?:[^0-9]|$)`;
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
