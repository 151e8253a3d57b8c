import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './contenders.ts';
import { callsByNumber, conclude, type Race, start, untilEnded, withRace } from './race.ts';
import type { HttpCampaign, Queries } from './send-data.ts';
import type { Bench } from './shapes.ts';
import type { ServiceCall, SmsService } from './sms-service.ts';
import { quantile } from './statistics.ts';

/** Small calls: the campaign lasts as long as the STOPs do, and there are thousands of moments at which a call begins. */
const PACE = { delay: { least: 200, most: 600 }, batchSize: 4 };
/** Of all contacts. */
const STOPPED = 0.5;
const CLIENTS = 8;
/** A STOP comes from one of so many contacts that are next, mostly from the first of them: claimed already, and about to go. */
const NEXT = 1_500;
const NEARNESS = 4;
/** STOPs do not run ahead of the campaign: the last ones come near its end. */
const AHEAD = 0.02;
const WORDS = ['STOP', 'stop ', 'Stop!', 'Unsubscribe', 'stop please'];

/** STOPs of contacts whose messages are just being handed over. Throws when one is given to the service after its STOP was answered. */
export function stopDuringHandOver(bench: Bench): Promise<void> {
  return withRace(bench, PACE, async (race) => {
    const { client, service, size } = race;
    race.startWorker();
    await start(race);
    const numbers = await inOrder(client);
    while (service.calls.length === 0) await sleep(5);
    const startedAt = performance.now();
    const stops = await postStops(race, numbers, Math.round(size * STOPPED));
    const seconds = (performance.now() - startedAt) / 1_000;
    await untilEnded(race);

    const given = callsByNumber(service.calls);
    const { before, after } = compare(stops, given);
    const skipped = await countSkipped(client);
    const twice = [...given.values()].filter((calls) => calls.length > 1).length;
    const kept = await keptAfterClaim(client, service);
    conclude(
      bench.log,
      `${stops.length} STOPs during the hand-over to ${size} contacts`,
      [
        ['STOPs a second', (stops.length / seconds).toFixed(0)],
        ['answered after ms, median and 99th percentile', latencies(stops)],
        ['calls of the service', service.calls.length],
        ['given to the service before the STOP was answered', before.length],
        ['the latest of them, ms before the answer', before.length > 0 ? Math.min(...before).toFixed(1) : 'none'],
        ['kept back between claim and call', kept],
        ['never given', stops.length - before.length - after.length],
        ['given to the service after the STOP was answered', after.length],
        ['the last of them, ms after the answer', after.length > 0 ? Math.max(...after).toFixed(1) : 'none'],
        ['contacts reached twice', twice],
      ],
      [
        ['fewer STOPs than asked for: the campaign ended before', stops.length === Math.round(size * STOPPED)],
        ['messages were given to the service after the STOP was answered', after.length === 0],
        ['contacts were reached twice', twice === 0],
        ['contacts were neither reached nor skipped', given.size + skipped === size],
      ],
    );
  });
}

/** Contacts' numbers in the order in which an audience is claimed. */
async function inOrder(client: Queries): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>('SELECT number::text FROM contacts ORDER BY id');
  return rows.map(({ number }) => number);
}

interface Stop {
  number: string;
  postedAt: number;
  /** When the first bytes of the answer were here. */
  answeredAt: number;
}

async function postStops(
  { server, service, campaign }: Race,
  numbers: readonly string[],
  count: number,
): Promise<Stop[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const next = chooser(numbers, service);
  const stops: Stop[] = [];
  let begun = 0;
  const post = async () => {
    while (begun < count) {
      if (begun / count > next.share() + AHEAD) {
        await sleep(2);
        continue;
      }
      const number = next.choose();
      if (number === undefined) return;
      begun += 1;
      stops.push(await postStop(server, agent, campaign, number));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, post)).finally(() => agent.destroy());
  return stops;
}

/** Chooses among the contacts that are next, each once. */
function chooser(numbers: readonly string[], { calls }: SmsService) {
  const gone = new Set<string>();
  let seen = 0;
  let first = 0;
  const look = () => {
    for (; seen < calls.length; seen += 1) for (const { to } of calls[seen]!.messages) gone.add(to);
    while (first < numbers.length && gone.has(numbers[first]!)) first += 1;
  };
  return {
    /** How much of the audience has been given to the service, or sent a STOP. */
    share() {
      look();
      return gone.size / numbers.length;
    },
    choose(): string | undefined {
      look();
      const open = numbers.slice(first, first + NEXT).filter((number) => !gone.has(number));
      const number = open[Math.floor(Math.random() ** NEARNESS * open.length)];
      if (number !== undefined) gone.add(number);
      return number;
    },
  };
}

/** Resolves with the moments once it is answered; rejects when the answer is not 200. */
function postStop({ port }: Server, agent: Agent, { secret, hookPath }: HttpCampaign, number: string): Promise<Stop> {
  const text = WORDS[Math.floor(Math.random() * WORDS.length)]!;
  const reply = { id: randomUUID(), from: `+${number}`, to: 'Bench', text, timestamp: new Date().toISOString() };
  const body = JSON.stringify({ replies: [reply] });
  const headers = { 'content-type': 'application/json', ...signed(secret, body) };
  return new Promise((resolve, reject) => {
    const postedAt = performance.now();
    const sent = request({ port, host: '127.0.0.1', agent, method: 'POST', path: hookPath, headers }, (answer) => {
      const answeredAt = performance.now();
      if (answer.statusCode !== 200) reject(new Error(`A STOP was answered ${answer.statusCode}.`));
      answer.resume().once('end', () => resolve({ number, postedAt, answeredAt }));
    });
    sent.once('error', reject).end(body);
  });
}

/** Headers of Standard Webhooks. */
export function signed(secret: string, body: string): Record<string, string> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Milliseconds between a message's arrival at the service and the answer to its contact's STOP, on either side of that answer. */
function compare(stops: readonly Stop[], given: ReadonlyMap<string, readonly ServiceCall[]>) {
  const gaps = stops.flatMap(({ number, answeredAt }) =>
    (given.get(number) ?? []).map(({ arrivedAt }) => arrivedAt - answeredAt),
  );
  return { before: gaps.filter((gap) => gap <= 0).map((gap) => -gap), after: gaps.filter((gap) => gap > 0) };
}

function latencies(stops: readonly Stop[]): string {
  const all = stops.map(({ postedAt, answeredAt }) => answeredAt - postedAt);
  return [0.5, 0.99].map((share) => quantile(all, share).toFixed(0)).join(' and ');
}

async function countSkipped(client: Queries): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM sms_recipients WHERE status = 'skipped' AND rule = 'suppressed'",
  );
  return rows[0]!.count;
}

/** Messages that were claimed, and not given to the service. */
async function keptAfterClaim(client: Queries, { calls }: SmsService): Promise<number> {
  const given = new Set(calls.flatMap(({ messages }) => messages.map(({ id }) => id)));
  const { rows } = await client.query<{ id: string }>('SELECT unnest(message_ids) AS id FROM sms_batches');
  return rows.filter(({ id }) => !given.has(id)).length;
}
