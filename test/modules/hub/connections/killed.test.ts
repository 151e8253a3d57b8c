import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import type { Database } from '../../../../src/database/client.ts';
import { postgresPrograms, startCluster, WITHOUT_PROGRAMS } from '../../../support/cluster.ts';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../../../support/process.ts';
import { bindTo, type Client, createSeller, leaveAll, submit } from './support.ts';

const TOKEN_KEY = 'a'.repeat(64);
const CLIENTS = 10;
const SUBMITS = 200;
const ANSWER_MS = 30_000;

let database: LastingDatabase | undefined;
afterEach(async () => {
  leaveAll();
  killProcesses();
  await database?.remove();
  database = undefined;
});

/** Those that bind, whatever is down meanwhile. */
async function bound(port: string, username: string): Promise<Client> {
  for (;;) {
    const client = await Promise.race([bindTo(Number(port), username), sleep(ANSWER_MS, null)]);
    if (client?.status === 0) return client;
    await sleep(100);
  }
}

interface Killing {
  /** Kills a hub process and starts it again. */
  killHub(at: 0 | 1): Promise<void>;
  opened: Database;
}

/** Ten sellers submit to two hub processes until all is answered. Each harm comes once some more of it is. */
async function submitDuring(
  lasting: LastingDatabase,
  harms: (killing: Killing) => readonly (() => Promise<unknown>)[],
): Promise<void> {
  database = lasting;
  const opened = await database.open();
  const { teamId, username } = await createSeller({ db: opened.prisma }, { trx: 100 });
  const { id: integrationId } = await opened.prisma.integration.create({
    data: { teamId, name: 'Prepaid', isBalanceManaged: true, balance: '100' },
  });
  await opened.prisma.clientCompany.updateMany({ where: { teamId }, data: { integrationId } });
  const environment = { ...database.environment, TOKEN_KEY };
  const ports = [await freePort(), await freePort()];
  const start = (at: number) => startProcess('hub', { ...environment, SMPP_PORT: ports[at]! });
  const processes = [await start(0), await start(1)];
  const killHub = async (at: 0 | 1) => {
    await processes[at]!.end('SIGKILL');
    processes[at] = await start(at);
  };

  const answered = new Map<number, string>();
  const submitAll = async (port: string, references: readonly number[]) => {
    let client = await bound(port, username);
    for (const reference of references) {
      for (;;) {
        const fields = { user_message_reference: reference, short_message: `Message ${reference}` };
        const gone = client.closed.then(() => null);
        const answer = await Promise.race([submit(client, fields), gone, sleep(ANSWER_MS, null)]);
        if (answer?.command_status === 0) {
          answered.set(reference, answer.message_id!);
          break;
        }
        await sleep(50);
        if (client.isClosed || answer === null) client = await bound(port, username);
      }
      await sleep(20);
    }
  };
  const references = Array.from({ length: SUBMITS }, (_, at) => at);
  const done = Promise.all(
    Array.from({ length: CLIENTS }, (_, at) =>
      submitAll(
        ports[at % 2]!,
        references.filter((reference) => reference % CLIENTS === at),
      ),
    ),
  );
  const all = harms({ killHub, opened });
  for (const [at, harm] of all.entries()) {
    await expect.poll(() => answered.size, PATIENCE).toBeGreaterThan((at + 0.5) * (SUBMITS / all.length));
    await harm();
  }
  await done;

  const messages = await opened.prisma.hubMessage.findMany({ where: { teamId } });
  expect(messages.map(({ id }) => id).sort()).toEqual([...answered.values()].sort());
  expect(new Set(messages.map(({ status, price }) => `${status} ${price}`))).toEqual(new Set(['queued 0.0125']));
  const { balance } = await opened.prisma.integration.findFirstOrThrow({ where: { teamId } });
  expect(String(balance)).toBe('97.5');
  const ledger = await opened.prisma.ledgerEntry.findMany({ where: { teamId } });
  expect(ledger.reduce((sum, { amount }) => sum + Number(amount) * 10_000, 0)).toBe(25_000);
  for (const process of processes) expect(await process.end('SIGTERM')).toBe(0);
  await opened.close();
}

const isEmbedded = inject('databaseTemplate').kind === 'embedded';

test.skipIf(isEmbedded)(
  'whatever is killed, each submit with its reference is stored, priced and charged once, under the id that was answered',
  async () => {
    await submitDuring(await lastingDatabase(), ({ killHub, opened }) => {
      const cutDatabase = () =>
        opened.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
             AND pid <> pg_backend_pid()`,
        );
      return [cutDatabase, () => killHub(0), cutDatabase, () => killHub(1)];
    });
  },
);

test.skipIf(isEmbedded || postgresPrograms === null)(
  `the same when PostgreSQL crashes, alone and with a hub process${WITHOUT_PROGRAMS}`,
  async () => {
    const cluster = await startCluster();
    const crash = async () => {
      await cluster.stop('immediate');
      await cluster.start();
    };
    await submitDuring(cluster, ({ killHub }) => [crash, () => Promise.all([crash(), killHub(0)]), crash]);
  },
);
