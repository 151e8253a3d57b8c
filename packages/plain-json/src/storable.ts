import { isObject } from './parse.ts';

/** Of lists and objects in one another. */
export const maxDepth = 32;

/** PostgreSQL stores neither null characters nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The text without what cannot be stored. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, '');

/** With `storable` texts and names. Values nested deeper than `maxDepth` stay as they are. */
export function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null || depth === maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [storable(key), storableJson(child, depth + 1)]),
  );
}

export type Flaw = 'text' | 'depth';

/** Why a value cannot be stored: by a text or name in it, or by its depth. Null when it can. */
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
