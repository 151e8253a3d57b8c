import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };

/**
 * `npm run build`: `dist/`, with what every process needs in a few files. Of more than a thousand modules, finding and
 * linking each takes half of a start. The rest is still looked up in `node_modules`.
 */

const root = join(import.meta.dirname, '..');

/** What is started, and what `bench/` opens. */
const ENTRIES = [
  'src/bin/main',
  'src/bin/worker',
  'src/bin/hub',
  'src/bin/create-owner',
  'src/bin/reset-password',
  'src/bin/rotate-keys',
  'src/bin/distribute',
  'src/backup/main',
  'src/import-cli/main',
  'src/database/client',
  'src/database/migrate',
];

const OURS = readdirSync(join(root, 'packages'));
const packageJsons = [
  packageJson,
  ...OURS.map((name): { dependencies?: object } =>
    JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')),
  ),
];

/**
 * What `dependencies` names, ours or those of `packages/`, stays in `node_modules`: native and WebAssembly packages, those that read files of their own, and
 * graphql, of whose classes there must be one each. All else is put into `dist/`, so that an installation needs neither
 * its packages nor what they ask to have beside them.
 */
const installed = new Set(packageJsons.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
for (const name of OURS) installed.delete(name);
/** Asked for by what reads settings written in TypeScript: none of ours are. */
installed.add('typescript');

const packages: Plugin = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && installed.has(/^(@[^/]+\/)?[^/]+/.exec(path)![0]) ? { external: true } : undefined,
    );
  },
};

/** CommonJS packages ask for Node's own modules by a function that modules do not have. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/** As tests start processes, too. */
export const asBuilt = {
  bundle: true,
  plugins: [packages],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: REQUIRE },
  logLevel: 'warning',
} satisfies BuildOptions;

/** BUILD_COMMIT, where there is no repository to ask: in an image, for instance. Empty when it is not known. */
function commit(): string {
  if (process.env.BUILD_COMMIT) return process.env.BUILD_COMMIT;
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return git.status === 0 ? git.stdout.trim() : '';
}

/**
 * Escapes letters beyond Latin-1, which esbuild leaves in comments and regular expressions: for one of them V8 keeps the whole file
 * at two bytes a letter, 6 MB in all. Within tagged templates, and after a backslash, an escape would be something else.
 */
function narrow(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (/\\[^\0-\xff]/.test(text)) throw new Error(`${file} has a letter beyond Latin-1 after a backslash.`);
  const narrowed = text.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (narrowed !== text) writeFileSync(file, narrowed);
}

export async function buildInto(outdir: string): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...asBuilt,
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => ({ in: `${entry}.ts`, out: entry })),
    outdir,
    define: { BUILD_COMMIT: JSON.stringify(commit()) },
    chunkNames: 'chunks/[hash]',
    splitting: true,
    sourcemap: true,
    // Stacks name files and lines without it.
    sourcesContent: false,
  });
  for (const name of readdirSync(join(outdir, 'chunks'))) {
    if (name.endsWith('.js')) narrow(join(outdir, 'chunks', name));
  }
  for (const folder of ['assets', 'dashboard']) {
    cpSync(join(root, 'src', 'generated', folder), join(outdir, 'generated', folder), { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) await buildInto(join(root, 'dist'));
