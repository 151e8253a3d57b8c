import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** WCAG 2.2: contrast of texts (1.4.3) and of what is no text but must be seen (1.4.11), computed from the tokens of the dashboard. */

type Color = readonly [red: number, green: number, blue: number];

const style = readFileSync(join(import.meta.dirname, '..', '..', 'dashboard', 'src', 'style.css'), 'utf8');
const colorOf = (hex: string): Color => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never;
const tokens = new Map(
  [...style.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: colorOf(light!), dark: colorOf(dark!) },
  ]),
);
type Theme = 'light' | 'dark';
const token = (name: string, theme: Theme): Color => tokens.get(name)![theme];

function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Color, other: Color): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `color-mix(in srgb, one share%, other)`. */
const mixed = (one: Color, share: number, other: Color): Color =>
  one.map((part, at) => share * part + (1 - share) * other[at]!) as never;

const TEXTS = ['text', 'muted', 'accent', 'good', 'calm', 'warn', 'bad'];
const GROUNDS = ['ground', 'card', 'raised', 'soft'];
const TONES = ['muted', 'good', 'calm', 'warn', 'bad'];
/** Borders of fields and dots, and parts of bars and plots. */
const SEEN = ['edge', 'accent', 'plot-1', 'plot-2', 'plot-3', 'plot-4'];

test('the formula is that of WCAG', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 10);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.542, 3);
  expect(tokens.size).toBe(23);
});

test.each(['light', 'dark'] as const)('every text can be read in the %s theme: at least 4.5 to 1', (theme) => {
  const of = (name: string) => token(name, theme);
  const pairs: [name: string, ratio: number][] = [
    ...TEXTS.flatMap((text) =>
      GROUNDS.map((on) => [`${text} on ${on}`, contrast(of(text), of(on))] as [string, number]),
    ),
    ['accent on tint', contrast(of('accent'), of('tint'))],
    ['text on tint', contrast(of('text'), of('tint'))],
    ['on-accent on accent', contrast(of('on-accent'), of('accent'))],
    ['a button that is pointed at', contrast(of('on-accent'), mixed(of('accent'), 0.88, of('text')))],
    ['a toast', contrast(of('ground'), of('text'))],
    ['a step that is done', contrast(of('card'), of('good'))],
    ...TONES.map((tone): [string, number] => [
      `a badge: ${tone}`,
      contrast(of(tone), mixed(of(tone), 0.12, of('card'))),
    ]),
  ];
  expect(pairs.filter(([, ratio]) => ratio < 4.5)).toEqual([]);
});

test.each(['light', 'dark'] as const)('what is no text is seen in the %s theme: at least 3 to 1', (theme) => {
  const pairs = SEEN.flatMap((name) =>
    ['ground', 'card', 'raised'].map(
      (on) => [`${name} on ${on}`, contrast(token(name, theme), token(on, theme))] as const,
    ),
  );
  expect(pairs.filter(([, ratio]) => ratio < 3)).toEqual([]);
});
