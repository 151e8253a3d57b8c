const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Windows-1252 that was read as ISO-8859-1, as in `O\u0092Brien`. */
export const asWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (character) => UPPER[character.charCodeAt(0) - 0x80]!);

/** Some releases of Node decode `windows-1252` as ISO-8859-1. */
export const decodeWindows1252 = (bytes: Buffer): string => asWindows1252(bytes.toString('latin1'));
