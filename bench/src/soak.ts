import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startProduct } from './contenders.ts';
import { residentMemory } from './process-usage.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';
import { SECRET, soakClients, type Tally } from './soak-clients.ts';
import { median, quantile } from './statistics.ts';

const SAMPLE_MS = 500;
/** Caches fill and code is compiled until then. */
const WARM_UP_SHARE = 0.3;
const WINDOW_SHARE = 0.15;
/** Garbage comes and goes; a leak grows on. */
const GROWTH = 1.25;
const GROWTH_MB = 50;
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
  const server = await startProduct(options, {
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: '0'.repeat(64),
    PORT: String(port),
  });
  const tally: Tally = { latencies: new Map(), failures: [], events: 0 };
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(residentMemory(server.pid)), SAMPLE_MS);
  try {
    log(`Soaking for ${options.minutes} minutes …`);
    const endsAt = Date.now() + options.minutes * 60_000;
    const isOver = () => Date.now() > endsAt || tally.failures.length > 20;
    await Promise.all(soakClients(port, dataSet, tally).map((run) => run(isOver)));
    const unsettled = await settled(client, tally.events);
    clearInterval(sampling);

    const rows = [...tally.latencies].map(([kind, latencies]) => [
      kind,
      String(latencies.length),
      quantile(latencies, 0.5).toFixed(1),
      quantile(latencies, 0.99).toFixed(1),
    ]);
    const window = Math.max(1, Math.floor(memory.length * WINDOW_SHARE));
    const warm = Math.floor(memory.length * WARM_UP_SHARE);
    const [before, after] = [median(memory.slice(warm, warm + window)), median(memory.slice(-window))];
    log(`\n### Soak of ${options.minutes} minutes\n\n${table(['', 'answers', 'p50 ms', 'p99 ms'], rows)}`);
    log(
      `\nErrors: ${tally.failures.length}. Call events acknowledged: ${tally.events}. Memory: ${before.toFixed(0)} MB warm, ` +
        `${after.toFixed(0)} MB at the end, ${Math.max(...memory).toFixed(0)} MB at most. ${unsettled.length === 0 ? 'Nothing stuck.' : unsettled.join(' ')}`,
    );
    const problems = [...tally.failures, ...unsettled];
    if (after > before * GROWTH && after > before + GROWTH_MB)
      problems.push(`Memory grew from ${before} to ${after} MB.`);
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
  } finally {
    clearInterval(sampling);
    await server.stop();
    await client.end();
  }
}

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
