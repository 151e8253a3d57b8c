import type { CountryCode, PhoneNumber } from 'libphonenumber-js';
import { getCountries, getCountryCallingCode, isSupportedCountry, Metadata } from 'libphonenumber-js/max';
import { plainMobile, type ReadNumber } from './plain-mobile.ts';
import { type PlainNumber, plainNumber } from './plain-number.ts';
import { likelyNumber, validNumber } from './valid-number.ts';

export type { ReadNumber };

/**
 * International with a plus sign or an exit code, else of `country`; without a country it begins with a calling code.
 * Null when invalid.
 */
export function readNumber(text: string, country?: string): ReadNumber | null {
  const mobile = country === undefined || text.startsWith('+') ? plainMobile(text) : null;
  if (mobile) return mobile;
  const plain = plainNumber(text);
  if (plain === null || plain.digits.length < 4 || plain.digits.length > 22) return null;
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const number = plain.hasPlus || region === undefined ? international(plain) : ofCountry(plain.digits, region);
  if (!number || number.number.length - 1 > MOST_DIGITS || isTwo(number, text, country)) return null;
  return described(withoutSecondCode(number));
}

/** Of E.164. */
export const MOST_DIGITS = 15;

/** `+49 49 1514 0000026` is no landline. */
function withoutSecondCode(number: PhoneNumber): PhoneNumber {
  const { nationalNumber, countryCallingCode } = number;
  const mobile =
    !isMobile(number) && nationalNumber.startsWith(countryCallingCode) ? validNumber(`+${nationalNumber}`) : undefined;
  return mobile && isMobile(mobile) ? mobile : number;
}

/**
 * `0171 2345678/79`: no known range has the whole, and the first part is a number. `030 123456, 040 654321`: both parts are,
 * wherever the whole would lead.
 */
function isTwo({ number }: PhoneNumber, text: string, country: string | undefined): boolean {
  const isNumber = (part: string) => readNumber(part, country) !== null;
  const [, first] = /^([^/]+)\/\s*\d{1,3}\s*$/.exec(text) ?? [];
  if (first !== undefined) return !validNumber(number) && isNumber(first);
  if (GROUPED.test(text)) return false;
  const parts = text.split(/[,;|/\\\n\r\t]+/);
  return (
    parts.length > 1 &&
    parts.length < 10 &&
    parts.filter((part) => /\d{3}/.test(part)).length > 1 &&
    parts.filter(isNumber).length > 1
  );
}

const GROUPED = /^\D*\d{1,3}(?:,\d{3})+(?:\.\d*)?\D*$/;

const described = (number: PhoneNumber): ReadNumber => ({
  digits: number.number.slice(1),
  country: number.country,
  callingCode: number.countryCallingCode,
  isMobile: () => isMobile(number),
});

function international({ digits, hasPlus, hasOptionalZero }: PlainNumber): PhoneNumber | undefined {
  const whole = `+${digits.replace(hasPlus ? /^00/ : /^(?:00(?:11)?|011)/, '')}`;
  const withoutZero = whole.replace(ZERO_AFTER_CODE, '$1');
  return (
    validNumber(whole) ??
    (withoutZero === whole ? undefined : validNumber(withoutZero)) ??
    (hasOptionalZero ? undefined : likelyNumber(whole))
  );
}

const CODES = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
/** A trunk prefix, which is dialled only within the country: `+48 0 501 234 567`. */
const ZERO_AFTER_CODE = new RegExp(`^(\\+(?:${CODES.join('|')}))0`);

function ofCountry(digits: string, country: CountryCode): PhoneNumber | undefined {
  const outside = abroad(digits, country);
  // With several exit codes it may be one of two people, so it is nobody.
  if (outside.length > 0 || digits.startsWith('00')) return outside.length === 1 ? outside[0] : undefined;
  const code = getCountryCallingCode(country);
  const national = validNumber(digits, country) ?? withoutTrunkPrefix(digits, country);
  const whole = digits.startsWith(code) ? `+${digits}` : `+${code}${digits}`;
  // `091 98765 43210`: a single zero before the code.
  const hasCode = digits.replace(/^0/, '').startsWith(code);
  const withCode = hasCode ? validNumber(`+${digits.replace(/^0/, '')}`) : undefined;
  // A mobile is preferred to a landline.
  if (national && withCode) return isMobile(withCode) && !isMobile(national) ? withCode : national;
  return national ?? withCode ?? likelyNumber(digits, country) ?? likelyNumber(whole);
}

/** Where the library mistakes the first digits for a carrier's. */
function withoutTrunkPrefix(digits: string, country: CountryCode): PhoneNumber | undefined {
  return digits.startsWith('0')
    ? validNumber(`+${getCountryCallingCode(country)}${digits.slice(1)}`, country)
    : undefined;
}

const isMobile = (number: PhoneNumber) => ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number.getType() ?? '');

/** Whose number it may be with 00, Australia's 0011, or the country's own exit code before it. */
function abroad(digits: string, country: CountryCode): PhoneNumber[] {
  const ofAll = getCountryCallingCode(country) === '1' ? [/^00/] : [/^00(?!11)/, /^0011/];
  const exits = [...ofAll, exitOf(country)].flatMap((exit) => exit.exec(digits)?.[0] ?? []);
  const numbers = exits.flatMap((exit) => validNumber(`+${digits.slice(exit.length)}`) ?? []);
  const mobiles = numbers.filter(isMobile);
  const isOwn = digits.startsWith(`00${getCountryCallingCode(country)}`) && numbers[0]?.country === country;
  const likely = isOwn ? numbers.slice(0, 1) : mobiles.length > 0 ? mobiles : numbers;
  return [...new Map(likely.map((number) => [number.number, number])).values()];
}

/** Only codes with which no national number begins. */
function exitOf(country: CountryCode): RegExp {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const prefix = metadata.numberingPlan?.IDDPrefix() ?? '00';
  return new RegExp(`^(?:${['011', '010', '810'].includes(prefix) ? prefix : `(?=00)(?:${prefix})`})`);
}
