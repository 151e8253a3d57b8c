import type { FieldErrors } from '../../errors.ts';
import type { UpdateContactInput } from '../../generated/inputs.ts';
import { messages } from '../../input/validation-messages.ts';
import { readCell } from '../data-files/csv/cells.ts';
import { canonicalNumber } from '../phone-numbers/canonical.ts';

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

// Not in the reference: E.164 has at most 15 digits, and no subscriber fewer than 5.
const LEAST_NUMBER = 10_000;
const MOST_NUMBER = 999_999_999_999_999;
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
    const read = timezone === '' ? { value: null } : readCell.timezone(timezone, ',');
    if ('value' in read) fields.timezone = read.value;
    else errors.timezone = [read.reason('timezone')];
  }
  return { fields, errors };
}

export function phoneNumberErrors(number: number | null | undefined, path = 'number'): FieldErrors {
  if (number === undefined) return {};
  if (number === null) return { [path]: [messages.required(path)] };
  const fits = number >= LEAST_NUMBER && number <= MOST_NUMBER;
  return fits ? {} : { [path]: [messages.phoneNumber(path)] };
}
