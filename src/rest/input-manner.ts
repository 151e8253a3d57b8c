import type { Manner } from '../input/read-input.ts';
import { asMeant } from '../input/scalars.ts';
import { documentedName } from '../input/validation-messages.ts';

/** Not in the reference: as in Laravel, passwords keep their spaces. */
const untrimmed = /(^|\.)(current_)?password(_confirmation)?$/;

/** As Laravel's clients write requests. Unknown keys are ignored. */
export const REST_INPUT: Manner = {
  nameOf: documentedName,
  tidy(value, path) {
    if (typeof value !== 'string') return value;
    const text = untrimmed.test(path) ? value : value.trim();
    return text === '' ? null : text;
  },
  scalar: asMeant,
  isStrict: false,
  placeOf: (variable) => (variable === 'input' ? '' : documentedName(variable)),
};
