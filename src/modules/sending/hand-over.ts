import { Prisma } from '../../generated/prisma/client.ts';
import { type OutgoingSms, type SendResult, type SmsProvider, storableResult, unknown } from '../providers/provider.ts';
import { type ContactSchedule, contactSchedule } from './contact-schedule.ts';
import { SUPPRESSED } from './decide.ts';
import { contactColumns, type DueContact } from './due.ts';
import { type Engine, LEASE_MS, type Route, type SendKey, type Tx } from './engine.ts';
import { IS_ACTIVE } from './open-send.ts';
import { planOf, type SendMeta } from './plan.ts';
import { rowsOf } from './rows.ts';
import { settle } from './settle.ts';
import type { NotAsked, SmsResult } from './sms-result.ts';
import { contactHoursOf } from './stage.ts';

/**
 * Gives a batch to its provider and stores the answer. An error is no refusal: the message may have gone out. The claim,
 * which is committed, says that the batch is handed over. So a message without a claim never went out, and one without an
 * answer is unknown.
 */
export async function handOver(
  engine: Engine,
  send: SendKey,
  batchId: string,
  route: Route,
  messages: readonly OutgoingSms[],
): Promise<void> {
  await settle(engine, send, batchId, route, await ask(engine, send, batchId, route, messages));
}

/** Gives messages again to a provider that recognises repeats. The others of their batch are decided already. */
export async function handOverAgain(
  engine: Engine,
  send: SendKey,
  batchId: string,
  route: Route,
  messages: readonly OutgoingSms[],
  decided: readonly SmsResult[],
): Promise<void> {
  const results = await ask(engine, send, batchId, route, messages);
  await settle(engine, send, batchId, route, [...results.map(ofRepeat), ...decided]);
}

export const LOST = unknown('The worker ended while the message was being handed over.');

/** A repeat that was not asked for, or not read, says nothing about the first time: the message may have gone out then. */
const ofRepeat = (result: SmsResult): SmsResult =>
  result.status === 'not_asked' || (result.status === 'rejected' && result.isUnread)
    ? { messageId: result.messageId, ...LOST }
    : result;

async function ask(
  engine: Engine,
  send: SendKey,
  batchId: string,
  route: Route,
  messages: readonly OutgoingSms[],
): Promise<SmsResult[]> {
  const provider = openProvider(engine, route);
  if ('refusal' in provider) return messages.map(({ id }) => ({ messageId: id, ...provider.refusal }));
  let results: (SendResult | NotAsked)[];
  const renewal = setInterval(() => void renewLease(engine, send.teamId, batchId), LEASE_MS / 3);
  try {
    results = await inChunks(engine, send, provider, route, messages);
  } catch (error) {
    engine.logger.warn({ err: error, route: route.id, batch: batchId }, 'a provider did not answer for a batch');
    results = messages.map(() => unknown('The provider did not answer.'));
  } finally {
    clearInterval(renewal);
  }
  return messages.map(({ id }, at) => ({ messageId: id, ...results[at]! }));
}

/** Opens a route's provider. Where its settings are wrong nothing has gone out: the messages wait until somebody corrects it. */
export function openProvider(engine: Engine, route: Route): SmsProvider | { refusal: SendResult } {
  try {
    return engine.providerOf(route);
  } catch (error) {
    engine.logger.warn({ err: error, route: route.id }, 'a route has no provider');
    const reason = 'Its provider cannot be opened with its settings.';
    const refusal = { status: 'rejected', kind: 'blocked', code: null, reason, retryAfterSeconds: null } as const;
    return { refusal: { ...refusal, isUnread: true } };
  }
}

/**
 * Hands over as many messages in a call and as many calls at a time as the provider takes. A call that fails does not affect
 * the others. The first calls follow the claim at once; before each later call it is checked who may still get a message.
 */
async function inChunks(
  engine: Engine,
  send: SendKey,
  provider: SmsProvider,
  route: Route,
  messages: readonly OutgoingSms[],
): Promise<(SendResult | NotAsked)[]> {
  const { batchSize, maxInFlight } = provider.capabilities;
  const results = new Map<string, SendResult | NotAsked>();
  const silent = (chunk: readonly OutgoingSms[], reason: string) => {
    for (const { id } of chunk) results.set(id, unknown(reason));
  };
  let next = 0;
  async function lane(): Promise<void> {
    for (let turn = 0; next < messages.length; turn += 1) {
      let chunk = messages.slice(next, next + batchSize);
      next += batchSize;
      try {
        if (turn > 0) {
          const kept = await notToAsk(engine, send, chunk).catch((error: unknown) => {
            engine.logger.warn({ err: error, batch: send.sendId }, 'nobody knows who may still get a message');
            return new Map(chunk.map(({ id }) => [id, CAME_BACK]));
          });
          for (const [id, result] of kept) results.set(id, result);
          chunk = chunk.filter(({ id }) => !kept.has(id));
          if (chunk.length === 0) continue;
        }
        const answers = await provider.send(chunk);
        for (const [at, { id }] of chunk.entries()) {
          results.set(id, storableResult(answers[at] ?? unknown('The provider did not answer.')));
        }
      } catch (error) {
        engine.logger.warn({ err: error, route: route.id }, 'a provider did not answer');
        silent(chunk, 'The provider did not answer.');
      }
    }
  }
  await Promise.all(Array.from({ length: maxInFlight }, lane));
  return messages.map(({ id }) => results.get(id)!);
}

const STOPPED: NotAsked = {
  status: 'not_asked',
  kept: {
    status: 'waiting',
    rule: 'came_back',
    reason: 'The campaign was stopped before the message was handed over.',
  },
};
const CAME_BACK: NotAsked = {
  status: 'not_asked',
  kept: {
    status: 'waiting',
    rule: 'came_back',
    reason: 'The message was not handed over with the others of its batch.',
  },
};
const OPTED_OUT: NotAsked = {
  status: 'not_asked',
  kept: { status: 'skipped', rule: 'suppressed', reason: SUPPRESSED },
};

/**
 * Messages that must not go any more. Since the claim their campaign was stopped, their contact opted out or was deleted, its
 * hours ended, or the day ended on which the message counts.
 */
async function notToAsk(
  { pool, now }: Engine,
  { teamId, sendId, campaignId }: SendKey,
  messages: readonly OutgoingSms[],
): Promise<Map<string, NotAsked>> {
  const [send] = await rowsOf<Hours & { meta: SendMeta; timezone: string }>(
    pool,
    Prisma.sql`SELECT s.meta, t.timezone, x.contact_from AS "contactFrom", x.contact_until AS "contactUntil",
        x.team_id IS NOT NULL AS "areSet"
      FROM sms_sends s JOIN teams t ON t.id = s.team_id LEFT JOIN sending_settings x ON x.team_id = s.team_id
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid`,
  );
  const rows = await rowsOf<DueContact & { id: string; isGoing: boolean; countedOn: string | null }>(
    pool,
    Prisma.sql`SELECT m.id, c.deleted_at IS NULL AND c.status IN ('running', 'in_progress') AND ${IS_ACTIVE} AS "isGoing", k.*,
        (SELECT r.counted_on FROM sms_recipients r WHERE r.team_id = ${teamId}::uuid AND r.contact_id = m.contact_id
          AND r.message_id = m.id) AS "countedOn"
      FROM sms_messages m
      JOIN sms_campaigns c ON c.team_id = m.team_id AND c.id = ${campaignId}::uuid
      CROSS JOIN LATERAL (SELECT ${contactColumns(teamId)} FROM contacts c LEFT JOIN countries n ON n.id = c.country_id
        WHERE c.team_id = ${teamId}::uuid AND c.id = m.contact_id) k
      WHERE m.team_id = ${teamId}::uuid AND m.id = ANY(${messages.map(({ id }) => id)}::uuid[])`,
  );
  const plan = planOf(send!.meta);
  const hours = { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: contactHoursOf(send) };
  const schedule = contactSchedule(hours, send!.timezone);
  const at = now();
  // No row: the contact is gone.
  const kept = new Map(messages.map(({ id }) => [id, CAME_BACK]));
  for (const row of rows) {
    if (row.isSuppressed) kept.set(row.id, OPTED_OUT);
    else if (!row.isGoing) kept.set(row.id, STOPPED);
    else if (!isOpen(schedule, row, at)) {
      const closed = { rule: schedule.closedBy(row, at), reason: schedule.whyClosed(row, at) };
      kept.set(row.id, { status: 'not_asked', kept: { status: 'waiting', ...closed } });
    } else if (schedule.periods(row, at).day === row.countedOn) kept.delete(row.id);
  }
  return kept;
}

type Hours = NonNullable<Parameters<typeof contactHoursOf>[0]>;

const isOpen = (schedule: ContactSchedule, contact: DueContact, at: Date): boolean => {
  const opening = schedule.opening(contact, at);
  return opening !== null && opening <= at;
};

/** Keeps the batch this worker's while a slow provider works on it. */
async function renewLease(engine: Engine, teamId: string, batchId: string): Promise<void> {
  const until = new Date(engine.now().getTime() + LEASE_MS);
  const sql = Prisma.sql`UPDATE sms_batches SET lease_until = ${until}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${batchId}::uuid AND done_at IS NULL`;
  await engine.pool.query(sql.text, sql.values).catch((error: unknown) => {
    engine.logger.warn({ err: error, batch: batchId }, 'a lease could not be renewed');
  });
}

export const messagesOf = (tx: Tx, teamId: string, batchId: string): Promise<OutgoingSms[]> =>
  rowsOf<OutgoingSms>(
    tx,
    Prisma.sql`SELECT m.id, m.phone_normalized AS to, m.sender_id AS from, m.final_text AS text
      FROM sms_batches b CROSS JOIN unnest(b.message_ids) WITH ORDINALITY x(id, n)
      JOIN sms_messages m ON m.team_id = b.team_id AND m.id = x.id
      WHERE b.team_id = ${teamId}::uuid AND b.id = ${batchId}::uuid AND m.status = 'sending' ORDER BY x.n`,
  );
