import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse } from '../../../records/input-rules.ts';

// Not in the reference.
const LEAST_PASSWORD = 10;
const MOST_PASSWORD = 200;
const MAX_NAME = 255;

function passwordErrors(password: string, path: string): FieldErrors {
  const length = [...password].length;
  if (length < LEAST_PASSWORD) return { [path]: [messages.atLeastCharacters(path, LEAST_PASSWORD)] };
  if (length > MOST_PASSWORD) return { [path]: [messages.atMostCharacters(path, MOST_PASSWORD)] };
  return {};
}

function nameErrors(name: string, path: string): FieldErrors {
  if (name.trim() === '') return { [path]: [messages.required(path)] };
  if ([...name.trim()].length > MAX_NAME) return { [path]: [messages.atMostCharacters(path, MAX_NAME)] };
  return {};
}

export const checkNewPassword = (password: string, path: string): void => refuse(passwordErrors(password, path));

export const accountErrors = (names: Record<string, string>, password: string): FieldErrors =>
  Object.assign(
    {},
    ...Object.entries(names).map(([path, name]) => nameErrors(name, path)),
    passwordErrors(password, 'password'),
  );
