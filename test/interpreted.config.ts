import { defineConfig } from 'vitest/config';
import all from '../vitest.config.ts';
import { files, needsNoServer } from './databases.ts';

/** What depends on how operations are executed, without compiling any. The other runs interpret an operation twice, then compile it. */
const EXECUTES = /^(clients|contract|graphql)\/|^http\/(deadlines|fairness|server)\./;
/** Interpret and compile by themselves, or ask each field often enough for both. */
const DOES_BOTH = /^(graphql\/(compiled|generated)|contract\/scopes)\./;

process.env.GRAPHQL_JIT = 'off';

export default defineConfig({
  ...all,
  test: {
    ...all.test,
    include: files
      .filter((name) => EXECUTES.test(name) && !DOES_BOTH.test(name) && !needsNoServer(name))
      .map((name) => `test/${name}`),
  },
});
