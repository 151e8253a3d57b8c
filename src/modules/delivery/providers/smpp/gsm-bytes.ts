/** Has each of these at its place in ASCII. */
const PLAIN = /^[\n\r !"#%-?A-Za-z]*$/;

/** A text of GSM 03.38 as bytes where the two alphabets agree: the library takes many times as long. Else the text. */
export const gsmBytes = (text: string): Buffer | string => (PLAIN.test(text) ? Buffer.from(text, 'latin1') : text);
