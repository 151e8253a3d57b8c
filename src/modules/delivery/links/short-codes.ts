import { randomFillSync } from 'node:crypto';

/** Without letters that look alike. Phones end a link before other characters. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** 58 bits: unguessable, and ten million codes are unlikely to collide. */
const SHORT_CODE_LENGTH = 10;

const random = Buffer.alloc(8_192);
let used = random.length;

/** Distinct. The caller retries when the table's unique key refuses one. */
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
    if (value < ALPHABET.length) code += ALPHABET[value];
  }
  return code;
}

/** Phones take characters and words around a link for a part of it: `Code.`, `Code),` `Code%20and`. */
const CODE = new RegExp(`^[^0-9A-Za-z]*([${ALPHABET}]{${SHORT_CODE_LENGTH}})(?![0-9A-Za-z])`);

export const shortCodeIn = (path: string): string | null => CODE.exec(path)?.[1] ?? null;
