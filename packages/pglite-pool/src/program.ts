import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withSafepoint } from './safepoint.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/** PGlite's PostgreSQL, with a safepoint, compiled once per process. Other threads do it, so ask for it early. */
export function compilePostgres(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return WebAssembly.compile(withSafepoint(await readFile(join(dirname(pglite), 'pglite.wasm'))));
}
