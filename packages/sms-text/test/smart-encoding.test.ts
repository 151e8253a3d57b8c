import { countParts, encodeSmartly, encodingOf } from 'sms-text';
import { describe, expect, test } from 'vitest';

describe('smart encoding', () => {
  test.each([
    ['“Hi” ‘you’ „du“ «tu» ‹x›', '"Hi" \'you\' "du" "tu" <x>'],
    ['it’s – really — good ‐ or ‑ and ‒ so ― − 5', "it's - really - good - or - and - so - - 5"],
    ['10\u00a0% \u202foff\u2009now\u3000!', '10 %  off now !'],
    ['a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg\u200eh\u202ai\u2066j', 'abcdefghij'],
    ['Wait…', 'Wait...'],
    ['！？（ＡＢＣ）１２３', '!?(ABC)123'],
    ['a\tb', 'a b'],
    ['Don`t miss 5′ 6″', "Don't miss 5' 6\""],
    ['Oﬀer of the oﬃce: ﬁt, ﬂat', 'Offer of the office: fit, flat'],
    ['Ｓａｌｅ！', 'Sale!'],
    ['a\u034fb\ufe0fc\u3164d', 'abcd'],
  ])('writes %j as %j', (text, expected) => {
    expect(encodeSmartly(text)).toBe(expected);
    expect(encodingOf(expected)).toBe('GSM-7');
  });

  test.each([
    'Plain text, è à ñ €',
    // Not all of it would fit, so nothing changes.
    'Zoë’s “café”',
    'Привет – “мир”',
    'می\u200cخواهم',
    '👩\u200d👩\u200d👧 “family”',
    // Another look or another meaning.
    '1½ ÷ 2',
    'x\u0331',
  ])('leaves %j as it is', (text) => {
    expect(encodeSmartly(text)).toBe(text);
  });

  test('never takes more parts', () => {
    const text = '…'.repeat(70);
    expect([encodeSmartly(text), countParts(text)]).toEqual([text, 1]);
  });
});
