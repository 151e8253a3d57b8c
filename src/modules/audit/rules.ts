import { UploadedFile } from '../../uploaded-file.ts';

export const REDACTED = '[redacted]';

/** By the name of the argument, input field or key; an id of a token tells nothing. */
export const isSecret = (name: string) => /password|secret|credential|token(?!s?id)|authorization|apikey/i.test(name);

const MAX_ITEMS = 100;
const MAX_TEXT = 2_000;

/** What an entry keeps of a mutation's arguments: no secrets, no files, and no more than is read by a person. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return value;
  if (isSecret(name)) return REDACTED;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof UploadedFile) return `[file ${shortened(value.name)}]`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map((item) => withoutSecrets(item));
    return value.length > MAX_ITEMS ? [...kept, `[${value.length - MAX_ITEMS} more]`] : kept;
  }
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSecrets(item, key)]));
  }
  return typeof value === 'string' ? shortened(withoutLogin(value)) : value;
}

const shortened = (text: string) =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** `https://user:password@host` */
const withoutLogin = (text: string) => text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@\s]+@/i, `$1${REDACTED}@`);
