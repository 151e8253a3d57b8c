import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDocuments } from '../../src/graphql/documents.ts';

const nameless = (n: number, fields: number) => `{ f${n} ${'__typename '.repeat(fields)}}`;

test('documents are kept by what they take: a flood of large ones leaves few, and everyday ones fit by the hundred', () => {
  const documents = createDocuments(1_000_000);
  const keep = (text: string) => documents.set(text, parse(text));
  for (let n = 0; n < 50; n++) keep(nameless(n, 400));
  expect(documents.size).toBe(2);
  expect(documents.has(nameless(49, 400))).toBe(true);

  keep(nameless(50, 2_000));
  // Larger than all room there is.
  expect(documents.has(nameless(50, 2_000))).toBe(false);
  for (let n = 0; n < 300; n++) keep(nameless(n, 5));
  expect(documents.size).toBe(99);
  expect(documents.calculatedSize).toBeLessThanOrEqual(1_000_000);
});
