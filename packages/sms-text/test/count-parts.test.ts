import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { countParts, encodingOf, splitText } from 'sms-text';
import { describe, expect, test } from 'vitest';

describe('parts of a text', () => {
  test.each([
    ['a'.repeat(160), 'GSM-7', 1],
    ['a'.repeat(161), 'GSM-7', 2],
    ['a'.repeat(306), 'GSM-7', 2],
    ['a'.repeat(307), 'GSM-7', 3],
    ['€'.repeat(80), 'GSM-7', 1],
    ['€'.repeat(81), 'GSM-7', 2],
    // 152 places, and the sign of two does not fit in the 153rd: three parts although 306 places are two.
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 3],
    ['ж'.repeat(70), 'UCS-2', 1],
    ['ж'.repeat(71), 'UCS-2', 2],
    ['😀'.repeat(35), 'UCS-2', 1],
    ['😀'.repeat(36), 'UCS-2', 2],
    // 66 places, and the sign of two does not fit in the 67th.
    [`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`, 'UCS-2', 3],
    // As Windows ends its lines.
    [`${'a'.repeat(158)}\r\n`, 'GSM-7', 1],
    [`${'a'.repeat(159)}\r\n`, 'GSM-7', 2],
    ['ça va', 'UCS-2', 1],
    ['Ça va', 'GSM-7', 1],
  ] as const)('%j is %s, %i', (text, encoding, parts) => {
    expect({ encoding: encodingOf(text), parts: countParts(text) }).toEqual({ encoding, parts });
  });

  const alphabets = {
    'GSM-7': ['a', 'Z', ' ', '\n', '€', '{', 'é', 'Ω', '\f', '@'],
    'letters beyond GSM-7': ['a', 'ж', '中', '한', 'ع', 'ç', '\n', '’'],
    'wide signs of GSM-7': [...Array(60).fill('a'), '€'],
    'pairs among letters': [...Array(30).fill('ж'), '😀'],
    'signs that join': ['a', 'ж', '😀', '👨‍👩‍👧', 'é', '한', '\r\n', 'ำ', '🇩🇪', '👍🏽'],
  };
  test.each(Object.entries(alphabets))('%s count as the library counts them', (_name, alphabet) => {
    const text = fc
      .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 400 })
      .map((signs) => signs.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const known = new SegmentedMessage(given);
        expect([countParts(given), encodingOf(given)]).toEqual([known.segmentsCount, known.encodingName]);
        const parts = splitText(given);
        expect({ parts: parts.length, text: parts.join('') }).toEqual({ parts: countParts(given), text: given });
      }),
      { numRuns: 150 },
    );
  });

  test('a text longer than people write is counted by its characters alone', () => {
    const text = 'и\u0306'.repeat(2_001);
    expect([countParts(text), countParts(text.slice(0, 4_000))]).toEqual([60, 61]);
    expect(splitText(text).join('')).toBe(text);
    expect(splitText(text)).toHaveLength(60);
  });

  test('a letter under more accents than a part has room for is divided', () => {
    const text = `e${'\u0301'.repeat(200)}`;
    expect([countParts(text), splitText(text).map((part) => part.length)]).toEqual([3, [67, 67, 67]]);
    expect(splitText(text).join('')).toBe(text);
  });
});
