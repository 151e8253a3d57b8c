import { encodingOf } from 'sms-text';
import { describe, expect, test } from 'vitest';
import { renderMessage } from '../../../../src/modules/delivery/texts/render-message.ts';

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
