import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startContender } from './contenders.ts';
import { measureRound } from './measure.ts';
import { table } from './report.ts';
import type { BenchRequest } from './requests.ts';
import type { Bench } from './shapes.ts';
import { quantile } from './statistics.ts';

const MAX_RATIO = 2;
const WARM_UP_SECONDS = 2;
const FIRST_YEAR = 2031;

interface Kept {
  made: number;
  dropped: number;
  ms: number;
}

/**
 * Reads of messages in alternating rounds, with retention and without: it makes a month and drops one of each table in every round. In
 * both a transaction that has read the table stays open for the first half, so that retention has to come again.
 */
export async function measureRetention({ databaseUrl, dataSet, load, options, log }: Bench): Promise<void> {
  const long = new pg.Client({ connectionString: databaseUrl });
  await long.connect();
  const server = await startContender('ours', databaseUrl, dataSet, options);
  const keeper = spawn(options.node, ['--import', 'tsx', 'test/retention-at-size/run.ts', '--url', databaseUrl], {
    cwd: options.root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]();
  let month = 0;
  async function keep(): Promise<Kept> {
    keeper.stdin.write(`${new Date(Date.UTC(FIRST_YEAR, month++, 15)).toISOString()}\n`);
    return JSON.parse((await answers.next()).value as string) as Kept;
  }
  const request: BenchRequest = {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${dataSet.token}` },
    body: JSON.stringify({ query: '{ smsMessages(first: 20) { nodes { id status createdAt } } }' }),
    read: (answer) => answer,
  };
  const { connections, seconds } = options;
  async function round(beside: () => Promise<unknown>) {
    await long.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await long.query('SELECT count(*) FROM sms_messages');
    const ended = sleep(seconds * 500).then(() => long.query('COMMIT'));
    const [{ latencies }] = await Promise.all([
      measureRound(load, server, request, { connections, seconds }),
      ended,
      beside(),
    ]);
    return latencies;
  }
  try {
    // So that months are there to be dropped from the first round on.
    for (let made = 0; made < 3; made += 1) await keep();
    await measureRound(load, server, request, { connections, seconds: WARM_UP_SECONDS });
    const without: number[] = [];
    const beside: number[] = [];
    const kept: Kept[] = [];
    for (let at = 0; at < options.rounds; at += 1) {
      without.push(...(await round(async () => {})));
      beside.push(...(await round(async () => kept.push(await keep()))));
    }
    const row = (name: string, latencies: number[]) => [
      name,
      String(latencies.length),
      ...[0.5, 0.99, 1].map((share) => quantile(latencies, share).toFixed(1)),
    ];
    const ratio = quantile(beside, 0.99) / quantile(without, 0.99);
    const sum = (of: 'made' | 'dropped') => kept.reduce((all, each) => all + each[of], 0);
    log(
      `\n### Reads beside retention\n\n${table(['', 'answers', 'p50 ms', 'p99 ms', 'longest ms'], [row('without', without), row('with', beside)])}\n\n` +
        `p99 with ÷ without: ${ratio.toFixed(2)}. Partitions made: ${sum('made')}, dropped: ${sum('dropped')}, ` +
        `each time in ${kept.map(({ ms }) => ms.toFixed(0)).join(', ')} ms.\n`,
    );
    if (sum('made') === 0 || sum('dropped') === 0) throw new Error('Retention made or dropped nothing.');
    if (ratio > MAX_RATIO) throw new Error(`Missed: p99 at ${ratio.toFixed(2)} of that without retention`);
  } finally {
    keeper.stdin.end();
    await server.stop();
    await long.end();
  }
}
