/** A place between two rows of a file: bytes of its UTF-8 text and lines before it. */
export interface Place {
  bytes: number;
  lines: number;
}

/** Why a row has no cells: a quotation mark opens on its line and is never closed, or it is longer than any real row. */
export type Unreadable = 'unclosed' | 'long';

export interface FileRecord {
  cells: string[] | Unreadable;
  /** 1-based line on which the row begins. */
  line: number;
  /** Where the row ends and the next one begins. */
  end: Place;
}

/** The text from a byte on. */
export type Text = (fromByte: number) => AsyncIterable<Buffer>;

/** Longer than any real row. Without it an unclosed quotation mark would swallow the rest of the file. */
export const MAX_RECORD_BYTES = 262_144;
