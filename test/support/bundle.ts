import { mkdirSync, symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { asBuilt } from '../../scripts/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}node_modules/.cache/test-processes/`;
const bundles = new Map<string, Promise<string>>();

/** Bundles everything of ours that `entry` imports: a process starts far faster than from sources. Returns the path. */
export function bundled(entry: string): Promise<string> {
  const known = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  // Several entries are called main.
  const name = relative(root, entry).replace(/\.ts$/, '').replaceAll('/', '-');
  const outfile = `${folder}${name}-${process.pid}.mjs`;
  await build({ ...asBuilt, entryPoints: [entry], outfile });
  linkGenerated();
  return outfile;
}

/** As in `dist`, the pages' files lie beside the bundle. Other processes may do the same at the same time. */
function linkGenerated(): void {
  mkdirSync(folder, { recursive: true });
  try {
    symlinkSync(`${root}src/generated`, `${folder}generated`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
