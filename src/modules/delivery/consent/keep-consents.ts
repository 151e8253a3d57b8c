import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import {
  Channel,
  ConsentPurpose,
  type ConsentSource,
  type ConsentState,
  Prisma,
} from '../../../generated/prisma/client.ts';

export interface Statement {
  /** As contacts have it. */
  number: string;
  /** Null: every one. */
  channel: Channel | null;
  purpose: ConsentPurpose | null;
  state: ConsentState;
  source: ConsentSource;
  evidence: string | null;
  occurredAt: Date;
  messageId?: string | null;
  dataFileId?: string;
  line?: number;
  userId?: string | null;
}

const each = <Value>(one: Value | null, all: Record<string, Value>) => (one === null ? Object.values(all) : [one]);

/** Citus takes no parameters behind ON CONFLICT where it collects the rows. */
const UNLESS_WITHDRAWN = Prisma.sql` AND c.state <> 'withdrawn'`;

/**
 * Adds statements to the history. The newest one decides, whenever it is reported. `keepsWithdrawn`: what was withdrawn stays
 * so. Returns their ids.
 */
export async function keepConsents(
  tx: Tx,
  teamId: string,
  statements: readonly Statement[],
  { keepsWithdrawn = false } = {},
): Promise<string[]> {
  if (statements.length === 0) return [];
  // In one order, to avoid deadlocks.
  const events = statements
    .map((statement) => ({ ...statement, id: uuidv7(Math.max(0, statement.occurredAt.getTime())) }))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
  await tx.change`INSERT INTO consent_events (team_id, id, number, channel, purpose, state, source, evidence, message_id,
      data_file_id, line, user_id, occurred_at)
    SELECT ${teamId}::uuid, e.id, e.number, e.channel::channel, e.purpose::consent_purpose, e.state::consent_state,
      e.source::consent_source, e.evidence, e."messageId", e."dataFileId", e.line, e."userId", e."occurredAt"
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS e(id uuid, number bigint, channel text, purpose text, state text,
      source text, evidence text, "messageId" uuid, "dataFileId" uuid, line int, "userId" uuid, "occurredAt" timestamptz)`;
  const consents = events.flatMap(({ id: eventId, number, state, occurredAt, ...of }) =>
    each(of.channel, Channel).flatMap((channel) =>
      each(of.purpose, ConsentPurpose).map((purpose) => ({
        id: uuidv7(),
        eventId,
        number,
        state,
        occurredAt,
        channel,
        purpose,
      })),
    ),
  );
  await tx.change`INSERT INTO consents AS c (team_id, id, number, channel, purpose, state, since, event_id)
    SELECT ${teamId}::uuid, e.id, e.number, e.channel::channel, e.purpose::consent_purpose, e.state::consent_state,
      e."occurredAt", e."eventId"
    FROM json_to_recordset(${JSON.stringify(consents)}::json) AS e(id uuid, "eventId" uuid, number bigint, channel text,
      purpose text, state text, "occurredAt" timestamptz)
    ON CONFLICT (team_id, number, channel, purpose) DO UPDATE
      SET state = EXCLUDED.state, since = EXCLUDED.since, event_id = EXCLUDED.event_id
      WHERE c.since <= EXCLUDED.since ${keepsWithdrawn ? UNLESS_WITHDRAWN : Prisma.empty}`;
  return events.map(({ id }) => id);
}
