import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { lexicographicSortSchema, parse, printSchema } from 'graphql';
import openapiTS, { astToString } from 'openapi-typescript';
import { scalars } from './codegen-scalars.ts';
import { schema } from './src/graphql/schema.ts';

/**
 * Writes schema.graphql and types the stored documents (and those of the tests) against it.
 * With `--check` it writes nothing and fails when schema.graphql is stale.
 */
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

async function documentTypes(folder: string, filename: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
  const documents = await Promise.all(
    names.map(async (name) => ({
      location: `${folder}/${name}`,
      document: parse(await readFile(`${folder}/${name}`, 'utf8'), { noLocation: true }),
    })),
  );
  const config = {
    scalars,
    strictScalars: true,
    enumsAsTypes: true,
    useTypeImports: true,
    skipTypename: true,
    dedupeFragments: true,
  };
  const code = await codegen({
    filename,
    schema: parse(printed),
    documents,
    config,
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
  await mkdir(new URL('.', new URL(filename, import.meta.url)), { recursive: true });
  await writeFile(filename, code);
}

if (process.argv.includes('--check')) {
  const current = await readFile('schema.graphql', 'utf8').catch(() => '');
  if (current !== printed) {
    process.stderr.write('schema.graphql is stale: run `npm run generate` and commit it.\n');
    process.exit(1);
  }
} else {
  await writeFile('schema.graphql', printed);
  await documentTypes('src/rest/operations', 'src/generated/rest-documents.ts');
  await documentTypes('test/clients/operations', 'src/generated/client-documents.ts');
  // The rows need the documents just written.
  const { describeRest } = await import('./src/rest/docs.ts');
  const { routes } = await import('./src/rest/routes.ts');
  const description = describeRest(schema, routes, undefined);
  // What has a default may be left out of a request.
  const types = await openapiTS(JSON.stringify(description), { defaultNonNullable: false });
  await writeFile('src/generated/rest-api.ts', astToString(types));
}
