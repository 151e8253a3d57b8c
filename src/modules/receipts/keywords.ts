export type Keyword = 'stop' | 'start' | 'help';

const WORDS: Record<Keyword, readonly string[]> = {
  stop: ['stop', 'stopall', 'quit', 'end', 'revoke', 'opt out', 'optout', 'cancel', 'unsubscribe'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

/** What a reply asks for. The word must be the whole text; its case, and signs around it, do not matter. */
export function keywordOf(text: string, stopWords: readonly string[] = []): Keyword | null {
  const said = plain(text);
  if (WORDS.stop.includes(said) || stopWords.some((word) => plain(word) === said)) return 'stop';
  if (WORDS.start.includes(said)) return 'start';
  return WORDS.help.includes(said) ? 'help' : null;
}

/** Letters and digits in lower case, with single blanks between words. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
