import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../support/process.ts';
import { subscribe } from '../support/stream.ts';

let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
});

const SMALLEST = 4;

test('fewer connections than a process needs stop the start', () => {
  expect(() => readConfig({ DATABASE_POOL_SIZE: String(SMALLEST - 1) })).toThrow(/DATABASE_POOL_SIZE/);
  expect(readConfig({ DATABASE_POOL_SIZE: String(SMALLEST) }).DATABASE_POOL_SIZE).toBe(SMALLEST);
});

/** Listening for changes, listening for jobs and telling that the worker lives keep one connection each. */
test('the smallest pool serves everything at once: requests, transactions, uploads, jobs and a stream', async () => {
  database = await lastingDatabase();
  const { prisma, close } = await database.open();
  const { id: teamId } = await prisma.team.create({ data: { name: 'Acme' } });
  const token = createToken(TEAM_TOKEN_PREFIX, teamId);
  const tokenHash = hashToken(token);
  await prisma.teamToken.create({ data: { teamId, name: 'T', role: 'owner', tokenHash, tokenCiphertext: tokenHash } });
  await close();
  const port = await freePort();
  await startProcess('main', {
    ...{ TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: port },
    ...{ DATABASE_POOL_SIZE: String(SMALLEST), WORKER_CONCURRENCY: '4' },
  });
  const url = `http://127.0.0.1:${port}/graphql`;
  const authorization = `Bearer ${token}`;

  const ask = async (query: string) => {
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json() as Promise<{
      data?: Record<string, { id: string; status: string }>;
      errors?: unknown;
    }>;
  };
  const upload = async (at: number) => {
    const query = 'mutation ($file: Upload!) { uploadDataFile(file: $file) { id } }';
    const body = new FormData();
    body.set('operations', JSON.stringify({ query, variables: { file: null } }));
    body.set('map', '{"0":["variables.file"]}');
    body.set('0', new File([`number\n1415555${String(at).padStart(4, '0')}\n`], 'list.csv'));
    const { data } = (await (await fetch(url, { method: 'POST', headers: { authorization }, body })).json()) as {
      data: { uploadDataFile: { id: string } };
    };
    return data.uploadDataFile.id;
  };

  const ids = await Promise.all(Array.from({ length: 4 }, (_, at) => upload(at)));
  const stream = await subscribe(fetch, 'subscription ($id: ID!) { dataFileProgress(id: $id) { status } }', {
    ...{ url, token, variables: { id: ids[0] } },
  });
  expect(await stream.next()).toEqual({ data: { dataFileProgress: { status: 'uploaded' } } });

  const answers = await Promise.all([
    ...ids.map((id) => ask(`mutation { importDataFile(id: "${id}", input: { columns: { number: 0 } }) { id } }`)),
    ...Array.from({ length: 20 }, (_, at) =>
      ask(`mutation { createTag(idempotencyKey: "k${at % 10}", input: { name: "Tag ${at % 10}" }) { id } }`),
    ),
    ...Array.from({ length: 20 }, () =>
      ask('{ contacts { totalCount nodes { id tags { nodes { name } } } } team { name } }'),
    ),
  ]);
  expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  await stream.until(({ data }) => (data?.dataFileProgress as { status: string } | undefined)?.status === 'imported');
  const statuses = () =>
    Promise.all(ids.map(async (id) => (await ask(`{ dataFile(id: "${id}") { status } }`)).data!.dataFile!.status));
  await expect.poll(statuses, PATIENCE).toEqual(['imported', 'imported', 'imported', 'imported']);
});
