import { plainNumber } from '../../../../phone-numbers/plain-number.ts';
import { type ReadNumber, readNumber } from '../../../../phone-numbers/read-number.ts';

/** More zeros than this at the end of a long number: a spreadsheet may have rounded it. */
const MAX_FILLED_ZEROS = 2;

/**
 * A cell's phone number, also when a spreadsheet has changed it (`4.9171E+11`, `49171….0`, a leading apostrophe). Null when it
 * is none, or when the spreadsheet has rounded digits away.
 */
export function readPhoneNumber(text: string, country: string | undefined): ReadNumber | null {
  const plain = unspoiled(text);
  return plain === null ? null : readNumber(plain, country);
}

/** Whether a spreadsheet shows the number with fewer digits than it has. */
export const isRounded = (text: string): boolean => SCIENTIFIC.test(bareOf(text).replace(/\s/g, ''));

const bareOf = (text: string) => text.replace(/^['’"=]+|["’']+$/g, '').trim();

const SCIENTIFIC = /^(\+?)(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

function unspoiled(text: string): string | null {
  const bare = bareOf(text);
  const scientific = SCIENTIFIC.exec(bare.replace(/\s/g, ''));
  if (!scientific) return bare.replace(/^(\+?\d+)[.,]0+$/, '$1');
  const [, plus, whole, fraction = '', exponent] = scientific;
  const zeros = Number(exponent) - fraction.length;
  if (zeros > MAX_FILLED_ZEROS) return null;
  // Digits other than zero after the point: not a whole number.
  if (zeros < 0 && !/^0*$/.test(fraction.slice(zeros))) return null;
  const all = whole! + fraction;
  return plus! + (zeros < 0 ? all.slice(0, zeros) : all.padEnd(all.length + zeros, '0'));
}

/** Whether a cell is clearly somebody's number or address, so that it cannot be a column's name. */
export const looksLikeData = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) || looksLikeNumber(cell);

/** Whether a cell may be a phone number, whatever its country, and is neither an amount nor a time. */
export function looksLikeNumber(cell: string): boolean {
  if (/\d[,:]\d/.test(cell)) return false;
  const length = plainNumber(bareOf(cell))?.digits.length ?? 0;
  return length >= 7 && length <= 17;
}
