export { canonicalNumber, everyForm, mayHaveForms, sameLine } from './canonical.ts';
export { countryReached } from './country-reached.ts';
export { plainMobile } from './plain-mobile.ts';
export { asciiDigits, type PlainNumber, plainNumber } from './plain-number.ts';
export { MOST_DIGITS, type ReadNumber, readNumber } from './read-number.ts';
export { formsOf, nationalForms, renumbered } from './renumbered.ts';
