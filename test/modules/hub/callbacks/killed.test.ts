import type { ServerResponse } from 'node:http';
import { createSigningSecret } from 'outgoing-requests';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { encryptToken } from '../../../../src/secrets.ts';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { killProcesses, startProcess } from '../../../support/process.ts';
import { startService } from '../../delivery/providers/webhook-service.ts';
import { createSeller } from '../connections/support.ts';
import { giveBack, postedIn, receipt } from './support.ts';

const TOKEN_KEY = 'a'.repeat(64);

let database: LastingDatabase | undefined;
let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(async () => {
  killProcesses();
  await service?.close();
  await database?.remove();
});

describe.skipIf(inject('databaseTemplate').kind === 'embedded')('a process that is killed', () => {
  test('between the answer and the acknowledgement it has posted what is posted again, under the same ids', async () => {
    const waiting: ServerResponse[] = [];
    let isHeld = true;
    service = await startService((_seen, response) => {
      if (isHeld) waiting.push(response);
      else response.writeHead(204).end();
    });
    const { seen, url } = service;
    database = await lastingDatabase();
    const opened = await database.open();
    const secret = createSigningSecret();
    const seller = await createSeller(
      { db: opened.prisma },
      { callbackUrl: url, callbackSecret: encryptToken([Buffer.from(TOKEN_KEY, 'hex')], secret) },
    );
    await giveBack(opened.db, seller, [receipt({ code: 1 }), receipt({ code: 2 })]);
    const environment = { ...database.environment, TOKEN_KEY, PRIVATE_PROVIDERS: 'true' };
    const killed = await startProcess('worker', environment);
    await expect.poll(() => waiting.length, PATIENCE).toBe(1);
    // The acknowledgement waits for this lock.
    await opened.db.transaction(async (tx) => {
      await tx.rows`SELECT /* across teams: a test */ FROM hub_returns FOR UPDATE`;
      isHeld = false;
      waiting[0]!.writeHead(204).end();
      const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE 'DELETE%hub_returns%'`;
      await expect.poll(async () => (await opened.pool.query(blocked)).rowCount, PATIENCE).toBe(1);
      await killed.end('SIGKILL');
      await opened.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    });
    expect(await opened.prisma.hubReturn.count({ where: { teamId: seller.teamId } })).toBe(2);
    // As if the lease of the killed one were over.
    await opened.pool.query('UPDATE hub_returns SET due_at = now() - make_interval(secs => 1), taken_until = NULL');
    const other = await startProcess('worker', environment);
    await expect.poll(() => opened.prisma.hubReturn.count(), PATIENCE).toBe(0);
    expect(await other.end('SIGTERM')).toBe(0);
    expect(seen).toHaveLength(2);
    expect(postedIn(secret, seen[1]!)).toEqual(postedIn(secret, seen[0]!));
    expect(seen[1]!.headers['webhook-id']).toBe(seen[0]!.headers['webhook-id']);
    await opened.close();
  });
});
