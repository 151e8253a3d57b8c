import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import { scalars } from './codegen-scalars.ts';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'dashboard', 'src');
const target = join(sources, 'gql');

/**
 * Types what the screens ask for, in the .graphql files beside them, against schema.graphql, and answers the
 * operations by the SHA-256 of their text. The client preset is run by hand here, which spares its command line and a hundred
 * packages.
 */
export async function writeDocumentTypes(): Promise<Record<string, string>> {
  const schemaText = readFileSync(join(root, 'schema.graphql'), 'utf8');
  const documents = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => {
      const rawSDL = readFileSync(join(sources, name), 'utf8');
      return { location: join(sources, name), rawSDL, document: parse(rawSDL) };
    });
  const files = await preset.buildGeneratesSection({
    baseOutputDir: `${target}/`,
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents,
    config: { scalars, strictScalars: true, enumType: 'const', skipTypename: true, useTypeImports: true },
    presetConfig: {
      fragmentMasking: { unmaskFunctionName: 'read' },
      persistedDocuments: { hashAlgorithm: (text: string) => createHash('sha256').update(text).digest('hex') },
    },
    documentTransforms: [],
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  } as unknown as Parameters<typeof preset.buildGeneratesSection>[0]);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const file of files) writeFileSync(file.filename, await codegen(file));
  return JSON.parse(readFileSync(join(target, 'persisted-documents.json'), 'utf8'));
}
