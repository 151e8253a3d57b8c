import { defineConfig } from 'vitest/config';
import all from '../vitest.config.ts';
import { files } from './databases.ts';

/**
 * What operations answer, without compiling any. The other runs interpret an operation twice, then compile it. How an operation
 * arrives, and what is refused before it is executed, is the same either way. Not here: files that ask the same both ways by
 * themselves, as contract/tenancy asks with each id of another team first interpreted, then compiled.
 */
const EXECUTED = [
  /^contract\/(contract|parity|roles)\./,
  /^graphql\/(answer-size|idempotency|ids|json-lists|literals|moments|mutations-in-order|nested-lists|refused-input)\./,
  /^http\/(deadlines|fairness)\./,
];

process.env.GRAPHQL_JIT = 'off';

export default defineConfig({
  ...all,
  test: {
    ...all.test,
    include: files.filter((name) => EXECUTED.some((which) => which.test(name))).map((name) => `test/${name}`),
  },
});
