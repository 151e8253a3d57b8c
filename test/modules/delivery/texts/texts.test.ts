import { describe, expect, test } from 'vitest';
import { chanceFrom } from '../../../../src/chance.ts';
import { compileText, textMistake } from '../../../../src/modules/delivery/texts/compile-text.ts';
import { CHANCE, liquid } from '../../../../src/modules/delivery/texts/engine.ts';
import { ExactNumber } from '../../../../src/modules/delivery/texts/exact-number.ts';
import type { MergeValues } from '../../../../src/modules/delivery/texts/merge-fields.ts';
import { putTogether } from '../../../../src/modules/delivery/texts/plain-text.ts';
import { RenderError, renderMessage, usesUrl } from '../../../../src/modules/delivery/texts/render-message.ts';

const written = (text: string, contact: MergeValues = {}, messageId = 'm1') =>
  renderMessage({ messageId, texts: [{ id: 't1', text }], offers: [], contact, url: 'https://s.example/a1B2' })
    .finalText;

/** Every text that 200 messages get. */
const variants = (text: string, contact = {}) =>
  [...new Set(Array.from({ length: 200 }, (_, at) => written(text, contact, `m${at}`)))].sort();

describe('merge fields', () => {
  test('write the contact and the link', () => {
    expect(
      written('Hi {{ name }}, {{ custom1_int }} left: {{ url }}', { name: 'Anna', custom1_int: new ExactNumber('3') }),
    ).toBe('Hi Anna, 3 left: https://s.example/a1B2');
  });

  test('have defaults for what is missing, null or empty', () => {
    const text = 'Hi {{ name | default: "there" }}!';
    expect([written(text), written(text, { name: null }), written(text, { name: '' })]).toEqual([
      'Hi there!',
      'Hi there!',
      'Hi there!',
    ]);
  });

  test('are never read as Liquid or as choices, whatever the contact is called', () => {
    expect(written('Hi {{ name }}', { name: '{a|b} {{ url }} {% if %}' })).toBe('Hi {a|b} {{ url }} {% if %}');
  });

  test('show a time in UTC, or in the zone that the text names', () => {
    const contact = { custom1_datetime: '2026-11-22T08:30:00.000Z', timezone: 'Asia/Kathmandu' };
    expect(written('{{ custom1_datetime | date: "%d.%m. %H:%M" }}', contact)).toBe('22.11. 08:30');
    expect(written('{{ custom1_datetime | date: "%d.%m. %H:%M", timezone }}', contact)).toBe('22.11. 14:15');
  });

  test('do not tell the time of writing, which a dry run and the send do not share', () => {
    expect(written('{{ "now" | date: "%Y" }}{{ name | date: "%Y" }}', { name: 'today' })).toBe('nowtoday');
  });

  test('decide', () => {
    const text = '{% if custom1_int > 5 %}Many{% elsif custom1_int %}Some{% else %}None{% endif %}';
    const int = (digits: string) => ({ custom1_int: new ExactNumber(digits) });
    expect([written(text, int('10')), written(text, int('1')), written(text)]).toEqual(['Many', 'Some', 'None']);
  });
});

test('Plain texts are put together as the library would write them', () => {
  const texts = [
    'Words alone',
    '{Hi|Hello {you|there}|} {{ name | default: "there" }}, {{ url }}',
    "{{name}} {{- custom1_int -}} {{ custom1_str | default: '\"' }}\n{{ number }}",
    '{{ name | default: "a\\nb\\u00e9" }}',
    'Hi \\{ name \\} {a|b {{ url }} {c|{{ custom1_int | default: "none" }}}}',
  ];
  const contacts = [
    {},
    { name: '', custom1_int: new ExactNumber('0') },
    { name: null, custom1_str: ' ' },
    { name: '{a|b}', number: '49' },
  ];
  for (const text of texts) {
    const { pieces, templates } = compileText(text);
    for (const contact of contacts) {
      for (let seed = 0; seed < 20; seed++) {
        const values = { ...contact, url: 'https://s.example/a1B2' };
        const [drawn, ours] = [chanceFrom(`${seed}`), chanceFrom(`${seed}`)];
        const theirs = liquid.renderSync(templates, { ...values, [CHANCE]: drawn });
        expect([text, putTogether(pieces!, values, ours)]).toEqual([text, theirs]);
      }
    }
  }
});

test('Texts with more in them are left to the library', () => {
  for (const text of [
    '{{ name | upcase }}',
    '{{ name | default: number }}',
    '{{ name | default: "a" | upcase }}',
    '{{ name | default: "a", allow_false: true }}',
    '{{ name.size }}',
    '{{ "now" | date: "%Y" }}',
    '{% if name %}a{% endif %}',
    '{a|{{ name | upcase }}}',
    '{{ name == "a" }}',
  ])
    expect([text, compileText(text).pieces]).toEqual([text, null]);
});

describe('choices', () => {
  test('take one alternative each, nested as well', () => {
    expect(variants('{Hi|Hello {you|there}|} now')).toEqual(['Hello there now', 'Hello you now', 'Hi now', 'now']);
  });

  test('hold merge fields and stand in tags', () => {
    expect(variants('{Hi {{ name }}|{{{ name }}|You}}', { name: 'Anna' })).toEqual(['Anna', 'Hi Anna', 'You']);
    expect(variants('{% if name %}{Hi|Hey}{% endif %} you', { name: 'Anna' })).toEqual(['Hey you', 'Hi you']);
  });

  test('leave escaped braces and lines alone, and lines outside of a choice', () => {
    expect(written('\\{a\\|b\\} | \\{\\{ name \\}\\} \\\\ c:\\temp {\\||\\|}')).toBe(
      '{a|b} | {{ name }} \\ c:\\temp |',
    );
  });

  test('follow from the message’s id alone', () => {
    const texts = Array.from({ length: 5 }, (_, at) => ({ id: `t${at}`, text: `${at} {a|b|c} {d|e|f}` }));
    const offers = [{ id: 'o1' }, { id: 'o2' }];
    const render = (messageId: string) => renderMessage({ messageId, texts, offers, contact: {}, url: null });
    expect(render('0199a7f0-0000-7000-8000-000000000001')).toEqual({
      textId: 't0',
      offerId: 'o1',
      finalText: '0 a f',
      textParts: 1,
      smsParts: 1,
    });
    expect(render('0199a7f0-0000-7000-8000-000000000001')).toEqual(render('0199a7f0-0000-7000-8000-000000000001'));
  });

  test('share messages out evenly', () => {
    const counts = new Map<string, number>();
    for (let at = 0; at < 6_000; at++) {
      const { textId, offerId } = renderMessage({
        messageId: `message ${at}`,
        texts: [
          { id: 'a', text: 'x' },
          { id: 'b', text: 'x' },
          { id: 'c', text: 'x' },
        ],
        offers: [{ id: '1' }, { id: '2' }],
        contact: {},
        url: null,
      });
      counts.set(`${textId}${offerId}`, (counts.get(`${textId}${offerId}`) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe('a text is refused', () => {
  test.each([
    ['Hi {{ nam }}', 'uses {{ nam }}, which is no merge field'],
    ['{a|Hi {{ firstname }}}', 'uses {{ firstname }}, which is no merge field'],
    ['{% for i in (1..9) %}x{% endfor %}', 'uses the tag {% for %}; only if, unless, case, assign are allowed'],
    ['{% include "/etc/passwd" %}', 'uses the tag {% include %}; only if, unless, case, assign are allowed'],
    ['{%- render "x" -%}', 'uses the tag {% render %}; only if, unless, case, assign are allowed'],
    ['{% spin %}a{% endspin %}', 'uses the tag {% spin %}; only if, unless, case, assign are allowed'],
    ['{% %}', 'uses the tag {%  %}; only if, unless, case, assign are allowed'],
    ['{{ name | sha256 }}', 'uses the filter sha256, which is not allowed'],
    ['{{ name', 'has a {{ without its }}'],
    ['{{ name.first }}', 'uses {{ name.first }}, which is no merge field'],
    ['{{ name["last"] | upcase }}', 'uses {{ name.last }}, which is no merge field'],
    ['{% if name.first.letter %}x{% endif %}', 'uses {{ name.first.letter }}, which is no merge field'],
    ['{% if name %}Hi', 'has a {% if %} without its {% endif %}'],
    ['{% if name %}{Hi|Ho{% endif %}}', 'has a mistake in a merge field or tag'],
    ['{% endif %}', 'has a mistake in a merge field or tag'],
    [
      'Hi {name}',
      'has a brace that stands alone: write {{ name }} for a merge field, {a|b} for a choice, \\{ for a brace',
    ],
    ['{a|b', 'has a brace that stands alone: write {{ name }} for a merge field, {a|b} for a choice, \\{ for a brace'],
    ['a}', 'has a brace that stands alone: write {{ name }} for a merge field, {a|b} for a choice, \\{ for a brace'],
  ])('%s', (text, mistake) => {
    expect(textMistake(text)).toBe(mistake);
  });

  test.each(['Hello', '50% off | today', '{% assign a = name %}{{ a }}', '{{ name.size }}', '{{ "x" | upcase }}'])(
    'not so %s',
    (text) => {
      expect(textMistake(text)).toBeNull();
    },
  );
});

describe('what one contact makes of a text', () => {
  test('may be nothing, too long or too much, and fails with a reason', () => {
    expect(() => written('{{ name }}')).toThrow(new RenderError('The text is empty.'));
    expect(() => written('{{ name }}', { name: 'x'.repeat(1_601) })).toThrow(
      new RenderError('The text is longer than 1600 characters.'),
    );
    const doubling = `{% assign a = name %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`;
    expect(() => written(doubling, { name: 'x' })).toThrow(
      new RenderError('The text could not be written for this contact.'),
    );
  });

  test('calculates as people do, and fails where there is no result', () => {
    expect(
      written('{{ 0.1 | plus: 0.2 }} {{ custom1_dec | times: 1.1 }} {{ 7 | divided_by: 2 }}', {
        custom1_dec: new ExactNumber('1.5'),
      }),
    ).toBe('0.3 1.65 3.5');
    expect(written('{{ custom1_int | plus: 1 }}', { custom1_int: new ExactNumber('9007199254740990') })).toBe(
      '9007199254740991',
    );
    for (const text of [
      '{{ 1 | divided_by: custom1_int }}',
      '{{ 1 | modulo: custom1_int }}',
      '{{ 1.5 | divided_by: 0 }}',
    ]) {
      expect(() => written(text, { custom1_int: new ExactNumber('0') })).toThrow(
        new RenderError('The text could not be written for this contact.'),
      );
    }
  });

  test('has no properties but its own', () => {
    expect(written('{{ name.constructor }}{{ name.__proto__ }}-', { name: 'Anna' })).toBe('-');
  });

  test('has the line breaks that phones know', () => {
    expect(written('a\r\nb\rc\vd\u2028e')).toBe('a\nb\nc\nd\ne');
  });

  test('has no control characters, and reads those of Windows-1252 as they are meant', () => {
    expect(written('It\u0092s {{ name }}\u0000\u001b\u0081!', { name: 'A\u0001nn\u007f' })).toBe('It’s Ann!');
  });
});

test('a text knows whether it can carry a link', () => {
  expect([usesUrl('Go {{ url }}'), usesUrl('{a|b {{ url }}}'), usesUrl('Hi {{ name }}')]).toEqual([true, true, false]);
});

test('chance is the same for the same seed and another for another', () => {
  const draw = (seed: string) => {
    const chance = chanceFrom(seed);
    return [chance.below(1_000), chance.below(1_000), chance.happens(0.5), chance.pick(['a', 'b', 'c'])];
  };
  expect(draw('seed')).toEqual(draw('seed'));
  expect(draw('seed')).not.toEqual(draw('Seed'));
});
