import { plainMobile } from './plain-mobile.ts';
import { formerFormsOf, formsOf, renumbered } from './renumbered.ts';
import { validNumber } from './valid-number.ts';

/** As stored and compared: without trunk prefix, renumbered as its country was. Invalid numbers stay as they are. */
export const canonicalNumber = (digits: string | number | bigint): string =>
  plainMobile(`+${digits}`)?.digits ??
  validNumber(`+${digits}`)?.number.slice(1) ??
  renumbered(String(digits)) ??
  String(digits);

/** The canonical form first. Few numbers have others. */
export function sameLine(digits: string | number | bigint): string[] {
  const canonical = canonicalNumber(digits);
  const others = formsOf(canonical).filter((form) => canonicalNumber(form) === form && validNumber(`+${form}`));
  return [...new Set([canonical, ...others])];
}

/** Whether `everyForm` has more, without looking at numbering plans. */
export const mayHaveForms = (canonical: string): boolean =>
  formsOf(canonical).length > 0 || formerFormsOf(canonical).length > 0;

/** `sameLine`, and the former numbers of each. */
export const everyForm = (digits: string | number | bigint): string[] =>
  sameLine(digits).flatMap((form) => [form, ...formerFormsOf(form)]);
