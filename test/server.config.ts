import { defineConfig } from 'vitest/config';
import all from '../vitest.config.ts';
import { files, needsNoServer } from './databases.ts';

/** `npm run test:server`: all that opens a database, on the server of TEST_DATABASE_URL. The rest is the same in `npm test`. */
export default defineConfig({
  ...all,
  test: { ...all.test, include: files.filter((name) => !needsNoServer(name)).map((name) => `test/${name}`) },
});
