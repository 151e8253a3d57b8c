export type Keyword = 'stop' | 'start' | 'help';

const WORDS: Record<Keyword, readonly string[]> = {
  stop: ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

const COURTESY = new Set(['PLEASE', 'PLS', 'PLZ', 'THANKS', 'THANK', 'YOU', 'THX', 'TNX', 'TY', 'NOW']);

/** As with carriers, the word must be the whole text; case, accents, punctuation and a "please" do not matter. */
export function keywordOf(text: string, stopWords: readonly string[] = []): Keyword | null {
  const said = folded(text);
  const stops = [...WORDS.stop, ...stopWords].map(folded);
  if (isAny(said, stops) || isAny(said, stops.map(andAll)) || isRepeated(polite(said), stops)) return 'stop';
  if (isAny(said, WORDS.start.map(folded))) return 'start';
  return isAny(said, WORDS.help.map(folded)) ? 'help' : null;
}

/** Whether the text is these words, or begins with them. */
export function saysSo(text: string, words: string, match: 'exact' | 'prefix'): boolean {
  const [said, wanted] = [folded(text), folded(words)];
  return match === 'exact' ? isAny(said, [wanted]) : `${said} `.startsWith(`${wanted} `);
}

const isAny = (said: string, words: readonly string[]) =>
  words.some((word) => word !== '' && [said, polite(said)].some((one) => squeezed(one) === squeezed(word)));

const andAll = (word: string) => (word === '' ? '' : `${word} ALL`);

const isRepeated = (said: string, words: readonly string[]) => {
  const [first = '', ...others] = said.split(' ');
  return first !== '' && words.includes(first) && others.every((one) => one === 'ALL' || words.includes(one));
};

const polite = (said: string) =>
  said
    .split(' ')
    .filter((word) => !COURTESY.has(word))
    .join(' ');

/** `S.T.O.P.`, `opt-out` and `optout` are one word each. */
const squeezed = (text: string) => text.replaceAll(' ', '');

/** Latin, Greek and Cyrillic accents, Hebrew and Arabic points. Marks that tell words apart in other scripts stay. */
const ACCENTS = /(?![\u3099\u309a])[\p{Script=Inherited}\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640]/gu;

/** 🅢 and 🆂, which Unicode does not decompose. */
const WHITE_ON_BLACK = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;

/** Letters with a stroke, ligatures, and what Arabic and Persian keyboards write differently. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ Ł: 'L', Đ: 'D', Ø: 'O', Ħ: 'H', Ŧ: 'T', Æ: 'AE', Œ: 'OE' },
  ...{ ک: 'ك', ی: 'ي', ى: 'ي', ہ: 'ه' },
};
const ALIKE = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(WHITE_ON_BLACK, (letter) => String.fromCharCode(65 + ((letter.codePointAt(0)! - 0x1f150) % 32)))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(ACCENTS, '')
    // Both, so that ẞ, ß and SS become equal, and the three forms of sigma.
    .toLowerCase()
    .toUpperCase()
    .replaceAll(ALIKE, (letter) => PLAIN[letter]!)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
