import { randomUUID } from 'node:crypto';

/** Takes a text's place until the answer around it is written. Nobody can guess it, so no data can look like it. */
const PLACE = randomUUID();
const QUOTED_PLACE = `"${PLACE}"`;

let texts: string[] | null = null;

/** JSON that the database has written. {@link stringify} inserts it unchanged. */
export class JsonText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** The rows of a page of which a document selects only `nodes`, as they are where the page was not written. */
  get nodes(): JsonText {
    return new JsonText(this.#text.slice('{"nodes":'.length, -1));
  }

  toJSON(): unknown {
    if (texts === null) return JSON.parse(this.#text);
    texts.push(this.#text);
    return PLACE;
  }
}

/** The least that a value takes, with its punctuation. */
const VALUE = 4;

/** Whether the JSON of a value has more than about so many characters: texts and names, without escapes. */
export const isLarger = (value: unknown, limit: number): boolean => roomAfter(value, limit) < 0;

function roomAfter(value: unknown, room: number): number {
  let left = room - VALUE;
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  if (value instanceof JsonText) return left - value.length;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1) left = roomAfter(value[at], left);
    return left;
  }
  for (const name in value) {
    left = roomAfter((value as Record<string, unknown>)[name], left - name.length);
    if (left < 0) return left;
  }
  return left;
}

/** Larger answers are put together as bytes. */
const LARGE = 65_536;

/**
 * `JSON.stringify` for an answer that may contain {@link JsonText}. A large one is put together as bytes: a string would be copied
 * twice on its way out, and the garbage collector keeps large strings for long.
 */
export function stringify(value: unknown): string | Buffer<ArrayBuffer> {
  const found: string[] = [];
  texts = found;
  try {
    const text = JSON.stringify(value);
    if (found.length === 0) return text;
    const parts: string[] = [];
    let from = 0;
    let length = text.length;
    for (const written of found) {
      const at = text.indexOf(QUOTED_PLACE, from);
      parts.push(text.slice(from, at), written);
      length += written.length - QUOTED_PLACE.length;
      from = at + QUOTED_PLACE.length;
    }
    parts.push(text.slice(from));
    return length < LARGE ? parts.reduce((all, part) => all + part) : bytesOf(parts);
  } finally {
    texts = null;
  }
}

function bytesOf(parts: readonly string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}
