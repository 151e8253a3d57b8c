import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import type { Database } from '../../../../src/database/client.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../../../src/modules/identity/auth/tokens.ts';
import { nameCalls } from '../../../support/calls.ts';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../../../support/process.ts';
import { report, update } from './support.ts';

let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
});

const TEAM = randomUUID();
const SECRET = createToken(WEBHOOK_SECRET_PREFIX, TEAM);
const EVENTS_PER_CALL = 5;
const CLIENTS = 8;

test('every acknowledged call event is applied once, however often the server is killed meanwhile', async () => {
  // A start on the embedded database takes seconds: fewer events and one kill there.
  const { calls, kills } =
    inject('databaseTemplate').kind === 'server'
      ? { calls: 400, kills: [0.25, 0.5, 0.75] }
      : { calls: 20, kills: [0.5] };
  database = await lastingDatabase();
  await fill(database, calls);
  const messages = shuffled(withRepeats(Array.from({ length: calls }, (_, at) => eventsOf(`call-${at}`)).flat()));
  const port = await freePort();
  // What a killed server held may stay locked for a while.
  const patient = { LOCK_TIMEOUT_MS: '100000', STATEMENT_TIMEOUT_MS: '100000', OPERATION_TIMEOUT_MS: '100000' };
  const environment = { TOKEN_KEY: '0'.repeat(64), ...database.environment, ...patient, PORT: port };

  let server = await startProcess('main', environment);
  let acknowledged = 0;
  const queue = [...messages];
  const sending = Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let message = queue.pop(); message !== undefined; message = queue.pop()) {
        await sendUntilAcknowledged(port, message);
        acknowledged += 1;
      }
    }),
  );
  for (const share of kills) {
    while (acknowledged < messages.length * share) await setTimeout(5);
    await server.end('SIGKILL');
    server = await startProcess('main', environment);
  }
  await sending;
  expect(acknowledged).toBe(messages.length);
  // A started server leaves a killed one the jobs that it ran for a while. The embedded database belongs to one process.
  if (inject('databaseTemplate').kind === 'server') {
    await expect.poll(async () => (await state(database!)).jobs, { ...PATIENCE, interval: 1_000 }).toBe(0);
  }
  expect(await server.end('SIGTERM')).toBe(0);
  expect(await state(database)).toEqual({
    events: calls * EVENTS_PER_CALL,
    processed: calls * EVENTS_PER_CALL,
    calls: [{ count: calls, eventsCount: 5, toolLogsCount: 1, status: 'ended', callOutcome: 'interested', logs: 1 }],
    campaign: { callsTotal: calls, callsInFlight: 0, callsAnswered: calls, callsEnded: calls },
    jobs: 0,
  });
});

const eventsOf = (id: string): object[] => [
  update(id, 'ringing', 1),
  update(id, 'in-progress', 2),
  { type: 'tool-calls', call: { id }, timestamp: update(id, '', 3).timestamp },
  update(id, 'forwarding', 4),
  report(id, 5),
];

const withRepeats = (messages: object[]) => [...messages, ...messages.filter((_, at) => at % 10 === 0)];

/** The same order in every run. */
function shuffled<T>(items: T[]): T[] {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  return items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

async function sendUntilAcknowledged(port: string, message: object): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/v1/webhooks/calls/receive/extprovider`;
  const headers = { 'content-type': 'application/json', 'x-webhook-secret': SECRET };
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message }) }).catch(() => null);
    const body = await response?.json().catch(() => null);
    if (response?.ok && body) return;
    // Between a kill and the next start nobody listens. Any other answer would be a fault.
    if (response) throw new Error(`${response.status} ${JSON.stringify(body)}`);
    await setTimeout(50);
  }
}

async function fill({ open }: LastingDatabase, calls: number): Promise<void> {
  const { prisma, close }: Database = await open();
  const { id: teamId } = await prisma.team.create({ data: { id: TEAM, name: 'Acme' } });
  await prisma.voiceAccount.create({
    data: { teamId, name: 'Main', provider: 'provider_a', webhookSecretHash: hashToken(SECRET) },
  });
  const { id: voiceCampaignId } = await prisma.voiceCampaign.create({
    data: { teamId, name: 'Spring', callsTotal: calls, callsInFlight: calls },
  });
  const call = { teamId, voiceCampaignId, toNumber: 12125550123n, status: 'queued' as const };
  await prisma.call.createMany({
    data: Array.from({ length: calls }, (_, at) => ({ ...call, externalId: `call-${at}` })),
  });
  await nameCalls(prisma);
  await close();
}

async function state({ open }: LastingDatabase) {
  const { prisma, pool, close } = await open();
  const { rows } = await pool.query(
    `SELECT count(*)::int AS count, events_count AS "eventsCount", tool_logs_count AS "toolLogsCount", status,
       call_outcome AS "callOutcome", (SELECT count(*)::int FROM call_outcome_logs l WHERE l.team_id = c.team_id AND l.call_id = c.id) AS logs
     FROM calls c GROUP BY 2, 3, 4, 5, 6`,
  );
  const jobs = await pool.query(
    `SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'apply_call_event'`,
  );
  const result = {
    events: await prisma.callEvent.count(),
    processed: await prisma.callEvent.count({ where: { status: 'processed' } }),
    calls: rows,
    campaign: await prisma.voiceCampaign.findFirstOrThrow({
      select: { callsTotal: true, callsInFlight: true, callsAnswered: true, callsEnded: true },
    }),
    jobs: jobs.rows[0].count,
  };
  await close();
  return result;
}
