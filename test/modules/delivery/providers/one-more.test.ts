import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECLARATIONS } from 'sms-providers';
import { describe, expect, test } from 'vitest';
import { DECLARED } from '../../../../src/modules/voice/providers/declared/declarations.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const KINDS = [
  {
    kind: 'SMS',
    declarations: 'packages/sms-providers/src/declared',
    vectors: 'packages/sms-providers/test/declared',
    names: Object.keys(DECLARATIONS),
    // Tests of all of them.
    shared: [
      'packages/sms-providers/test/declared/vectors',
      ...['campaign', 'killed', 'published'].map((name) => `test/modules/delivery/providers/declared/${name}`),
    ],
  },
  {
    kind: 'voice',
    declarations: 'src/modules/voice/providers/declared',
    vectors: 'test/modules/voice/providers/declared',
    names: Object.keys(DECLARED),
    shared: ['test/modules/voice/providers/killed'],
  },
];

/** Where a word is a scheme of signatures, not the provider that uses it. */
const SCHEMES = ['declared/declaration.ts', 'declared/custom.ts'].map((file) => `packages/sms-providers/src/${file}`);

const filesOf = (directory: string) =>
  readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(generated|gql)\//.test(file))
    .map((file) => `${directory}/${file}`);

const sources = ['src', 'packages/sms-providers/src', 'dashboard/src']
  .flatMap(filesOf)
  .filter((file) => !SCHEMES.includes(file));
const texts = new Map(sources.map((file) => [file, read(file)]));

describe.each(KINDS)('one more $kind provider is', ({ declarations, vectors, names, shared }) => {
  test.each(names)('a declaration, vectors, a line and a page: %s', (name) => {
    expect(read(`${declarations}/${name}.ts`)).toContain(`export const ${name}`);
    expect(read(`${vectors}/${name}.ts`)).toContain(`export const ${name}: `);
    expect(read(`docs/providers/${name}.md`)).toMatch(/^# /);
    const named = new RegExp(`['"\`]${name}['"\`]`);
    const others = sources.filter(
      (file) => !file.endsWith(`/declared/${name}.ts`) && file !== `${declarations}/all.ts`,
    );
    // `custom` is what a team declares itself: forms and pages know it.
    expect(name === 'custom' ? [] : others.filter((file) => named.test(texts.get(file)!))).toEqual([]);
  });

  test('no more than that', () => {
    const lines = read(`${declarations}/all.ts`).trim().split('\n').slice(1);
    expect(lines).toEqual(names.toSorted().map((name) => `export { ${name} } from './${name}.ts';`));
    const words = new RegExp(`['"\`](${names.join('|')})['"\`]|\\b(${names.join('|')}):`);
    for (const file of shared) {
      const text = read(`${file}.test.ts`);
      const named = words.exec(text.replaceAll(/scheme === '\w+'/g, ''));
      expect([file, named?.[0]]).toEqual([file, undefined]);
    }
  });
});
