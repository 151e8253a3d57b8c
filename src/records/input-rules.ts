import { type FieldErrors, ValidationError } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';

/** Not in the reference. */
export const MAX_NAME = 255;

export function nameErrors(name: string | null | undefined): FieldErrors {
  if (name === undefined) return {};
  const text = name?.trim() ?? '';
  if (text === '') return { name: [messages.required('name')] };
  return text.length > MAX_NAME ? { name: [messages.atMostCharacters('name', MAX_NAME)] } : {};
}

/** Trimmed, and null when empty. Absent stays absent. */
export const textOf = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null;

export const tooLong = (path: string, text: string | null | undefined, bound: number): FieldErrors =>
  text && [...text].length > bound ? { [path]: [messages.atMostCharacters(path, bound)] } : {};

/** `-0` is not. */
export const isNegative = (amount: string | null | undefined) => /^-.*[1-9]/.test(amount ?? '');

export const missing = <Input extends object>(input: Input, ...fields: (keyof Input & string)[]): FieldErrors =>
  Object.fromEntries(fields.filter((name) => input[name] === null).map((name) => [name, [messages.required(name)]]));

const COPY = ' (copy)';

/** Not cut within a character. */
export const nameOfCopy = (name: string) =>
  `${name.slice(0, MAX_NAME - COPY.length).replace(/[\uD800-\uDBFF]$/, '')}${COPY}`;

export function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}
