import { readFileSync } from 'node:fs';
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');

test('The scalars documented for graphql-codegen are those of the schema, and those that our own types are made with', () => {
  const mapOf = (text: string) =>
    /scalars(?: =|:) \{([\s\S]*?)\n\s*\}[;,]/.exec(text)?.[1]?.replace(/\s+/g, ' ').trim();
  const documented = mapOf(read('docs/clients.md'));
  expect(documented).toBe(mapOf(read('scripts/codegen-scalars.ts')));
  const own = Object.values(buildSchema(read('schema.graphql')).getTypeMap()).filter(
    (type) => isScalarType(type) && (!isSpecifiedScalarType(type) || type.name === 'ID'),
  );
  const names = [...documented!.matchAll(/(\w+): (?='|\{)/g)].map(([, name]) => name!);
  expect(names.filter((name) => name !== 'input' && name !== 'output').sort()).toEqual(
    own.map(({ name }) => name).sort(),
  );
});
