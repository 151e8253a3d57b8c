import react from '@vitejs/plugin-react';
import type { DocumentNode } from 'graphql';
import { defineConfig, type Plugin } from 'vite';

const headOf = ({ definitions, ...document }: DocumentNode) => ({
  ...document,
  definitions: definitions.flatMap((of) => {
    if (of.kind !== 'OperationDefinition') return [];
    const selections = of.selectionSet.selections.map(({ kind, ...of }) => ({ kind, name: 'name' in of && of.name }));
    return [
      { kind: of.kind, operation: of.operation, name: of.name, selectionSet: { kind: 'SelectionSet', selections } },
    ];
  }),
});

/** The server knows the operations by their hash, so what is built has their names and those of their first fields alone. */
const byHash: Plugin = {
  name: 'operations-by-hash',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/gql\/graphql\.ts$/ },
    handler: (code) =>
      code.replace(
        /^(export const \w+ = )({"(?:__meta__|kind)".*})(?= as unknown as )/gm,
        (_, start, text) => start + JSON.stringify(headOf(JSON.parse(text))),
      ),
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
