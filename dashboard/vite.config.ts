import react from '@vitejs/plugin-react';
import type { DefinitionNode, SelectionNode } from 'graphql';
import { defineConfig, type Plugin } from 'vite';

const nameOf = (field: SelectionNode) => ('name' in field ? [{ kind: 'Field', name: field.name }] : []);
const headOf = (definition: DefinitionNode) => {
  if (definition.kind !== 'OperationDefinition') return [];
  const { kind, operation, name, selectionSet } = definition;
  return [
    {
      kind,
      operation,
      name,
      selectionSet: { kind: 'SelectionSet', selections: selectionSet.selections.flatMap(nameOf) },
    },
  ];
};

/** The server knows the operations by their hash, so what is built has their names and those of their first fields alone. */
const byHash: Plugin = {
  name: 'operations-by-hash',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/gql\/graphql\.ts$/ },
    handler: (code) =>
      code.replace(/^(export const \w+ = )({"(?:__meta__|kind)".*})(?= as unknown as )/gm, (_, start, text) => {
        const document = JSON.parse(text);
        return start + JSON.stringify({ ...document, definitions: document.definitions.flatMap(headOf) });
      }),
  },
};

/** `npm run dashboard` serves the sources beside a server on port 4000; `npm run generate` builds them (scripts/build-dashboard.ts). */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // A built file is one of the server's assets, a page below /app.
  base: command === 'build' ? '/assets/' : '/app/',
  plugins: [react(), byHash],
  server: { proxy: { '/graphql': process.env.API ?? 'http://127.0.0.1:4000' } },
  build: {
    write: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'app-[hash].js',
        chunkFileNames: 'app-[name]-[hash].js',
        assetFileNames: 'app-[name]-[hash][extname]',
      },
    },
  },
}));
