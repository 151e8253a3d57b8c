import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Server, startProduct, startWorker } from './contenders.ts';
import { cpuTime, databaseTime, peakMemory } from './process-usage.ts';
import { table } from './report.ts';
import { createContacts, emptySending, prepareCampaigns, stopSends } from './send-data.ts';
import { handWrittenLoop } from './send-loop.ts';
import type { Bench } from './shapes.ts';
import { countStatements } from './statement-counter.ts';

/** What must hold, whatever the machine. */
const AT_LEAST_OF_LOOP = 0.35;
const MAX_WORKER_MB = 300;
const MAX_STOP_MS = 2_000;
const MAX_STATEMENTS = 4;
/** As the product's worker has them, unless it is told otherwise. */
export const LANES = 2;
const SMALL = 10_000;
/** Candidates of the rule, where it has several. */
const ROUTES = 3;
/** What short links begin with; nobody opens them. */
export const LINKS = 'https://links.example';

export const PROGRESS = `query ($id: ID!) { smsCampaign(id: $id) {
  status statusReason
  progress { total queued held skipped sending sent delivered failed unknown clicked unsubscribed perMinute estimatedEnd } } }`;
export const START = 'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }';
export const STOP = 'mutation ($id: ID!) { stopCampaign(input: { campaignId: $id }) { campaign { status } } }';

export type Ask = <Data>(query: string, variables?: object) => Promise<Data>;

/** Messages per second from an audience to accepted messages, everything on, against a loop that only claims and counts. */
export async function measureSending(bench: Bench): Promise<void> {
  const { databaseUrl, dataSet, options, log } = bench;
  const database = new URL(databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const environment = { DATABASE_URL: databaseUrl, TOKEN_KEY: '0'.repeat(64) };
  const server = await startProduct(options, { ...environment, PORT: String(await freePort()), WORKER: 'off' });
  const ask = asker(server, dataSet.token);
  const newWorker = () => startWorker(options, { ...environment, PUBLIC_URL: LINKS, SENDING_LANES: String(LANES) });
  const running: { stop(): void }[] = [];
  try {
    await stopSends(client);
    const createCampaign = await prepareCampaigns(ask, client);
    const overThree = await prepareCampaigns(ask, client, { routes: ROUTES });
    const rows: string[][] = [];
    let last = { ratio: 0, memory: 0 };
    const worker = newWorker();
    running.push(worker);
    const small = Math.min(SMALL, options.rows);
    for (const [size, routes] of [
      // In the first the worker starts.
      [small, 1],
      [small, 1],
      [options.rows, ROUTES],
      [options.rows, 1],
    ] as const) {
      await emptySending(client);
      await createContacts(client, dataSet.teamId, size);
      const loop = await handWrittenLoop(databaseUrl, dataSet.teamId, size, LANES);
      const id = await (routes === 1 ? createCampaign : overThree)();
      const startedAt = performance.now();
      const before = [cpuTime(worker.pid), databaseTime(database)] as const;
      await ask(START, { id });
      await untilSent(ask, client, id, size);
      const micros = [cpuTime(worker.pid) - before[0], databaseTime(database) - before[1]].map(
        (ms) => (ms * 1_000) / size,
      );
      const { rate, whole } = await rateOf(client, id, size, startedAt);
      const memory = peakMemory(worker.pid);
      last = { ratio: rate / loop.rate, memory };
      const figures = [size, routes, loop.rate, loop.micros, rate, whole, ...micros, memory].map((value) =>
        value.toFixed(0),
      );
      rows.push([...figures, last.ratio.toFixed(2)]);
      log(
        `${size} contacts, ${routes} ${routes === 1 ? 'route' : 'routes'}: loop ${loop.rate.toFixed(0)}/s, engine ${rate.toFixed(0)}/s, ratio ${last.ratio.toFixed(2)}`,
      );
      // A planner begins its next cycle.
      await ask(STOP, { id });
    }
    worker.stop();
    const head = [
      'contacts',
      'routes',
      'loop/s',
      'loop µs',
      'engine/s',
      'with the audience/s',
      'worker µs',
      'database µs',
      'worker MB',
      'engine × loop',
    ];
    log(
      `\n### Sending, ${LANES} lanes\n\n${table(head, rows)}\n\nµs: processor time a message, that of the database with the audience and the dashboard's reads.\n`,
    );

    await client.query('TRUNCATE contact_limits');
    running.push(newWorker(), newWorker());
    const stopped = await stopInBetween(ask, client, await createCampaign(), options.rows);
    log(`Two workers: stop answered after ${stopped.answerMs.toFixed(0)} ms with ${stopped.queued} queued,`);
    log(`  ${stopped.handedAfter} batches handed over after it, ${stopped.twice} contacts reached twice`);
    const statements = await countProgress(bench, environment, stopped.id);
    log(`Progress: ${statements.count} statements, ${statements.ms.toFixed(0)} ms`);

    const bounds: [string, boolean][] = [
      [`engine at least ${AT_LEAST_OF_LOOP} × the loop`, last.ratio >= AT_LEAST_OF_LOOP],
      [`worker under ${MAX_WORKER_MB} MB`, last.memory < MAX_WORKER_MB],
      [`stop under ${MAX_STOP_MS} ms`, stopped.answerMs < MAX_STOP_MS],
      ['nothing handed over after the stop was answered', stopped.handedAfter === 0],
      ['nobody reached twice', stopped.twice === 0],
      [`progress in at most ${MAX_STATEMENTS} statements`, statements.count <= MAX_STATEMENTS],
    ];
    const missed = bounds.flatMap(([what, holds]) => (holds ? [] : [what]));
    if (missed.length > 0) throw new Error(`Missed: ${missed.join('; ')}`);
  } finally {
    for (const worker of running) worker.stop();
    await server.stop();
    await client.end();
  }
}

export function asker({ port }: Server, token: string): Ask {
  return async <Data>(query: string, variables: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

interface Progress {
  smsCampaign: { status: string; statusReason: string | null; progress: Record<'queued' | 'sent' | 'failed', number> };
}

export async function untilSent(ask: Ask, client: pg.Client, id: string, size: number): Promise<void> {
  for (;;) {
    const { smsCampaign } = await ask<Progress>(PROGRESS, { id });
    if (smsCampaign.progress.sent + smsCampaign.progress.failed >= size) return;
    // Or its next cycle has begun since the last look.
    const { rowCount } = await client.query('SELECT 1 FROM sms_sends WHERE sms_campaign_id = $1 AND cycle = 2', [id]);
    if (rowCount) return;
    if (smsCampaign.status === 'stopped') throw new Error(`The campaign stopped: ${smsCampaign.statusReason}`);
    // As a dashboard that is looked at: what it asks costs PostgreSQL time, too, the more the larger the audience is.
    await sleep(1_000);
  }
}

/** From the first claim to the last answer; and with the audience that was put together before. */
export async function rateOf(client: pg.Client, campaignId: string, size: number, startedAt: number) {
  const whole = size / ((performance.now() - startedAt) / 1_000);
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(b.done_at) - min(b.claimed_at))::float AS seconds
     FROM sms_batches b JOIN sms_sends s ON s.team_id = b.team_id AND s.id = b.sms_send_id
     WHERE s.sms_campaign_id = $1 AND s.cycle = 1`,
    [campaignId],
  );
  return { rate: size / rows[0]!.seconds, whole };
}

/** Stops it while a part is out, starts it again and lets it come to its end. */
async function stopInBetween(ask: Ask, client: pg.Client, id: string, size: number) {
  await ask(START, { id });
  let queued = 0;
  for (let sent = 0; sent < size / 10; await sleep(20)) {
    ({ sent, queued } = (await ask<Progress>(PROGRESS, { id })).smsCampaign.progress);
  }
  const startedAt = performance.now();
  await ask(STOP, { id });
  const answerMs = performance.now() - startedAt;
  const answeredAt = new Date();
  await sleep(2_000);
  const { rows: late } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sms_batches b JOIN sms_sends s ON s.team_id = b.team_id AND s.id = b.sms_send_id
     WHERE s.sms_campaign_id = $1 AND b.handed_at > $2`,
    [id, answeredAt],
  );
  await ask(START, { id });
  await untilSent(ask, client, id, size);
  await ask(STOP, { id });
  // Or messages and sends would be put together row by row.
  await client.query('ANALYZE sms_messages, sms_sends');
  const { rows: twice } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM sms_messages m JOIN sms_sends s ON s.team_id = m.team_id AND s.id = m.sms_send_id
       WHERE m.sms_campaign_id = $1 AND s.cycle = 1 GROUP BY m.contact_id HAVING count(*) > 1) x`,
    [id],
  );
  return { id, answerMs, queued, handedAfter: late[0]!.count, twice: twice[0]!.count };
}

async function countProgress(
  { databaseUrl, dataSet, options }: Bench,
  environment: Record<string, string>,
  id: string,
) {
  const counter = await countStatements(databaseUrl);
  const port = String(await freePort());
  const server = await startProduct(options, { ...environment, DATABASE_URL: counter.url, PORT: port, WORKER: 'off' });
  try {
    const ask = asker(server, dataSet.token);
    await ask(PROGRESS, { id });
    const before = counter.count();
    const startedAt = performance.now();
    await ask(PROGRESS, { id });
    return { count: counter.count() - before, ms: performance.now() - startedAt };
  } finally {
    await server.stop();
    counter.close();
  }
}
