import { Prisma } from '../../generated/prisma/client.ts';
import { type OutgoingSms, type SendResult, type SmsProvider, unknown } from '../providers/provider.ts';
import { transactionAgain } from './again.ts';
import { type Engine, LEASE_MS, type Route, type SendKey, type Tx } from './engine.ts';
import { IS_ACTIVE } from './open-send.ts';
import { returnBatch, takeBack } from './return-batch.ts';
import { rowsOf } from './rows.ts';
import { type SmsResult, settle } from './settle.ts';

/**
 * Gives a batch to its provider, unless the campaign was stopped since the claim. That it is handed over is committed
 * before the provider is called: what is not marked so was never handed over, and what is marked without an answer is
 * unknown. The mark waits for a stop that is being committed, and a stop waits for the mark: after a stop was answered
 * nothing is handed over but what a provider call already held.
 */
export async function handOver(engine: Engine, send: SendKey, batchId: string, route: Route): Promise<void> {
  const messages = await transactionAgain(engine.pool, (tx) => markHanded(tx, engine, send, batchId));
  if (messages === null) {
    await returnBatch(engine, send, batchId, 'The campaign was stopped before the message was handed over.');
    return;
  }
  if (messages.length === 0) {
    await settle(engine, send, batchId, route, []);
    return;
  }
  await callProvider(engine, send, batchId, route, messages);
}

/** Asks the provider and writes down what it answered; whatever goes wrong, nothing was refused for sure. */
export async function callProvider(
  engine: Engine,
  send: SendKey,
  batchId: string,
  route: Route,
  messages: readonly OutgoingSms[],
  decided: readonly SmsResult[] = [],
): Promise<void> {
  const provider = openProvider(engine, route);
  if ('refusal' in provider) {
    const refused = messages.map(({ id }) => ({ messageId: id, ...provider.refusal }));
    await settle(engine, send, batchId, route, [...refused, ...decided]);
    return;
  }
  let results: SendResult[];
  const renewal = setInterval(() => void renewLease(engine, send.teamId, batchId), LEASE_MS / 3);
  try {
    results = await inChunks(engine, provider, route, messages);
  } catch (error) {
    engine.logger.warn({ err: error, route: route.id, batch: batchId }, 'a provider did not answer for a batch');
    results = messages.map(() => unknown('The provider did not answer.'));
  } finally {
    clearInterval(renewal);
  }
  await settle(engine, send, batchId, route, [
    ...messages.map(({ id }, at) => ({ messageId: id, ...results[at]! })),
    ...decided,
  ]);
}

/** A route whose settings make no provider has carried nothing: its messages wait until somebody mends it. */
export function openProvider(engine: Engine, route: Route): SmsProvider | { refusal: SendResult } {
  try {
    return engine.providerOf(route);
  } catch (error) {
    engine.logger.warn({ err: error, route: route.id }, 'a route has no provider');
    const reason = 'Its provider cannot be opened with its settings.';
    return { refusal: { status: 'rejected', kind: 'blocked', code: null, reason, retryAfterSeconds: null } };
  }
}

/** As many messages a call and as many calls at a time as the provider takes. A call that fails leaves the others alone. */
async function inChunks(
  { logger }: Pick<Engine, 'logger'>,
  provider: SmsProvider,
  route: Route,
  messages: readonly OutgoingSms[],
): Promise<SendResult[]> {
  const { batchSize, maxInFlight } = provider.capabilities;
  const results: SendResult[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < messages.length) {
      const from = next;
      next += batchSize;
      const chunk = messages.slice(from, from + batchSize);
      const answers = await provider.send(chunk).catch((error: unknown) => {
        logger.warn({ err: error, route: route.id }, 'a provider did not answer');
        return [];
      });
      for (const at of chunk.keys()) results[from + at] = answers[at] ?? unknown('The provider did not answer.');
    }
  }
  await Promise.all(Array.from({ length: maxInFlight }, lane));
  return results;
}

/** A provider that takes its time is not a worker that is gone. */
async function renewLease(engine: Engine, teamId: string, batchId: string): Promise<void> {
  const until = new Date(engine.now().getTime() + LEASE_MS);
  const sql = Prisma.sql`UPDATE sms_batches SET lease_until = ${until}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${batchId}::uuid AND done_at IS NULL`;
  await engine.pool.query(sql.text, sql.values).catch((error: unknown) => {
    engine.logger.warn({ err: error, batch: batchId }, 'a lease could not be renewed');
  });
}

/** What goes to the provider; null: the campaign does not go out any more, or somebody else has the batch. */
async function markHanded(tx: Tx, engine: Engine, send: SendKey, batchId: string): Promise<OutgoingSms[] | null> {
  const { teamId, campaignId } = send;
  const now = engine.now();
  const going = await rowsOf(
    tx,
    Prisma.sql`SELECT c.id FROM sms_campaigns c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid
      AND c.deleted_at IS NULL AND c.status IN ('running', 'in_progress') AND ${IS_ACTIVE} FOR SHARE`,
  );
  if (going.length === 0) return null;
  const marked = await rowsOf(
    tx,
    Prisma.sql`UPDATE sms_batches SET handed_at = ${now}::timestamptz,
        lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${batchId}::uuid AND handed_at IS NULL AND done_at IS NULL
        AND lease_until > ${now}::timestamptz RETURNING id`,
  );
  if (marked.length === 0) return null;
  // A STOP that came since the claim wins.
  await takeBack(tx, send, batchId, now);
  return messagesOf(tx, teamId, batchId);
}

export const messagesOf = (tx: Tx, teamId: string, batchId: string): Promise<OutgoingSms[]> =>
  rowsOf<OutgoingSms>(
    tx,
    Prisma.sql`SELECT m.id, m.phone_normalized AS to, m.sender_id AS from, m.final_text AS text
      FROM sms_batches b CROSS JOIN unnest(b.message_ids) WITH ORDINALITY x(id, n)
      JOIN sms_messages m ON m.team_id = b.team_id AND m.id = x.id
      WHERE b.team_id = ${teamId}::uuid AND b.id = ${batchId}::uuid AND m.status = 'sending' ORDER BY x.n`,
  );
