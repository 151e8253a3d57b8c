import { describe, expect, test } from 'vitest';
import { countParts, encodingOf } from '../../../../src/modules/delivery/texts/count-parts.ts';
import { renderMessage } from '../../../../src/modules/delivery/texts/render-message.ts';
import { encodeSmartly } from '../../../../src/modules/delivery/texts/smart-encoding.ts';

const rendered = (text: string, contact: Record<string, string> = {}, smartEncoding = false) =>
  renderMessage({ messageId: 'm', texts: [{ id: 't', text }], offers: [], contact, url: null, smartEncoding });

describe('letters are composed', () => {
  test('in texts and in what they are filled with', () => {
    const { finalText, smsParts } = rendered('Caf\u0065\u0301 f\u0075\u0308r {{ name }}', {
      name: 'Ju\u0308rgen A\u030a',
    });
    expect(finalText).toBe('Café für Jürgen Å');
    expect([encodingOf(finalText), smsParts]).toEqual(['GSM-7', 1]);
  });

  test('where a sign of its own stands for one, too', () => {
    expect(rendered('\u212bngstr\u006f\u0308m \u2126').finalText).toBe('Ångström Ω');
  });
});

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

  test('is off unless it is asked for, and tells the parts without it', () => {
    const text = `“${'a'.repeat(140)}”`;
    expect(rendered(text)).toMatchObject({ finalText: text, smsParts: 3, plainParts: undefined });
    expect(rendered(text, {}, true)).toMatchObject({
      finalText: `"${'a'.repeat(140)}"`,
      textParts: 1,
      smsParts: 1,
      plainParts: 3,
    });
  });

  test('reaches what the text is filled with', () => {
    expect(rendered('Hi {{ name }}!', { name: 'O’Neil\u00a0Jr\u200b' }, true).finalText).toBe("Hi O'Neil Jr!");
  });

  test('leaves no empty message', () => {
    expect(() => rendered('{{ name }}', { name: '\u200b' }, true)).toThrow('The text is empty.');
  });
});
