import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { CallEvent, Prisma, VoiceAccount } from '../../../generated/prisma/client.ts';

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
  const names = await tx.keptRows<{ id: string; account: string; fingerprint: string }>`WITH given AS (
        SELECT x.*, decode(x.mark, 'hex') AS fingerprint FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          x(id uuid, account uuid, call text, type text, status text, at timestamptz, mark text, payload jsonb)),
      named AS (
        INSERT INTO call_event_names AS n (team_id, voice_account_id, fingerprint, event_id)
        SELECT ${teamId}::uuid, account, fingerprint, id FROM given ORDER BY fingerprint
        ON CONFLICT (team_id, voice_account_id, fingerprint) DO UPDATE SET fingerprint = excluded.fingerprint
        RETURNING n.event_id AS id, n.voice_account_id AS account, encode(n.fingerprint, 'hex') AS fingerprint),
      stored AS (
        INSERT INTO call_events (team_id, id, voice_account_id, external_call_id, type, call_status, occurred_at,
          fingerprint, payload)
        SELECT ${teamId}::uuid, g.id, g.account, g.call, g.type, g.status, g.at, g.fingerprint, g.payload
        FROM given g JOIN named USING (id))
      SELECT id, account, fingerprint FROM named`;
  const idOf = new Map(names.map(({ id, account, fingerprint }) => [`${account} ${fingerprint}`, id]));
  const ids = arrivals.map(({ account }, at) => idOf.get(`${account.id} ${given[at]!.mark}`)!);
  const former = await formerOf(
    tx,
    teamId,
    ids.filter((id, at) => id !== given[at]!.id),
  );
  return arrivals.map(({ account, message }, at) => {
    const id = ids[at]!;
    const isNew = id === given[at]!.id;
    const { externalCallId, type, callStatus, fingerprint } = message;
    const shared = { id, teamId, voiceAccountId: account.id, externalCallId, type, callStatus, fingerprint, isNew };
    if (isNew) {
      const payload = message.payload as Prisma.JsonObject;
      return { ...shared, occurredAt: message.occurredAt, payload, status: 'received' };
    }
    // Deleted by retention: it was applied long ago.
    const gone = { occurredAt: message.occurredAt, payload: {}, status: 'processed' } as const;
    return { ...shared, ...(former.get(id) ?? gone) };
  });
}

type Former = Pick<CallEvent, 'occurredAt' | 'payload' | 'status'>;

/** Its own statement after the lock of their names, to see what that lock waited for. */
async function formerOf(tx: Tx, teamId: string, ids: readonly string[]): Promise<Map<string, Former>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.keptRows<Former & { id: string }>`
      SELECT id, occurred_at AS "occurredAt", payload, status FROM call_events
      WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return new Map(rows.map(({ id, ...event }) => [id, event]));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
