import type { FieldErrors } from '../../../errors.ts';
import type { UpdateContactInput } from '../../../generated/inputs.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { printable, trimmed } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { readZone } from '../../../schedule/read-zone.ts';

const TEXTS = [
  'name',
  'email',
  'foreignId',
  'networkBrand',
  'custom1Str',
  'custom2Str',
  'custom3Str',
  'custom4Str',
  'custom5Str',
] as const;
const MAX_TEXT = 255;

interface Stored {
  number?: number | null;
  countryId?: number | null;
  networkId?: number | null;
}

/** A national number is one of `country`. */
export function readContact<Fields extends UpdateContactInput>(
  { number, countryId, networkId, ...given }: Fields,
  country?: string,
): { fields: Omit<Fields, keyof Stored> & Stored; errors: FieldErrors } {
  const fields = {
    ...given,
    ...(number !== undefined && { number: number === null ? null : givenNumber(number, country) }),
    ...(countryId !== undefined && { countryId: numberOfId(countryId) }),
    ...(networkId !== undefined && { networkId: numberOfId(networkId) }),
  };
  const errors = phoneNumberErrors(number, 'number', country);
  for (const name of TEXTS) {
    if (given[name] === undefined) continue;
    const text = trimmed(printable(given[name] ?? ''));
    fields[name] = text === '' ? null : text;
    if ([...text].length > MAX_TEXT) errors[name] = [messages.atMostCharacters(name, MAX_TEXT)];
  }
  const timezone = given.timezone?.trim();
  if (timezone !== undefined) {
    fields.timezone = timezone === '' ? null : readZone(timezone);
    if (timezone !== '' && fields.timezone === null) errors.timezone = [messages.timezone('timezone')];
  }
  return { fields, errors };
}
