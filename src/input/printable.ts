import { asWindows1252 } from './windows-1252.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a phone shows none of them
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;
const LINE_BREAKS = /\r\n?|[\v\u2028\u2029]/g;

/** Without control characters, with one kind of line break, and with composed letters: GSM-7 has only such. */
export const printable = (text: string): string =>
  asWindows1252(text).replaceAll(LINE_BREAKS, '\n').replaceAll(CONTROLS, '').normalize('NFC');

const EDGE = /[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/;
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** One spelling of a tag, however it was typed or copied. Case stays. */
export const tagName = (text: string): string => trimmed(printable(text));

/** Trims direction marks and zero-width spaces, too. Empty when nothing can be seen. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text[start]!)) start += 1;
  while (start < end && EDGE.test(text[end - 1]!)) end -= 1;
  const rest = text.slice(start, end);
  return INVISIBLE.test(rest) ? '' : rest;
}
