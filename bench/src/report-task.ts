import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, POOL_SIZE, type Server, startFile, startProduct, startWorker } from './contenders.ts';
import { measureRound, type Round } from './measure.ts';
import { peakMemory } from './process-usage.ts';
import { table } from './report.ts';
import { createMessages, DAYS, FIRST_DAY } from './report-data.ts';
import { rowQuestions } from './report-questions.ts';
import { requestOf } from './requests.ts';
import { asker } from './send.ts';
import type { Bench } from './shapes.ts';
import { countStatements } from './statement-counter.ts';
import { median } from './statistics.ts';

/** What must hold, whatever the machine. */
const MAX_ROLL_UP_MS = 100;
const MAX_RATIO = 1.2;
/** Of a question on each side. */
const ROUNDS = 7;
const ROUND_SECONDS = 1;
const WARM_UP_SECONDS = 3;
const MIN_EXPORT_ROWS = 50_000;
const MAX_GROWTH = 1.05;
const MAX_STATEMENTS = 2;
const TIMES = 15;

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const BY_DAY = `{ smsReport(
  filters: { sent_at: { type: "inRange", dateFrom: "${day(FIRST_DAY)}", dateTo: "${day(FIRST_DAY + (DAYS - 1) * 86_400_000)}" } }
  groupBy: [sms_campaign_id], bucket: { key: sent_at, every: day, timezone: "UTC" }, first: 1000) {
  groups { keys { value label } bucket metrics { sent delivered ctr revenue } } totals { sent ctr revenue } freshness { source } } }`;

const COLUMNS = 'row_id sms_campaign_id contact_id phone_normalized is_sent is_clicked sent_at'.split(' ');

/** Reports over many messages: from roll-ups, from rows against the same by hand, as CSV, and what they cost other reads. */
export async function measureReports(bench: Bench): Promise<void> {
  const { databaseUrl, dataSet, options, log } = bench;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // A caller’s token is looked up once: its statement is none of the report’s.
  const environment = {
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: '0'.repeat(64),
    TOKEN_CACHE_MS: '60000',
    LOG_LEVEL: 'fatal',
  };
  const newServer = async (url = databaseUrl) =>
    startProduct(options, { ...environment, DATABASE_URL: url, PORT: String(await freePort()), WORKER: 'off' });
  let server = await newServer();
  try {
    const before = await everyday(bench, server);
    const loading = performance.now();
    await createMessages(client, dataSet.teamId, options.rows);
    log(`${options.rows.toLocaleString('en')} messages stored in ${seconds(loading)} s`);
    const after = await everyday(bench, server);

    await rollUp(bench, client, environment);
    const ask = asker(server, dataSet.token);
    const { rows: kept } = await client.query('SELECT count(*)::int AS count FROM sms_roll_ups WHERE number < 0');
    const { smsReport: first } = await ask<{ smsReport: { groups: unknown[]; freshness: { source: string } } }>(BY_DAY);
    const byDay = await medianOf(() => ask(BY_DAY));
    log(
      `By campaign and day, ${first.groups.length} groups of ${kept[0].count} roll-ups: ${byDay.toFixed(0)} ms (${first.freshness.source})`,
    );

    const ratio = await againstSql(bench, client, server);
    await server.stop();
    const counter = await countStatements(databaseUrl);
    server = await newServer(counter.url);
    const counting = asker(server, dataSet.token);
    for (let times = 0; times < 5; times += 1) await counting(BY_DAY);
    const counted = counter.count();
    await counting(BY_DAY);
    const statements = counter.count() - counted;
    await server.stop();
    counter.close();
    log(`Statements of the report with totals: ${statements}`);

    server = await newServer();
    const exported = await download(bench, server);
    const worst = Math.min(...after.map((rate, at) => rate / before[at]!));
    log(
      `\n${table(
        ['read', 'before /s', 'after /s'],
        ['nested', 'E14'].map((name, at) => [name, before[at]!.toFixed(0), after[at]!.toFixed(0)]),
      )}`,
    );
    const bounds: [string, boolean][] = [
      [
        `by campaign and day under ${MAX_ROLL_UP_MS} ms`,
        byDay < MAX_ROLL_UP_MS && first.freshness.source === 'roll_up',
      ],
      [`every question of rows at most ${MAX_RATIO} × the SQL by hand (${ratio.toFixed(2)})`, ratio <= MAX_RATIO],
      [`at most ${MAX_STATEMENTS} statements`, statements <= MAX_STATEMENTS],
      [`at least ${MIN_EXPORT_ROWS} rows a second as CSV`, exported.rate >= MIN_EXPORT_ROWS],
      [
        `memory grows by at most ${((MAX_GROWTH - 1) * 100).toFixed(0)} % behind a tenth of the CSV`,
        exported.growth <= MAX_GROWTH,
      ],
      ['other reads within a tenth of before', worst >= 0.9],
    ];
    for (const [what, holds] of bounds) log(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${what}`);
  } finally {
    await server.stop();
    await client.end();
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < TIMES; at += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** The nested read and E14, requests a second. */
async function everyday({ load, dataSet, options }: Bench, server: Server): Promise<number[]> {
  const rates: number[] = [];
  for (const [contender, shape] of [
    ['ours', 'nested'],
    ['ours-rest', 'e14'],
  ] as const) {
    const request = requestOf(contender, shape, dataSet, options.root)!;
    await measureRound(load, server, request, { ...options, seconds: 2 });
    const rounds = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push((await measureRound(load, server, request, options)).throughput);
    rates.push(median(rounds));
  }
  return rates;
}

/** The worker's own job, with the wait for its minute. */
async function rollUp({ options, log }: Bench, client: pg.Client, environment: Record<string, string>): Promise<void> {
  const worker = startWorker(options, environment);
  try {
    let begunAt: number | undefined;
    const count = async () =>
      (await client.query('SELECT count(*)::int AS count FROM report_marks')).rows[0].count as number;
    const all = await count();
    for (let left = all; left > 0; left = await count()) {
      if (left < all) begunAt ??= performance.now();
      await sleep(200);
    }
    log(
      `${all} quarters of an hour summed up in ${seconds(begunAt ?? performance.now())} s, worker ${peakMemory(worker.pid).toFixed(0)} MB`,
    );
    await client.query('VACUUM ANALYZE sms_roll_ups');
  } finally {
    worker.stop();
  }
}

/**
 * Both over HTTP, one request after the other, each side for a round in its turn, so that whatever else the machine does is both’s. The
 * worst ratio of their medians.
 */
async function againstSql({ databaseUrl, dataSet, load, options, log }: Bench, client: pg.Client, server: Server) {
  const { teamId, token } = dataSet;
  const { rows } = await client.query('SELECT contact_id FROM sms_messages WHERE team_id = $1 LIMIT 1', [teamId]);
  const contact = rows[0].contact_id as string;
  const byHand = await startFile(
    'report-by-hand',
    {
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      BENCH_TEAM_ID: teamId,
      BENCH_CONTACT_ID: contact,
      NODE_ENV: 'production',
    },
    options,
  );
  const lines: string[][] = [];
  const ratios: number[] = [];
  try {
    for (const [at, { name, ask }] of rowQuestions(teamId, contact).entries()) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const read = (answer: unknown) => answer;
      const sides = [
        [server, { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query: ask }), read }],
        [byHand, { method: 'GET', path: `/${at}`, headers: {}, body: '', read }],
      ] as const;
      const rounds: Round[][] = [[], []];
      const one = { connections: 1, seconds: ROUND_SECONDS };
      for (const [side, request] of sides)
        await measureRound(load, side, request, { ...one, seconds: WARM_UP_SECONDS });
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, [side, request]] of sides.entries())
          rounds[index]!.push(await measureRound(load, side, request, one));
      }
      const [ours, theirs] = rounds.map((of) => of.map(({ latencies }) => median(latencies)));
      const ratio = median(ours!.map((time, index) => time / theirs![index]!));
      ratios.push(ratio);
      const cpu = rounds.map((of) => median(of.map((round) => round.cpu)).toFixed(2)).join(' / ');
      lines.push([name, median(ours!).toFixed(2), median(theirs!).toFixed(2), ratio.toFixed(2), cpu]);
    }
  } finally {
    await byHand.stop();
  }
  log(
    `\n${table(['question of rows', 'report ms', 'SQL by hand behind a bare HTTP server ms', 'ratio', 'CPU ms of each'], lines)}\n`,
  );
  return Math.max(...ratios);
}

/** Rows until a server that was just started has taken the memory that it works with. */
const FIRST_ROWS = 200_000;

/** Every message as CSV: rows a second, and by how much the server’s memory grew behind the first tenth of them. */
async function download({ dataSet, options, log }: Bench, server: Server): Promise<{ rate: number; growth: number }> {
  const { smsReportExport } = await asker(
    server,
    dataSet.token,
  )<{ smsReportExport: { url: string } }>(`{ smsReportExport(keys: [${COLUMNS.slice(1).join(' ')}]) { url } }`);
  const linesOf = async function* () {
    const response = await fetch(new URL(smsReportExport.url, `http://127.0.0.1:${server.port}`));
    let lines = -1;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const byte of chunk) if (byte === 10) lines += 1;
      yield lines;
    }
  };
  for await (const lines of linesOf()) if (lines >= FIRST_ROWS) break;
  const startedAt = performance.now();
  let rows = 0;
  let early = 0;
  for await (const lines of linesOf()) {
    rows = lines;
    if (early === 0 && lines > options.rows / 10) early = peakMemory(server.pid);
  }
  const rate = (1_000 * rows) / (performance.now() - startedAt);
  const end = peakMemory(server.pid);
  log(
    `CSV: ${rows} rows, ${rate.toFixed(0)} rows/s; server ${early.toFixed(0)} MB after a tenth, ${end.toFixed(0)} MB in the end`,
  );
  return { rate, growth: end / early };
}
