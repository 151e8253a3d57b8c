import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString as parseRoughly } from 'libphonenumber-js';
import { getCountryCallingCode, Metadata, parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';
import { renumbered } from './renumbered.ts';

const MIN_DIGITS = 8;

/** What is read is often asked for its canonical form next, and reading takes long. */
let last: { text: string; country: CountryCode | undefined; number: PhoneNumber | undefined } | undefined;

export function validNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  if (last?.text !== text || last.country !== country) last = { text, country, number: valid(text, country) };
  return last.number;
}

function valid(text: string, country: CountryCode | undefined): PhoneNumber | undefined {
  const number = parse(text, { ...(country && { defaultCountry: country }), extract: false });
  if (number && !isOf(number, country)) return undefined;
  if (number?.isValid()) return isTooShort(number) ? undefined : number;
  // A former number may be longer than any of now.
  const former = number?.number ?? text;
  const present = former.startsWith('+') ? renumbered(former.slice(1)) : undefined;
  return present === undefined ? undefined : validNumber(`+${present}`);
}

/** Of a range that the library does not know yet. */
export function likelyNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parseRoughly(text, { ...(country && { defaultCountry: country }), extract: false });
  if (!number?.isValid() || !isOf(number, country) || isTooShort(number) || !hasUsualLength(number)) return undefined;
  const present = renumbered(number.number.slice(1));
  return (present === undefined ? undefined : parseRoughly(`+${present}`, { extract: false })) ?? number;
}

const isOf = ({ countryCallingCode }: PhoneNumber, country: CountryCode | undefined) =>
  country === undefined || countryCallingCode === getCountryCallingCode(country);

interface Type {
  possibleLengths(): readonly number[];
}

/** Of a mobile or a landline of its country. */
function hasUsualLength({ country, nationalNumber }: PhoneNumber): boolean {
  if (!country) return true;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as { type(of: string): Type | undefined } | undefined;
  return ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE'].some((of) =>
    plan?.type(of)?.possibleLengths().includes(nationalNumber.length),
  );
}

/** Some countries' rules still allow five digits; only small countries have such numbers. */
const isTooShort = ({ number, countryCallingCode }: PhoneNumber) =>
  number.length - 1 < MIN_DIGITS && countryCallingCode.length < 3;
