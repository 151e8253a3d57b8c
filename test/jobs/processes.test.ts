import { createSigningSecret } from 'outgoing-requests';
import { afterEach, expect, inject, test } from 'vitest';
import { sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import { HEALTH } from '../support/health.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../support/process.ts';

let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
});

test('a server told to end is not ready at once, goes on answering as long as told, and ends with 0', async () => {
  database = await lastingDatabase();
  const port = await freePort();
  const server = await startProcess('main', {
    ...{ TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: port },
    ...{ WORKER: 'off', SHUTDOWN_DELAY_MS: '12000' },
  });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.json()];
  };
  expect(await ask('/ready')).toEqual([200, { status: 'ready' }]);
  const ended = server.end('SIGTERM');
  await expect.poll(() => ask('/ready'), PATIENCE).toEqual([503, { status: 'draining' }]);
  expect(await ask('/health')).toEqual([200, HEALTH]);
  expect(await ended).toBe(0);
});

test('a server told to end while it starts ends with 0, too', async () => {
  database = await lastingDatabase();
  const environment = { TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: await freePort(), WORKER: 'off' };
  const ends = [];
  // It says that it listens before everything of it is there.
  for (let run = 0; run < 3; run++) ends.push(await (await startProcess('main', environment)).end('SIGTERM'));
  expect(ends).toEqual([0, 0, 0]);
});

test('a worker process does the jobs of servers that do none, and ends with 0', async () => {
  if (inject('databaseTemplate').kind === 'embedded') {
    await expect(startProcess('worker', { DATABASE_URL: '' })).rejects.toThrow('worker ended with 1');
    return;
  }
  database = await lastingDatabase();
  const { prisma, pool, close } = await database.open();
  const { id: teamId } = await prisma.team.create({ data: { name: 'Acme' } });
  const schedule = { teamId, name: 'Hourly', toNumber: 14155550100n, text: 'Test', nextRunAt: new Date() };
  const secret = createSigningSecret();
  const credentials = sealCredentials([Buffer.from('0'.repeat(64), 'hex')], { secret });
  const settings = { rejected: 0, failed: 0 };
  const route = await prisma.route.create({
    data: { teamId, name: 'Direct', provider: 'simulator', settings, credentials },
  });
  await prisma.smsTestSchedule.create({ data: { ...schedule, routeId: route.id } });
  await pool.query(`SELECT graphile_worker.add_job('fire_sms_tests')`);
  const worker = await startProcess('worker', { TOKEN_KEY: '0'.repeat(64), ...database.environment });
  const sent = () => prisma.smsTestResult.count({ where: { status: 'sent' } });
  await expect.poll(sent, PATIENCE).toBe(1);
  expect(await worker.end('SIGTERM')).toBe(0);
  await close();
});
