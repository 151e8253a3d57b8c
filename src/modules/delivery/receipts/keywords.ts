export type Keyword = 'stop' | 'start' | 'help';

const WORDS: Record<Keyword, readonly string[]> = {
  stop: ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

const COURTESY = new Set(['PLEASE', 'PLS', 'PLZ', 'THANKS', 'THANK', 'YOU']);

/** As with carriers, the word must be the whole text; case, accents, punctuation and a "please" do not matter. */
export function keywordOf(text: string, stopWords: readonly string[] = []): Keyword | null {
  const said = folded(text);
  const stops = [...WORDS.stop, ...stopWords].map(folded);
  if (isAny(said, stops) || isAny(said, stops.map(andAll)) || isRepeated(said, stops)) return 'stop';
  if (isAny(said, WORDS.start.map(folded))) return 'start';
  return isAny(said, WORDS.help.map(folded)) ? 'help' : null;
}

/** Whether the text is these words, or begins with them. `words` are {@link folded}. */
export function saysSo(text: string, words: string, match: 'exact' | 'prefix'): boolean {
  const said = folded(text);
  return match === 'exact' ? isAny(said, [words]) : `${said} `.startsWith(`${words} `);
}

const isAny = (said: string, words: readonly string[]) =>
  words.some((word) => word !== '' && [said, polite(said)].some((one) => squeezed(one) === squeezed(word)));

const andAll = (word: string) => (word === '' ? '' : `${word} ALL`);

const isRepeated = (said: string, words: readonly string[]) =>
  said !== '' && said.split(' ').every((one) => words.includes(one));

const polite = (said: string) =>
  said
    .split(' ')
    .filter((word) => !COURTESY.has(word))
    .join(' ');

/** `S.T.O.P.`, `opt-out` and `optout` are one word each. */
const squeezed = (text: string) => text.replaceAll(' ', '');

/** Latin, Greek and Cyrillic accents, Hebrew and Arabic points. Marks that tell words apart in other scripts stay. */
const ACCENTS = /(?![\u3099\u309a])[\p{Script=Inherited}\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640]/gu;

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(ACCENTS, '')
    // Both, so that ẞ, ß and SS become equal, and the three forms of sigma.
    .toLowerCase()
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
