export type Keyword = 'stop' | 'start' | 'help';

const WORDS: Record<Keyword, readonly string[]> = {
  stop: ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

/** Folded, as {@link folded} writes them. */
const COURTESY = [
  ...['PLEASE', 'PLS', 'PLZ', 'THANKS', 'THANK YOU', 'THANK', 'YOU', 'THX', 'TNX', 'TY', 'NOW'],
  ...['SVP', 'STP', 'S IL VOUS PLAIT', 'S IL TE PLAIT', 'SIL VOUS PLAIT', 'SIL TE PLAIT', 'MERCI'],
  ...['BITTE', 'DANKE', 'POR FAVOR', 'PORFAVOR', 'GRACIAS', 'OBRIGADO', 'OBRIGADA'],
  ...['PER FAVORE', 'PER PIACERE', 'GRAZIE', 'PROSZE', 'DZIEKUJE', 'DZIEKI'],
  ...['ALSJEBLIEFT', 'ALSTUBLIEFT', 'AUB', 'A U B', 'BEDANKT', 'DANK U', 'DANK JE'],
  ...['TACK', 'SNALLA', 'TAKK', 'VENNLIGST', 'TAK', 'VENLIGST', 'KIITOS'],
  ...['LUTFEN', 'TESEKKURLER', 'PROSIM', 'DEKUJI', 'VA ROG', 'MULTUMESC', 'ПОЖАЛУИСТА', 'СПАСИБО'],
];
const COURTESIES = new RegExp(` (?:${COURTESY.join('|')})(?= )`, 'g');

/** As with carriers, the word must be the whole text; case, accents, punctuation and a "please" do not matter. */
export function keywordOf(text: string, stopWords: readonly string[] = []): Keyword | null {
  const said = folded(text);
  const stops = [...WORDS.stop, ...stopWords].map(folded);
  if (
    isAny(said, stops) ||
    isAny(said, stops.map(andAll)) ||
    inEachScript(polite(said)).some((one) => isRepeated(one, stops))
  )
    return 'stop';
  if (isAny(said, WORDS.start.map(folded))) return 'start';
  return isAny(said, WORDS.help.map(folded)) ? 'help' : null;
}

/** Whether the text is these words, or begins with them. */
export function saysSo(text: string, words: string, match: 'exact' | 'prefix'): boolean {
  const [said, wanted] = [folded(text), folded(words)];
  return match === 'exact' ? isAny(said, [wanted]) : `${said} `.startsWith(`${wanted} `);
}

const isAny = (said: string, words: readonly string[]) => {
  const spellings = [said, polite(said)].flatMap(inEachScript).map(squeezed);
  return words.some((word) => word !== '' && spellings.includes(squeezed(word)));
};

const andAll = (word: string) => (word === '' ? '' : `${word} ALL`);

const isRepeated = (said: string, words: readonly string[]) => {
  const [first = '', ...others] = said.split(' ');
  return first !== '' && words.includes(first) && others.every((one) => one === 'ALL' || words.includes(one));
};

const polite = (said: string) => ` ${said} `.replaceAll(COURTESIES, '').trim();

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

/** Capitals that look the same, by script, in one order. */
const LATIN = 'ABCDEHIJKMNOPQSTUVWXYZ';
const SCRIPTS = [
  { script: /\p{Script=Latin}/u, letters: LATIN },
  { script: /\p{Script=Cyrillic}/u, letters: 'АВСԀЕНІЈКМ ОРԚЅТ ѴԜХУ ' },
  { script: /\p{Script=Greek}/u, letters: 'ΑΒ  ΕΗΙ ΚΜΝΟΡ  Τ   ΧΥΖ' },
];

/** As it is and, where it mixes scripts (`STОP` with a Cyrillic О), in each of them. */
function inEachScript(said: string): string[] {
  const mixed = SCRIPTS.filter(({ script }) => script.test(said));
  if (mixed.length < 2) return [said];
  return [said, ...mixed.map(({ letters }) => Array.from(said, (letter) => alike(letter, letters)).join(''))];
}

function alike(letter: string, letters: string): string {
  if (letter === ' ') return letter;
  const place = SCRIPTS.map((one) => one.letters.indexOf(letter)).find((at) => at >= 0) ?? -1;
  const found = letters[place] ?? ' ';
  return found === ' ' ? letter : found;
}

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
