import type { ServerResponse } from 'node:http';
import { createSigningSecret } from 'outgoing-requests';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { recordEvents, records } from '../../../src/modules/webhooks/events/record-events.ts';
import { encryptToken } from '../../../src/secrets.ts';
import { type LastingDatabase, lastingDatabase } from '../../support/lasting-database.ts';
import { PATIENCE } from '../../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../../support/process.ts';
import { startService } from '../delivery/providers/webhook-service.ts';

const TOKEN_KEY = '0'.repeat(64);
const tokenKeys = [Buffer.from(TOKEN_KEY, 'hex')] as const;
/** Two facts each. */
const RECORDS = 5_000;
const FACTS = 2 * RECORDS;
const UNDONE = 100;

type Answer = (response: ServerResponse) => void;
const good: Answer = (response) => void response.writeHead(204).end();

let database: LastingDatabase | undefined;
const services: Awaited<ReturnType<typeof startService>>[] = [];
afterEach(async () => {
  killProcesses();
  for (const service of services.splice(0)) await service.close();
  await database?.remove();
});

interface Payload {
  id: string;
  sequence: number;
  data: { id: string };
}

/** An endpoint whose service may be down, answer otherwise, and come back at the same address. */
async function receiver() {
  const secret = createSigningSecret();
  const webhook = new Webhook(secret);
  const got = { requests: 0, events: new Map<string, string>(), changed: [] as string[] };
  const listen = async (answer: Answer, port?: number) => {
    const service = await startService(({ body, headers }, response) => {
      got.requests += 1;
      for (const { id, sequence, data } of webhook.verify(body, headers as never) as Payload[]) {
        const event = `${data.id} ${sequence}`;
        if ((got.events.get(id) ?? event) !== event) got.changed.push(id);
        got.events.set(id, event);
      }
      answer(response);
    }, port);
    services.push(service);
    return service;
  };
  let service = await listen(good);
  const { url } = service;
  return {
    secret,
    url,
    got,
    async down() {
      services.splice(services.indexOf(service), 1);
      await service.close();
    },
    async up(answer: Answer) {
      service = await listen(answer, Number(new URL(url).port));
    },
  };
}

test('whatever is killed, cut or down, each fact of 10,000 arrives at least once, and none that was not committed', async () => {
  database = await lastingDatabase();
  const opened = await database.open();
  const { id: teamId } = await opened.prisma.team.create({ data: { name: 'Acme' } });
  const tried = await receiver();
  const well = await receiver();
  for (const { url, secret } of [tried, well])
    await opened.prisma.webhookEndpoint.create({
      data: {
        teamId,
        url: `${url}/hook`,
        eventTypes: ['contact_unsubscribed'],
        batchSize: 20,
        secret: encryptToken(tokenKeys, secret),
      },
    });
  const numbers = Array.from({ length: RECORDS + UNDONE }, (_, at) => ({ teamId, number: BigInt(14155560000 + at) }));
  const rows = await opened.prisma.suppressedNumber.createManyAndReturn({ data: numbers, select: { id: true } });
  const facts = rows.flatMap(({ id }) => {
    const fact = { type: 'contact_unsubscribed', recordId: id } as const;
    return [fact, fact];
  });
  const record = (some: typeof facts, fails: boolean) =>
    opened.db.transaction(async (tx) => {
      await recordEvents(tx, teamId, records.suppressedNumber, some, new Date());
      if (fails) throw new Error('undone');
    });
  for (let at = 0; at < FACTS; at += 1_000) await record(facts.slice(at, at + 1_000), false);
  await record(facts.slice(FACTS), true).catch(() => {});
  const events = await opened.prisma.webhookEvent.findMany({ where: { teamId }, select: { id: true } });
  expect(events).toHaveLength(FACTS);
  await opened.close();

  const environment = { TOKEN_KEY, PRIVATE_PROVIDERS: 'true', ...database.environment };
  /** A process that is killed once a receiver has got so many requests more. */
  async function until({ got }: typeof tried, more: number): Promise<void> {
    const wanted = got.requests + more;
    const server = await startProcess('main', { ...environment, PORT: await freePort() });
    await expect.poll(() => got.requests, PATIENCE).toBeGreaterThanOrEqual(wanted);
    await server.end('SIGKILL');
    // As if the lease of what it was sending, and the pauses before further tries, had ended.
    const between = await database!.open();
    await between.pool.query(
      `UPDATE webhook_deliveries SET due_at = now() - make_interval(secs => 1) WHERE status = 'pending'`,
    );
    await between.close();
  }
  await until(tried, 20);
  await tried.down();
  await tried.up((response) => {
    if (tried.got.requests % 2 === 0) response.destroy();
    else response.writeHead(500).end();
  });
  await until(tried, 8);
  await tried.down();
  await until(well, 20);
  await tried.up(good);
  const last = await startProcess('main', { ...environment, PORT: await freePort() });
  await expect.poll(() => [tried.got.events.size, well.got.events.size], PATIENCE).toEqual([FACTS, FACTS]);
  expect(await last.end('SIGTERM')).toBe(0);

  const all = new Set(events.map(({ id }) => id));
  for (const { got } of [tried, well]) {
    expect(new Set(got.events.keys())).toEqual(all);
    expect(got.changed).toEqual([]);
    // Each record's two events have sequences of their own.
    expect(new Set(got.events.values()).size).toBe(FACTS);
  }
  const after = await database.open();
  // What was under way when its process ended stays pending, and is sent again under its id.
  const states = await after.pool.query(
    `SELECT count(*)::int, count(*) FILTER (WHERE status IN ('delivered', 'pending'))::int AS good FROM webhook_deliveries`,
  );
  expect(states.rows).toEqual([{ count: 2 * FACTS, good: 2 * FACTS }]);
  await after.close();
});
