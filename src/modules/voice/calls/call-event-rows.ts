import { all, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { type CallEvent, Prisma, type VoiceAccount } from '../../../generated/prisma/client.ts';

import type { CallMessage } from './call-message.ts';

export interface Arrival {
  account: Pick<VoiceAccount, 'id' | 'teamId'>;
  message: CallMessage;
  traceId: string;
}

export interface EventRow
  extends Pick<
    CallEvent,
    | 'id'
    | 'teamId'
    | 'voiceAccountId'
    | 'externalCallId'
    | 'type'
    | 'callStatus'
    | 'occurredAt'
    | 'fingerprint'
    | 'payload'
    | 'status'
    | 'attempts'
  > {
  isNew: boolean;
}

/** Locked, in the order of arrival. For a repeat it returns the first event. */
export async function storeEvents(tx: Tx, teamId: string, arrivals: readonly Arrival[]): Promise<EventRow[]> {
  const given = arrivals.map(({ account, message }) => ({
    id: uuidv7(),
    account: account.id,
    call: message.externalCallId,
    type: message.type,
    status: message.callStatus,
    at: message.occurredAt,
    mark: hex(message.fingerprint),
    payload: message.payload,
  }));
  const stored = await tx.keptRows<{ id: string }>`WITH named AS (
        INSERT INTO call_event_names AS n (team_id, voice_account_id, fingerprint, event_id)
        SELECT ${teamId}::uuid, x.account, decode(x.mark, 'hex'), x.id
        FROM unnest(${given.map(({ id }) => id)}::uuid[], ${given.map(({ account }) => account)}::uuid[],
          ${given.map(({ mark }) => mark)}::text[]) x(id, account, mark)
        ORDER BY 3
        ON CONFLICT (team_id, voice_account_id, fingerprint) DO UPDATE SET fingerprint = excluded.fingerprint
        RETURNING n.event_id AS id)
      INSERT INTO call_events (team_id, id, voice_account_id, external_call_id, type, call_status, occurred_at, fingerprint, payload)
      SELECT ${teamId}::uuid, g.id, g.account, g.call, g.type, g.status, g.at, decode(g.mark, 'hex'), g.payload
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        g(id uuid, account uuid, call text, type text, status text, at timestamptz, mark text, payload jsonb)
      JOIN named USING (id) RETURNING id`;
  const isStored = new Set(stored.map(({ id }) => id));
  const former = await formerOf(
    tx,
    teamId,
    given.filter(({ id }) => !isStored.has(id)),
  );
  return arrivals.map(({ account, message }, at) => {
    const name = given[at]!;
    const isNew = isStored.has(name.id);
    const id = isNew ? name.id : former.ids.get(keyOf(name))!;
    const { externalCallId, type, callStatus, fingerprint } = message;
    const shared = { id, teamId, voiceAccountId: account.id, externalCallId, type, callStatus, fingerprint, isNew };
    if (isNew) {
      const payload = message.payload as Prisma.JsonObject;
      return { ...shared, occurredAt: message.occurredAt, payload, status: 'received', attempts: 0 };
    }
    // Deleted by retention: it was applied long ago.
    const gone = { occurredAt: message.occurredAt, payload: {}, status: 'processed', attempts: 1 } as const;
    return { ...shared, ...(former.events.get(id) ?? gone) };
  });
}

type Former = Pick<CallEvent, 'occurredAt' | 'payload' | 'status' | 'attempts'>;

interface EventName {
  account: string;
  /** The fingerprint in hexadecimal digits. */
  mark: string;
}

const keyOf = ({ account, mark }: EventName) => `${account} ${mark}`;

/** The first events with these names. Read after the names are locked, so that it sees what the lock waited for. */
async function formerOf(
  tx: Tx,
  teamId: string,
  names: readonly EventName[],
): Promise<{ ids: Map<string, string>; events: Map<string, Former> }> {
  if (names.length === 0) return { ids: new Map(), events: new Map() };
  const named = Prisma.sql`call_event_names n WHERE n.team_id = ${teamId}::uuid AND (n.voice_account_id, n.fingerprint) IN (
    SELECT x.account, decode(x.mark, 'hex')
    FROM unnest(${names.map(({ account }) => account)}::uuid[], ${names.map(({ mark }) => mark)}::text[]) x(account, mark))`;
  const [ids, events] = await all([
    tx.keptRows<EventName & { id: string }>`
      SELECT n.event_id AS id, n.voice_account_id AS account, encode(n.fingerprint, 'hex') AS mark FROM ${named}`,
    tx.keptRows<
      Former & { id: string }
    >`SELECT id, occurred_at AS "occurredAt", payload, status, attempts FROM call_events
      WHERE team_id = ${teamId}::uuid AND id = ANY(ARRAY(SELECT n.event_id FROM ${named})) ORDER BY id FOR UPDATE`,
  ]);
  return {
    ids: new Map(ids.map(({ id, ...name }) => [keyOf(name), id])),
    events: new Map(events.map(({ id, ...event }) => [id, event])),
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
