import { randomUUID } from 'node:crypto';

/** Stands for a text until the answer around it is written. Nobody can guess it, so no data is mistaken for it. */
const PLACE = randomUUID();

let texts: string[] | null = null;

/** JSON that is written already, by the database: {@link stringify} puts it where it belongs as it is. */
export class JsonText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): unknown {
    if (texts === null) return JSON.parse(this.#text);
    texts.push(this.#text);
    return PLACE;
  }
}

/** `JSON.stringify` for an answer that may hold {@link JsonText}. */
export function stringify(value: unknown): string {
  const found: string[] = [];
  texts = found;
  try {
    const text = JSON.stringify(value);
    if (found.length === 0) return text;
    const parts = text.split(`"${PLACE}"`);
    const all = [parts[0]!];
    for (const [at, written] of found.entries()) all.push(written, parts[at + 1]!);
    return all.join('');
  } finally {
    texts = null;
  }
}
