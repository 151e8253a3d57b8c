import { isObject } from 'plain-json';
import type { Path, When } from './declaration.ts';

/** An answer or an event, the envelope that held it, and the query that it came with. */
export interface Document {
  body: unknown;
  envelope?: unknown;
  query?: URLSearchParams;
}

/** The first value that is no object: text, a number or a boolean. */
export function scalarAt(document: Document, path: Path | undefined): string | null {
  for (const one of path === undefined ? [] : typeof path === 'string' ? [path] : path) {
    const value = valueAt(document, one);
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isScalar && value !== '') return String(value);
  }
  return null;
}

/** Of a problem's URL its fragment: https://example.com/errors#1120. */
export const codeAt = (document: Document, path: Path | undefined): string | null =>
  scalarAt(document, path)?.replace(/^https?:\/\/[^\s#]*#/, '') ?? null;

export function valueAt({ body, envelope, query }: Document, path: string): unknown {
  if (path.startsWith('?')) return query?.get(path.slice(1));
  if (path.startsWith('^')) return valueAt({ body: envelope }, path.slice(1));
  if (path === '') return body;
  let value = body;
  for (const name of path.split('.')) {
    if (Array.isArray(value)) value = /^\d{1,4}$/.test(name) ? value[Number(name)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

export function holds(document: Document, when: When | undefined): boolean {
  return Object.entries(when ?? {}).every(([path, wanted]) => {
    const value = scalarAt(document, path);
    return typeof wanted === 'boolean' ? (value !== null) === wanted : isOneOf(wanted, value);
  });
}

export const isOneOf = (wanted: readonly string[], value: string | null): boolean =>
  value !== null && wanted.some((one) => isWord(one, value));

export const isWord = (wanted: string, given: string): boolean =>
  wanted.endsWith('*')
    ? given.startsWith(wanted.slice(0, -1))
    : wanted.startsWith('*')
      ? given.endsWith(wanted.slice(1))
      : given === wanted;
