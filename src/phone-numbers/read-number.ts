import type { CountryCode, PhoneNumber } from 'libphonenumber-js';
import { getCountryCallingCode, isSupportedCountry, Metadata } from 'libphonenumber-js/max';
import { plainMobile } from './plain-mobile.ts';
import { type PlainNumber, plainNumber } from './plain-number.ts';
import { likelyNumber, validNumber } from './valid-number.ts';

export interface ReadNumber {
  digits: string;
  /** Absent where a range belongs to several countries or none. */
  country: string | undefined;
  callingCode: string;
  isMobile: () => boolean;
}

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
  return number && !isTwo(number, text, country) ? described(withoutSecondCode(number)) : null;
}

/** `+49 49 1514 0000026` is no landline. */
function withoutSecondCode(number: PhoneNumber): PhoneNumber {
  const { nationalNumber, countryCallingCode } = number;
  const mobile =
    !isMobile(number) && nationalNumber.startsWith(countryCallingCode) ? validNumber(`+${nationalNumber}`) : undefined;
  return mobile && isMobile(mobile) ? mobile : number;
}

/** `0171 2345678/79`: no known range has the whole, and the first part is a number. */
function isTwo({ number }: PhoneNumber, text: string, country: string | undefined): boolean {
  const [, first] = /^([^/]+)\/\s*\d{1,3}\s*$/.exec(text) ?? [];
  return first !== undefined && !validNumber(number) && readNumber(first, country) !== null;
}

const described = (number: PhoneNumber): ReadNumber => ({
  digits: number.number.slice(1),
  country: number.country,
  callingCode: number.countryCallingCode,
  isMobile: () => isMobile(number),
});

function international({ digits, hasPlus, hasOptionalZero }: PlainNumber): PhoneNumber | undefined {
  const whole = `+${digits.replace(hasPlus ? /^00/ : /^(?:00(?:11)?|011)/, '')}`;
  const withoutZero = hasOptionalZero ? validNumber(whole.replace(/^(\+\d{1,3}?)0/, '$1')) : undefined;
  return validNumber(whole) ?? withoutZero ?? likelyNumber(whole);
}

function ofCountry(digits: string, country: CountryCode): PhoneNumber | undefined {
  const outside = digits.startsWith('00') && abroad(digits, country);
  if (outside) return outside;
  const code = getCountryCallingCode(country);
  const national = validNumber(digits, country) ?? withoutTrunkPrefix(digits, country);
  const whole = digits.startsWith(code) ? `+${digits}` : `+${code}${digits}`;
  // `091 98765 43210`: a single zero before the code.
  const hasCode = digits.replace(/^0/, '').startsWith(code);
  const withCode = hasCode ? validNumber(`+${digits.replace(/^0/, '')}`) : undefined;
  // A mobile is preferred to a landline.
  if (national && withCode) return isMobile(withCode) && !isMobile(national) ? withCode : national;
  return national ?? withCode ?? abroad(digits, country) ?? likelyNumber(digits, country) ?? likelyNumber(whole);
}

/** Where the library mistakes the first digits for a carrier's. */
function withoutTrunkPrefix(digits: string, country: CountryCode): PhoneNumber | undefined {
  return digits.startsWith('0')
    ? validNumber(`+${getCountryCallingCode(country)}${digits.slice(1)}`, country)
    : undefined;
}

const isMobile = (number: PhoneNumber) => ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number.getType() ?? '');

/** 00 everywhere, Australia's 0011, and the country's own exit code. */
function abroad(digits: string, country: CountryCode): PhoneNumber | undefined {
  const exits = [/^00/, /^0011/, exitOf(country)].flatMap((exit) => exit.exec(digits)?.[0] ?? []);
  for (const exit of exits) {
    const number = validNumber(`+${digits.slice(exit.length)}`);
    if (number) return number;
  }
  return undefined;
}

/** Only codes with which no national number begins. */
function exitOf(country: CountryCode): RegExp {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const prefix = metadata.numberingPlan?.IDDPrefix() ?? '00';
  return new RegExp(`^(?:${['011', '010', '810'].includes(prefix) ? prefix : `(?=00)(?:${prefix})`})`);
}
