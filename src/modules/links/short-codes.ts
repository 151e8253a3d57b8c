import { randomFillSync } from 'node:crypto';

/** Letters and digits: phones end a link before other signs. Without those that are mistaken for each other. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** 58 bits: nobody finds another's by trying, and of ten million not two are likely to be the same. */
const SHORT_CODE_LENGTH = 10;

const random = Buffer.alloc(8_192);
let used = random.length;

/**
 * One for each message, no two of them the same. Those that are stored already are not known here: the table's unique key
 * does, and the caller asks for others then.
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
    // A remainder would make some letters likelier than others.
    if (value < ALPHABET.length) code += ALPHABET[value];
  }
  return code;
}

/** Whether a path could be one, before anything is looked up. */
export const isShortCode = (text: string): boolean =>
  text.length === SHORT_CODE_LENGTH && [...text].every((letter) => ALPHABET.includes(letter));
