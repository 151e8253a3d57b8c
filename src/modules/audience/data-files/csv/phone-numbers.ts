import { plainNumber, type ReadNumber, readNumber } from 'phone-numbers';

/** A spreadsheet may have rounded numbers with more trailing zeros, as it may those to which it gives a fixed number of digits. */
const MAX_FILLED_ZEROS = 2;

/** Also as changed by a spreadsheet (`4.9171E+11`). Null when digits were rounded away. */
export function readPhoneNumber(text: string, country: string | undefined): ReadNumber | null {
  const plain = unspoiled(text);
  return plain === null ? null : readNumber(plain, country);
}

export const isRounded = (text: string): boolean => SCIENTIFIC.test(bareOf(text).replace(/\s/g, ''));

const bareOf = (text: string) => text.replace(/^['’"=]+|(?<!["’'])["’']+$/g, '').trim();

const SCIENTIFIC = /^(\+?)(\d)(?:[.,](\d+))?e\+?0?(\d{1,2})$/i;

function unspoiled(text: string): string | null {
  const bare = bareOf(text);
  const scientific = SCIENTIFIC.exec(bare.replace(/\s/g, ''));
  if (!scientific) return bare;
  const [, plus, whole, fraction = '', exponent] = scientific;
  const zeros = Number(exponent) - fraction.length;
  if (zeros > MAX_FILLED_ZEROS || (zeros > 0 && fraction.endsWith('0'))) return null;
  if (zeros < 0 && !/^0*$/.test(fraction.slice(zeros))) return null;
  const all = whole! + fraction;
  return plus! + (zeros < 0 ? all.slice(0, zeros) : all.padEnd(all.length + zeros, '0'));
}

/** With a dot in the domain. */
export const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const looksLikeData = (cell: string) => LOOKS_LIKE_EMAIL.test(cell) || looksLikeNumber(cell);

export function looksLikeNumber(cell: string): boolean {
  if (/\d[,:]\d/.test(cell)) return false;
  const length = plainNumber(bareOf(cell))?.digits.length ?? 0;
  return length >= 7 && length <= 17;
}
