import { defineConfig } from 'vitest/config';

/** `npm run test:browser`: real pages in the system's Chromium, over the demo. */
export default defineConfig({
  test: {
    include: ['test/browser/*.browser.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
