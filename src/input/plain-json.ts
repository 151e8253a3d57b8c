/** Not in the reference: nothing documented is nested this deeply. */
export const maxDepth = 32;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** PostgreSQL stores neither null characters nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** For text that must not be refused. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, '');

export function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null || depth === maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [storable(key), storableJson(child, depth + 1)]),
  );
}

/** Some programs write a byte order mark. */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Milliseconds since the epoch, and not seconds or nonsense. */
export const isMoment = (milliseconds: number): boolean => milliseconds >= EARLIEST && milliseconds < LATEST;

type Flaw = 'text' | 'depth';

export function flawOf(value: unknown, depth = 0): Flaw | null {
  if (typeof value === 'string') return isStorable(value) ? null : 'text';
  if (typeof value !== 'object' || value === null) return null;
  if (depth === maxDepth) return 'depth';
  for (const [key, child] of Object.entries(value)) {
    const flaw = isStorable(key) ? flawOf(child, depth + 1) : 'text';
    if (flaw !== null) return flaw;
  }
  return null;
}

/** `Object.assign` would make an own `__proto__`, as `JSON.parse` makes, a prototype. The depth must be checked before. */
export function withoutProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProto);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutProto(child)]));
}
