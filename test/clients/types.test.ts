import { readFileSync } from 'node:fs';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { scalars } from '../../scripts/codegen-scalars.ts';

test('the types that docs/clients.md shows are those that the client preset makes', async () => {
  const markdown = readFileSync('docs/clients.md', 'utf8');
  const [, rawSDL, shown] = /```graphql types\n([\s\S]*?)```[\s\S]*?```ts types\n([\s\S]*?)```/.exec(markdown)!;
  const schema = readFileSync('schema.graphql', 'utf8');
  const files = await preset.buildGeneratesSection({
    baseOutputDir: './',
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [{ location: 'campaigns.graphql', rawSDL, document: parse(rawSDL!) }],
    config: { scalars, strictScalars: true },
    presetConfig: {},
    documentTransforms: [],
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  } as unknown as Parameters<typeof preset.buildGeneratesSection>[0]);
  const made = await codegen(files.find(({ filename }) => filename.endsWith('graphql.ts'))!);
  const lines = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  for (const statement of shown!.trim().split('\n\n')) expect(lines(made)).toContain(lines(statement));
});
