import type { FieldErrors } from '../../../errors.ts';
import type { UpdateContactInput } from '../../../generated/inputs.ts';
import { messages } from '../../../input/validation-messages.ts';
import { canonicalNumber } from '../../../phone-numbers/canonical.ts';
import { phoneNumberErrors } from '../../../phone-numbers/number-errors.ts';
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

export function readContact<Fields extends UpdateContactInput>(given: Fields): { fields: Fields; errors: FieldErrors } {
  const fields = { ...given };
  const errors: FieldErrors = {};
  Object.assign(errors, phoneNumberErrors(given.number));
  if (given.number != null && !errors.number) fields.number = Number(canonicalNumber(given.number));
  for (const name of TEXTS) {
    const text = given[name]?.trim();
    if (text === undefined) continue;
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
