import { gsmText } from 'sms-providers';

interface Coding {
  /** Whether these bytes are letters of it. */
  fits(bytes: Buffer): boolean;
  read(bytes: Buffer): string;
}

function isSevenBit(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte >= 0x80) return false;
  return true;
}

/** Data codings that a text may have: GSM 03.38, ASCII, Latin-1 and UCS-2. All else is binary or an alphabet of one language. */
const CODINGS: Readonly<Record<number, Coding>> = {
  // What the extension table does not have is read as without its escape.
  0: { fits: isSevenBit, read: (bytes) => gsmText(bytes).replaceAll('\u001b', '') },
  1: { fits: isSevenBit, read: (bytes) => bytes.toString('ascii') },
  3: { fits: () => true, read: (bytes) => bytes.toString('latin1') },
  8: {
    fits: (bytes) => bytes.length % 2 === 0,
    read: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  },
};

export const isText = (coding: number, bytes: Buffer): boolean => CODINGS[coding]?.fits(bytes) ?? false;
export const decodeText = (coding: number, bytes: Buffer): string => CODINGS[coding]!.read(bytes).toWellFormed();

export interface Part {
  /** The reference of its message. Each kind of reference counts by itself. */
  concatenation: number;
  part: number;
  total: number;
}

/** What is added to references of two bytes, and to those of `sar_msg_ref_num`. */
const WIDE = 0x10000;
export const SAR = 0x20000;

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
      part = { concatenation: WIDE + value.readUInt16BE(0), total: value[2]!, part: value[3]! };
    }
    at += 2 + length;
  }
  return part === null || isPart(part) ? { body: bytes.subarray(end), part } : null;
}

export const isPart = ({ part, total }: Part): boolean => part >= 1 && part <= total;
