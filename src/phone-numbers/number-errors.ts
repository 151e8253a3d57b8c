import type { FieldErrors } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';

// Not in the reference: E.164 has at most 15 digits; shorter than 5 no subscriber has.
const LEAST_NUMBER = 10_000;

const MOST_NUMBER = 999_999_999_999_999;

export function phoneNumberErrors(number: number | null | undefined, path = 'number'): FieldErrors {
  if (number === undefined) return {};
  if (number === null) return { [path]: [messages.required(path)] };
  const fits = number >= LEAST_NUMBER && number <= MOST_NUMBER;
  return fits ? {} : { [path]: [messages.phoneNumber(path)] };
}
