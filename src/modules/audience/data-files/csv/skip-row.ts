import { type FileRecord, MAX_RECORD_BYTES, type Place } from './record.ts';

const LF = 10;
const CR = 13;
const QUOTE = 34;
const BLANKS: readonly number[] = [9, 32];

/** `quote`: after a mark within quotes, which ends them unless another follows. */
type State = 'start' | 'plain' | 'quoted' | 'quote' | 'closed' | 'malformed' | 'ended';

/** Quotes that stay open for longer count as never closed. Without a limit, each row of a file could be searched to the file's end. */
const MAX_QUOTED_BYTES = 16 * MAX_RECORD_BYTES;

/** For a row that the parser could not read. If its quotes never close properly, only its first line is skipped. */
export async function skipRow(chunks: AsyncIterable<Buffer>, delimiter: string, from: Place): Promise<FileRecord> {
  const separator = delimiter.charCodeAt(0);
  let { bytes, lines } = from;
  let begin: Place | undefined;
  let lineEnd: Place | undefined;
  let state: State = 'start';
  let previous = 0;

  read: for await (const chunk of chunks) {
    for (const byte of chunk) {
      const isBreak = byte === LF || byte === CR;
      const isSecondHalf = byte === LF && previous === CR;
      if (state === 'ended' && !isSecondHalf) break read;
      if (!isBreak) begin ??= { bytes, lines };
      bytes += 1;
      if (isBreak && !isSecondHalf) lines += 1;
      if (begin && isBreak && (!lineEnd || (isSecondHalf && lineEnd.bytes === bytes - 1))) lineEnd = { bytes, lines };
      if (begin) state = nextState(state, byte, separator);
      const isOpen = state === 'quoted' && begin && bytes - begin.bytes > MAX_QUOTED_BYTES;
      if ((state === 'malformed' || isOpen) && lineEnd) break read;
      previous = byte;
    }
  }
  const end = { bytes, lines };
  const start = begin ?? end;
  const isWhole = state !== 'quoted' && state !== 'malformed';
  const isLong = isWhole && bytes - start.bytes > MAX_RECORD_BYTES;
  const line = start.lines + 1;
  return isLong ? { cells: 'long', line, end } : { cells: 'unclosed', line, end: lineEnd ?? end };
}

function nextState(state: State, byte: number, separator: number): State {
  if (state === 'malformed' || state === 'ended') return state;
  if (state === 'quoted') return byte === QUOTE ? 'quote' : 'quoted';
  if (state === 'quote' && byte === QUOTE) return 'quoted';
  if (byte === separator) return 'start';
  if (byte === LF || byte === CR) return 'ended';
  if (state === 'plain') return 'plain';
  const isBehindQuotes = state === 'quote' || state === 'closed';
  if (BLANKS.includes(byte)) return isBehindQuotes ? 'closed' : 'start';
  if (isBehindQuotes) return 'malformed';
  return byte === QUOTE ? 'quoted' : 'plain';
}
