import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Server, startProduct, startWorker, type Worker } from './contenders.ts';
import { table } from './report.ts';
import { type Ask, asker, LINKS, PROGRESS, START } from './send.ts';
import {
  createContacts,
  createHttpCampaign,
  emptySending,
  type HttpCampaign,
  type Queries,
  stopSends,
} from './send-data.ts';
import type { Bench } from './shapes.ts';
import { type Delay, type ServiceCall, type SmsService, startSmsService } from './sms-service.ts';

/** Calls under way at a time. */
const LANES = 4;
const LOOK_MS = 500;
const STATISTICS_MS = 10_000;
/** What a campaign fills. */
const FILLED =
  'sms_recipients, sms_messages, sms_batches, sms_provider_calls, sms_provider_messages, contact_limits, suppressed_numbers';
/** A campaign of which nobody is reached for so long will not end. */
const PATIENCE_MS = 90_000;
/** As `application_name`, by which PostgreSQL knows its connections. */
export const WORKER = 'bench_worker';

/** How a race's service answers, and how many messages a call has. */
export interface Pace {
  delay: Delay;
  batchSize: number;
}

/** A campaign over an HTTP service of ours, a server beside it, and workers that can be started. */
export interface Race {
  client: Queries;
  ask: Ask;
  server: Server;
  service: SmsService;
  campaign: HttpCampaign;
  size: number;
  startWorker(environment?: Record<string, string>): Worker;
}

/** Runs a race from an empty audience, and ends whatever it started. */
export async function withRace(
  { databaseUrl, dataSet, options }: Bench,
  { delay, batchSize }: Pace,
  run: (race: Race) => Promise<void>,
): Promise<void> {
  const size = options.rows;
  const environment = { TOKEN_KEY: '0'.repeat(64), PUBLIC_URL: LINKS, PRIVATE_PROVIDERS: 'on' };
  const ofWorker = new URL(databaseUrl);
  ofWorker.searchParams.set('application_name', WORKER);
  const workers: Worker[] = [];
  // Its connection may break on purpose.
  const client = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  client.on('error', () => {});
  const service = await startSmsService(delay);
  // As autovacuum does; it may be off here, and PostgreSQL would plan for empty tables to the end.
  const statistics = setInterval(() => void client.query(`ANALYZE ${FILLED}`).catch(() => {}), STATISTICS_MS);
  let server: Server | undefined;
  try {
    await stopSends(client);
    await emptySending(client);
    await client.query('TRUNCATE suppressed_numbers');
    await createContacts(client, dataSet.teamId, size);
    const port = String(await freePort());
    server = await startProduct(options, { ...environment, DATABASE_URL: databaseUrl, PORT: port, WORKER: 'off' });
    const ask = asker(server, dataSet.token);
    const campaign = await createHttpCampaign(ask, { url: service.url, batchSize, maxInFlight: LANES }, size);
    const newWorker = (more = {}) => {
      const worker = startWorker(options, { ...environment, ...more, DATABASE_URL: ofWorker.href });
      workers.push(worker);
      return worker;
    };
    await run({ client, ask, server, service, campaign, size, startWorker: newWorker });
  } finally {
    clearInterval(statistics);
    await Promise.all(workers.map((worker) => worker.kill()));
    await server?.stop();
    service.close();
    await client.end();
  }
}

export const start = ({ ask, campaign }: Race) => ask(START, { id: campaign.id });

interface Progress {
  smsCampaign: { status: string; statusReason: string | null };
}

/** Resolves when the campaign is sent and no message waits for its answer. */
export async function untilEnded({ ask, client, service, campaign }: Race): Promise<void> {
  let known = 0;
  let since = performance.now();
  for (;;) {
    const { smsCampaign } = await ask<Progress>(PROGRESS, { id: campaign.id });
    if (smsCampaign.status === 'stopped') throw new Error(`The campaign stopped: ${smsCampaign.statusReason}`);
    if (smsCampaign.status === 'sent' && (await countSending(client)) === 0) return;
    if (service.calls.length > known) {
      known = service.calls.length;
      since = performance.now();
    }
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`The campaign stands at ${JSON.stringify(smsCampaign)}`);
    await sleep(LOOK_MS);
  }
}

async function countSending(client: Queries): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM sms_messages WHERE status = 'sending'",
  );
  return rows[0]!.count;
}

/** Resolves when PostgreSQL has noticed that the workers are gone: what they had sent is stored by then, or never will be. */
export async function untilDisconnected(client: Queries): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [WORKER],
    );
    if (rowCount === 0) return;
    await sleep(5);
  }
}

/** The calls that gave the service each number. */
export function callsByNumber(calls: readonly ServiceCall[]): Map<string, ServiceCall[]> {
  const byNumber = new Map<string, ServiceCall[]>();
  for (const call of calls) {
    for (const { to } of call.messages) byNumber.set(to, [...(byNumber.get(to) ?? []), call]);
  }
  return byNumber;
}

/** Logs what was counted, and throws with every bound that does not hold. */
export function conclude(
  log: Bench['log'],
  title: string,
  figures: readonly (readonly [string, string | number])[],
  bounds: readonly (readonly [string, boolean])[],
): void {
  const rows = figures.map(([what, value]) => [what, String(value)]);
  log(`\n### ${title}\n\n${table(['', ''], rows)}\n`);
  const missed = bounds.flatMap(([what, holds]) => (holds ? [] : [what]));
  if (missed.length > 0) throw new Error(`${title}: ${missed.join('; ')}`);
}
