import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Server, startProduct, startWorker } from './contenders.ts';
import { measureRound } from './measure.ts';
import { peakMemory } from './process-usage.ts';
import { table } from './report.ts';
import { createMessages, DAYS, FIRST_DAY } from './report-data.ts';
import { requestOf } from './requests.ts';
import { type Ask, asker } from './send.ts';
import type { Bench } from './shapes.ts';
import { countStatements } from './statement-counter.ts';
import { median } from './statistics.ts';

/** What must hold, whatever the machine. */
const MAX_ROLL_UP_MS = 100;
const MAX_RATIO = 1.2;
/** Of shorter ones a request and its answer take most of the time. */
const LONG_MS = 50;
const MIN_EXPORT_ROWS = 50_000;
const MAX_STATEMENTS = 2;
const TIMES = 15;

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const BY_DAY = `{ smsReport(
  filters: { sent_at: { type: "inRange", dateFrom: "${day(FIRST_DAY)}", dateTo: "${day(FIRST_DAY + (DAYS - 1) * 86_400_000)}" } }
  groupBy: [sms_campaign_id], bucket: { key: sent_at, every: DAY, timezone: "UTC" }, first: 1000) {
  groups { keys { value label } bucket metrics { sent delivered ctr revenue } } totals { sent ctr revenue } freshness { source } } }`;

const COLUMNS = 'row_id sms_campaign_id contact_id phone_normalized is_sent is_clicked sent_at'.split(' ');

interface Question {
  name: string;
  ask: string;
  /** The same by hand. */
  sql: string;
  values: unknown[];
}

const questions = (teamId: string, contact: string): Question[] => [
  {
    name: 'how many have a text in them',
    ask: '{ smsReport(filters: { final_text: { type: "contains", filter: "lighthouse" } }) { totals { messages sent } } }',
    sql: `SELECT count(*)::int AS messages, count(*) FILTER (WHERE is_sent)::int AS sent FROM sms_messages
      WHERE team_id = $1 AND final_text ILIKE '%lighthouse%'`,
    values: [teamId],
  },
  {
    name: 'the newest 100 of a contact',
    ask: `{ smsReport(filters: { contact_id: { type: "equals", filter: "${contact}" } }, first: 100) {
      rows { rowId smsCampaignId isSent sentAt finalText } } }`,
    sql: `SELECT id, sms_campaign_id, is_sent, sent_at, final_text FROM sms_messages
      WHERE team_id = $1 AND contact_id = $2 ORDER BY created_at DESC, id DESC LIMIT 101`,
    values: [teamId, contact],
  },
  {
    name: 'the newest 100',
    ask: '{ smsReport(first: 100) { rows { rowId smsCampaignId isSent sentAt finalText } } }',
    sql: `SELECT id, sms_campaign_id, is_sent, sent_at, final_text FROM sms_messages
      WHERE team_id = $1 ORDER BY created_at DESC, id DESC LIMIT 101`,
    values: [teamId],
  },
];

/** Reports over many messages: from roll-ups, from rows against the same by hand, as CSV, and what they cost other reads. */
export async function measureReports(bench: Bench): Promise<void> {
  const { databaseUrl, dataSet, options, log } = bench;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // By hand under the settings that the product gives its own connections.
  await client.query('SET max_parallel_workers_per_gather = 0; SET random_page_cost = 1.1');
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

    const ratios = await againstSql(bench, client, ask);
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
        byDay < MAX_ROLL_UP_MS && first.freshness.source === 'ROLL_UP',
      ],
      [
        `questions of rows that take ${LONG_MS} ms or more at most ${MAX_RATIO} × the SQL by hand`,
        Math.max(0, ...ratios) <= MAX_RATIO,
      ],
      [`at most ${MAX_STATEMENTS} statements`, statements <= MAX_STATEMENTS],
      [`at least ${MIN_EXPORT_ROWS} rows a second as CSV`, exported >= MIN_EXPORT_ROWS],
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

/** Turn by turn, so that whatever else the machine does is both’s. */
async function againstSql({ dataSet, log }: Bench, client: pg.Client, ask: Ask): Promise<number[]> {
  const { teamId } = dataSet;
  const { rows } = await client.query('SELECT contact_id FROM sms_messages WHERE team_id = $1 LIMIT 1', [teamId]);
  const lines: string[][] = [];
  const ratios: number[] = [];
  for (const { name, ask: query, sql, values } of questions(teamId, rows[0].contact_id)) {
    const [ours, byHand]: [number[], number[]] = [[], []];
    for (let at = 0; at < TIMES; at += 1) {
      for (const [times, work] of [
        [ours, () => ask(query)],
        [byHand, () => client.query({ name, text: sql, values })],
      ] as const) {
        const startedAt = performance.now();
        await work();
        times.push(performance.now() - startedAt);
      }
    }
    const ratio = median(ours.map((time, at) => time / byHand[at]!));
    if (median(byHand) >= LONG_MS) ratios.push(ratio);
    lines.push([name, median(ours).toFixed(1), median(byHand).toFixed(1), ratio.toFixed(2)]);
  }
  log(`\n${table(['question of rows', 'report ms', 'SQL by hand ms', 'ratio'], lines)}\n`);
  return ratios;
}

/** Every message as CSV: rows a second, and what it does to the server’s memory. */
async function download({ dataSet, options, log }: Bench, server: Server): Promise<number> {
  const { smsReportExport } = await asker(
    server,
    dataSet.token,
  )<{ smsReportExport: { url: string } }>(`{ smsReportExport(keys: [${COLUMNS.slice(1).join(' ')}]) { url } }`);
  const startedAt = performance.now();
  const response = await fetch(new URL(smsReportExport.url, `http://127.0.0.1:${server.port}`));
  let lines = 0;
  let early = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (early === 0 && lines > options.rows / 10) early = peakMemory(server.pid);
  }
  const rate = (1_000 * (lines - 1)) / (performance.now() - startedAt);
  log(
    `CSV: ${lines - 1} rows, ${rate.toFixed(0)} rows/s; server ${early.toFixed(0)} MB after a tenth, ${peakMemory(server.pid).toFixed(0)} MB in the end`,
  );
  return rate;
}
