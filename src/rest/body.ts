import { textIn } from 'outgoing-requests';
import { parseJson, parseLooseJson } from 'plain-json';
import { isJsonType, textOf } from '../http/http.ts';
import { transportErrors } from './error-bodies.ts';

/** Not in the reference: a missing content type is read as JSON, and so is `application/…+json`. */
export function parseBody(
  body: Buffer | undefined,
  contentType: string | undefined,
): Readonly<Record<string, unknown>> {
  const text = textOf(body);
  if (text === null) throw transportErrors.malformedJson();
  if (text.trim() === '') return {};
  if (contentType !== undefined && !isJsonType(contentType)) throw transportErrors.unsupportedType();
  return objectOf(parsed(text));
}

/** The body of a service that nobody here can correct: whatever can be read is. It is JSON, or a form. */
export function parseLooseBody(body: Buffer | undefined, contentType = ''): Readonly<Record<string, unknown>> {
  const text = body === undefined ? '' : textIn(body, contentType);
  if (text.trim() === '') return {};
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return Object.fromEntries(new URLSearchParams(text));
  const value = parseLooseJson(text);
  if (value === undefined) throw transportErrors.malformedJson();
  return objectOf(value);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw transportErrors.notAnObject();
  return value as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw transportErrors.malformedJson();
  }
}
