import { uuidv7 } from '../../database/uuid.ts';
import { type CallEvent, Prisma, type VoiceAccount } from '../../generated/prisma/client.ts';
import type { Tx } from '../sending/engine.ts';
import { rowsOf } from '../sending/rows.ts';
import type { CallMessage } from './call-message.ts';

/** An event as it came. */
export interface Arrival {
  account: Pick<VoiceAccount, 'id' | 'teamId'>;
  message: CallMessage;
  traceId: string;
}

/** One that is stored. */
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
  /** By the transaction that has it. */
  isNew: boolean;
}

/** A repeat is the event that came first, which is locked. In the order of the arrivals. */
export async function storeEvents(tx: Tx, teamId: string, arrivals: readonly Arrival[]): Promise<EventRow[]> {
  const given = arrivals.map(({ account, message }) => ({
    id: uuidv7(),
    account: account.id,
    call: message.externalCallId,
    type: message.type,
    status: message.callStatus,
    at: message.occurredAt,
    fingerprint: hex(message.fingerprint),
    payload: message.payload,
  }));
  const rows = await rowsOf<Stored>(
    tx,
    Prisma.sql`INSERT INTO call_events AS e (team_id, id, voice_account_id, external_call_id, type, call_status,
        occurred_at, fingerprint, payload)
      SELECT ${teamId}::uuid, x.id, x.account, x.call, x.type, x.status, x.at, decode(x.fingerprint, 'hex'), x.payload
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) x(id uuid, account uuid, call text, type text,
        status text, at timestamptz, fingerprint text, payload jsonb)
      ORDER BY x.fingerprint
      ON CONFLICT (team_id, voice_account_id, fingerprint) DO UPDATE SET fingerprint = excluded.fingerprint
      RETURNING e.id, e.voice_account_id AS account, encode(e.fingerprint, 'hex') AS fingerprint, e.status,
        e.occurred_at AS at, CASE WHEN e.id = ANY(${given.map(({ id }) => id)}::uuid[]) THEN NULL ELSE e.payload END AS payload`,
  );
  const stored = new Map(rows.map((row) => [`${row.account} ${row.fingerprint}`, row]));
  return arrivals.map(({ account, message }, at) => {
    const { id, status, at: occurredAt, payload } = stored.get(`${account.id} ${given[at]!.fingerprint}`)!;
    const isNew = id === given[at]!.id;
    const { externalCallId, type, callStatus, fingerprint } = message;
    return {
      id,
      teamId,
      voiceAccountId: account.id,
      externalCallId,
      type,
      callStatus,
      occurredAt,
      fingerprint,
      payload: isNew ? (message.payload as Prisma.JsonObject) : payload,
      status,
      isNew,
    };
  });
}

interface Stored extends Pick<CallEvent, 'id' | 'status' | 'payload'> {
  account: string;
  fingerprint: string;
  at: Date;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
