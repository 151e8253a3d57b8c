import { SegmentedMessage } from 'sms-segments-calculator';
import { countParts, encodingOf, isJoined, isWide } from './count-parts.ts';

export function splitText(text: string): string[] {
  if (countParts(text) === 1) return [text];
  if (isJoined(text)) {
    return new SegmentedMessage(text).segments.map((segment) =>
      segment.flatMap((item) => ('raw' in item && typeof item.raw === 'string' ? item.raw : [])).join(''),
    );
  }
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
