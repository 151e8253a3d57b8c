import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unannounced, undated } from './schema-changes.ts';

/** `npm run check:schema`: what schema.graphql breaks since the last release is in the changelog, and deprecations have a date. */
const root = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

const schema = read('schema.graphql');
const releases = existsSync(join(root, 'releases')) ? readdirSync(join(root, 'releases')) : [];
const last = releases.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
const released = last === undefined ? schema : read('releases', last, 'schema.graphql');

const problems = [...unannounced(released, schema, read('CHANGELOG.md')), ...undated(schema)];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`schema.graphql keeps to ${last ?? 'no release yet'}.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
