import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TESTS = import.meta.dirname;
const OPENS_ONE = /openDatabase|openEmbedded|databaseTemplate|startCluster|startServer|startProcess|TEST_DATABASE_URL/;
/** Opens the embedded database wherever it runs. */
const OWN_EMBEDDED = /^(backup\/under-writers|database\/(data-directory|long-statements))\./;

/** Every file of tests, as `modules/offers/manage.test.ts`. */
export const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.test.ts'),
);

/** What is the same whether there is a server or not: it opens no database, or one of its own. */
export const needsNoServer = (name: string): boolean =>
  OWN_EMBEDDED.test(name) || !opensOne(join(TESTS, name), new Set());

/** The file, or what it imports from `test/`. */
function opensOne(path: string, seen: Set<string>): boolean {
  if (seen.has(path) || !path.startsWith(TESTS)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (OPENS_ONE.test(text)) return true;
  return [...text.matchAll(/^(?:import|export|}).* from '(\.[^']+)'/gm)].some(([, to = '']) =>
    opensOne(join(dirname(path), to), seen),
  );
}
