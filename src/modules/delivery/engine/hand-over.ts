import {
  type OutgoingSms,
  type Refusal,
  type Room,
  type SendResult,
  type SmsProvider,
  storableResults,
  unanswered,
} from 'sms-providers';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { timed } from '../../../observability/events.ts';
import { whyNotOpened } from '../providers/settings.ts';
import { enterLane } from './call-lanes.ts';
import type { Carrier } from './carrier.ts';
import { type BatchKey, type Engine, LEASE_MS, type Route } from './engine.ts';
import { beginCall, CAME_BACK, markCall, routePaused, WORKER_STOPS } from './provider-calls.ts';

import { openSettler, type Settler } from './settler.ts';
import { isUnanswered, isUnreachable, LOST, type NotAsked, type SmsResult, type Unreachable } from './sms-result.ts';

/**
 * Gives a batch to its provider, a call at a time, and stores each call's answers as they come. `decidedAt`: when it was decided that
 * each may go now. An error is no refusal: the
 * message may have gone out. What is in a call is written down before the call begins. So a message without a call never went
 * out, and one whose call got no answer is unknown.
 */
export async function handOver(
  engine: Engine,
  carrier: Carrier,
  batch: BatchKey,
  route: Route,
  messages: readonly OutgoingSms[],
  decidedAt = engine.now(),
): Promise<void> {
  const settler = openSettler(engine, carrier, batch, route, messages.length);
  await keepingLease(engine, carrier.teamId, batch, () =>
    askInCalls(engine, carrier, batch, route, messages, settler, decidedAt),
  );
}

/** Gives messages again to a provider that recognises repeats. The others of their batch are decided already. */
export async function handOverAgain(
  engine: Engine,
  carrier: Carrier,
  batch: BatchKey,
  route: Route,
  messages: readonly OutgoingSms[],
  decided: SmsResult[],
): Promise<void> {
  const settler = openSettler(engine, carrier, batch, route, messages.length + decided.length);
  const repeats: Settler = {
    ...settler,
    add: ({ callId, results }) => settler.add({ callId, results: results.flatMap(ofRepeat) }),
  };
  await keepingLease(engine, carrier.teamId, batch, async () => {
    settler.add({ callId: null, results: decided });
    await askInCalls(engine, carrier, batch, route, messages, repeats, engine.now());
  });
}

/** A provider may look at these before it knows whether it has the message. */
const OF_ACCOUNT: ReadonlySet<Refusal> = new Set(['blocked', 'balance']);

/**
 * A repeat that was not asked for, not read or refused for the account’s sake says nothing about the first time: the message may have gone out
 * then. One that did not arrive, or waits for its route or another worker, is left to the next sweep.
 */
const ofRepeat = (result: SmsResult): SmsResult[] => {
  if (result.status === 'unreachable') return [];
  if (result.status === 'not_asked' && (result.kept.rule === 'route_paused' || result.kept === WORKER_STOPS.kept)) {
    return [];
  }
  const isNoAnswer =
    result.status === 'not_asked' || (result.status === 'rejected' && (result.isUnread || OF_ACCOUNT.has(result.kind)));
  return [isNoAnswer ? { messageId: result.messageId, ...LOST } : result];
};

/** Opens a route's provider. Where its settings are wrong nothing has gone out: the messages wait until somebody corrects it. */
export function openProvider(engine: Engine, route: Route): SmsProvider | { refusal: SendResult } {
  try {
    return engine.providerOf(route);
  } catch (error) {
    engine.logger.warn({ err: error, route: route.id }, 'a route has no provider');
    const reason = whyNotOpened(error);
    const refusal = { status: 'rejected', kind: 'blocked', code: null, reason, retryAfterSeconds: null } as const;
    return { refusal: { ...refusal, isUnread: true } };
  }
}

/**
 * Hands over as many messages in a call and as many calls at a time as the provider takes. A call that fails does not affect
 * the others, except where the link is down or silent or the provider asks for a pause: the rest of the batch waits then. When
 * the process stops, the rest comes back at once.
 */
async function askInCalls(
  engine: Engine,
  carrier: Carrier,
  batch: BatchKey,
  route: Route,
  messages: readonly OutgoingSms[],
  settler: Settler,
  decidedAt: Date,
): Promise<void> {
  const provider = openProvider(engine, route);
  if ('refusal' in provider) {
    settler.add({ callId: null, results: messages.map(({ id }) => ({ messageId: id, ...provider.refusal })) });
    return settler.end();
  }
  const { batchSize, maxInFlight } = provider.capabilities;
  let next = 0;
  /** For so many of the next ones lanes wait for room. */
  let asked = 0;
  let rest: Unreachable | NotAsked | undefined;
  async function lane(): Promise<void> {
    while (next < messages.length) {
      const leave = await enterLane(provider as SmsProvider);
      let room: Room | undefined;
      try {
        const count = Math.min(batchSize, messages.length - next - asked);
        // Other lanes have the last ones.
        if (count <= 0) return;
        // Before the call is begun, whose gate is the last look at STOPs.
        if (!rest && !settler.hasFailed()) {
          asked += count;
          room = await (provider as SmsProvider).ready?.(count);
          asked -= count;
        }
        const chunk = messages.slice(next, next + (room?.count ?? count));
        next += chunk.length;
        if (chunk.length === 0 || settler.hasFailed()) return;
        const answered = rest
          ? { callId: null, results: chunk.map(({ id }) => ({ ...rest!, messageId: id })) }
          : await call(engine, carrier, batch, route, provider as SmsProvider, chunk, decidedAt);
        // Another worker has the batch.
        if (answered === null) return;
        rest ??= restAfter(route, answered.results);
        settler.add(answered);
      } finally {
        room?.leave();
        leave();
      }
    }
  }
  function stop(): void {
    const left = messages.slice(next);
    next = messages.length;
    settler.add({ callId: null, results: left.map(({ id }) => ({ messageId: id, ...WORKER_STOPS })) });
  }
  engine.stopping?.addEventListener('abort', stop);
  if (engine.stopping?.aborted) stop();
  try {
    await Promise.all(Array.from({ length: Math.min(maxInFlight, Math.ceil(messages.length / batchSize)) }, lane));
  } finally {
    engine.stopping?.removeEventListener('abort', stop);
  }
  await settler.end();
}

/** Why the rest of a batch is not tried after this call. Undefined where it is. */
function restAfter(route: Route, results: readonly SmsResult[]): Unreachable | NotAsked | undefined {
  const silent = results.find(isUnanswered);
  if (silent) {
    return { messageId: silent.messageId, status: 'unreachable', reason: silent.reason, retryAfterSeconds: null };
  }
  const isThrottled = results.some((result) => result.status === 'rejected' && result.kind === 'throttled');
  return results.find(isUnreachable) ?? (isThrottled ? routePaused(route, false) : undefined);
}

/** One call of the provider. Null when another worker has taken the batch over: it decides then. */
async function call(
  engine: Engine,
  carrier: Carrier,
  batch: BatchKey,
  route: Route,
  provider: SmsProvider,
  messages: readonly OutgoingSms[],
  claimedAt: Date,
): Promise<{ callId: string | null; results: SmsResult[] } | null> {
  // Chosen here: when a commit fails, the mark may be stored all the same.
  const callId = uuidv7();
  const notBegun = { callId, results: messages.map(({ id }) => ({ messageId: id, ...CAME_BACK })) };
  let begun: Awaited<ReturnType<typeof beginCall<SendResult[]>>>;
  try {
    if ((await markCall(engine, carrier, batch, messages, callId)) === null) return null;
    begun = await beginCall(engine, carrier, batch, route, messages, claimedAt, (going) =>
      timed({ kind: 'sms', provider: route.provider ?? 'none' }, () => provider.send(going), resultOfCall),
    );
  } catch (error) {
    engine.logger.warn({ err: error, batch: batch.id }, 'the database does not say who may still get a message');
    return notBegun;
  }
  // Another worker has the batch, and may have made them unknown.
  if (begun === null) return notBegun;
  const { going, kept, answer } = begun;
  let answers: SendResult[] | null = null;
  try {
    answers = await answer;
  } catch (error) {
    engine.logger.warn({ err: error, route: route.id }, 'a provider did not answer');
  }
  const given = storableResults(
    going.map((_, at) => answers?.[at] ?? unanswered('The provider did not answer.')),
    going.map(({ to }) => to),
  );
  const results = going.map(({ id }, at) => ({ ...given[at]!, messageId: id }));
  return { callId, results: [...results, ...[...kept].map(([id, result]) => ({ messageId: id, ...result }))] };
}

/** One accepted message shows that the provider works. */
const resultOfCall = (answers: readonly SendResult[]) =>
  (['accepted', 'rejected', 'unreachable'] as const).find((status) => answers.some((one) => one.status === status)) ??
  'unknown';

/** Keeps the batch this worker's while a slow provider works on it. */
async function keepingLease(engine: Engine, teamId: string, batch: BatchKey, work: () => Promise<void>): Promise<void> {
  const renewal = setInterval(() => void renewLease(engine, teamId, batch), LEASE_MS / 3);
  try {
    await work();
  } finally {
    clearInterval(renewal);
  }
}

async function renewLease(engine: Engine, teamId: string, { id, takeovers }: BatchKey): Promise<void> {
  const until = new Date(engine.now().getTime() + LEASE_MS);
  const sql = Prisma.sql`UPDATE sms_batches SET lease_until = ${until}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND done_at IS NULL AND takeovers = ${takeovers}::int`;
  await engine.db.query(sql.text, sql.values).catch((error: unknown) => {
    engine.logger.warn({ err: error, batch: id }, 'a lease could not be renewed');
  });
}

export const messagesOf = (tx: Tx, teamId: string, batchId: string): Promise<(OutgoingSms & { wasAsked: boolean })[]> =>
  tx.rows<
    OutgoingSms & { wasAsked: boolean }
  >`SELECT m.id, m.phone_normalized AS to, m.sender_id AS from, m.final_text AS text,
        m.id = ANY(ARRAY(SELECT unnest(c.message_ids) FROM sms_provider_calls c
          WHERE c.team_id = ${teamId}::uuid AND c.batch_id = ${batchId}::uuid)) AS "wasAsked"
      FROM sms_batches b CROSS JOIN unnest(b.message_ids) WITH ORDINALITY x(id, n)
      JOIN sms_messages m ON m.team_id = b.team_id AND m.id = x.id
      WHERE b.team_id = ${teamId}::uuid AND b.id = ${batchId}::uuid AND m.status = 'sending' ORDER BY x.n`;
