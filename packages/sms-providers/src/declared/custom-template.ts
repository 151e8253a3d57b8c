import { z } from 'zod';
import type { Template } from './declaration.ts';

export const MAX_TEXT = 2_000;
const PLACE = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;
const MAX_DEPTH = 12;

/** By hand and in one pass: a union would read what is nested again for each of its branches. */
function isTemplate(given: unknown, depth = 0, isInEach = false): given is Template {
  if (given === null || typeof given === 'number' || typeof given === 'boolean') return true;
  if (typeof given === 'string') return given.length <= MAX_TEXT;
  if (typeof given !== 'object' || depth > MAX_DEPTH) return false;
  const isOne = (one: unknown) => isTemplate(one, depth + 1, isInEach);
  if (Array.isArray(given)) return given.length <= 100 && given.every(isOne);
  const { $each, $choose, of, ...rest } = given as Record<string, unknown>;
  const others = Object.keys(rest);
  // A list within a list would multiply a batch by itself.
  if ($each !== undefined) return !isInEach && isAlone(given, ['$each']) && isTemplate($each, depth + 1, true);
  if ($choose !== undefined) {
    return (
      isAlone(given, ['$choose', 'of']) &&
      PLACE.test(String($choose)) &&
      isEntries(of) &&
      Object.values(of).every(isOne)
    );
  }
  return isEntries(given) && others.every((name) => !name.startsWith('$')) && Object.values(given).every(isOne);
}

const isAlone = (given: object, names: readonly string[]) =>
  Object.keys(given).length === names.length && names.every((name) => Object.hasOwn(given, name));
const isEntries = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.keys(given).length <= 100 &&
  Object.keys(given).every((name) => name !== '' && name.length <= 200);

export const customTemplate = z.custom<Template>((given) => given !== undefined && isTemplate(given));
