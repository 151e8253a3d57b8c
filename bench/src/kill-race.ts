import { setTimeout as sleep } from 'node:timers/promises';
import { callsByNumber, conclude, type Race, start, untilDisconnected, untilEnded, withRace } from './race.ts';
import type { Queries } from './send-data.ts';
import type { Bench } from './shapes.ts';
import { between, type ServiceCall } from './sms-service.ts';

const PACE = { delay: { least: 300, most: 600 }, batchSize: 20 };
/** How long a worker lives on after its first call: some die during that call, some while its answers are stored. */
const LIFE = { least: 0, most: 800 };
/** An answer of this age must be stored, however busy the machine is. */
const MAX_UNSTORED_MS = 2_000;
/** A worker that calls nobody for so long has nothing left to do. */
const PATIENCE_MS = 60_000;

/**
 * Kills the worker over and over while a campaign runs. Throws when a contact is reached twice, or when a message is unknown
 * that was in no call under way at a kill.
 */
export function killWorkers(bench: Bench): Promise<void> {
  const { kills } = bench.options;
  return withRace(bench, PACE, async (race) => {
    const { client, service, size } = race;
    const startedAt = performance.now();
    await start(race);
    const underWay = new Set<string>();
    const storing: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const { ids, killedAt } = await killOne(race);
      const left = ids.filter((id) => !underWay.has(id));
      storing.push(...agesOfAnswers(service.calls, new Set(left), killedAt));
      for (const id of left) underWay.add(id);
    }
    race.startWorker();
    await untilEnded(race);

    const messages = await messagesOf(client);
    const unknown = messages.filter(({ status }) => status === 'unknown');
    const accepted = messages.filter(({ status }) => status === 'accepted');
    const given = givenIds(service.calls);
    const twice = [...callsByNumber(service.calls).values()].filter((calls) => calls.length > 1).length;
    const oldest = Math.max(0, ...storing);
    conclude(
      bench.log,
      `${kills} kills of the worker during a campaign to ${size} contacts`,
      [
        ['seconds', ((performance.now() - startedAt) / 1_000).toFixed(0)],
        ['calls of the service', service.calls.length],
        ['accepted', accepted.length],
        ['in calls under way at a kill', underWay.size],
        ['unknown', unknown.length],
        ['of them never given to the service', unknown.filter(({ id }) => !given.has(id)).length],
        ['of all in calls under way, answered by the service before the kill', storing.length],
        ['the oldest of these answers, ms before the kill', oldest.toFixed(0)],
        ['contacts reached twice', twice],
      ],
      [
        ['contacts were reached twice', twice === 0],
        ['messages are unknown that were in no call under way at a kill', unknown.every(({ id }) => underWay.has(id))],
        ['messages are neither accepted nor unknown', accepted.length + unknown.length === size],
        ['messages are accepted that the service was not given', accepted.every(({ id }) => given.has(id))],
        [`an answer was not stored ${MAX_UNSTORED_MS} ms after it was given`, oldest < MAX_UNSTORED_MS],
      ],
    );
  });
}

/** One worker's life. Resolves with the messages that are in calls without a stored answer, those of earlier lives included. */
async function killOne(race: Race): Promise<{ ids: string[]; killedAt: number }> {
  const { client } = race;
  const worker = race.startWorker();
  await untilCalled(race);
  await sleep(between(LIFE));
  const killedAt = performance.now();
  await worker.kill();
  await untilDisconnected(client);
  const ids = await inCalls(client);
  await endLeases(client);
  return { ids, killedAt };
}

/** Milliseconds between the service's answers about these messages and the kill. */
const agesOfAnswers = (calls: readonly ServiceCall[], ids: ReadonlySet<string>, killedAt: number): number[] =>
  calls.flatMap(({ answeredAt, messages }) =>
    answeredAt !== null && answeredAt < killedAt
      ? messages.flatMap(({ id }) => (ids.has(id) ? [killedAt - answeredAt] : []))
      : [],
  );

async function untilCalled({ service }: Race): Promise<void> {
  const before = service.calls.length;
  const since = performance.now();
  while (service.calls.length === before) {
    if (performance.now() - since > PATIENCE_MS)
      throw new Error('A worker calls nobody. Are there fewer than 200 contacts for each kill?');
    await sleep(5);
  }
}

/** Messages that may have gone out without their answer being stored. */
async function inCalls(client: Queries): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT m.id FROM sms_messages m WHERE m.status = 'sending' AND m.id IN (
       SELECT unnest(c.message_ids) FROM sms_provider_calls c JOIN sms_batches b ON b.team_id = c.team_id AND b.id = c.batch_id
       WHERE b.done_at IS NULL)`,
  );
  return rows.map(({ id }) => id);
}

/** A lease lasts a minute. Their worker is gone, so these end now, or each kill would hold its messages back for that long. */
const endLeases = (client: Queries) => client.query('UPDATE sms_batches SET lease_until = now() WHERE done_at IS NULL');

async function messagesOf(client: Queries): Promise<{ id: string; status: string }[]> {
  const { rows } = await client.query<{ id: string; status: string }>('SELECT id, status FROM sms_messages');
  return rows;
}

const givenIds = (calls: readonly ServiceCall[]): Set<string> =>
  new Set(calls.flatMap(({ messages }) => messages.map(({ id }) => id)));
