import { readdir, readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { lexicographicSortSchema, parse, printSchema } from 'graphql';
import openapiTS, { astToString } from 'openapi-typescript';
import { scalars } from './scripts/codegen-scalars.ts';
import { restSchema, schema } from './src/schema.ts';

/**
 * Writes schema.graphql, types its inputs for the domain, and types the stored documents (and those of the tests) against
 * it. With `--check` it writes nothing and fails when schema.graphql is stale.
 */
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
const forRest = parse(printSchema(restSchema));

const config = { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true };

/** The inputs as the domain gets them: with the builder's scalars, and with their defaults. */
async function inputTypes(filename: string): Promise<void> {
  const read = { ...scalars, DateTime: 'Date', Decimal: 'string', Upload: '../input/uploaded-file.ts#UploadedFile' };
  const code = await codegen({
    filename,
    schema: forRest,
    documents: [],
    config: { ...config, scalars: read, onlyOperationTypes: true, avoidOptionals: { defaultValue: true } },
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
  });
  await writeFile(filename, code);
}

async function documentTypes(folder: string, filename: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
  const documents = await Promise.all(
    names.map(async (name) => ({
      location: `${folder}/${name}`,
      document: parse(await readFile(`${folder}/${name}`, 'utf8'), { noLocation: true }),
    })),
  );
  const code = await codegen({
    filename,
    schema: forRest,
    documents,
    config: { ...config, skipTypename: true, dedupeFragments: true },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
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
  await inputTypes('src/generated/inputs.ts');
  await documentTypes('src/rest/operations', 'src/generated/rest-documents.ts');
  await documentTypes('test/clients/operations', 'src/generated/client-documents.ts');
  // The rows need the documents just written.
  const { describeRest } = await import('./src/rest/docs.ts');
  const { routes } = await import('./src/rest/routes.ts');
  const description = describeRest(restSchema, routes, undefined);
  const types = await openapiTS(JSON.stringify(description));
  await writeFile('src/generated/rest-api.ts', astToString(types));
}
