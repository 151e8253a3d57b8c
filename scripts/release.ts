import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TOKENS } from '../prisma/seed/credentials.ts';
import { openDatabase } from '../src/database/client.ts';
import { migrate, readMigrations } from '../src/database/migrate.ts';
import { testAppOn, testConfig } from '../test/support/app-on.ts';
import { type Answers, askAgain, differences, questions } from './release-answers.ts';
import { loadData, makeData } from './release-data.ts';

/**
 * `npm run release -- 0.1.0` makes this tree that release: its version, its heading in the changelog, and `releases/0.1.0/` with the
 * schema, the checksums of the migrations, data of every kind and what both APIs answer about it. Until it is tagged it may be made
 * again.
 */
const root = join(import.meta.dirname, '..');
const path = (...names: string[]) => join(root, ...names);
const run = (command: string, ...values: string[]) => execFileSync(command, values, { cwd: root, encoding: 'utf8' });
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run release -- 0.1.0');
  if (run('git', 'tag', '--list', `v${version}`) !== '')
    throw new Error(`v${version} is released. The next one needs another version.`);
  // Of an earlier try.
  rmSync(path('releases', version), { recursive: true, force: true });
  run('npm', 'run', '--silent', 'check:generated');
  run('npm', 'run', '--silent', 'check:schema');

  mkdirSync(path('releases', version), { recursive: true });
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  const changelog = readFileSync(path('CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## [${version}]`)) {
    const heading = `## [Unreleased]\n\n## [${version}] - ${new Date().toISOString().slice(0, 10)}\n`;
    writeFileSync(path('CHANGELOG.md'), changelog.replace('## [Unreleased]\n', heading));
  }

  const write = (name: string, content: string | Buffer) => writeFileSync(path('releases', version, name), content);
  write('schema.graphql', readFileSync(path('schema.graphql')));
  const checksums = Object.fromEntries(readMigrations().map(({ name, checksum }) => [name, checksum]));
  write('migrations.json', `${JSON.stringify(checksums, null, 2)}\n`);
  say('Making data of every kind …');
  const data = await makeData();
  write('data.sql.gz', data);
  say('Asking both APIs …');
  write('answers.json', written(await lastingAnswers(data)));
  say(`releases/${version} is complete. Run .ci/run, commit, and tag v${version}.`);
}

const DAY = 86_400_000;

/** The answers without what follows the clock: what differs more than a year and some hours later is left out. */
async function lastingAnswers(data: Buffer): Promise<Answers> {
  const skipped = new Set<string>();
  for (;;) {
    const now = await answersTo(data, skipped);
    const later = await withClockAhead(400 * DAY + 5.5 * 3_600_000, () => answersTo(data, skipped));
    const refused = now.graphql.flatMap(({ query, data }) => (isForPeople(query, data) ? [/\w+/.exec(query)![0]] : []));
    const changing = now.graphql.flatMap(({ data }, at) => differences(data, later.graphql[at]!.data));
    const left = new Set([...refused, ...changing]);
    if (left.size === 0) {
      const rest = now.rest.filter((answer, at) => differences(answer, later.rest[at]).length === 0);
      if (rest.length < now.rest.length) throw new Error('A REST answer follows the clock.');
      return now;
    }
    say(`Left out: ${[...left].join(', ')}`);
    for (const one of left) skipped.add(one);
  }
}

/** Such a query is left out; any other error is one of the release. */
function isForPeople(query: string, data: unknown): boolean {
  const [error] = (data as { errors?: string[] }).errors ?? [];
  if (error !== undefined && error !== 'Only a signed-in person can do this.') throw new Error(`${error} ${query}`);
  return error !== undefined;
}

async function answersTo(data: Buffer, skipped: ReadonlySet<string>): Promise<Answers> {
  const database = await openDatabase();
  await migrate(database);
  await loadData(database.pool, data);
  const app = testAppOn(database, testConfig());
  try {
    const { rows } = await database.pool.query<{ id: string }>('SELECT trace_id AS id FROM traces ORDER BY id LIMIT 1');
    const paths = [
      '/v1/sms/campaigns?include=offers,sends,logs&per_page=3',
      '/v1/enrichment/mnp',
      '/v1/platform/team/tokens',
      `/tracing/timeline?trace_id=${rows[0]!.id}`,
    ];
    return await askAgain(app, {
      token: TOKENS.acme,
      graphql: questions(skipped).map((query) => ({ query, data: null })),
      rest: paths.map((path) => ({ path, status: 0, body: null })),
    });
  } finally {
    await app.close();
  }
}

/** The embedded database, which is in this process, reads the same clock. */
async function withClockAhead<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const Present = Date;
  globalThis.Date = class extends Present {
    constructor(...values: []) {
      super(...((values.length === 0 ? [Present.now() + milliseconds] : values) as []));
    }
    static override now = () => Present.now() + milliseconds;
    static override [Symbol.hasInstance] = (value: unknown) =>
      Object.prototype.toString.call(value) === '[object Date]';
  } as DateConstructor;
  return work().finally(() => {
    globalThis.Date = Present;
  });
}

/** An answer a line. */
function written({ token, graphql, rest }: Answers): string {
  const lines = (answers: object[]) => `[\n${answers.map((answer) => JSON.stringify(answer)).join(',\n')}\n]`;
  return `{"token": ${JSON.stringify(token)},\n"graphql": ${lines(graphql)},\n"rest": ${lines(rest)}}\n`;
}

await main(parseArgs({ allowPositionals: true }).positionals[0] ?? '');
