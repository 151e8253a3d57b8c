import { parseJson } from 'plain-json';
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
  const value = parsed(text);
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
