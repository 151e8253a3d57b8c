import { isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The file's bytes from its beginning, as often as asked. */
export type Bytes = () => AsyncIterable<Uint8Array>;

const SAMPLE_BYTES = 65_536;

/** By the byte order mark, else by how the bytes look; `null` when they are no text. */
export async function detectEncoding(bytes: Bytes): Promise<Encoding | null> {
  const sample = await head(bytes(), SAMPLE_BYTES);
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const wide = zeroBytes(sample);
  // Most of what stands in a list – digits, separators, Latin letters – has one zero byte of two in UTF-16.
  if (wide.odd > sample.length / 8 && wide.even === 0) return 'utf-16le';
  if (wide.even > sample.length / 8 && wide.odd === 0) return 'utf-16be';
  if (wide.odd + wide.even > 0 || looksBinary(sample)) return null;
  // What is no UTF-8 somewhere was most likely saved by a spreadsheet on Windows.
  return (await isWholeUtf8(bytes())) ? 'utf-8' : 'windows-1252';
}

/** The text as UTF-8 without a byte order mark. */
export async function* toUtf8(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const part of bytes) {
    const text = decoder.decode(part, { stream: true });
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

/** The first `size` bytes, fewer when there are no more. */
export async function head(bytes: AsyncIterable<Uint8Array>, size: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length >= size) break;
  }
  return Buffer.concat(parts).subarray(0, size);
}

function zeroBytes(sample: Buffer): { even: number; odd: number } {
  const found = { even: 0, odd: 0 };
  for (let at = sample.indexOf(0); at !== -1; at = sample.indexOf(0, at + 1)) found[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return found;
}

/** A stray control character happens in text; one in a hundred bytes does not. */
function looksBinary(sample: Buffer): boolean {
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d)) controls += 1;
  return controls > sample.length / 100;
}

async function isWholeUtf8(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  let carried: Uint8Array = new Uint8Array();
  for await (const part of bytes) {
    const joined = carried.length === 0 ? part : Buffer.concat([carried, part]);
    const end = wholeCharacters(joined);
    if (!isUtf8(joined.subarray(0, end))) return false;
    carried = joined.subarray(end);
  }
  return carried.length === 0;
}

/** Where the last character that may go on in the next part begins: at most three bytes from the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
