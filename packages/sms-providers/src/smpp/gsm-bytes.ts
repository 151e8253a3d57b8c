import smpp from 'smpp';

/** Has each of these at its place in ASCII. */
const PLAIN = /^[\n\r !"#%-?A-Za-z]*$/;

/** A text of GSM 03.38 as bytes where the two alphabets agree: the library takes many times as long. Else the text. */
export const gsmBytes = (text: string): Buffer | string => (PLAIN.test(text) ? Buffer.from(text, 'latin1') : text);

const { decode } = smpp.encodings.ASCII;

/** The other way around, also where the library itself decodes. */
export function gsmText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return PLAIN.test(text) ? text : decode(bytes);
}

smpp.encodings.ASCII.decode = gsmText;
