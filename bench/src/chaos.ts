import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from './contenders.ts';
import { callsByNumber, type Race, start, untilEnded, WORKER, withRace } from './race.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';
import type { ServiceCall } from './sms-service.ts';

/** It is the service that takes its time, not the machine: what goes out again does not depend on what else a starting worker does. */
const PACE = { delay: { least: 300, most: 600 }, batchSize: 20 };
const BEFORE_MS = 5_000;
/** In which messages are counted: calls come in bursts. */
const WINDOW_MS = 2_000;
const LOOK_MS = 100;
/** Of what went out before. */
const BACK_AT = 0.8;
const MAX_BACK_MS = 10_000;
const CUTS = 10;
const CUT_MS = 500;
const HANG_MS = 10_000;

interface Chaos {
  name: string;
  /** Resolves when it is over. */
  happens(race: Race, worker: Worker): Promise<void>;
}

const CELLS: readonly Chaos[] = [
  {
    name: 'the worker is killed, and another starts',
    async happens(race, worker) {
      await worker.kill();
      race.startWorker();
    },
  },
  { name: 'PostgreSQL is killed', happens: killPostgres },
  { name: `the worker’s connections are cut ${CUTS} times in ${(CUTS * CUT_MS) / 1_000} s`, happens: cutConnections },
  {
    name: `the service hangs for ${HANG_MS / 1_000} s`,
    async happens({ service }) {
      service.hang(HANG_MS);
      await sleep(HANG_MS);
    },
  },
  {
    name: 'the worker’s clock is set back by an hour',
    async happens(_race, worker) {
      process.kill(worker.pid, 'SIGUSR2');
    },
  },
];

/** Sets the clock back at a signal. */
const CLOCK = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'clock-set-back.mjs')}` };

/**
 * One campaign for each thing that may happen to it: nobody is reached twice, nobody is lost, and messages go out as before
 * soon after. The server of the database must be on this machine, and its processes ours to kill.
 */
export async function sendInChaos(bench: Bench): Promise<void> {
  const rows: string[][] = [];
  const missed: string[] = [];
  for (const chaos of CELLS) {
    await withRace(bench, PACE, async (race) => {
      const { client, service, size } = race;
      const worker = race.startWorker(CLOCK);
      await start(race);
      while (service.calls.length === 0) await sleep(5);
      await sleep(BEFORE_MS);
      const begunAt = performance.now();
      await chaos.happens(race, worker);
      const overAt = performance.now();
      await untilEnded(race);

      const before = perSecond(service.calls, begunAt - BEFORE_MS + 1_000, begunAt);
      const backMs = backAfter(service.calls, overAt, before);
      const { rows: counts } = await client.query<{ status: string; count: number }>(
        'SELECT status::text AS status, count(*)::int AS count FROM sms_messages GROUP BY 1',
      );
      const countOf = (status: string) => counts.find((one) => one.status === status)?.count ?? 0;
      const [accepted, unknown] = [countOf('accepted'), countOf('unknown')];
      const twice = [...callsByNumber(service.calls).values()].filter((calls) => calls.length > 1).length;
      const lost = size - accepted - unknown;
      rows.push([
        ...[chaos.name, before.toFixed(0), backMs === null ? 'never' : (backMs / 1_000).toFixed(1)],
        ...[accepted, unknown, twice, lost].map(String),
      ]);
      bench.log(rows.at(-1)!.join('  '));
      if (twice > 0) missed.push(`${chaos.name}: ${twice} contacts reached twice`);
      if (lost !== 0) missed.push(`${chaos.name}: ${lost} messages neither accepted nor unknown`);
      if (backMs === null || backMs > MAX_BACK_MS) missed.push(`${chaos.name}: ${rows.at(-1)![2]} s until it was back`);
    });
  }
  const head = ['what happens', 'a second before', 'back after s', 'accepted', 'unknown', 'reached twice', 'lost'];
  bench.log(`\n### Sending while something happens, ${bench.options.rows} contacts\n\n${table(head, rows)}\n`);
  if (missed.length > 0) throw new Error(`Missed: ${missed.join('; ')}`);
}

const perSecond = (calls: readonly ServiceCall[], from: number, to: number): number =>
  (1_000 / (to - from)) *
  calls.reduce((sum, { arrivedAt, messages }) => sum + (arrivedAt >= from && arrivedAt < to ? messages.length : 0), 0);

/** Milliseconds from the end until as many go out as before; null: never while the campaign lasted. */
function backAfter(calls: readonly ServiceCall[], overAt: number, before: number): number | null {
  const last = calls.at(-1)!.arrivedAt;
  for (let at = overAt; at + WINDOW_MS <= last; at += LOOK_MS) {
    if (perSecond(calls, at, at + WINDOW_MS) >= BACK_AT * before) return at - overAt;
  }
  return null;
}

/** PostgreSQL ends all of its processes and recovers when one is killed. */
async function killPostgres({ client }: Race): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 LIMIT 1',
    [WORKER],
  );
  process.kill(rows[0]!.pid, 'SIGKILL');
  await sleep(LOOK_MS);
  while (!(await client.query('SELECT 1').catch(() => null))) await sleep(LOOK_MS);
}

async function cutConnections({ client }: Race): Promise<void> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [WORKER],
    );
    await sleep(CUT_MS);
  }
}
