import { isUtf8 } from 'node:buffer';
import { decodeWindows1252 } from '../../../../input/windows-1252.ts';

const LETTER = 'A-Za-zÀ-ÖØ-öø-ÿŠšŽžŒœŸ';
const SYMBOL = '¡-©«¬®-³¶¸-¿×÷€‚„…†‡ˆ‰‹“”•—˜™›';
const SMALL = 'a-zß-öø-ÿšœž';
const CONSONANT = '[b-df-hj-np-tv-z]';

/** What Windows-1252 makes of another code page, and no name in a language of Western Europe has. */
const STRANGE = new RegExp(
  [
    // Not assigned, in no name, or the euro sign of ISO-8859-15.
    '[\\x81\\x8d\\x8f\\x90\\x9d¤ƒ†‡]',
    `[${LETTER}][${SYMBOL}]+[${LETTER}]`,
    `(^|[^${LETTER}\\d])[£¥¦©®¬¯³¹¶±¼¾][${LETTER}]`,
    `[${SMALL}]{3}[§³¹±¶¼¾¿ªº]`,
    `[${SMALL}][À-ÖØ-ÝŠŒŽŸ]|Ÿ[${SMALL}]`,
    // Turkish, Baltic languages, Romanian, Vietnamese. Icelandic has them, too: its lists say their encoding.
    '[ðþýÐÞÝ]',
    // Czech, Slovak and the Slavic languages of the south.
    '[øìùØ][áíéý]|[áíéý][øìù]|[áíý]è|[ai]è$|[èÈ][aeiouáéíóú]|[ìù][a-zß-ÿšž]|iæ$',
    // Hungarian, Romanian, Polish.
    `õ(?![es])|ã(?=${CONSONANT})(?!s)|ñ(?=${CONSONANT})|[œŒ](?=[bf-hj-mo-rv-z])|(?<=[a-z])œ(?=[cdn])`,
  ].join('|'),
  'u',
);

/** Three in a row are in no name of Western Europe, only in lists of letters, such as `äöü`. */
const RUN = /[\u0080-\uffff]{3}/u;
const SERIES = /(?<![\u0080-\uffff])[äöüßÄÖÜéèêñçàáíóúÉÑÇæøåÆØÅ]{3,}/gu;
const PUNCTUATION = /[\u00a0´·°«»‘’“”„‚–—…•€™©®]+/gu;

const WORD = /(?<![^\s,;|"])[^\s,;|"]*[\x80-\xff][^\s,;|"]*/g;
const ENOUGH_WORDS = 50_000;

function isStrange(word: string): boolean {
  const own = word.replace(SERIES, '');
  return RUN.test(own.replace(PUNCTUATION, ' ')) || STRANGE.test(own);
}

/** Tells whether bytes beyond ASCII that are not UTF-8 can be Windows-1252. */
export class WesternProbe {
  #utf8 = 0;
  #words = 0;
  #strange = 0;

  add(bytes: Buffer, { whole, bad }: { whole: number; bad: number }): void {
    if (bad === 0) this.#utf8 += whole;
    if (bad === 0 || this.#words >= ENOUGH_WORDS) return;
    for (const [text] of bytes.toString('latin1').matchAll(WORD)) {
      const own = Buffer.from(text, 'latin1');
      if (isUtf8(own)) {
        this.#utf8 += 1;
        continue;
      }
      this.#words += 1;
      if (isStrange(decodeWindows1252(own))) this.#strange += 1;
    }
  }

  /** A few may be names from elsewhere, or UTF-8 that was cut. */
  get isRefuted(): boolean {
    return this.#strange * 20 > this.#words && this.#strange > this.#utf8;
  }
}
