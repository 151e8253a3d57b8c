import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Server } from './contenders.ts';
import type { HubResult } from './hub-client.ts';
import { cpuTime, residentMemory } from './process-usage.ts';
import { table } from './report.ts';
import { median } from './statistics.ts';

const MOST_TIMES_P99 = 2;
const MOST_TIMES_MEMORY = 1.3;
const LOOK_MS = 100;
/** That nobody reads. */
const RECEIPTS = 5_000;

export const ATTACKS = ['garbage', 'binds', 'slow bytes', 'windows', 'unread', 'idle binds'] as const;
export type Attack = (typeof ATTACKS)[number];

export interface AttackJob {
  attack: Attack;
  port: number;
  username: string;
  password: string;
}

interface Measured {
  /** Milliseconds. */
  p99: number;
  /** Processors that the server kept busy. */
  load: number;
}

interface Against {
  server: Server;
  client: pg.Client;
  log(text: string): void;
  rounds: number;
  hostile: Omit<AttackJob, 'attack'>;
  /** Another endpoint's submits at a steady rate. */
  submit(): Promise<HubResult>;
}

/** Another endpoint beside each kind of hostile seller, and alone before it. Answers what is beyond the bounds. */
export async function measureHostileSellers({
  server,
  client,
  log,
  rounds,
  hostile,
  submit,
}: Against): Promise<string[]> {
  const missed: string[] = [];
  const rows: string[][] = [];
  const measured = async (): Promise<Measured> => {
    const [before, begunAt] = [cpuTime(server.pid), performance.now()];
    const { p99 } = await submit();
    return { p99, load: (cpuTime(server.pid) - before) / (performance.now() - begunAt) };
  };
  await submit();
  await wait(client, hostile.username);
  for (const attack of ATTACKS) {
    const alone: Measured[] = [];
    const beside: Measured[] = [];
    const memory = { before: 0, most: 0 };
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measured());
      memory.before ||= residentMemory(server.pid);
      const attackers = await begun({ ...hostile, attack });
      const watch = setInterval(() => {
        memory.most = Math.max(memory.most, residentMemory(server.pid));
      }, LOOK_MS);
      beside.push(await measured());
      clearInterval(watch);
      attackers.send('stop');
      await once(attackers, 'exit');
      await sleep(1_000);
    }
    const middle = (of: Measured[], name: keyof Measured) => median(of.map((one) => one[name]));
    const times = { p99: middle(beside, 'p99') / middle(alone, 'p99'), memory: memory.most / memory.before };
    rows.push([
      ...[attack, middle(alone, 'p99').toFixed(1), middle(beside, 'p99').toFixed(1), times.p99.toFixed(2)],
      ...[middle(alone, 'load').toFixed(2), middle(beside, 'load').toFixed(2)],
      ...[memory.before.toFixed(0), memory.most.toFixed(0), times.memory.toFixed(2)],
    ]);
    log(rows.at(-1)!.join('  '));
    if (times.p99 > MOST_TIMES_P99) missed.push(`${attack}: a p99 of ${times.p99.toFixed(2)} × alone`);
    if (times.memory > MOST_TIMES_MEMORY) missed.push(`${attack}: ${times.memory.toFixed(2)} × the memory`);
  }
  const head = ['hostile sellers', 'p99 ms alone', 'beside', '×', 'cores alone', 'beside', 'MB before', 'at most', '×'];
  log(`\n### Another endpoint beside hostile sellers\n\n${table(head, rows)}\n`);
  return missed;
}

async function begun(job: AttackJob): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'hub-attackers.ts'));
  child.send(job);
  const [said] = (await once(child, 'message')) as [string];
  if (said !== 'under way') throw new Error(`${job.attack}: ${said}`);
  return child;
}

/** Receipts for the hostile endpoint. */
const wait = (client: pg.Client, username: string) =>
  client.query(
    `INSERT INTO hub_returns (team_id, id, seller_endpoint_id, kind, subject_id, content, due_at, created_at)
     SELECT e.team_id, gen_random_uuid(), e.id, 'receipt', gen_random_uuid(), jsonb_build_object('messageId', gen_random_uuid(),
       'reference', NULL, 'sender', 'Bench', 'destination', '4915109999999', 'status', 'delivered', 'code', 0, 'reason', NULL,
       'submittedAt', '2026-11-22T10:00:00.000Z', 'doneAt', '2026-11-22T10:00:01.000Z', 'text', 'x'), now(), now()
     FROM seller_endpoints e, generate_series(1, $2::int) WHERE e.username = $1`,
    [username, RECEIPTS],
  );
