import { UploadedFile } from '../../input/uploaded-file.ts';

const REDACTED = '[redacted]';

/** By the name of the argument, field or key; an id of a token tells nothing, nor does when it was used. */
export const isSecret = (name: string) =>
  /password|secret|credential|token(?!s?id)|authorization|apikey/i.test(name) && !/At$/.test(name);

const MAX_ITEMS = 100;
const MAX_TEXT = 2_000;
/** Of one state as JSON. */
const MAX_STATE = 20_000;

/** What an entry keeps of a mutation's arguments: no secrets, no files, and no more than is read by a person. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return value;
  if (isSecret(name)) return REDACTED;
  // Hashes and ciphertexts.
  if (value instanceof Uint8Array) return REDACTED;
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

/** What an entry keeps of a record: the same, and the longest fields only by their length once it is too much. */
export function boundedState(row: object): Record<string, unknown> {
  const state = withoutSecrets(row) as Record<string, unknown>;
  if (JSON.stringify(state).length <= MAX_STATE) return state;
  const lengths = Object.entries(state).map(([name, value]) => ({ name, length: JSON.stringify(value)?.length ?? 0 }));
  let total = lengths.reduce((sum, { length }) => sum + length, 0);
  for (const { name, length } of lengths.sort((one, other) => other.length - one.length)) {
    if (total <= MAX_STATE) break;
    state[name] = `[${length} characters]`;
    total -= length;
  }
  return state;
}

const shortened = (text: string) =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** `https://user:password@host`, `sip:user:password@host` */
const withoutLogin = (text: string) =>
  text.replace(/^([a-z][a-z0-9+.-]*:\/\/|sips?:(?=[^@\s]*:))[^/@\s]+@/i, `$1${REDACTED}@`);
