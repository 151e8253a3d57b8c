import { createHmac } from 'node:crypto';
import { isObject } from 'plain-json';

/** Not in the reference. */
export const isKey = (key: string) => /^[\x21-\x7e]{1,200}$/.test(key);

/** Keyed, as an input may hold a password that is easily guessed. */
export const inputHash = (secret: Buffer, input: unknown): Buffer =>
  createHmac('sha256', secret).update(canonical(input)).digest();

/** The order of names and nulls do not matter. */
const canonical = (input: unknown): string =>
  JSON.stringify(input, (_name, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .filter((name) => (value[name] ?? null) !== null)
            .sort()
            .map((name) => [name, value[name]]),
        )
      : value,
  );

const BYTES = '$bytes';

/** As reads answer it: times and decimals as text, 64-bit integers as numbers. */
export function packAnswer(answer: unknown): string {
  return JSON.stringify(answer, function (this: Record<string, unknown>, name, value: unknown) {
    const raw = this[name];
    if (typeof raw === 'bigint') return Number(raw);
    return raw instanceof Uint8Array ? { [BYTES]: Buffer.from(raw).toString('base64') } : value;
  });
}

export const unpackAnswer = <T>(text: string): T =>
  JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && BYTES in value ? Buffer.from(String(value[BYTES]), 'base64') : value,
  ) as T;
