import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SRC = new URL('../src', import.meta.url).pathname;
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('generated/') && !name.endsWith('.d.ts'),
);

/** Imports, of types too, as paths below `src`. Generated files are everybody's. */
const importsOf = (file: string) =>
  ts
    .preProcessFile(readFileSync(join(SRC, file), 'utf8'))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(SRC, join(SRC, dirname(file), name)))
    .filter((name) => !name.startsWith('generated/') && !name.startsWith('..'));

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** A district, another folder, or a file beside them: a line of the table in ARCHITECTURE.md. */
const layerOf = (file: string) => {
  const [first = '', second] = file.split('/');
  return first === 'modules' ? `${first}/${second}` : first.replace(/\.ts$/, '');
};

function layersInOrder(): string[][] {
  const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  const table = /\| in `src\/`[\s\S]*?\n\n/.exec(text)![0];
  return table
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

test('every folder of src stands in the table of ARCHITECTURE.md, and none that is not there', () => {
  expect(layersInOrder().flat().sort()).toEqual([...new Set(files.map(layerOf))].sort());
});

test('each layer imports only from the layers above it', () => {
  const order = new Map(layersInOrder().flatMap((names, at) => names.map((name) => [name, at] as const)));
  const wrong = [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => layerOf(target) !== layerOf(file))
      .filter((target) => order.get(layerOf(target))! > order.get(layerOf(file))!)
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('layers of one line do not import each other both ways', () => {
  const edges = new Set([...graph].flatMap(([file, targets]) => targets.map((t) => `${layerOf(file)} ${layerOf(t)}`)));
  const both = [...edges].filter((edge) => {
    const [from, to] = edge.split(' ');
    return from !== to && edges.has(`${to} ${from}`);
  });
  expect(both).toEqual([]);
});

test('there are at most nine districts', () => {
  const districts = new Set(files.map(layerOf).filter((layer) => layer.startsWith('modules/')));
  expect(districts.size).toBeLessThanOrEqual(9);
});

test('no file leads back to itself through what it imports, types included', () => {
  const done = new Set<string>();
  const path: string[] = [];
  const circles: string[] = [];
  const visit = (file: string): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
  expect(circles).toEqual([]);
});
