import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { PATIENCE } from './test/support/patience.ts';

export default defineConfig({
  resolve: {
    // Vite takes a package's `module` build, Node its `main`: graphql would be there twice, and a schema made by one
    // is "from another realm" to the other. Everybody gets Node's.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['{test,packages/*/test}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/isolation/setup.ts'],
    pool: 'forks',
    // Files share a process, one after the other: the schema and PGlite's WebAssembly are loaded once per process and
    // not once per file. What a file must not share, the database, is its own.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // For what hangs. A test waits for what it needs, however long a busy machine takes for it: none has a limit of its own.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: PATIENCE },
  },
});
