import pg from 'pg';
import { callEvent, createCalls } from './call-events.ts';
import { freePort, type Server, startContender, startProduct, startWorker } from './contenders.ts';
import { type DataSet, loadDataSet, tokenOf } from './data-set.ts';
import { createCluster } from './database.ts';
import { measureRound } from './measure.ts';
import { table } from './report.ts';
import { type BenchRequest, requestOf } from './requests.ts';
import { asker, LANES, LINKS, START, untilSent } from './send.ts';
import { createContacts, emptySending, prepareCampaigns, stopSends } from './send-data.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

/** Everything is measured with one team, and with so many at once. */
const TEAMS = 8;
const WARM_UP_SECONDS = 3;
const TOKEN_KEY = '0'.repeat(64);

const teamId = (n: number) => `0193000${n}-0000-7000-9000-000000000001`;

/** A database with the product, and its teams. */
interface Side {
  name: string;
  url: string;
  teams: DataSet[];
  events: BenchRequest[];
}

/** The same reads, call events and campaigns on one server and on a cluster whose coordinator it is, in turns. */
export async function measureCitus(bench: Bench): Promise<void> {
  const { databaseUrl, options, log } = bench;
  const startedAt = performance.now();
  const cluster = await createCluster(options);
  log(`The cluster's database took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s.`);
  try {
    const sides = [
      await fill('one server', databaseUrl, options.scale),
      await fill(`${options.citus.length} workers`, cluster.url, options.scale),
    ];
    const rows = [...(await measureRequests(bench, sides)), ...(await measureCampaigns(bench, sides))];
    const head = ['', 'teams', ...sides.map(({ name }) => `${name}, a second`), '× one server', 'rounds'];
    log(`\n### A Citus cluster and one server with the same settings\n\n${table(head, rows)}\n`);
  } finally {
    await cluster.drop();
  }
}

async function fill(name: string, url: string, scale: number): Promise<Side> {
  const teams: DataSet[] = [];
  const events: BenchRequest[] = [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let n = 0; n < TEAMS; n += 1) {
      const other = teamId(n).replace(/1$/, '2');
      teams.push(await loadDataSet(url, scale, teamId(n), other));
      const secret = tokenOf('obw_', teamId(n));
      await createCalls(client, teamId(n), secret);
      events.push(callEvent(secret));
    }
  } finally {
    await client.end();
  }
  return { name, url, teams, events };
}

async function measureRequests({ load, options }: Bench, sides: readonly Side[]): Promise<string[][]> {
  const servers: Server[] = [];
  const rows: string[][] = [];
  try {
    for (const { url, teams } of sides) servers.push(await startContender('ours', url, teams[0]!, options));
    const reads = ({ teams }: Side) => teams.map((team) => requestOf('ours', 'nested', team, options.root)!);
    const events = (side: Side) => side.events;
    for (const [title, requestsOf] of [['nested read', reads] as const, ['E12: a call event', events] as const]) {
      for (const count of [1, TEAMS]) {
        const results = sides.map((): number[] => []);
        const measure = async (at: number, seconds: number) => {
          const requests = requestsOf(sides[at]!).slice(0, count);
          return measureRound(load, servers[at]!, requests, { connections: options.connections, seconds });
        };
        for (const at of sides.keys()) await measure(at, WARM_UP_SECONDS);
        for (let round = 0; round < options.rounds; round += 1) {
          for (let turn = 0; turn < sides.length; turn += 1) {
            const at = (round + turn) % sides.length;
            results[at]!.push((await measure(at, options.seconds)).throughput);
          }
        }
        rows.push(rowOf(title, count, results));
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return rows;
}

/** Each campaign is sent once on each side. */
async function measureCampaigns({ options }: Bench, sides: readonly Side[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const count of [1, TEAMS]) {
    const results: number[][] = [];
    for (const side of sides) results.push([await send(side, count, options)]);
    rows.push(rowOf('messages sent', count, results));
  }
  return rows;
}

/** Messages a second from the first claim to the last answer, of campaigns that start at once. */
async function send({ url, teams }: Side, count: number, options: Bench['options']): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const environment = { DATABASE_URL: url, TOKEN_KEY };
  const server = await startProduct(options, { ...environment, PORT: String(await freePort()), WORKER: 'off' });
  const workers: { stop(): void }[] = [];
  const size = Math.ceil(options.rows / count);
  try {
    await stopSends(client);
    await emptySending(client);
    const campaigns: { ask: ReturnType<typeof asker>; id: string }[] = [];
    for (const { teamId, token } of teams.slice(0, count)) {
      await createContacts(client, teamId, size);
      const ask = asker(server, token);
      campaigns.push({ ask, id: await (await prepareCampaigns(ask, client))() });
    }
    workers.push(startWorker(options, { ...environment, PUBLIC_URL: LINKS, SENDING_LANES: String(LANES) }));
    await Promise.all(campaigns.map(({ ask, id }) => ask(START, { id })));
    await Promise.all(campaigns.map(({ ask, id }) => untilSent(ask, client, id, size)));
    const { rows } = await client.query<{ seconds: number }>(
      'SELECT extract(epoch FROM max(done_at) - min(claimed_at))::float AS seconds FROM sms_batches',
    );
    return (size * count) / rows[0]!.seconds;
  } finally {
    for (const worker of workers) worker.stop();
    await server.stop();
    await client.end();
  }
}

/** Of each side the rounds, in the order in which they were measured. */
function rowOf(title: string, teams: number, [one = [], ...others]: readonly (readonly number[])[]): string[] {
  const ratios = others[0]!.map((rate, round) => rate / one[round]!);
  return [
    title,
    String(teams),
    ...[one, ...others].map((rates) => median(rates).toFixed(0)),
    `**${median(ratios).toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  ];
}
