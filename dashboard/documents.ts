import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import { scalars } from '../codegen-scalars.ts';

/**
 * What the screens ask for stands beside them: graphql(`…`). The client preset types each of these texts against
 * schema.graphql; it is run by hand here, which spares its command line and a hundred packages.
 */
const TEXT = /\bgraphql\(\s*`\s*(?:query|mutation|subscription|fragment)\s+(\w+)[^`]*`,?\s*\)/g;

const sources = join(import.meta.dirname, 'src');
const target = join(sources, 'gql');

/** Answers the operations by the SHA-256 of their text. */
export async function writeDocumentTypes(): Promise<Record<string, string>> {
  const operations: Record<string, string> = {};
  const schemaText = readFileSync(join(import.meta.dirname, '..', 'schema.graphql'), 'utf8');
  const schema = parse(schemaText);
  const documents = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('gql'))
    .sort()
    .flatMap((name) =>
      [...readFileSync(join(sources, name), 'utf8').matchAll(TEXT)].map(([call]) => {
        const rawSDL = call.slice(call.indexOf('`') + 1, call.lastIndexOf('`'));
        return { location: join(sources, name), rawSDL, document: parse(rawSDL) };
      }),
    );
  const files = await preset.buildGeneratesSection({
    baseOutputDir: `${target}/`,
    schema,
    schemaAst: buildSchema(schemaText),
    documents,
    config: { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, documentMode: 'string' },
    presetConfig: { fragmentMasking: { unmaskFunctionName: 'read' } },
    documentTransforms: [{ name: 'typename', transformObject: addTypenameSelectionDocumentTransform, config: {} }],
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  } as unknown as Parameters<typeof preset.buildGeneratesSection>[0]);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const file of files) writeFileSync(file.filename, withHashes(await codegen(file), operations));
  return operations;
}

/** Each operation with the hash that the server knows it by. */
const withHashes = (code: string, operations: Record<string, string>): string =>
  code.replaceAll(/(\w+Document = new TypedDocumentString\()`([^`]*)`/g, (_, start: string, padded: string) => {
    const text = padded.trim();
    const hash = createHash('sha256').update(text).digest('hex');
    operations[hash] = text;
    return `${start}\`${text}\`, { hash: '${hash}' }`;
  });
