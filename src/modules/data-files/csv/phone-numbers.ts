import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

interface ReadNumber {
  /** E.164 digits without the plus sign. */
  digits: string;
  /** ISO code of two letters; absent where a number range belongs to several countries or none. */
  country: string | undefined;
  callingCode: string;
}

/** More zeros than this at the end of a long number: a spreadsheet may have rounded it. */
const MAX_FILLED_ZEROS = 2;
const MIN_DIGITS = 8;

/**
 * A phone number as lists write it: `+49 171…`, `0049171…`, `49171…`, national under `country`, with any punctuation, or
 * changed by a spreadsheet (`4.9171E+11`, `49171….0`, a leading apostrophe). `null` when it is none, or when the
 * spreadsheet has rounded digits away.
 */
export function readPhoneNumber(text: string, country: string | undefined): ReadNumber | null {
  const plain = unspoiled(text);
  if (plain === null) return null;
  const digits = plain.replace(/\D/g, '');
  if (digits.length < 5 || digits.length > 17 || /\p{Letter}/u.test(plain)) return null;
  if (plain.startsWith('+')) return parsed(`+${digits}`);
  if (digits.startsWith('00')) return parsed(`+${digits.slice(2)}`);
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  if (region === undefined) return parsed(`+${digits}`);
  // Digits that begin with the country's own calling code are nearly always international, rarely an area code.
  const international = digits.startsWith(getCountryCallingCode(region)) ? parsed(`+${digits}`) : null;
  return international ?? parsed(digits, region) ?? parsed(`+${digits}`);
}

function parsed(text: string, region?: CountryCode): ReadNumber | null {
  const number = parsePhoneNumberFromString(text, { ...(region && { defaultCountry: region }), extract: false });
  if (!number?.isValid()) return null;
  // Some countries' rules still allow five digits of the old fixed network. Only small countries have such numbers.
  if (number.number.length - 1 < MIN_DIGITS && number.countryCallingCode.length < 3) return null;
  return { digits: number.number.slice(1), country: number.country, callingCode: number.countryCallingCode };
}

/** Whether a spreadsheet shows the number with fewer digits than it has. */
export const isRounded = (text: string): boolean => SCIENTIFIC.test(bareOf(text).replace(/\s/g, ''));

const bareOf = (text: string) => text.replace(/^['’"=]+|["’']+$/g, '').trim();

const SCIENTIFIC = /^(\+?)(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

function unspoiled(text: string): string | null {
  const bare = bareOf(text);
  const scientific = SCIENTIFIC.exec(bare.replace(/\s/g, ''));
  if (!scientific) return bare.replace(/^(\+?\d+)[.,]0+$/, '$1');
  const [, plus, whole, fraction = '', exponent] = scientific;
  const zeros = Number(exponent) - fraction.length;
  if (zeros > MAX_FILLED_ZEROS) return null;
  // Digits other than zero after the point: not a whole number.
  if (zeros < 0 && !/^0*$/.test(fraction.slice(zeros))) return null;
  const all = whole! + fraction;
  return plus! + (zeros < 0 ? all.slice(0, zeros) : all.padEnd(all.length + zeros, '0'));
}

/** Whether a cell is clearly somebody's number or address, so that it cannot be a column's name. */
export const looksLikeData = (cell: string) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) || (/^[+\d][\d\s().\-/]*$/.test(cell) && cell.replace(/\D/g, '').length >= 7);
