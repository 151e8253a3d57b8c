import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { readNumber } from './read-number.ts';

/**
 * The country in which a number is reached: the one that is stated for it where that has its calling code, otherwise the number's
 * own. ISO 3166-1 alpha-2; null where neither is known. `number`: E.164 digits.
 */
export function countryReached(number: string, stated: string | null): string | null {
  if (stated !== null && isSupportedCountry(stated) && number.startsWith(getCountryCallingCode(stated))) return stated;
  return readNumber(`+${number}`)?.country ?? stated;
}
