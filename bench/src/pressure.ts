import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startProduct, startWorker } from './contenders.ts';
import type { Pressure } from './options.ts';
import { table } from './report.ts';
import { type Ask, asker, LANES, LINKS, PROGRESS, START, STOP, untilSent } from './send.ts';
import { createContacts, emptySending, prepareCampaigns, stopSends } from './send-data.ts';
import type { Bench } from './shapes.ts';

/** Of what goes out without pressure. */
const AT_LEAST = 0.8;
const READERS = 4;
/** How long a reader keeps what it sees. */
const SNAPSHOT_MS = 30_000;
/** Of what goes out without pressure, as campaigns that begin. */
const OFFERED = 1.5;
const MINUTE = 60_000;
/** The part of `--minutes` for which \`none\` goes first when it is not asked for. */
const ALONE = 1 / 12;
/** The last and the first part of a cell: a slowdown shows between them. */
const PART = 1 / 4;

const NO_LIMIT = `sendType: planner, plannerData: { daysOfWeek: [Mon, Tue, Wed, Thu, Fri, Sat, Sun],
  weeklySchedule: { default: { start: "00:00", end: "23:59" } }, dailySmsContactLimit: 1000000, weeklySmsContactLimit: 1000000 }`;

interface Cell {
  name: string;
  /** Begins it; what it answers ends it. */
  begin(url: string): Promise<() => Promise<void>>;
  offered?: number;
}

const CELLS: Record<Pressure, Cell> = {
  none: { name: 'none', begin: async () => async () => {} },
  idle: { name: 'a session idle in its transaction', begin: idleInTransaction },
  readers: { name: `${READERS} readers that keep what they see for ${SNAPSHOT_MS / 1_000} s`, begin: readers },
  offered: { name: `${OFFERED} times as much begun as goes out`, begin: async () => async () => {}, offered: OFFERED },
};

/**
 * Campaigns to the same contacts, one after the other, for `--minutes` under each kind of pressure. Where `none` is not among them, it
 * comes first, for a twelfth of that time. Autovacuum must be on: what is measured is how sending keeps up while what it leaves behind
 * cannot be cleared away.
 */
export async function measurePressure({ databaseUrl, dataSet, options, log }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ autovacuum: string }>('SHOW autovacuum');
  if (rows[0]!.autovacuum !== 'on') {
    await client.end();
    throw new Error('--part pressure needs a server with autovacuum.');
  }
  const environment = { DATABASE_URL: databaseUrl, TOKEN_KEY: '0'.repeat(64) };
  const server = await startProduct(options, { ...environment, PORT: String(await freePort()), WORKER: 'off' });
  const worker = startWorker(options, { ...environment, PUBLIC_URL: LINKS, SENDING_LANES: String(LANES) });
  try {
    const ask = asker(server, dataSet.token);
    await stopSends(client);
    const createCampaign = await prepareCampaigns(ask, client);
    const cells: string[][] = [];
    const missed: string[] = [];
    let alone = 0;
    const { pressure: kinds, minutes } = options;
    const asked = kinds!.map((kind) => ({ ...CELLS[kind], minutes }));
    const runs = kinds!.includes('none') ? asked : [{ ...CELLS.none, minutes: minutes * ALONE }, ...asked];
    for (const pressure of runs) {
      await emptySending(client);
      await createContacts(client, dataSet.teamId, options.rows);
      const end = await pressure.begin(databaseUrl);
      const everyMs = pressure.offered ? ((options.rows / alone) * 1_000) / pressure.offered : null;
      const begun = new Date();
      await campaignsFor(pressure.minutes * MINUTE, everyMs, ask, client, () => createCampaign(NO_LIMIT), options.rows);
      const sent = await sentSince(client, begun);
      await end();
      alone ||= sent.rate;
      const ratio = sent.rate / alone;
      cells.push([
        pressure.name,
        ...[sent.rate, sent.first, sent.last].map((rate) => rate.toFixed(0)),
        ratio.toFixed(2),
      ]);
      cells.at(-1)!.push(String(sent.dead), String(sent.twice));
      log(cells.at(-1)!.join('  '));
      if (ratio < AT_LEAST) missed.push(`${pressure.name}: ${ratio.toFixed(2)} of without`);
      if (sent.twice > 0) missed.push(`${pressure.name}: ${sent.twice} messages to somebody reached in the same send`);
      await stopSends(client);
    }
    const head = ['pressure', 'a second', 'first quarter', 'last quarter', '× without', 'dead rows', 'reached twice'];
    log(`\n### Sending for ${minutes} minutes under pressure, ${options.rows} contacts\n\n${table(head, cells)}\n`);
    if (missed.length > 0) throw new Error(`Missed: ${missed.join('; ')}`);
  } finally {
    worker.stop();
    await server.stop();
    await client.end();
  }
}

/** Begins a campaign when the one before has gone out, or every so many milliseconds, and leaves the last where it is. */
async function campaignsFor(
  ms: number,
  everyMs: number | null,
  ask: Ask,
  client: pg.Client,
  create: () => Promise<string>,
  size: number,
): Promise<void> {
  const until = performance.now() + ms;
  const begun: string[] = [];
  while (performance.now() < until) {
    const id = await create();
    begun.push(id);
    await ask(START, { id });
    const left = until - performance.now();
    if (everyMs === null) {
      await Promise.race([untilSent(ask, client, id, size), sleep(left, null, { ref: false })]);
      // A planner begins its next cycle.
      await ask(STOP, { id });
    } else {
      await sleep(Math.min(everyMs, left));
      for (const one of begun) if (await hasGoneOut(ask, one, size)) await ask(STOP, { id: one });
    }
  }
}

async function hasGoneOut(ask: Ask, id: string, size: number): Promise<boolean> {
  const { smsCampaign } = await ask<{ smsCampaign: { status: string; progress: { sent: number; failed: number } } }>(
    PROGRESS,
    { id },
  );
  return smsCampaign.status === 'running' && smsCampaign.progress.sent + smsCampaign.progress.failed >= size;
}

/** Messages a second, from the beginning to now, and in its first and its last part. */
async function sentSince(client: pg.Client, begun: Date) {
  const now = new Date();
  const part = (now.getTime() - begun.getTime()) * PART;
  const between = async (from: Date, to: Date) => {
    const { rows } = await client.query<{ sent: number }>(
      'SELECT COALESCE(sum(size), 0)::float AS sent FROM sms_batches WHERE done_at > $1 AND done_at <= $2',
      [from, to],
    );
    return rows[0]!.sent / ((to.getTime() - from.getTime()) / 1_000);
  };
  const { rows } = await client.query<{ twice: number; dead: number }>(
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM sms_messages GROUP BY sms_send_id, contact_id HAVING count(*) > 1) x) AS twice,
       (SELECT sum(n_dead_tup)::int FROM pg_stat_user_tables WHERE relname LIKE 'sms_%' OR relname = 'contact_limits') AS dead`,
  );
  return {
    rate: await between(begun, now),
    first: await between(begun, new Date(begun.getTime() + part)),
    last: await between(new Date(now.getTime() - part), now),
    ...rows[0]!,
  };
}

async function idleInTransaction(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // With an id of its own and a snapshot: nothing that ends from now on can be cleared away.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query('SELECT pg_current_xact_id(), count(*) FROM sms_campaigns');
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

async function readers(url: string): Promise<() => Promise<void>> {
  let isOver = false;
  const all = Array.from({ length: READERS }, async (_none, at) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // One after the other, so that some snapshot is always old.
    await sleep((SNAPSHOT_MS / READERS) * at);
    while (!isOver) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const until = performance.now() + SNAPSHOT_MS;
      while (!isOver && performance.now() < until) {
        await client.query('SELECT status, count(*) FROM sms_sends GROUP BY status');
        await sleep(1_000);
      }
      await client.query('COMMIT');
    }
    await client.end();
  });
  return async () => {
    isOver = true;
    await Promise.all(all);
  };
}
