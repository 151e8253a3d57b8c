import { formerFormsOf, formsOf, renumbered } from './renumbered.ts';
import { validNumber } from './valid-number.ts';

/**
 * The one form in which a number is stored and compared: without a trunk prefix, and renumbered as its country was. A number
 * that is not valid stays as it is.
 */
export const canonicalNumber = (digits: string | number | bigint): string =>
  validNumber(`+${digits}`)?.number.slice(1) ?? renumbered(String(digits)) ?? String(digits);

/** The number in its canonical form, then others that lead to the same phone. Few numbers have any. */
export function sameLine(digits: string | number | bigint): string[] {
  const canonical = canonicalNumber(digits);
  const others = formsOf(canonical).filter((form) => canonicalNumber(form) === form && validNumber(`+${form}`));
  return [...new Set([canonical, ...others])];
}

/** For a canonical number: whether `everyForm` has more than it. Costs no look at the numbering plans. */
export const mayHaveForms = (canonical: string): boolean =>
  formsOf(canonical).length > 0 || formerFormsOf(canonical).length > 0;

/** Everything that rows of earlier days may call the phone, too. */
export const everyForm = (digits: string | number | bigint): string[] =>
  sameLine(digits).flatMap((form) => [form, ...formerFormsOf(form)]);
