import { isUtf8 } from 'node:buffer';
import { type Packing, packingOf } from '../upload/packing.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SAMPLE_BYTES = 65_536;

/**
 * Detects a file's encoding as it passes: by its byte order mark, else by its bytes. `result` is `null` when they are not text,
 * which shows early. Everything else is certain only after the last byte.
 */
export class EncodingProbe {
  #sample: Buffer = Buffer.alloc(0);
  #carried: Uint8Array = new Uint8Array();
  #isUtf8 = true;

  add(part: Uint8Array): void {
    if (this.#sample.length < SAMPLE_BYTES) {
      this.#sample = Buffer.concat([this.#sample, part.subarray(0, SAMPLE_BYTES - this.#sample.length)]);
    }
    if (!this.#isUtf8) return;
    const joined = this.#carried.length === 0 ? part : Buffer.concat([this.#carried, part]);
    const end = wholeCharacters(joined);
    this.#isUtf8 = isUtf8(joined.subarray(0, end));
    this.#carried = Buffer.from(joined.subarray(end));
  }

  /** Whether enough has passed to tell text from anything else. */
  get hasSample(): boolean {
    return this.#sample.length === SAMPLE_BYTES;
  }

  /** Decided by the first bytes. */
  get packing(): Packing | null {
    return packingOf(this.#sample);
  }

  get result(): Encoding | null {
    const sample = this.#sample;
    if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
    if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
    const wide = zeroBytes(sample);
    // Digits, separators and Latin letters, most of a list, have one zero byte of two in UTF-16.
    if (wide.odd > sample.length / 8 && wide.even === 0) return 'utf-16le';
    if (wide.even > sample.length / 8 && wide.odd === 0) return 'utf-16be';
    if (wide.odd + wide.even > 0 || looksBinary(sample)) return null;
    // A file that is not valid UTF-8 was most likely saved by a spreadsheet on Windows.
    return this.#isUtf8 && this.#carried.length === 0 ? 'utf-8' : 'windows-1252';
  }
}

function zeroBytes(sample: Buffer): { even: number; odd: number } {
  const found = { even: 0, odd: 0 };
  for (let at = sample.indexOf(0); at !== -1; at = sample.indexOf(0, at + 1)) found[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return found;
}

/** Text may have a stray control character, but not one in a hundred bytes. */
function looksBinary(sample: Buffer): boolean {
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d)) controls += 1;
  return controls > sample.length / 100;
}

/** Where a last, incomplete character begins: at most three bytes before the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
