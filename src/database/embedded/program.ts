import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withSafepoint } from './safepoint.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/** PGlite's PostgreSQL, with a safepoint, compiled once for a process: by other threads, so that a start asks for it before all else. */
export function postgresProgram(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return WebAssembly.compile(withSafepoint(await readFile(join(dirname(pglite), 'pglite.wasm'))));
}
