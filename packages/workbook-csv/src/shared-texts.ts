import { unescaped } from './cell-text.ts';
import { WorkbookError } from './errors.ts';
import { type Parts, readPart } from './parts.ts';

/** Excel's limit for a cell. */
export const MAX_CELL_CHARACTERS = 32_767;
const MAX_BYTES = 67_108_864;

/** Outside the heap: a list of a million people has as many shared texts. */
class TextTable {
  #bytes = Buffer.allocUnsafe(65_536);
  #ends = new Uint32Array(1_024);
  #count = 0;

  get #end(): number {
    return this.#count === 0 ? 0 : this.#ends[this.#count - 1]!;
  }

  add(text: string): void {
    const start = this.#end;
    const end = start + Buffer.byteLength(text);
    if (end > MAX_BYTES || this.#count >= MAX_BYTES / 4) throw new WorkbookError('tooManyTexts');
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(MAX_BYTES, Math.max(end, this.#bytes.length * 2)));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#bytes.write(text, start);
    this.#ends[this.#count] = end;
    this.#count += 1;
  }

  at(index: number): string {
    // Between two ends there is memory of others.
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return '';
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1]!, this.#ends[index]!);
  }
}

export async function readSharedTexts(parts: Parts, name: string | undefined): Promise<(index: number) => string> {
  const table = new TextTable();
  let text: string | null = null;
  let isReading = false;
  let isPhonetic = false;
  await readPart(parts, name, {
    open(tag) {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 't') isReading = !isPhonetic;
    },
    text(piece) {
      if (isReading && text !== null && text.length < MAX_CELL_CHARACTERS) text += piece;
    },
    close(tag) {
      if (tag === 't') isReading = false;
      else if (tag === 'rPh') isPhonetic = false;
      if (tag !== 'si') return;
      table.add(unescaped(text ?? '').slice(0, MAX_CELL_CHARACTERS));
      text = null;
    },
  });
  return (index) => table.at(index);
}
