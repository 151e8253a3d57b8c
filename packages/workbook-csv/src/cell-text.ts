import type { Format } from './formats.ts';

const DAY_MS = 86_400_000;
/** Days from Excel's day 0 to 1970. Old Mac workbooks count from 1904. */
const TO_1970 = 25_569;
const FROM_1904 = 1_462;
/** After 9999-12-31. */
const LAST_DAY = 2_958_466;

export function numberText(value: string, format: Format, is1904: boolean): string {
  // Excel calculates with fifteen digits; the file may hold more.
  const number = Number(Number(value).toPrecision(15));
  if (Number.isNaN(number)) return value;
  if (format.kind === 'date' && number >= 0 && number < LAST_DAY - (is1904 ? FROM_1904 : 0))
    return dateText(number, is1904);
  const text = number < 1e21 && Number.isInteger(number) ? BigInt(number).toString() : String(number);
  return format.kind === 'digits' && /^\d+$/.test(text) ? format.before + text.padStart(format.width, '0') : text;
}

function dateText(days: number, is1904: boolean): string {
  // Excel counts 29 February 1900, which did not exist.
  const real = is1904 ? days + FROM_1904 : days >= 1 && days < 60 ? days + 1 : days;
  const iso = new Date(Math.round(((real - TO_1970) * DAY_MS) / 1_000) * 1_000).toISOString();
  const [date = '', time = ''] = iso.slice(0, 19).split('T');
  if (days < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** Workbooks write characters that XML lacks as `_x000D_`, and a literal `_` before `x` as `_x005F_`. */
export const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export function csvCell(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  return /[",;\t|]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
