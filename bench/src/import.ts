import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Server, startProduct, startWorker } from './contenders.ts';
import { copyIn } from './copy-in.ts';
import { openPrisma } from './database.ts';
import { listFile } from './list-file.ts';
import { peakMemory } from './process-usage.ts';
import { table } from './report.ts';
import { stopSends } from './send-data.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

/** One at a time is slow: fewer tell as much. */
const CREATED_ROWS = 1_000;
const TAG = '01930000-0000-7000-8000-00000000000f';
/** What must hold, whatever the machine. */
const AT_LEAST_OF_COPY = 0.6;
const AT_LEAST_OF_CREATE = 20;
const MAX_WORKER_MB = 300;

/** Rows per second from a stored list to contacts with a tag, against what PostgreSQL and Prisma reach. */
export async function measureImport(bench: Bench): Promise<void> {
  const { databaseUrl, dataSet, options, log } = bench;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const reset = () => client.query('TRUNCATE contacts, tags, data_files CASCADE');
  const environment = { DATABASE_URL: databaseUrl, TOKEN_KEY: '0'.repeat(64) };
  const server = await startProduct(options, { ...environment, PORT: String(await freePort()), WORKER: 'off' });
  await stopSends(client);
  const list = listFile(options.rows);
  try {
    const workers: number[] = [];
    const rates: { ours: number; copy: number; create: number; alone: number }[] = [];
    for (let round = 0; round < options.rounds; round++) {
      await reset();
      const copy = await rateOf(options.rows, () => copyAndUpsert(client, dataSet.teamId, list.rows));
      await reset();
      const create = await createOneByOne(bench, true);
      const alone = await createOneByOne(bench, false);
      await reset();
      // Beside the others it would have tables analysed that seem empty until they commit, whose plans are those of empty tables then.
      const worker = startWorker(options, environment);
      const ours = await importOnce(server, dataSet.token, list.file, client).finally(() => {
        workers.push(peakMemory(worker.pid));
        worker.stop();
      });
      rates.push({ ours, copy, create, alone });
      log(`round ${round + 1}: ours ${ours.toFixed(0)}, COPY ${copy.toFixed(0)}, create ${create.toFixed(0)} rows/s`);
    }
    const memory = { server: peakMemory(server.pid), worker: Math.max(...workers) };
    const ours = median(rates.map((rate) => rate.ours));
    const line = (name: string, of: (rate: (typeof rates)[number]) => number) => {
      const ratios = rates.map((rate) => rate.ours / of(rate));
      return [name, median(rates.map(of)).toFixed(0), median(ratios).toFixed(2)];
    };
    const rows = [
      ['ours: a job over the stored file, checkpointed', ours.toFixed(0), '1.00'],
      line('`COPY` into a temporary table, then one upsert', ({ copy }) => copy),
      line('Prisma: one `create` for each row, with its tag', ({ create }) => create),
      line('Prisma: one `create` for each row, no tag', ({ alone }) => alone),
    ];
    log(`\n### Import of ${options.rows.toLocaleString('en')} rows\n\n${table(['', 'rows/s', 'ours ×'], rows)}`);
    log(`\nMost memory: worker ${memory.worker.toFixed(0)} MB, server (upload) ${memory.server.toFixed(0)} MB`);
    const shares = (of: (rate: (typeof rates)[number]) => number) => median(rates.map((rate) => rate.ours / of(rate)));
    expectAtLeast(
      'of COPY',
      shares(({ copy }) => copy),
      AT_LEAST_OF_COPY,
    );
    expectAtLeast(
      'of create',
      shares(({ create }) => create),
      AT_LEAST_OF_CREATE,
    );
    expectAtLeast('of the memory allowed', MAX_WORKER_MB / memory.worker, 1);
  } finally {
    await server.stop();
    await client.end();
  }
}

function expectAtLeast(what: string, ratio: number, bound: number): void {
  if (ratio < bound) throw new Error(`${ratio.toFixed(2)} ${what}, not ${bound}`);
}

async function rateOf(rows: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return rows / ((performance.now() - startedAt) / 1_000);
}

/** The floor: no file to read, no numbers to understand, no mistakes to tell, nothing to go on from. */
async function copyAndUpsert(client: pg.Client, teamId: string, rows: Buffer): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO tags (id, team_id, name) VALUES ('${TAG}', '${teamId}', 'bench') ON CONFLICT DO NOTHING`,
  );
  await client.query('CREATE TEMP TABLE list (number bigint, name text, email text, country_id int) ON COMMIT DROP');
  await copyIn(client, 'COPY list FROM STDIN (FORMAT csv)', rows);
  await client.query(
    `WITH written AS (
       INSERT INTO contacts AS c (id, team_id, number, name, email, country_id, updated_at)
       SELECT gen_random_uuid(), $1, number, name, email, country_id, now()
       FROM (SELECT DISTINCT ON (number) * FROM list ORDER BY number) l
       ON CONFLICT (team_id, number) DO UPDATE SET name = EXCLUDED.name, email = EXCLUDED.email,
         country_id = EXCLUDED.country_id, updated_at = now()
       RETURNING id)
     INSERT INTO contact_tags (team_id, contact_id, tag_id) SELECT $1, id, '${TAG}' FROM written ON CONFLICT DO NOTHING`,
    [teamId],
  );
  await client.query('COMMIT');
}

async function createOneByOne(
  { databaseUrl, dataSet: { teamId }, options: { root } }: Bench,
  tagged: boolean,
): Promise<number> {
  const { prisma, close } = await openPrisma(databaseUrl, root);
  try {
    await prisma.contact.deleteMany({ where: { teamId } });
    const tag = { id: TAG, teamId, name: 'bench' };
    await prisma.tag.upsert({ where: { teamId_id: { teamId, id: TAG } }, create: tag, update: {} });
    return await rateOf(CREATED_ROWS, async () => {
      for (let at = 0; at < CREATED_ROWS; at++) {
        const person = { name: `Person ${at}`, email: `person${at}@example.com`, countryId: 276 };
        const tags = tagged ? { tags: { create: { tagId: TAG } } } : {};
        await prisma.contact.create({ data: { teamId, number: 491712000000n + BigInt(at), ...person, ...tags } });
      }
    });
  } finally {
    await close();
  }
}

/** From the job's first row to its last: uploading is the network's affair. */
async function importOnce(server: Server, token: string, file: Blob, client: pg.Client): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const url = `http://127.0.0.1:${server.port}`;
  const form = new FormData();
  const query = 'mutation ($file: Upload!) { uploadDataFile(file: $file) { id } }';
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', file, 'bench.csv');
  const uploaded = await fetch(`${url}/graphql`, { method: 'POST', headers, body: form });
  const { data, errors } = (await uploaded.json()) as { data?: { uploadDataFile: { id: string } }; errors?: unknown };
  if (!data) throw new Error(`The upload failed: ${JSON.stringify(errors)}`);
  const started = await fetch(`${url}/api/v1/data-files/${data.uploadDataFile.id}/import`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ columns: { number: 0, name: 1, email: 2, country: 3 }, tags: ['bench'] }),
  });
  if (started.status !== 200) throw new Error(`The import did not start: ${await started.text()}`);
  for (;;) {
    const { rows } = await client.query(
      `SELECT status, processed_rows AS rows, failure_reason AS reason, extract(epoch FROM finished_at - started_at)::float AS seconds FROM data_files`,
    );
    const [{ status, rows: processed, seconds, reason }] = rows;
    if (status === 'imported') return processed / seconds;
    if (status === 'failed') throw new Error(`The import failed: ${reason}`);
    await sleep(200);
  }
}
