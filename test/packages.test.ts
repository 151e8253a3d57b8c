import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const packages = readdirSync(join(root, 'packages'));

interface Import {
  readonly file: string;
  /** A path from the repository's root, or a package's name and what follows it. */
  readonly from: string;
}

function importsBelow(folder: string): Import[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  return names.flatMap((name) => {
    const file = join(folder, name);
    const found = readFileSync(join(root, file), 'utf8').matchAll(/\b(?:from |import |import\()'([^']+)'/g);
    return Array.from(found, ([, from]) => ({
      file,
      from: from!.startsWith('.') ? normalize(join(dirname(file), from!)) : from!,
    }));
  });
}

const nameOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)![0];

test.each(packages)(
  '%s imports its own files and what its package.json names, and its tests import its entry',
  (name) => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    );
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    for (const [folder, others] of [
      ['src', []],
      ['test', [name, 'vitest', 'fast-check']],
    ] as const) {
      const own = `packages/${name}/${folder}/`;
      const known = [...named, ...others];
      const strange = importsBelow(own).filter(
        ({ from }) => !(from.startsWith(own) || from.startsWith('node:') || known.includes(nameOf(from))),
      );
      expect(strange).toEqual([]);
    }
  },
);

/** Vectors of a package, which tests of the product use, too. */
const isTestData = ({ file, from }: Import) => file.startsWith('test/') && /^packages\/[^/]+\/test\//.test(from);

test('the product imports packages by their name alone', () => {
  const imports = ['src', 'test', 'prisma', 'scripts', 'bench/src', 'dashboard/src'].flatMap(importsBelow);
  const deep = imports.filter(
    (one) =>
      (one.from.startsWith('packages/') && !isTestData(one)) ||
      (packages.includes(nameOf(one.from)) && !packages.includes(one.from)),
  );
  expect(deep).toEqual([]);
  // They are found at all.
  expect(new Set(imports.map(({ from }) => from).filter((from) => packages.includes(from)))).toEqual(new Set(packages));
});
