import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startProduct, startWorker } from './contenders.ts';
import type { HubJob, HubResult } from './hub-client.ts';
import { measureHostileSellers } from './hub-hostile.ts';
import { cpuTime, databaseTime, peakMemory, residentMemory } from './process-usage.ts';
import { table } from './report.ts';
import { type Ask, asker } from './send.ts';
import { stopSends } from './send-data.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

const USERNAME = 'bench-seller';
const HOSTILE_USERNAME = 'bench-hostile';
const PASSWORD = 'pass4711';
/** Messages a second of an endpoint beside hostile ones. */
const STEADY = 200;
const BINDS = 2;
const WINDOWS = [200, 1_000];

const AT_LEAST_OF_FLOOR = 0.35;
const AT_LEAST_END_TO_END = 4_000;
const MAX_P99_MS = 50;
const MAX_GROWTH = 1.1;

interface Taker {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
}

interface Accepted extends HubResult {
  rate: number;
  cpu: number;
}

/** The whole way, with the processor time of each process. */
interface Whole extends HubResult {
  rate: number;
  cpu: number[];
}

/** Accepting beside the floor in turns, at half of that rate, memory over all of them, and the whole way to the receipt. */
export async function measureHub({ databaseUrl, dataSet, options, log }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const database = new URL(databaseUrl).pathname.slice(1);
  const [port, smppPort, floorPort] = [await freePort(), await freePort(), await freePort()];
  const environment = { DATABASE_URL: databaseUrl, TOKEN_KEY: '0'.repeat(64), PRIVATE_PROVIDERS: 'on' };
  const server = await startProduct(options, {
    ...environment,
    ...{ PORT: String(port), SMPP_PORT: String(smppPort), WORKER: 'off', SMPP_CONNECTIONS_PER_ADDRESS: '1500' },
  });
  const floorProcess = await started('hub-floor.ts', { DATABASE_URL: databaseUrl, PORT: String(floorPort) });
  const operator = await started('hub-operator.ts', {});
  const seller = forked('hub-client.ts', {});
  const missed: string[] = [];
  try {
    await prepare(asker(server, dataSet.token), client, dataSet.teamId, operator.said as number);
    if (options.hostileSellers) {
      const steady = { ...USUAL, port: smppPort, perSecond: STEADY, messages: STEADY * options.seconds };
      missed.push(
        ...(await measureHostileSellers({
          ...{ server, client, log, rounds: options.rounds },
          hostile: { port: smppPort, username: HOSTILE_USERNAME, password: PASSWORD },
          submit: () => runSeller(seller, steady),
        })),
      );
      if (missed.length > 0) throw new Error(`Missed: ${missed.join('; ')}`);
      return;
    }
    const ours: Taker = { name: 'ours', port: smppPort, pid: server.pid };
    const floor: Taker = { name: 'floor: a batched INSERT', port: floorPort, pid: floorProcess.child.pid! };
    const accept = async ({ port: to, pid }: Taker, job: Partial<HubJob>): Promise<Accepted> => {
      const cpuBefore = cpuTime(pid) + databaseTime(database);
      const result = await runSeller(seller, { ...USUAL, port: to, messages: options.rows, ...job });
      const cpu = (cpuTime(pid) + databaseTime(database) - cpuBefore) / result.answered;
      return { ...result, rate: result.answered / result.seconds, cpu };
    };

    const rows: string[][] = [];
    let rate = 0;
    let before = 0;
    const windows = options.endToEnd ? [] : WINDOWS;
    for (const window of windows) {
      const rounds: Record<string, Accepted[]> = { [floor.name]: [], [ours.name]: [] };
      for (let round = 0; round < options.rounds; round += 1) {
        for (const taker of [floor, ours]) {
          rounds[taker.name]!.push(await accept(taker, { window: window / BINDS }));
          await empty(client);
        }
        before ||= residentMemory(server.pid);
      }
      const floorRate = median(rounds[floor.name]!.map((one) => one.rate));
      for (const { name } of [floor, ours]) {
        const all = rounds[name]!;
        const middle = (of: (one: Accepted) => number) => median(all.map(of));
        const ratio = middle((one) => one.rate) / floorRate;
        rows.push([
          ...[`${name}, window ${window}`, middle((one) => one.rate).toFixed(0), ratio.toFixed(2)],
          ...[middle((one) => one.p50).toFixed(1), middle((one) => one.p99).toFixed(1)],
          ...[middle((one) => one.cpu).toFixed(3), String(all.reduce((sum, one) => sum + one.refused, 0))],
        ]);
        if (name !== ours.name) continue;
        rate = Math.max(
          rate,
          middle((one) => one.rate),
        );
        if (ratio < AT_LEAST_OF_FLOOR)
          missed.push(`accepting at ${ratio.toFixed(2)} × the floor with window ${window}`);
      }
    }
    if (windows.length > 0) {
      const head = ['', 'per second', '× floor', 'p50 ms', 'p99 ms', 'CPU ms each', 'refused'];
      log(`\n### The hub accepts ${options.rows} messages\n\n${table(head, rows)}\n`);

      const half = await accept(ours, { perSecond: rate / 2, messages: Math.ceil(rate * 5) });
      if (half.p99 >= MAX_P99_MS) missed.push(`p99 of ${half.p99.toFixed(0)} ms at half of the rate`);
      const after = residentMemory(server.pid);
      if (after > MAX_GROWTH * before) missed.push(`memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`);
      log(
        `At ${(rate / 2).toFixed(0)} a second: p50 ${half.p50.toFixed(1)} ms, p99 ${half.p99.toFixed(1)} ms. ` +
          `Memory: ${before.toFixed(0)} MB after the first round, ${after.toFixed(0)} MB now, ${peakMemory(server.pid).toFixed(0)} MB at most.`,
      );
    }

    await stopSends(client);
    const worker = startWorker(options, environment);
    const processes = { server: server.pid, worker: worker.pid, seller: seller.pid!, operator: operator.child.pid! };
    const times = () => [...Object.values(processes).map(cpuTime), databaseTime(database)];
    const wayThrough = async (): Promise<Whole> => {
      await empty(client);
      const before = times();
      const job = { ...USUAL, port: smppPort, messages: options.rows, wantsReceipts: true };
      const result = await runSeller(seller, job);
      const cpu = times().map((time, at) => (time - before[at]!) / result.answered);
      return { ...result, cpu, rate: result.receipts / result.secondsToReceipts };
    };
    const first = await wayThrough();
    const wholes: Whole[] = [];
    for (let round = 0; round < options.rounds; round += 1) wholes.push(await wayThrough());
    worker.stop();
    const whole = wholes.toSorted((a, b) => a.rate - b.rate)[wholes.length >> 1]!;
    const rates = wholes.map(({ rate }) => rate.toFixed(0)).join(', ');
    log(
      `\nSubmitted, sent over SMPP and receipted, ${options.rows} messages a round: ${whole.rate.toFixed(0)} a second (${rates}; ` +
        `in a round before, in which the worker started, ${first.rate.toFixed(0)}); submit → answer p99 ${whole.p99.toFixed(1)} ms. CPU ms each: ` +
        `${[...Object.keys(processes), 'PostgreSQL'].map((name, at) => `${name} ${whole.cpu[at]!.toFixed(3)}`).join(', ')}.`,
    );
    if ([first, ...wholes].some(({ receipts, answered, refused }) => receipts < answered - refused))
      missed.push('receipts are missing');
    if (whole.rate < AT_LEAST_END_TO_END) missed.push(`${whole.rate.toFixed(0)} a second end to end`);
    if (missed.length > 0) throw new Error(`Missed: ${missed.join('; ')}`);
  } finally {
    for (const child of [seller, floorProcess.child, operator.child]) child.kill();
    await server.stop();
    await client.end();
  }
}

const USUAL = {
  ...{ username: USERNAME, password: PASSWORD, binds: BINDS, window: WINDOWS[0]! / BINDS },
  ...{ perSecond: null, wantsReceipts: false },
};

function forked(file: string, env: Record<string, string>): ChildProcess {
  return fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } });
}

async function started(file: string, env: Record<string, string>): Promise<{ child: ChildProcess; said: unknown }> {
  const child = forked(file, env);
  const [said] = (await once(child, 'message')) as [unknown];
  return { child, said };
}

async function runSeller(seller: ChildProcess, job: HubJob): Promise<HubResult> {
  seller.send(job);
  const [{ result, error }] = (await once(seller, 'message')) as [{ result?: HubResult; error?: string }];
  if (!result) throw new Error(error);
  return result;
}

/** One company whose balance pays, a rule for its price, and an endpoint whose messages take an SMPP route to the operator. */
async function prepare(ask: Ask, client: pg.Client, teamId: string, operatorPort: number): Promise<void> {
  const { createRoute, createClientCompany } = await ask<{
    createRoute: { id: string };
    createClientCompany: { id: string };
  }>(
    `mutation { createRoute(input: { name: "Operator", price: "0.05" }) { id } createClientCompany(input: { name: "Bench" }) { id } }`,
    {},
  );
  const [defaultRouteId, clientCompanyId] = [createRoute.id, createClientCompany.id];
  const settings = { host: '127.0.0.1', port: operatorPort, window: 1_000 };
  await ask(
    `mutation ($route: ID!, $provider: SetRouteProviderInput!, $rule: CreateSellerProfitLogicRuleInput!, $endpoint: CreateSellerEndpointInput!, $hostile: CreateSellerEndpointInput!) {
      setRouteProvider(id: $route, input: $provider) { secret }
      createSellerProfitLogicRule(input: $rule) { id }
      createSellerEndpoint(input: $endpoint) { id }
      hostile: createSellerEndpoint(input: $hostile) { id } }`,
    {
      route: defaultRouteId,
      provider: { provider: 'smpp', settings, credentials: { systemId: 'bench', password: 'bench' } },
      rule: { clientCompanyId, marginType: 'percentage', currentProfit: '20' },
      endpoint: { username: USERNAME, password: PASSWORD, clientCompanyId, defaultRouteId, trx: 10 },
      hostile: { username: HOSTILE_USERNAME, password: PASSWORD, clientCompanyId, defaultRouteId, trx: 1_000 },
    },
  );
  await client.query(
    `WITH i AS (INSERT INTO integrations (team_id, id, name, is_balance_managed, balance, updated_at)
       VALUES ($1, gen_random_uuid(), 'Bench', true, 1000000000, now()) RETURNING id)
     UPDATE client_companies c SET integration_id = i.id FROM i WHERE c.team_id = $1 AND c.id = $2`,
    [teamId, clientCompanyId],
  );
  await client.query('UPDATE seller_endpoints SET "window" = 1000 WHERE username = $1', [USERNAME]);
}

const empty = (client: pg.Client) =>
  client.query('TRUNCATE hub_messages, hub_queues, hub_references, hub_returns, report_marks, floor_messages');
