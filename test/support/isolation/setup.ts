import { afterAll, afterEach } from 'vitest';
import { dropDatabasesInMemory } from '../database.ts';
import { takeUnproven } from './watch.ts';

// Of what a file does afterwards, its setup's is last.
afterAll(dropDatabasesInMemory);

/** Of every test file: what the product sent without proving whose rows it touches fails the test that ran it. */
function failUnproven(): void {
  const unproven = [...new Set(takeUnproven())];
  if (unproven.length > 0)
    throw new Error(`Not proven to touch one team's rows, or its node, alone:\n${unproven.join('\n')}`);
}

afterEach(failUnproven);
afterAll(failUnproven);
