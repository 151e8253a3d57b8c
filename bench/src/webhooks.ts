import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createToken } from './beside.ts';
import { freePort, startProduct, startWorker } from './contenders.ts';
import { OTHER_TEAM } from './data-set.ts';
import { cpuTime, databaseTime } from './process-usage.ts';
import { table } from './report.ts';
import { type Ask, asker, LANES, LINKS, rateOf, START, STOP, untilSent } from './send.ts';
import { createContacts, emptySending, prepareCampaigns, stopSends } from './send-data.ts';
import type { Bench } from './shapes.ts';

const FACTS_PER_SECOND = 1_000;
const REQUESTS_PER_SECOND = 10;
/** Of which the processor time is taken, with nothing beside them. */
const COUNTED_FACTS = 20_000;
const MAX_P99_MS = 1_000;
const AT_LEAST_OF_SENDING = 0.9;

/** `batchSize` null: an event a request; undefined: no endpoint. */
const RUNS = [
  { name: 'no endpoint', batchSize: undefined },
  { name: 'an event a request', batchSize: null },
  { name: 'batches of 100', batchSize: 100 },
];

/** One team's numbers are suppressed all the time while another's campaign goes out: how soon an endpoint hears of each, and what that costs sending. */
export async function measureWebhooks({ databaseUrl, dataSet, options, log }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const environment = { DATABASE_URL: databaseUrl, TOKEN_KEY: '0'.repeat(64), PRIVATE_PROVIDERS: 'on' };
  const limits = { RATE_LIMIT_PER_TOKEN: '0', RATE_LIMIT_PER_ADDRESS: '0' };
  const port = String(await freePort());
  const server = await startProduct(options, { ...environment, ...limits, PORT: port, WORKER: 'off' });
  const receiver = await startReceiver();
  const ask = asker(server, dataSet.token);
  const askOther = asker(server, await createToken(client, OTHER_TEAM));
  const rows: string[][] = [];
  const missed: string[] = [];
  let alone = 0;
  try {
    await stopSends(client);
    const createCampaign = await prepareCampaigns(ask, client);
    log(await measureCost());
    for (const { name, batchSize } of RUNS) {
      await emptySending(client);
      await createContacts(client, dataSet.teamId, options.rows);
      receiver.latencies.clear();
      const endpoint = batchSize === undefined ? null : await createEndpoint(askOther, receiver.url, batchSize);
      const worker = startWorker(options, { ...environment, PUBLIC_URL: LINKS, SENDING_LANES: String(LANES) });
      const id = await createCampaign();
      const startedAt = performance.now();
      const facts = makeFacts(askOther);
      await ask(START, { id });
      await untilSent(ask, client, id, options.rows);
      const { rate } = await rateOf(client, id, options.rows, startedAt);
      const made = await facts.end();
      while (endpoint && receiver.latencies.size < made.count) await sleep(100);
      // A planner begins its next cycle.
      await ask(STOP, { id });
      worker.stop();
      if (endpoint) await askOther(DELETE, { id: endpoint });
      else alone = rate;
      const sorted = [...receiver.latencies.values()].sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
      const ratio = rate / alone;
      rows.push([
        name,
        made.perSecond.toFixed(0),
        ...(endpoint ? [at(0.5).toFixed(0), at(0.99).toFixed(0)] : ['', '']),
        rate.toFixed(0),
        ratio.toFixed(2),
      ]);
      if (batchSize !== 100) continue;
      if (at(0.99) >= MAX_P99_MS) missed.push(`p99 of ${at(0.99).toFixed(0)} ms`);
      if (ratio < AT_LEAST_OF_SENDING) missed.push(`sending at ${ratio.toFixed(2)}`);
    }
    const head = ['endpoint', 'facts/s', 'p50 ms', 'p99 ms', 'messages/s', '× without'];
    log(
      `\n### Events beside a send of ${options.rows}\n\n${table(head, rows)}\n\nms: from the fact to its first request.\n`,
    );
    if (missed.length > 0) throw new Error(`Missed: ${missed.join('; ')}`);
  } finally {
    receiver.close();
    await server.stop();
    await client.end();
  }

  /** Processor time of each part for as many facts, without an endpoint and with one. */
  async function measureCost(): Promise<string> {
    const database = new URL(databaseUrl).pathname.slice(1);
    const costs: string[][] = [];
    let without = 0;
    for (const { name, batchSize } of RUNS) {
      receiver.latencies.clear();
      const endpoint = batchSize === undefined ? null : await createEndpoint(askOther, receiver.url, batchSize);
      const worker = startWorker(options, { ...environment, PUBLIC_URL: LINKS });
      await askOther(SUPPRESS, { input: { numbers: [next++] } });
      while (endpoint && receiver.latencies.size < 1) await sleep(100);
      await sleep(2_000);
      const used = () => [
        cpuTime(server.pid),
        cpuTime(worker.pid),
        databaseTime(database),
        process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
      ];
      const before = used();
      const facts = makeFacts(askOther);
      while (facts.count() < COUNTED_FACTS) await sleep(100);
      const { count } = await facts.end();
      while (endpoint && receiver.latencies.size < count + 1) await sleep(100);
      await sleep(1_000);
      const micros = used().map((ms, at) => ((ms - before[at]!) * 1_000) / count);
      worker.stop();
      if (endpoint) await askOther(DELETE, { id: endpoint });
      const all = micros.reduce((sum, each) => sum + each, 0);
      if (!endpoint) without = all;
      costs.push([
        name,
        ...[...micros, all].map((each) => each.toFixed(0)),
        endpoint ? (all - without).toFixed(0) : '',
      ]);
    }
    const head = ['endpoint', 'server', 'worker', 'database', 'caller and receiver', 'all', 'more than without'];
    return `\n### Processor time of a fact, µs\n\n${table(head, costs)}\n`;
  }
}

async function createEndpoint(ask: Ask, url: string, batchSize: number | null): Promise<string> {
  const { createWebhookEndpoint } = await ask<{ createWebhookEndpoint: { webhookEndpoint: { id: string } } }>(
    `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }`,
    { input: { url, eventTypes: ['contact_unsubscribed'], batchSize } },
  );
  return createWebhookEndpoint.webhookEndpoint.id;
}

const DELETE = 'mutation ($id: ID!) { deleteWebhookEndpoint(id: $id) { id } }';
const SUPPRESS = 'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }';

let next = 14155000000;

/** One request after the other, as many facts a second as are wanted unless the server takes longer. Refused ones do not count. */
function makeFacts(ask: Ask) {
  const numbers = FACTS_PER_SECOND / REQUESTS_PER_SECOND;
  const startedAt = performance.now();
  let count = 0;
  let isOver = false;
  async function run() {
    for (let at = 1; !isOver; at += 1) {
      const input = { numbers: Array.from({ length: numbers }, () => next++) };
      await ask(SUPPRESS, { input }).then(
        () => (count += numbers),
        () => {},
      );
      await sleep(Math.max(0, startedAt + (at * 1_000) / REQUESTS_PER_SECOND - performance.now()));
    }
  }
  const running = run();
  return {
    count: () => count,
    async end() {
      isOver = true;
      await running;
      return { count, perSecond: count / ((performance.now() - startedAt) / 1_000) };
    },
  };
}

interface Event {
  id: string;
  occurred_at: string;
}

/** Milliseconds from each fact to its first request. */
async function startReceiver() {
  const latencies = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const now = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    for (const { id, occurred_at } of [JSON.parse(Buffer.concat(chunks).toString()) as Event | Event[]].flat())
      if (!latencies.has(id)) latencies.set(id, now - Date.parse(occurred_at));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    latencies,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
