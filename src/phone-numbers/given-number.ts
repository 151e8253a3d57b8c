import { canonicalNumber, readNumber } from 'phone-numbers';
import type { FieldErrors } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';

/** A number as a caller spells it, in the form that is stored. Null when it is none. */
export function givenNumber(text: string, country?: string): number | null {
  const read = readNumber(text, country);
  return read && Number(canonicalNumber(read.digits));
}

export function phoneNumberErrors(text: string | null | undefined, path = 'number', country?: string): FieldErrors {
  if (text === undefined) return {};
  if (text === null) return { [path]: [messages.required(path)] };
  return givenNumber(text, country) === null ? { [path]: [messages.phoneNumber(path)] } : {};
}
