import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { recordEvents, records } from '../../../src/modules/webhooks/events/record-events.ts';
import { createSigningSecret } from '../../../src/modules/webhooks/requests/signature.ts';
import { encryptToken } from '../../../src/secrets.ts';
import { type LastingDatabase, lastingDatabase } from '../../support/lasting-database.ts';
import { PATIENCE } from '../../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../../support/process.ts';
import { startService } from '../delivery/providers/webhook-service.ts';

const TOKEN_KEY = '0'.repeat(64);
const tokenKeys = [Buffer.from(TOKEN_KEY, 'hex')] as const;
const FACTS = 300;

let database: LastingDatabase | undefined;
let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(async () => {
  killProcesses();
  await service?.close();
  await database?.remove();
});

test('whatever is killed, each fact arrives at least once under its id, and none that was not committed', async () => {
  service = await startService((_seen, response) => setTimeout(() => response.writeHead(204).end(), 5));
  database = await lastingDatabase();
  const opened = await database.open();
  const { id: teamId } = await opened.prisma.team.create({ data: { name: 'Acme' } });
  const secret = createSigningSecret();
  await opened.prisma.webhookEndpoint.create({
    data: {
      teamId,
      url: `${service.url}/hook`,
      eventTypes: ['CONTACT_UNSUBSCRIBED'],
      secret: encryptToken(tokenKeys, secret),
    },
  });
  const numbers = Array.from({ length: FACTS }, (_, at) => ({ teamId, number: BigInt(14155560000 + at) }));
  const rows = await opened.prisma.suppressedNumber.createManyAndReturn({ data: numbers, select: { id: true } });
  const facts = rows.map(({ id }) => ({ type: 'CONTACT_UNSUBSCRIBED', recordId: id }) as const);
  const record = (some: typeof facts, fails: boolean) =>
    opened.db.transaction(async (tx) => {
      await recordEvents(tx, teamId, records.suppressedNumber, some, new Date());
      if (fails) throw new Error('undone');
    });
  await record(facts.slice(0, FACTS - 10), false);
  await record(facts.slice(FACTS - 10), true).catch(() => {});
  const events = await opened.prisma.webhookEvent.findMany({ where: { teamId }, select: { id: true } });
  expect(events).toHaveLength(FACTS - 10);
  await opened.close();

  const { seen } = service;
  const arrived = () => new Set(seen.map(({ headers }) => headers['webhook-id']));
  const environment = { TOKEN_KEY, PRIVATE_PROVIDERS: 'true', ...database.environment };
  for (let kills = 1; kills <= 3; kills += 1) {
    const server = await startProcess('main', { ...environment, PORT: await freePort() });
    await expect.poll(() => arrived().size, PATIENCE).toBeGreaterThanOrEqual(kills * 20);
    await server.end('SIGKILL');
    // As if the lease of what it was sending had ended.
    const between = await database.open();
    await between.pool.query(`UPDATE webhook_deliveries SET due_at = now() WHERE status = 'PENDING'`);
    await between.close();
  }
  const last = await startProcess('main', { ...environment, PORT: await freePort() });
  await expect.poll(() => arrived().size, PATIENCE).toBe(FACTS - 10);
  expect(await last.end('SIGTERM')).toBe(0);
  expect(arrived()).toEqual(new Set(events.map(({ id }) => id)));
  const payloads = seen.map(({ body, headers }) => new Webhook(secret).verify(body, headers as never)) as {
    id: string;
    sequence: number;
  }[];
  const sequences = new Map(payloads.map(({ id, sequence }) => [id, sequence]));
  expect(payloads.filter(({ id, sequence }) => sequences.get(id) !== sequence)).toEqual([]);
  const after = await database.open();
  // What was under way when its process ended stays pending, and is sent again under its id.
  const states = await after.pool.query(
    `SELECT count(*)::int, count(*) FILTER (WHERE status IN ('DELIVERED', 'PENDING'))::int AS good FROM webhook_deliveries`,
  );
  expect(states.rows).toEqual([{ count: FACTS - 10, good: FACTS - 10 }]);
  await after.close();
}, 300_000);
