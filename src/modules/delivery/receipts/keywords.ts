export type Keyword = 'stop' | 'start' | 'help';

const WORDS: Record<Keyword, readonly string[]> = {
  stop: ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

const COURTESY = [
  ...['please', 'pls', 'plz', 'thanks', 'thank you', 'thank', 'you', 'thx', 'tnx', 'ty', 'now'],
  ...['svp', 's v p', 'stp', 's’il vous plaît', 's’il te plaît', 'sil vous plait', 'sil te plait', 'merci'],
  ...['bitte', 'danke', 'por favor', 'porfavor', 'gracias', 'obrigado', 'obrigada'],
  ...['per favore', 'per piacere', 'grazie', 'proszę', 'dziękuję', 'dzięki', 'gràcies', 'si us plau', 'grazas'],
  ...['alsjeblieft', 'alstublieft', 'asjeblieft', 'aub', 'a.u.b.', 'graag', 'bedankt', 'dank u', 'dank je'],
  ...['tack', 'snälla', 'takk', 'vennligst', 'tak', 'venligst', 'kiitos', 'aitäh', 'palun'],
  ...['paldies', 'lūdzu', 'ačiū', 'prašau', 'lütfen', 'teşekkürler', 'prosím', 'děkuji', 'ďakujem'],
  ...['kérem', 'köszönöm', 'hvala', 'molim', 'prosim', 'va rog', 'te rog', 'mulțumesc'],
  ...['παρακαλώ', 'ευχαριστώ', 'моля', 'благодаря', 'пожалуйста', 'спасибо', 'будь ласка', 'дякую'],
  ...['من فضلك', 'لو سمحت', 'شكرا', 'בבקשה', 'תודה', 'कृपया', 'धन्यवाद', 'ขอบคุณ', 'ครับ', 'ค่ะ', 'cảm ơn', 'xin'],
  ...['terima kasih', 'makasih', 'tolong', 'salamat', 'po', 'asante', 'tafadhali'],
  ...['请', '請', '谢谢', '謝謝', 'ください', 'お願いします', 'ありがとう', '감사합니다', '부탁합니다'],
];

/** What people write around a STOP, and what they name that is to stop. Never enough for a START. */
const AROUND = [
  ...[
    'hi',
    'hello',
    'hey',
    'hallo',
    'guten tag',
    'hola',
    'bonjour',
    'salut',
    'ciao',
    'buongiorno',
    'olá',
    'oi',
    'hej',
    'hei',
  ],
  ...[
    'cześć',
    'dzień dobry',
    'ahoj',
    'merhaba',
    'selam',
    'привет',
    'здравствуйте',
    'مرحبا',
    'السلام عليكم',
    'שלום',
    'नमस्ते',
    '你好',
  ],
  ...['ok', 'okay', 'just', 'kindly', 'already', 'asap', 'immediately', 'right', 'at once', 'everything'],
  ...['me', 'these', 'sending', 'texting', 'messaging', 'contacting', 'spamming', 'bothering'],
  ...['text', 'texts', 'txt', 'sms', 'mms', 'msg', 'msgs', 'message', 'messages', 'spam'],
  // Our own words: "Reply STOP to opt out".
  ...['reply', 'send', 'to', '2'],
];

/** As with carriers, the word must be the whole text; case, accents, punctuation and a "please" do not matter. */
export function keywordOf(text: string, stopWords: readonly string[] = []): Keyword | null {
  const said = folded(text);
  const stops = [...WORDS.stop, ...stopWords].map(folded).filter((word) => word !== '');
  if (isStop(said, stops) || isStop(folded(ownLine(text)), stops)) return 'stop';
  if (isAny(said, WORDS.start.map(folded))) return 'start';
  return isAny(said, WORDS.help.map(folded)) ? 'help' : null;
}

const isStop = (said: string, stops: readonly string[]) =>
  isAny(said, stops) ||
  isAny(said, stops.map(andAll)) ||
  inEachScript(bare(said)).some((one) => isRepeated(one, stops)) ||
  isTypo(polite(said)) ||
  stops.includes(without(POLITE_ENDS, squeezed(said)));

/** The first line without the subject's marks, where the others are a signature or quote us. */
function ownLine(text: string): string {
  const [first = ''] = text
    .split(/[\r\n\u2028]+/)
    .filter((line) => /\p{L}/u.test(line) && !/^\s*>.*>|^\s*On .* wrote:/u.test(line));
  return first.replace(/^(?:\s*(?:re|fwd?|aw|wg|subject|betreff|tr|rv|antw|sv|vs)\s*:)+/i, '');
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

/** Step by step: a pattern would try every way to read `STOP STOP …` where one word is another one twice, or begins with it. */
function isRepeated(said: string, words: readonly string[]): boolean {
  const text = `${said} `;
  const ends = new Set([0]);
  // A set is read to its end, with what is added meanwhile.
  for (const end of ends)
    for (const word of end === 0 ? words : [...words, 'ALL'])
      if (text.startsWith(`${word} `, end)) ends.add(end + word.length + 1);
  return ends.has(text.length);
}

/** STOP with two neighbours changed over, with a zero, or on a Russian, Ukrainian, Arabic or Hebrew keyboard. */
const isTypo = (said: string) => /^(?:TSOP|SOTP|STPO|ST0P|ЫЕЩЗ|ІЕЩЗ|سفخح|דאםפ)$/.test(squeezed(said));

const polite = (said: string) => without(COURTESIES, ` ${said} `).trim();
/** `STOP2END`, `STOP to 12345`. */
const bare = (said: string) =>
  without(FILLERS, ` ${said.replaceAll(/(?<=\p{L})2(?=\p{L})/gu, ' 2 ')} `)
    .replace(/ \d{3,8} $/, '')
    .trim();
const without = (pattern: RegExp, said: string) => said.replaceAll(pattern, '');

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
  // Small capitals.
  ...Object.fromEntries([...'ᴀʙᴄᴅᴇꜰɢʜꞮᴊᴋʟᴍɴᴏᴘ'].map((letter, at) => [letter, String.fromCharCode(65 + at)])),
  ...{ Ʀ: 'R', ꜱ: 'S', ᴛ: 'T', ᴜ: 'U', ᴠ: 'V', ᴡ: 'W' },
};
const ALIKE = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

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
    // Apostrophes may be written as letters: TOʻXTAT.
    .replaceAll(/[^\p{L}\p{M}\p{N}]+|[\u02b9-\u02cf]+/gu, ' ')
    .trim();

/** Each with a blank before it, the longest first. */
const anyOf = (words: readonly string[]) =>
  new RegExp(` (?:${[...words].sort((a, b) => b.length - a.length).join('|')})(?= )`, 'g');

const COURTESIES = anyOf(COURTESY.map(folded));
const FILLERS = anyOf([...COURTESY, ...AROUND].map(folded));
/** `PLEASESTOP`, `STOPTHANKS`. */
const POLITE_ENDS = (() => {
  const words = COURTESY.map((word) => squeezed(folded(word))).filter((word) => word.length > 2);
  return new RegExp(`^(?:${words.join('|')})|(?:${words.join('|')})$`, 'g');
})();
