import { transportErrors } from './error-bodies.ts';

/**
 * The JSON object in a request's text; `{}` when there is none.
 *
 * Not in the reference: a missing content type is read as JSON, every `application/…+json` is, and a charset must be
 * UTF-8, the only one JSON has.
 */
export function parseBody(text: string, contentType: string | undefined): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  if (contentType !== undefined && !isJson(contentType)) throw transportErrors.unsupportedType();
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw transportErrors.notAnObject();
  return value as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw transportErrors.malformedJson();
  }
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  return (
    /^application\/([\w.!#$&^-]+\+)?json$/.test(type.trim()) &&
    parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter))
  );
}
