import smpp from 'smpp';

/** Letters of data codings that a text may have: GSM 03.38, ASCII, Latin-1 and UCS-2. All else is binary or a language of its own. */
const DECODERS: Readonly<Record<number, (bytes: Buffer) => string>> = {
  0: (bytes) => smpp.encodings.ASCII.decode(bytes),
  1: (bytes) => bytes.toString('ascii'),
  3: (bytes) => bytes.toString('latin1'),
  8: (bytes) =>
    Buffer.from(bytes)
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le'),
};

export const isText = (coding: number): boolean => coding in DECODERS;
export const decodeText = (coding: number, bytes: Buffer): string =>
  DECODERS[coding]!(bytes).replace(/\p{Surrogate}/gu, '\ufffd');

export interface Part {
  concatenation: number;
  part: number;
  total: number;
}

interface Headed {
  body: Buffer;
  part: Part | null;
}

/** A user data header before the text; null: it is longer than what there is, or numbers a part that cannot be. */
export function readHeader(bytes: Buffer): Headed | null {
  const end = 1 + (bytes[0] ?? 0);
  if (bytes.length === 0 || end > bytes.length) return null;
  let part: Part | null = null;
  for (let at = 1; at < end; ) {
    const length = bytes[at + 1];
    if (length === undefined || at + 2 + length > end) return null;
    const value = bytes.subarray(at + 2, at + 2 + length);
    if (bytes[at] === 0x00 && length === 3) part = { concatenation: value[0]!, total: value[1]!, part: value[2]! };
    if (bytes[at] === 0x08 && length === 4) {
      part = { concatenation: value.readUInt16BE(0), total: value[2]!, part: value[3]! };
    }
    at += 2 + length;
  }
  return part === null || isPart(part) ? { body: bytes.subarray(end), part } : null;
}

export const isPart = ({ part, total }: Part): boolean => part >= 1 && part <= total;
