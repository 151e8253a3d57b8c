import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const files = ['src', 'packages', 'dashboard/src', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(generated|gql|test|node_modules)\//.test(name))
    .map((name) => join(folder, name)),
);

function expressionsIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

function isSlow(expression: string): boolean {
  const end = expression.lastIndexOf('/');
  const literal = { source: expression.slice(1, end), flags: expression.slice(end + 1) };
  return analyse(literal).reports.length > 0;
}

test('no regular expression takes more time than in proportion to its text', () => {
  const slow = files.flatMap((file) =>
    expressionsIn(file)
      .filter(isSlow)
      .map((expression) => `${file}: ${expression}`),
  );
  expect(slow).toEqual([]);
});

test.each([String.raw`/\/+$/`, String.raw`/^(\d+\.?\d*)$/`, '/^(a+)+$/'])('%s does', (expression) => {
  expect(isSlow(expression)).toBe(true);
});
