import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startProduct } from './contenders.ts';
import { type HeapSample, heapSampler } from './heap-sampler.ts';
import { table } from './report.ts';
import { asker } from './send.ts';
import { createContacts, prepareCampaigns, stopSends } from './send-data.ts';
import type { Bench } from './shapes.ts';
import { SECRET, soakClients, type Tally } from './soak-clients.ts';
import { median, quantile } from './statistics.ts';

const SAMPLE_MS = 500;
const HEAP_SAMPLE_MS = 30_000;
/** Caches fill and code is compiled until then. */
const WARM_UP_SHARE = 0.1;
/** Garbage comes and goes; a leak grows on. */
const GROWTH = 1.1;
const GROWTH_MB = 10;
/** Contacts that the campaigns reach, and of each of them how many. */
const REACHED = 3_000;
const SETTLE_MS = 60_000;

/** Mixed load for a while on one built server that does the jobs, too. Throws at any error, growth or stuck job. */
export async function soak({ databaseUrl, dataSet, options, log }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO voice_accounts (id, team_id, name, provider, webhook_secret_hash, updated_at)
     VALUES (gen_random_uuid(), $1, 'Soak', 'provider_a', $2, now())`,
    [dataSet.teamId, createHash('sha256').update(SECRET).digest()],
  );
  const port = await freePort();
  const heap = await heapSampler();
  const server = await startProduct(options, {
    ...heap.environment,
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: '0'.repeat(64),
    PORT: String(port),
  });
  const tally: Tally = { latencies: new Map(), failures: [], events: 0, messages: 0 };
  const sampling = setInterval(() => heap.sample(server.pid), HEAP_SAMPLE_MS);
  try {
    await stopSends(client);
    await createContacts(client, dataSet.teamId, REACHED);
    const createCampaign = await prepareCampaigns(asker(server, dataSet.token), client, { silent: 0.1 });
    log(`Soaking for ${options.minutes} minutes …`);
    const endsAt = Date.now() + options.minutes * 60_000;
    const isOver = () => Date.now() > endsAt;
    const clients = soakClients(port, dataSet, tally, () =>
      createCampaign(`sendType: manual, manualData: { sendAmount: ${REACHED} }`),
    );
    await Promise.all(clients.map((run) => run(isOver)));
    clearInterval(sampling);
    const samples = await heap.samples();
    const unsettled = await settled(client, tally.events);

    const rows = [...tally.latencies].map(([kind, latencies]) => [
      kind,
      String(latencies.length),
      quantile(latencies, 0.5).toFixed(1),
      quantile(latencies, 0.99).toFixed(1),
    ]);
    log(`\n### Soak of ${options.minutes} minutes\n\n${table(['', 'answers', 'p50 ms', 'p99 ms'], rows)}`);
    const [first, last] = thirdsOf(samples);
    log(`\n${table(['', 'heap after a collection, MB', 'resident, MB'], curveOf(samples))}`);
    log(
      `\nErrors: ${tally.failures.length}. Call events acknowledged: ${tally.events}. Messages sent: ${tally.messages}. ` +
        `Heap: ${first.heap.toFixed(1)} MB in the first third, ${last.heap.toFixed(1)} MB in the last. ` +
        `Resident: ${first.resident.toFixed(0)} and ${last.resident.toFixed(0)} MB. ` +
        (unsettled.length === 0 ? 'Nothing stuck.' : unsettled.join(' ')),
    );
    const problems = [...tally.failures, ...unsettled];
    if (last.heap > first.heap * GROWTH && last.heap > first.heap + GROWTH_MB)
      problems.push(`The heap grew from ${first.heap} to ${last.heap} MB.`);
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
  } finally {
    clearInterval(sampling);
    await server.stop();
    await client.end();
  }
}

interface Third {
  heap: number;
  resident: number;
}

/** Medians of the first and the last third, without the warm-up. */
function thirdsOf(samples: readonly HeapSample[]): [Third, Third] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const of = (some: readonly HeapSample[]) => ({
    heap: median(some.map(({ heap }) => heap)),
    resident: median(some.map(({ resident }) => resident)),
  });
  return [of(warm.slice(0, third)), of(warm.slice(-third))];
}

/** A tenth of the soak a row. */
const curveOf = (samples: readonly HeapSample[]): string[][] =>
  Array.from({ length: 10 }, (_, at) => {
    const some = samples.slice((at * samples.length) / 10, ((at + 1) * samples.length) / 10);
    if (some.length === 0) return [];
    const of = (name: keyof HeapSample) => median(some.map((sample) => sample[name])).toFixed(1);
    return [`${at * 10} %`, of('heap'), of('resident')];
  }).filter((row) => row.length > 0);

/** What is still owed a while after the last request; nothing should be. */
async function settled(client: pg.Client, events: number): Promise<string[]> {
  for (let waited = 0; ; waited += SAMPLE_MS) {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM graphile_worker.jobs WHERE run_at < now() AND key IS DISTINCT FROM 'prune') AS jobs,
         (SELECT count(*)::int FROM data_files WHERE status = 'importing' OR is_uploading) AS imports,
         (SELECT count(*)::int FROM call_events WHERE status = 'processed') AS processed`,
    );
    const [{ jobs, imports, processed }] = rows;
    if (jobs === 0 && imports === 0 && processed === events) return [];
    if (waited >= SETTLE_MS) {
      return [`Stuck: ${jobs} jobs, ${imports} imports; ${processed} of ${events} call events were processed.`];
    }
    await sleep(SAMPLE_MS);
  }
}
