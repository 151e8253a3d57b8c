/** Between two rows: bytes of UTF-8 text and lines before it. */
export interface Place {
  bytes: number;
  lines: number;
}

export type Unreadable = 'unclosed' | 'long';

export interface FileRecord {
  cells: string[] | Unreadable;
  line: number;
  end: Place;
}

export type Text = (fromByte: number) => AsyncIterable<Buffer>;

/** Keeps an unclosed quotation mark from swallowing the rest of the file. */
export const MAX_RECORD_BYTES = 262_144;
