import { idsWithin } from '../../../database/partitions.ts';
import { columnList, columnName } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type Call, Prisma } from '../../../generated/prisma/client.ts';

import { FACT_TYPES, type FactEvent } from './call-facts.ts';
import { END_OF_CALL_REPORT } from './call-message.ts';

const CHANGED = {
  status: 'call_status',
  endedReason: 'text',
  chat: 'text',
  recordingUrl: 'text',
  summary: 'text',
  cost: 'numeric',
  isAnswered: 'boolean',
  isPickedUp: 'boolean',
  isAnswerMachine: 'boolean',
  isProcessed: 'boolean',
  callAgentId: 'uuid',
  callOutcome: 'call_outcome',
  startedAt: 'timestamptz',
  endedAt: 'timestamptz',
  isLead: 'boolean',
  isSale: 'boolean',
  callBackAt: 'timestamptz',
  lastEventAt: 'timestamptz',
  eventsCount: 'int',
  toolLogsCount: 'int',
} as const satisfies Partial<Record<keyof Call, string>>;

const READ = [
  'teamId',
  'externalId',
  'agentId',
  'numberId',
  'toNumber',
  'voiceCampaignId',
  'outcomeDecidedAt',
  'outcomeClassifiedAt',
] as const satisfies readonly (keyof Call)[];

type Field = keyof typeof CHANGED | (typeof READ)[number] | 'id';

/** In pg's types: 64-bit integers and decimals are text. */
export type CallRow = Omit<Pick<Call, Field>, 'toNumber' | 'cost'> & {
  toNumber: string;
  cost: string | null;
  /** The voice account that placed it, or that its first event came over. Null: neither is known. */
  voiceAccountId: string | null;
};

/** Their person's data was erased: what still comes settles the call and names nobody. */
export const isErased = ({ toNumber }: Pick<CallRow, 'toNumber'>): boolean => toNumber === '0';

export interface KnownCalls {
  calls: CallRow[];
  facts: Map<string, FactEvent[]>;
}

const COLUMNS = columnList(tables.Call, ['id', ...READ, ...Object.keys(CHANGED)]);

export const readCalls = (tx: Tx, teamId: string, externalIds: readonly string[]): Promise<KnownCalls> =>
  lockCalls(
    tx,
    teamId,
    Prisma.sql`ARRAY(SELECT n.call_id FROM call_names n
  WHERE n.team_id = ${teamId}::uuid AND n.external_id = ANY(${externalIds}::text[]))`,
  );

/** A call that may have no external id. */
export const readCall = (tx: Tx, teamId: string, id: string): Promise<KnownCalls> =>
  lockCalls(tx, teamId, Prisma.sql`ARRAY[${id}::uuid]`);

/** A call has about ten. Of one that has more, those are read that count before the others. */
const MAX_FOLDED = 50;

async function lockCalls(tx: Tx, teamId: string, ids: Prisma.Sql): Promise<KnownCalls> {
  const [calls, events] = await Promise.all([
    tx.keptRows<CallRow>`SELECT ${COLUMNS}, coalesce(
          (SELECT p.voice_account_id FROM call_placements p WHERE p.team_id = ${teamId}::uuid AND p.call_id = t.id),
          -- With LIMIT, PostgreSQL could read events in the order of their ids until one is of the call.
          (SELECT (array_agg(e.voice_account_id ORDER BY e.id))[1] FROM call_events e
            WHERE e.team_id = ${teamId}::uuid AND e.call_id = t.id)) AS "voiceAccountId"
        FROM calls t WHERE t.team_id = ${teamId}::uuid AND t.id = ANY(${ids})
        ORDER BY t.id FOR UPDATE`,
    // Its own statement after the lock, to see what the former holder committed. IS TRUE: find by call, not by status.
    tx.keptRows<FactEvent & { callId: string }>`
        SELECT e.call_id AS "callId", e.id, e.type, e.call_status AS "callStatus", e.occurred_at AS "occurredAt", e.payload
        FROM (SELECT f.*, row_number() OVER (PARTITION BY f.call_id
            ORDER BY f.type = ${END_OF_CALL_REPORT} DESC, f.occurred_at DESC, f.id DESC) AS place
          FROM call_events f
          WHERE f.team_id = ${teamId}::uuid AND f.call_id = ANY(${ids})
            AND (f.status = 'processed' AND f.type = ANY(${FACT_TYPES})) IS TRUE) e
        WHERE e.place <= ${MAX_FOLDED}::int`,
  ]);
  const facts = new Map<string, FactEvent[]>();
  for (const event of events) facts.set(event.callId, [...(facts.get(event.callId) ?? []), event]);
  return { calls, facts };
}

const NAMES = Object.keys(CHANGED) as (keyof typeof CHANGED)[];
const SET = Prisma.raw(NAMES.map((field) => `"${columnName(field)}" = x."${field}"`).join(', '));
const TYPES = Prisma.raw(NAMES.map((field) => `"${field}" ${CHANGED[field]}`).join(', '));

/** The calls must be locked by {@link readCalls} or {@link readCall}. */
export async function writeCalls(tx: Tx, teamId: string, changes: readonly { after: CallRow }[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.keptChange`UPDATE calls c SET ${SET}, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(changes.map(({ after }) => after))}::jsonb) x(id uuid, ${TYPES})
      WHERE c.team_id = ${teamId}::uuid AND c.id = x.id AND ${idsWithin(
        Prisma.sql`c.id`,
        changes.map(({ after }) => after.id),
      )}`;
}
