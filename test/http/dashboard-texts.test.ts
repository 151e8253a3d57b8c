import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import * as gql from '../../dashboard/src/gql/graphql.ts';
import * as de from '../../dashboard/src/texts/de.ts';
import * as deMore from '../../dashboard/src/texts/de-more.ts';
import * as en from '../../dashboard/src/texts/en.ts';
import * as enMore from '../../dashboard/src/texts/en-more.ts';
import * as first from '../../dashboard/src/texts/first.ts';
import * as more from '../../dashboard/src/texts/more.ts';
import { schema } from '../../src/schema.ts';

const english = { ...en, ...enMore };
const german: Record<string, Record<string, unknown>> = { ...de, ...deMore };

const SOURCES = join(import.meta.dirname, '..', '..', 'dashboard', 'src');

/** Its readers are developers: every part of the screens, named as in the code. */
const FOR_DEVELOPERS = join('screens', 'design.tsx');
/** Names, which are the same in every language. */
const NAMES = ['Outbound'];

interface Source {
  name: string;
  file: ts.SourceFile;
}
const sources: Source[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/^(gql|texts)\W/.test(name) && name !== FOR_DEVELOPERS)
  .map((name) => ({
    name,
    file: ts.createSourceFile(name, readFileSync(join(SOURCES, name), 'utf8'), ts.ScriptTarget.Latest, true),
  }));

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** What a person reads, as an attribute of an element or a property of a column, a field or a button. */
const READ = new Set(
  'label title text hint placeholder aria-label none button lead empty more removed secretNote legend header'.split(
    ' ',
  ),
);
const hasWords = (text: string) => /\p{L}{2}/u.test(text);

const isComparison = (node: ts.BinaryExpression) => /^([!=]==|[<>]=?|in)$/.test(node.operatorToken.getText());

/** The parts of a value that are written in the code: both branches of a choice, what a template says between its values. */
function literalsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const isDefault = ['??', '||'].includes(node.operatorToken.getText());
    return [...(isDefault ? literalsOf(node.left) : []), ...(isComparison(node) ? [] : literalsOf(node.right))];
  }
  return [];
}

test('no text for a person stands in a screen', () => {
  const found: string[] = [];
  for (const { name, file } of sources) {
    visit(file, (node) => {
      const texts = ts.isJsxText(node)
        ? [node.text]
        : ts.isJsxExpression(node) && ts.isJsxElement(node.parent)
          ? literalsOf(node)
          : (ts.isJsxAttribute(node) && READ.has(node.name.getText())) ||
              (ts.isPropertyAssignment(node) && READ.has(node.name.getText()))
            ? literalsOf(node.initializer)
            : ts.isArrayLiteralExpression(node) && name.endsWith('.tsx')
              ? node.elements.flatMap((one) =>
                  literalsOf(one).filter((text) => /^\p{Lu}\p{Ll}+(?![.\p{L}])/u.test(text)),
                )
              : [];
      for (const text of texts.map((one) => one.trim())) {
        if (hasWords(text) && !NAMES.includes(text)) found.push(`${name}: ${text}`);
      }
    });
  }
  expect(found).toEqual([]);
});

test('every text is used, and by the screens that name it', () => {
  const used = new Set<string>();
  const strings = new Set<string>();
  for (const { file } of sources) {
    const imported = new Map<string, string>();
    visit(file, (node) => {
      if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().includes('/texts/')) {
        for (const one of (node.importClause!.namedBindings as ts.NamedImports).elements) {
          imported.set(one.name.text, (one.propertyName ?? one.name).text);
        }
      }
      if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
        const screen = imported.get(node.expression.text);
        if (screen) used.add(`${screen}.${node.name.text}`);
      }
      if (ts.isStringLiteralLike(node)) strings.add(node.text);
    });
  }
  const { nouns, endpoints: _, values, ...screens } = english;
  const known = Object.entries(screens).flatMap(([screen, texts]) =>
    Object.keys(texts).map((key) => `${screen}.${key}`),
  );
  expect(known.length).toBeGreaterThan(900);
  expect(known.filter((key) => !used.has(key))).toEqual([]);
  expect(Object.keys(nouns).filter((noun) => !strings.has(noun))).toEqual([]);
  expect(values).toEqual({});
});

test('every language has the texts of every screen, those of the first screen apart', () => {
  expect(Object.keys(first).sort()).toEqual(Object.keys(en).sort());
  expect(Object.keys(more).sort()).toEqual(Object.keys(enMore).sort());
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  expect(Object.keys(deMore).sort()).toEqual(Object.keys(enMore).sort());
});

test('German says each value that English says', () => {
  type Say = (...values: unknown[]) => string;
  let functions = 0;
  for (const [screen, texts] of Object.entries(english)) {
    for (const [key, text] of Object.entries(texts) as [string, unknown][]) {
      if (typeof text !== 'function') continue;
      functions += 1;
      const values = Array.from({ length: text.length }, (_, index) => `‹${index}›`);
      const given = key === 'noneAtAll' ? [['‹0›', '‹0›']] : values;
      const said = (say: unknown) => [...(say as Say)(...given).matchAll(/‹\d›/g)].map(([value]) => value).sort();
      expect([screen, key, said(german[screen]![key])]).toEqual([screen, key, said(text)]);
    }
  }
  expect(functions).toBeGreaterThan(80);
});

/** Enumerations of names and codes that are no words. */
const NO_WORDS =
  /^(FileEncoding|HttpMethod|HubProtocol|ProviderFieldType|ReportSource|AnalyticsFilterType|ProviderKind|CustomField|.*SortBy)$|Provider$/;

test('German has a word for every value that a screen may show', () => {
  const enums = Object.entries(gql).filter(
    ([name, of]) =>
      !name.endsWith('Doc') && !name.endsWith('Document') && !NO_WORDS.test(name) && typeof of === 'object',
  );
  expect(enums.length).toBeGreaterThan(40);
  const values = enums.flatMap(([, of]) => Object.values(of as Record<string, string>));
  expect(values.filter((value) => !Object.hasOwn(de.values, value))).toEqual([]);
});

test('how far a campaign is, is said in German', async () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('location', { href: 'http://localhost/app' });
  vi.stubGlobal('localStorage', { getItem: () => null });
  // @ts-expect-error its JSX is compiled as the dashboard's own tsconfig says
  const { Numbers } = await import('../../dashboard/src/screens/campaign-progress.tsx');
  // Other tests run in this process.
  vi.unstubAllGlobals();
  const of = { total: 9, sent: 4, delivered: 3, queued: 2, held: 1, skipped: 1, failed: 1, unknown: 0, clicked: 1 };
  Object.assign(first.values, de.values);
  const html = renderToString(createElement(Numbers, { of: { ...of, perMinute: 0, unsubscribed: 0 } }));
  for (const value of Object.keys(first.values)) delete (first.values as Record<string, string>)[value];
  for (const text of ['2 In der Warteschlange', '1 Übersprungen', '3 of 9 Zugestellt']) expect(html).toContain(text);
});

test('German has words for everything that the activity tells of', () => {
  const mutations = Object.keys(schema.getMutationType()!.getFields());
  expect(
    mutations.filter((name) => !Object.hasOwn(de.values, name)),
    'dashboard/src/texts/de.ts',
  ).toEqual([]);
});
