import { afterEach, describe, expect, inject, test } from 'vitest';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { freePort, killProcesses, startProcess } from '../../../support/process.ts';
import { bindTo, createSeller, leaveAll, submit } from './support.ts';

const TOKEN_KEY = 'a'.repeat(64);

let database: LastingDatabase | undefined;
afterEach(async () => {
  leaveAll();
  killProcesses();
  await database?.remove();
  database = undefined;
});

describe.skipIf(inject('databaseTemplate').kind === 'embedded')('npm run hub', () => {
  test('two processes share the limits; what was answered stays when one is killed, and its binds end by themselves', async () => {
    database = await lastingDatabase();
    const opened = await database.open();
    const seller = await createSeller({ db: opened.prisma }, { trx: 1 });
    const [first, second] = [await freePort(), await freePort()];
    const killed = await startProcess('hub', { ...database.environment, TOKEN_KEY, SMPP_PORT: first });
    const other = await startProcess('hub', { ...database.environment, TOKEN_KEY, SMPP_PORT: second });
    const client = await bindTo(Number(first), seller.username);
    expect(client.status).toBe(0);
    expect((await bindTo(Number(second), seller.username)).status).toBe(0x05);
    const { message_id } = await submit(client);
    await killed.end('SIGKILL');
    const rows = await opened.prisma.hubMessage.findMany({ where: { teamId: seller.teamId } });
    expect(rows.map(({ id, status }) => [id, status])).toEqual([[message_id, 'queued']]);
    await expect.poll(async () => (await bindTo(Number(second), seller.username)).status, { interval: 1_000 }).toBe(0);
    expect(await other.end('SIGTERM')).toBe(0);
    expect(
      await opened.prisma.hubConnection.count({ where: { teamId: seller.teamId, leaseUntil: { gt: new Date() } } }),
    ).toBe(0);
    await opened.close();
  });
});
