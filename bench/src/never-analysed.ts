import { execFileSync } from 'node:child_process';
import { createDatabase } from './database.ts';
import type { Options } from './options.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';

const SIZES = [1, 1_000, 100_000, 1_000_000];
/** Of the slowest that are named. */
const NAMED = 3;
const MAX_OUTPUT_BYTES = 100_000_000;

/** One question to a team of so many contacts; to both teams where `contacts` is null. */
interface Asked {
  contacts: number | null;
  limitMs: number;
  name: string;
  ms: number;
  /** Why it was not answered; null when it was. */
  error: string | null;
}

/**
 * Every read of the schema and every claim of the engines on PostgreSQL that has no statistics: of a team of each size, and of
 * a small team beside it. Each must be done within the time of an operation.
 */
export async function measureNeverAnalysed({ options, log }: Bench): Promise<void> {
  if (options.held) return measureHeld(options, log);
  const rows: string[][] = [];
  const missed: string[] = [];
  for (const size of SIZES.filter((one) => one <= options.rows)) {
    for (const asked of byTeam(await askedAt(options, size))) {
      const slowest = asked.toSorted((a, b) => b.ms - a.ms);
      const [first] = slowest;
      const over = slowest.filter(isOver);
      const failed = slowest.filter((one) => one.error !== null && !isOver(one));
      const of = first!.contacts === null ? 'turns of both teams' : `${counted(first!.contacts)} contacts`;
      rows.push([counted(size), of, String(asked.length), first!.name, first!.ms.toFixed(0), String(over.length)]);
      log(`${counted(size)}, ${of}: ${slowest.slice(0, NAMED).map(described).join('; ')}`);
      for (const one of over) log(`  OVER THE LIMIT: ${described(one)}`);
      for (const one of failed) log(`  FAILED: ${described(one)}: ${one.error}`);
      missed.push(...[...over, ...failed].map(({ name }) => `${name} (${counted(size)}, ${of})`));
    }
  }
  const head = ['stored contacts', 'asked of', 'operations', 'the slowest', 'ms', 'over the limit'];
  log(`\n### Without statistics\n\n${table(head, rows)}\n`);
  if (missed.length > 0) throw new Error(`Over the limit or failed: ${missed.join('; ')}`);
}

interface Judged {
  kind: string;
  rows: number;
  firstMs: number;
  allMs: number;
  turns: number;
  longestTurnMs: number;
}

/** From the change of a rule to the first row that it releases, which is judged last, and to the last row. */
async function measureHeld(options: Options, log: Bench['log']): Promise<void> {
  const judged = await linesOf<Judged>(options, options.rows, '{"kind"', ['--part', 'held']);
  const rows = judged.map(({ kind, rows: held, firstMs, allMs, turns, longestTurnMs }) => [
    kind,
    counted(held),
    ...[firstMs, allMs].map((ms) => (ms / 1_000).toFixed(1)),
    String(turns),
    longestTurnMs.toFixed(0),
  ]);
  const head = ['', 'held rows', 'first released, s', 'all judged, s', 'turns', 'longest turn, ms'];
  log(`\n### Held rows judged again\n\n${table(head, rows)}\n`);
}

const askedAt = (options: Options, size: number) => linesOf<Asked>(options, size, '{"contacts"');

async function linesOf<Line>(options: Options, size: number, begin: string, more: string[] = []): Promise<Line[]> {
  const { url, drop } = await createDatabase(options);
  try {
    const script = ['--import', 'tsx', 'test/never-analysed/run.ts', '--url', url, '--contacts', String(size), ...more];
    const output = execFileSync(options.node, script, {
      cwd: options.root,
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return output.split('\n').flatMap((line) => (line.startsWith(begin) ? [JSON.parse(line) as Line] : []));
  } finally {
    await drop();
  }
}

const byTeam = (asked: readonly Asked[]): Asked[][] =>
  [...new Set(asked.map(({ contacts }) => contacts))].map((team) => asked.filter(({ contacts }) => contacts === team));

/** An operation that was broken off took its time, too. */
const isOver = ({ ms, error, limitMs }: Asked) => ms > limitMs || /^TIMEOUT|statement timeout/.test(error ?? '');

const described = ({ name, ms }: Asked) => `${name} ${(ms / 1_000).toFixed(2)} s`;
const counted = (count: number) => count.toLocaleString('en');
