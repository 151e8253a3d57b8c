import { randomUUID } from 'node:crypto';
import type { PDU } from 'smpp';
import { storable } from '../../../input/plain-json.ts';
import type { Inbound, Receipt } from '../provider.ts';

const RECEIPT = 0x04;
const KIND = 0x3c;

const STATES: Record<string, Receipt['status']> = {
  ACCEPTD: 'accepted',
  ENROUTE: 'accepted',
  DELIVRD: 'delivered',
  DELETED: 'failed',
  UNDELIV: 'failed',
  REJECTD: 'failed',
  EXPIRED: 'expired',
  UNKNOWN: 'unknown',
};
/** Of `message_state`. */
const NUMBERED = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'];

/** A `deliver_sm`: a receipt, or what somebody wrote. */
export function readDelivery(pdu: PDU, receiptIds: 'same' | 'decimal', at: Date): Inbound {
  const text = textOf(pdu);
  if (((pdu.esm_class ?? 0) & KIND) === RECEIPT) {
    const receipt = readReceipt(pdu, text, receiptIds, at);
    return { receipts: receipt ? [receipt] : [], replies: [] };
  }
  const from = senderOf(pdu);
  if (!/^\+?\d{1,15}$/.test(from)) return { receipts: [], replies: [] };
  return {
    receipts: [],
    replies: [{ id: randomUUID(), from, to: storable(pdu.destination_addr ?? '') || null, text, at }],
  };
}

/** `id:… sub:001 dlvrd:001 submit date:… done date:… stat:DELIVRD err:000 text:…`, unless fields of its own say it. */
function readReceipt(pdu: PDU, text: string, receiptIds: 'same' | 'decimal', at: Date): Receipt | null {
  const written = (name: string) => new RegExp(`\\b${name}:\\s*([^\\s]+)`, 'i').exec(text)?.[1];
  const id = storable(pdu.receipted_message_id ?? '') || written('id');
  const state = NUMBERED[pdu.message_state ?? 0] || written('stat')?.toUpperCase() || 'UNKNOWN';
  if (!id) return null;
  const error = written('err');
  const code = error !== undefined && /^\d{1,9}$/.test(error) ? Number(error) : null;
  const status = STATES[state] ?? 'unknown';
  return {
    providerId: receiptIds === 'decimal' && /^\d+$/.test(id) ? BigInt(id).toString(16) : id,
    messageId: null,
    status,
    code,
    reason: status === 'delivered' || status === 'accepted' ? null : `${state}${code ? ` ${error}` : ''}`,
    at,
  };
}

function textOf({ short_message, message_payload }: PDU): string {
  const text = short_message?.message.length ? short_message.message : (message_payload?.message ?? '');
  return storable(typeof text === 'string' ? text : text.toString('latin1'));
}

const INTERNATIONAL = 1;

function senderOf({ source_addr = '', source_addr_ton }: PDU): string {
  const digits = source_addr.replace(/\D/g, '');
  return source_addr.startsWith('+') || source_addr_ton === INTERNATIONAL ? `+${digits}` : digits;
}
