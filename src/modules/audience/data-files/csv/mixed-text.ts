import { decodeWindows1252 } from '../../../../input/windows-1252.ts';

/** Of bytes as latin1 text: UTF-8 sequences, and any other byte beyond ASCII. */
const HIGH =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

export function countHigh(bytes: Buffer): { whole: number; bad: number } {
  const found = bytes.toString('latin1').match(HIGH) ?? [];
  const bad = found.filter(({ length }) => length === 1).length;
  return { whole: found.length - bad, bad };
}

/** UTF-8; other bytes are read as Windows-1252. */
export const decodeMixed = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(HIGH, (character) => {
    const own = Buffer.from(character, 'latin1');
    return own.length === 1 ? decodeWindows1252(own) : own.toString();
  });

export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
