import type { Manner } from '../input/read-input.ts';
import { asMeant } from '../input/scalars.ts';
import { documentedName } from '../input/validation-messages.ts';

/** Not in the reference: as in Laravel, passwords keep their spaces. */
const untrimmed = /(^|\.)(current_)?password(_confirmation)?$/;

/**
 * Reads requests as Laravel's clients write them. The variable `input` is the body itself. Unknown keys are ignored.
 */
export const REST_INPUT: Manner = {
  nameOf: documentedName,
  /** Spaces around a string are dropped, and an empty string means null. */
  tidy(value, path) {
    if (typeof value !== 'string') return value;
    const text = untrimmed.test(path) ? value : value.trim();
    return text === '' ? null : text;
  },
  scalar: asMeant,
  isStrict: false,
  placeOf: (variable) => (variable === 'input' ? '' : documentedName(variable)),
};
