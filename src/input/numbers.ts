/** Numbers as Laravel reads them; `null` for anything else, booleans included. */

/** Countries and networks have numbers for ids. A text that is none is nobody's id, as 0 is. */
export const numberOfId = <Id extends string | null | undefined>(id: Id): number | Exclude<Id, string> =>
  typeof id === 'string' ? (/^\d{1,9}$/.test(id) ? Number(id) : 0) : (id as Exclude<Id, string>);

export const MAX_INT = 2_147_483_647;

const integerText = /^[+-]?(0|[1-9]\d*)$/;
const numberText = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?$/;

/** 5, 5.0 and `"5"`; not 5.5, `"5.0"` or `"5abc"`. Unbounded. */
export function readInteger(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  return typeof value === 'string' && integerText.test(value) ? Number(value) + 0 : null;
}

export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && numberText.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** More decimals than any amount has. */
const INEXACT = /\.\d{7}/;

/** Not in the reference. */
const maxExponent = 40;

/**
 * `"0.10"` stays, `1e-7` becomes `"0.0000001"`, and a program's `3 * 0.1` is `"0.3"`: past 15 digits a JSON number is inexact. Longer
 * amounts must be strings.
 */
export function readDecimal(value: unknown): string | null {
  const text =
    typeof value === 'number' ? String(INEXACT.test(String(value)) ? Number(value.toPrecision(15)) : value) : value;
  const match = typeof text === 'string' ? numberText.exec(text) : null;
  if (match === null) return null;
  const [, sign = '', mantissa = '', power = '0'] = match;
  const exponent = Number(power);
  if (Math.abs(exponent) > maxExponent) return null;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const padded = digits.padStart(digits.length - Math.min(point, 0), '0').padEnd(Math.max(point, 0), '0');
  const cut = Math.max(point, 0);
  const integer = padded.slice(0, cut).replace(/^0+(?=\d)/, '') || '0';
  const decimals = padded.slice(cut);
  return `${sign === '-' ? '-' : ''}${integer}${decimals === '' ? '' : `.${decimals}`}`;
}

export function signOf(decimal: string): number {
  if (!/[1-9]/.test(decimal)) return 0;
  return decimal.startsWith('-') ? -1 : 1;
}
