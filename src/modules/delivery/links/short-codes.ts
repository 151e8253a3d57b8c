import { randomFillSync } from 'node:crypto';

/** Letters and digits, as phones end a link before other signs. Without those that look alike. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** 58 bits: nobody guesses a code, and ten million codes are not likely to have two alike. */
const SHORT_CODE_LENGTH = 10;

const random = Buffer.alloc(8_192);
let used = random.length;

/**
 * Different codes, one for each message. It does not know stored codes: the table's unique key does, and the caller asks for
 * others then.
 */
export function createShortCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(createShortCode());
  return [...codes];
}

function createShortCode(): string {
  let code = '';
  while (code.length < SHORT_CODE_LENGTH) {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const value = random[used++]! & 63;
    // A remainder would make some letters more likely than others.
    if (value < ALPHABET.length) code += ALPHABET[value];
  }
  return code;
}

/** Phones and messengers take signs and words around a link for a part of it: `Code.`, `Code),` `Code%20and`. */
const CODE = new RegExp(`^[^0-9A-Za-z]*([${ALPHABET}]{${SHORT_CODE_LENGTH}})(?![0-9A-Za-z])`);

/** The code in the rest of a link's path; null when there is none. */
export const shortCodeIn = (path: string): string | null => CODE.exec(path)?.[1] ?? null;
