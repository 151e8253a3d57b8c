import { countParts, encodingOf, isWide, joinedParts } from './count-parts.ts';

export function splitText(text: string): string[] {
  const joined = text.length > 70 ? joinedParts(text) : null;
  if (joined) return joined;
  if (countParts(text) === 1) return [text];
  const encoding = encodingOf(text);
  const each = encoding === 'GSM-7' ? 153 : 67;
  const parts = [''];
  let filled = 0;
  for (const character of text) {
    const width = isWide(encoding, character) ? 2 : 1;
    if (filled + width > each) {
      parts.push('');
      filled = 0;
    }
    parts[parts.length - 1] += character;
    filled += width;
  }
  return parts;
}
