import { type Parser, parse } from 'csv-parse';
import { statesDelimiter } from './delimiter.ts';
import { type FileRecord, MAX_RECORD_BYTES, type Place, type Text } from './record.ts';
import { skipRow } from './skip-row.ts';

export const START: Place = { bytes: 0, lines: 0 };

const options = {
  bom: false,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: MAX_RECORD_BYTES,
};

/** In constant memory, from any place between two rows. After an unclosed quotation mark it continues on the next line. */
export async function* readRecords(text: Text, delimiter: string, from: Place = START): AsyncGenerator<FileRecord> {
  let place = from;
  for (;;) {
    let broken = false;
    for await (const record of readUntilBroken(text(place.bytes), delimiter, place)) {
      if (record === 'broken') broken = true;
      else {
        const isFirst = place.bytes === 0;
        place = record.end;
        if (!(isFirst && typeof record.cells !== 'string' && statesDelimiter(record.cells))) yield record;
      }
    }
    if (!broken) return;
    const skipped = await skipRow(text(place.bytes), delimiter, place);
    place = skipped.end;
    yield skipped;
  }
}

async function* readUntilBroken(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  from: Place,
): AsyncGenerator<FileRecord | 'broken'> {
  const found: { cells: string[]; bytes: number }[] = [];
  const parser = parse({
    ...options,
    delimiter,
    trim: delimiter !== '\t',
    // Not from the stream, so that rows before a broken one are not lost.
    on_record: (cells: string[], { bytes }) => void found.push({ cells, bytes }),
  });
  parser.on('error', () => {});
  parser.resume();

  const lines = new LineCounter(from);
  for await (const chunk of chunks) {
    const failed = await write(parser, chunk);
    lines.add(chunk);
    for (const { cells, bytes } of found.splice(0)) yield lines.record(cells, from.bytes + bytes);
    if (failed) return yield 'broken';
  }
  const failed = await end(parser);
  for (const { cells, bytes } of found.splice(0)) yield lines.record(cells, from.bytes + bytes);
  if (failed) yield 'broken';
}

const write = (parser: Parser, chunk: Buffer) =>
  new Promise<boolean>((resolve) => void parser.write(chunk, (error) => resolve(Boolean(error))));

const end = (parser: Parser) =>
  new Promise<boolean>((resolve) => {
    parser.once('error', () => resolve(true));
    parser.end(() => resolve(false));
  });

const LF = 10;
const CR = 13;

/** The parser counts a CRLF inside quotes as two lines; editors count one. */
class LineCounter {
  #place: Place;
  #held: Buffer = Buffer.alloc(0);

  constructor(from: Place) {
    this.#place = from;
  }

  add(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
  }

  record(cells: string[], end: number): FileRecord {
    const length = end - this.#place.bytes;
    const raw = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    const lines = this.#place.lines + lineBreaks(raw);
    const isEnded = raw.length > 0 && (raw.at(-1) === LF || raw.at(-1) === CR);
    const inside = cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? lineBreaks(Buffer.from(cell)) : 0), 0);
    this.#place = { bytes: end, lines };
    return { cells, line: lines - inside + (isEnded ? 0 : 1), end: this.#place };
  }
}

function lineBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  }
  return count;
}
