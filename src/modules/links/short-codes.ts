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

/** Whether a path has the shape of a code. */
export const isShortCode = (text: string): boolean =>
  text.length === SHORT_CODE_LENGTH && [...text].every((letter) => ALPHABET.includes(letter));
