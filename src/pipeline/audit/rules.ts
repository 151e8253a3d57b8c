import { UploadedFile } from '../../input/uploaded-file.ts';

const REDACTED = '[redacted]';

/** By name. A token's id is no secret, nor is the time of its use. */
export const isSecret = (name: string) =>
  /password|secret|credential|token(?!s?id)|authorization|apikey|^code$|^challenge$/i.test(name) && !/At$/.test(name);

/** Whose input would keep what they take away. */
export const WITHOUT_INPUT: readonly string[] = ['erasePerson'];

const instead = new WeakMap<object, object>();

/** For an input that names somebody whose data was erased: the entry has another one. */
export const auditInstead = (input: object, other: object): void => void instead.set(input, other);

const MAX_ITEMS = 100;
const MAX_TEXT = 2_000;
/** Characters of JSON. */
const MAX_STATE = 20_000;

export function withoutSecrets(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return value;
  if (isSecret(name)) return REDACTED;
  if (value instanceof Uint8Array) return REDACTED;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof UploadedFile) return `[file ${shortened(value.name)}]`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map((item) => withoutSecrets(item));
    return value.length > MAX_ITEMS ? [...kept, `[${value.length - MAX_ITEMS} more]`] : kept;
  }
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(instead.get(value) ?? value).map(([key, item]) => [key, withoutSecrets(item, key)]),
    );
  }
  return typeof value === 'string' ? shortened(withoutLogin(value)) : value;
}

/** The longest fields are replaced by their length when it is too much. */
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
