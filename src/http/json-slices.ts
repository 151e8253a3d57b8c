import { setImmediate as turn } from 'node:timers/promises';
import { isLarger, JsonText, stringify } from '../database/reads/json-text.ts';

/** Characters, roughly. Larger answers are written in slices. */
const LARGE = 1_000_000;
const SLICE = 250_000;

/** Byte for byte like {@link stringify}. Other requests are served between the slices of a large answer. */
export async function stringifyInTurns(value: unknown): Promise<string | Buffer<ArrayBuffer>> {
  if (!isLarger(value, LARGE)) return stringify(value);
  const pieces: Buffer[] = [];
  let since = 0;
  for (const piece of slicesOf(value)) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    pieces.push(bytes);
    since += bytes.length;
    if (since < SLICE) continue;
    since = 0;
    await turn();
  }
  return Buffer.concat(pieces);
}

function* slicesOf(value: unknown): Generator<string | Buffer> {
  if (value instanceof JsonText) return yield* cut(value.text);
  if (!hasParts(value) || !isLarger(value, SLICE)) return yield stringify(value);
  let before = Array.isArray(value) ? '[' : '{';
  const start = before;
  for (const [name, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (part === undefined && start === '{') continue;
    yield start === '[' ? before : `${before}${JSON.stringify(name)}:`;
    yield* slicesOf(part ?? null);
    before = ',';
  }
  if (before === start) yield start;
  yield start === '[' ? ']' : '}';
}

function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + SLICE;
    const to = isFirstHalf(text.charCodeAt(end - 1)) ? end - 1 : end;
    yield text.slice(at, to);
    at = to;
  }
}

const isFirstHalf = (code: number) => code >= 0xd800 && code < 0xdc00;

const hasParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value);
