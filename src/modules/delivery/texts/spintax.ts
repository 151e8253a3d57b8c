/** Completes a sentence that begins with `The … field`. */
export class TextMistake extends Error {}

interface ReadText {
  /** `{a|b}` becomes `{% spin %}a{% or %}b{% endspin %}`. */
  liquid: string;
  tags: string[];
}

const ESCAPED = new Set(['{', '}', '|', '\\']);

/** One engine nests both: `{% if name %}{Hi|Hello}{% endif %}`. `\{`, `\}`, `\|` and `\\` are the plain characters. */
export function readSpintax(text: string): ReadText {
  const tags: string[] = [];
  const open: { divided: boolean }[] = [];
  let liquid = '';
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (char === '\\' && ESCAPED.has(text[at + 1]!)) {
      liquid += literal(text[at + 1]!);
      at += 2;
    } else if (opensLiquid(text, at)) {
      const end = endOfLiquid(text, at);
      const token = text.slice(at, end);
      if (token.startsWith('{%')) tags.push(/^\{%-?\s*([^\s%-]*)/.exec(token)![1]!);
      liquid += token;
      at = end;
    } else {
      if (char === '{') {
        open.push({ divided: false });
        liquid += '{% spin %}';
      } else if (char === '}') {
        if (!open.pop()?.divided) throw new TextMistake(BRACES);
        liquid += '{% endspin %}';
      } else if (char === '|' && open.length > 0) {
        open.at(-1)!.divided = true;
        liquid += '{% or %}';
      } else {
        liquid += char;
      }
      at += 1;
    }
  }
  if (open.length > 0) throw new TextMistake(BRACES);
  return { liquid, tags };
}

const BRACES = 'has a brace that stands alone: write {{ name }} for a merge field, {a|b} for a choice, \\{ for a brace';

/** As Liquid, since it could form `{{` with its neighbour. */
const literal = (char: string) => (char === '{' || char === '}' ? `{{ "${char}" }}` : char);

/** `{{{ name }}|you}` is a choice that begins with a merge field. */
const opensLiquid = (text: string, at: number) =>
  text[at] === '{' && (text[at + 1] === '%' || (text[at + 1] === '{' && text[at + 2] !== '{'));

function endOfLiquid(text: string, start: number): number {
  const close = text[start + 1] === '%' ? '%}' : '}}';
  let quote = '';
  for (let at = start + 2; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (text.startsWith(close, at)) return at + 2;
  }
  throw new TextMistake(`has a ${text.slice(start, start + 2)} without its ${close}`);
}
