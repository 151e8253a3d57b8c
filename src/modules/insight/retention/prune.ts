import { setImmediate } from 'node:timers/promises';
import type { Services } from '../../../context.ts';
import { firstUuidOf } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Task } from '../../../jobs/task.ts';
import { KEY_HOURS } from '../../../pipeline/idempotency/answer-once.ts';
import { keepPartitions, keptFrom } from './partitions.ts';

/** Per statement, to keep locks short. */
const BATCH = 1_000;

interface Rule {
  table: string;
  key: string[];
  where: Prisma.Sql;
  /** An indexed column that finds the oldest rows. PostgreSQL might read the whole table otherwise. */
  oldest?: string;
  /** Columns that are emptied; without them the rows are deleted. */
  blanks?: string[];
}

const CALL_TEXTS = ['chat', 'summary', 'recording_url', 'listen_url', 'control_url'];
/** As the index of calls with texts has it. */
const hasTexts = Prisma.raw(CALL_TEXTS.map((column) => `${column} IS NOT NULL`).join(' OR '));

/** Not in the reference. Idempotency keys of charges (E7) stay, as they are ledger entries. */
const rules = ({
  TRACE_DAYS,
  AUDIT_DAYS,
  CALL_EVENT_DAYS,
  LOG_DAYS,
  HUB_RETURN_HOURS,
  MESSAGE_DAYS,
  CALL_TEXT_DAYS,
  REPLY_DAYS,
  WEBHOOK_DAYS,
}: Services['config']): Rule[] => [
  { table: 'sessions', key: ['team_id', 'id'], where: Prisma.sql`expires_at < now()` },
  { table: 'email_secrets', key: ['secret_hash'], where: Prisma.sql`expires_at < now()` },
  { table: 'login_challenges', key: ['secret_hash'], where: Prisma.sql`expires_at < now()` },
  { table: 'rate_limits', key: ['key'], where: Prisma.sql`expire < extract(epoch FROM now()) * 1000` },
  {
    table: 'team_tokens',
    key: ['team_id', 'id'],
    where: Prisma.sql`expires_at < now() - interval '30 days' OR revoked_at < now() - interval '30 days'`,
  },
  {
    table: 'invitations',
    key: ['team_id', 'id'],
    where: Prisma.sql`accepted_at IS NULL AND expires_at < now() - interval '30 days'`,
  },
  // No upload takes longer than an hour: its process is gone.
  {
    table: 'data_files',
    key: ['team_id', 'id'],
    where: Prisma.sql`is_uploading AND created_at < now() - interval '2 hours'`,
  },
  {
    table: 'traces',
    key: ['team_id', 'id'],
    where: Prisma.sql`started_at < now() - make_interval(days => ${TRACE_DAYS}::int)`,
  },
  {
    table: 'idempotency_keys',
    key: ['team_id', 'operation', 'key'],
    where: Prisma.sql`created_at < now() - make_interval(hours => ${KEY_HOURS}::int)`,
  },
  {
    table: 'audit_entries',
    key: ['team_id', 'id'],
    where: Prisma.sql`${AUDIT_DAYS}::int > 0 AND created_at < now() - make_interval(days => ${AUDIT_DAYS}::int)`,
  },
  // Deliveries go with their events.
  {
    table: 'webhook_events',
    key: ['team_id', 'id'],
    where: Prisma.sql`id < ${firstUuidOf(new Date(Date.now() - WEBHOOK_DAYS * 86_400_000))}::uuid`,
  },
  {
    table: 'webhook_endpoints',
    key: ['team_id', 'id'],
    where: Prisma.sql`deleted_at < now() - make_interval(days => ${WEBHOOK_DAYS + 1}::int)`,
  },
  // Conversations last: what they hold is older by then, but for messages that are still to go.
  ...[
    { table: 'sms_replies', at: 'received_at' },
    { table: 'direct_messages', at: 'created_at', unless: `status IN ('queued', 'sending')` },
    {
      table: 'conversations',
      at: 'last_activity_at',
      unless: `EXISTS (SELECT FROM direct_messages d WHERE d.team_id = conversations.team_id AND d.conversation_id = conversations.id)`,
    },
  ].map(({ table, at, unless = 'FALSE' }) => ({
    table,
    key: ['team_id', 'id'],
    where: Prisma.sql`${REPLY_DAYS}::int > 0 AND ${Prisma.raw(at)} < now() - make_interval(days => ${REPLY_DAYS}::int)
      AND NOT ${Prisma.raw(unless)}`,
    oldest: at,
  })),
  // Other rows go with their partition, see partitions.ts.
  {
    table: 'partitions.call_events_default',
    key: ['team_id', 'id'],
    where: Prisma.sql`${CALL_EVENT_DAYS}::int > 0 AND id < ${keptFrom(CALL_EVENT_DAYS)}::uuid`,
  },
  {
    table: 'partitions.logs_default',
    key: ['team_id', 'id'],
    where: Prisma.sql`${LOG_DAYS}::int > 0 AND id < ${keptFrom(LOG_DAYS)}::uuid`,
  },
  {
    table: 'partitions.sms_messages_default',
    key: ['team_id', 'id'],
    where: Prisma.sql`${MESSAGE_DAYS}::int > 0 AND id < ${keptFrom(MESSAGE_DAYS)}::uuid`,
  },
  {
    table: 'partitions.hub_messages_default',
    key: ['team_id', 'id'],
    where: Prisma.sql`${MESSAGE_DAYS}::int > 0 AND id < ${keptFrom(MESSAGE_DAYS)}::uuid`,
  },
  // A repeat of a submit is known for a day. A message may wait for seven days and be valid for seven more: until then its
  // parts say which receipts they want.
  {
    table: 'hub_references',
    key: ['team_id', 'seller_endpoint_id', 'reference'],
    where: Prisma.sql`created_at < now() - interval '1 day'`,
  },
  // One that is in no reply yet waits for its job, however late that runs.
  {
    table: 'sms_reply_parts',
    key: ['team_id', 'id'],
    where: Prisma.sql`(is_ended OR created_at < now() - interval '30 days') AND created_at < now() - interval '1 day'`,
  },
  { table: 'hub_parts', key: ['team_id', 'id'], where: Prisma.sql`created_at < now() - interval '15 days'` },
  {
    table: 'hub_returns',
    key: ['team_id', 'id'],
    where: Prisma.sql`created_at < now() - make_interval(hours => ${HUB_RETURN_HOURS}::int)`,
  },
  { table: 'hub_connections', key: ['team_id', 'id'], where: Prisma.sql`lease_until < now() - interval '1 hour'` },
  {
    table: 'calls',
    key: ['team_id', 'id'],
    where: Prisma.sql`${CALL_TEXT_DAYS}::int > 0 AND (${hasTexts})
      AND id < ${firstUuidOf(new Date(Date.now() - CALL_TEXT_DAYS * 86_400_000))}::uuid`,
    blanks: CALL_TEXTS,
  },
  {
    table: 'call_event_names',
    key: ['team_id', 'voice_account_id', 'fingerprint'],
    where: Prisma.sql`${CALL_EVENT_DAYS}::int > 0 AND event_id < ${keptFrom(CALL_EVENT_DAYS)}::uuid`,
  },
];

export const pruneTask: Task = {
  async run(services, _payload, { signal }) {
    const failures: unknown[] = [];
    await keepPartitions(services).catch((error: unknown) => failures.push(error));
    for (const rule of rules(services.config)) {
      // What is on every node is deleted once all of them answer.
      if (!services.db.reach.isWhole && rule.key[0] !== 'team_id') continue;
      // One that fails each time must not keep what comes after it.
      await deleteAll(services, rule, signal).catch((error: unknown) => {
        services.logger.warn({ err: error, table: rule.table }, 'what has expired could not be deleted');
        failures.push(error);
      });
    }
    if (failures.length > 0) throw failures[0];
  },
};

async function deleteAll(services: Services, rule: Rule, signal: AbortSignal): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) {
    deleted = await deleteSome(services, rule);
    // The embedded database answers without a turn of the event loop.
    await setImmediate();
  }
}

function deleteSome({ db }: Services, { table, key, where, oldest, blanks }: Rule): Promise<number> {
  const within = (column: string) => (key[0] === 'team_id' ? db.reach.within(column) : Prisma.empty);
  const some = Prisma.sql`(SELECT ${Prisma.raw(key.join(', '))} FROM ${Prisma.raw(table)} WHERE (${where})${within('team_id')}
      ${oldest ? Prisma.raw(`ORDER BY ${oldest}`) : Prisma.empty} LIMIT ${BATCH}::int) d
    WHERE ${Prisma.raw(key.map((column) => `o.${column} = d.${column}`).join(' AND '))}${within('o.team_id')}`;
  return blanks
    ? db.change`UPDATE /* across teams: what has expired, of every team */ ${Prisma.raw(table)} o
        SET ${Prisma.raw(blanks.map((column) => `${column} = NULL`).join(', '))} FROM ${some}`
    : db.change`DELETE /* across teams: what has expired, of every team */ FROM ${Prisma.raw(table)} o USING ${some}`;
}
