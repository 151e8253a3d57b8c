import { isUtf8 } from 'node:buffer';
import { type Packing, packingOf } from '../upload/packing.ts';
import type { Encoding } from './encodings.ts';
import { countHigh, wholeCharacters } from './mixed-text.ts';
import { WesternProbe } from './western.ts';

const SAMPLE_BYTES = 65_536;
/** Bytes of Windows-1252 per UTF-8 character in a list that still counts as UTF-8. */
const BAD_PER_CHARACTER = 10;

const UTF_8_MARK = Buffer.from('efbbbf', 'hex');
const NUL = 0x00;
/** Ctrl-Z, the end of a file in old programs. */
const SUB = 0x1a;

/** `result` is null when the bytes are not text, `unknown` when they are in a code page that nothing tells from others. */
export class EncodingProbe {
  #sample: Buffer = Buffer.alloc(0);
  #carried: Buffer = Buffer.alloc(0);
  #whole = 0;
  #bad = 0;
  #hasMarks = false;
  readonly #western = new WesternProbe();

  add(part: Uint8Array): void {
    if (this.#sample.length < SAMPLE_BYTES) {
      this.#sample = Buffer.concat([this.#sample, part.subarray(0, SAMPLE_BYTES - this.#sample.length)]);
    }
    this.#hasMarks ||= part.includes(NUL) || part.includes(SUB);
    const joined = Buffer.concat([this.#carried, part]);
    const end = wholeCharacters(joined);
    const { whole, bad } = highIn(joined.subarray(0, end));
    this.#western.add(joined.subarray(0, end), { whole, bad });
    this.#whole += whole;
    this.#bad += bad;
    this.#carried = joined.subarray(end);
  }

  get sample(): Buffer {
    return this.#sample;
  }

  get hasSample(): boolean {
    return this.#sample.length === SAMPLE_BYTES;
  }

  get packing(): Packing | null {
    return packingOf(this.#sample);
  }

  /** What a byte order mark says. */
  get marked(): Encoding | null {
    const sample = this.#sample;
    if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
    if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
    return sample.subarray(0, 3).equals(UTF_8_MARK) ? 'utf-8' : null;
  }

  get result(): Encoding | 'unknown' | null {
    const sample = this.#sample;
    const { marked } = this;
    if (marked !== null && marked !== 'utf-8') return marked;
    const zeros = zeroBytes(sample);
    // Most characters of a list are ASCII: one zero byte of two in UTF-16.
    if (zeros.odd > sample.length / 8 && zeros.even < zeros.odd / 16) return 'utf-16le';
    if (zeros.even > sample.length / 8 && zeros.odd < zeros.even / 16) return 'utf-16be';
    if (looksBinary(sample)) return null;
    if (marked) return marked;
    if (this.#western.isRefuted) return 'unknown';
    // UTF-8 hardly ever occurs by chance. A file with next to no UTF-8 is from a spreadsheet on Windows.
    const bad = this.#bad + this.#carried.length;
    return bad <= this.#whole * BAD_PER_CHARACTER ? 'utf-8' : 'windows-1252';
  }

  get isClean(): boolean {
    return this.#bad + this.#carried.length === 0 && !this.#hasMarks;
  }
}

function highIn(bytes: Buffer): { whole: number; bad: number } {
  if (!isUtf8(bytes)) return countHigh(bytes);
  let whole = 0;
  for (const byte of bytes) if (byte >= 0xc0) whole += 1;
  return { whole, bad: 0 };
}

function zeroBytes(sample: Buffer): { even: number; odd: number } {
  const found = { even: 0, odd: 0 };
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) found[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return found;
}

const FEW = 3;

/** Allows a few control characters, and the NULs that old programs pad with. */
function looksBinary(sample: Buffer): boolean {
  let end = sample.length;
  while (end > 0 && (sample[end - 1] === NUL || sample[end - 1] === SUB)) end -= 1;
  let controls = 0;
  let nuls = 0;
  for (const byte of sample.subarray(0, end)) {
    if (byte === NUL) nuls += 1;
    else if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d)) controls += 1;
  }
  return controls > Math.max(FEW, end / 100) || controls + nuls > Math.max(FEW, end / 5);
}
