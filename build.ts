import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/**
 * `npm run build`: `dist/`, with what every process needs in a few files. Of more than a thousand modules, finding and
 * linking each takes half of a start. The rest is still looked up in `node_modules`.
 */

const root = import.meta.dirname;

/** What is started, and what `bench/` opens. */
const ENTRIES = [
  'src/main',
  'src/worker',
  'src/rotate-keys',
  'src/backup/main',
  'src/import-cli/main',
  'src/database/client',
  'src/database/migrate',
];

/**
 * Packages of many small ES modules. Not graphql: CommonJS packages load it as well, and there must be one of each of
 * its classes.
 */
const INCLUDED =
  /^(@envelop\/(core|instrumentation)|@graphql-tools\/.+|@graphql-yoga\/(?!render-graphiql).+|@pothos\/.+|@whatwg-node\/(promise-helpers|server)|graphql-scalars|graphql-yoga|libphonenumber-js|lru-cache|zod)(\/|$)/;

const packages: Plugin = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || INCLUDED.test(path) ? undefined : { external: true },
    );
  },
};

/** As tests start processes, too. */
export const asBuilt = {
  bundle: true,
  plugins: [packages],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
} satisfies BuildOptions;

export async function buildInto(outdir: string): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...asBuilt,
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => ({ in: `${entry}.ts`, out: entry })),
    outdir,
    chunkNames: 'chunks/[hash]',
    splitting: true,
    sourcemap: true,
  });
}

if (process.argv[1] === import.meta.filename) await buildInto(join(root, 'dist'));
