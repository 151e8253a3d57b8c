import { storable } from 'plain-json';
import type { PDU } from 'smpp';
import type { Inbound, Receipt, Reply, ReplyPart } from '../provider.ts';
import { derivedId } from '../read-inbound.ts';
import { isFinal, statusOf } from '../receipt-statuses.ts';

const KIND = 0x3c;

/** A `deliver_sm` or `data_sm`. Some operators do not mark receipts, and some mark what people write. */
export function readDelivery(pdu: PDU, at: Date): Inbound {
  const given = textOf(pdu);
  const text = storable(given);
  const isMarked = ((pdu.esm_class ?? 0) & KIND) !== 0;
  const receipt = isMarked || looksLikeOne(text) || pdu.receipted_message_id ? readReceipt(pdu, text, at) : null;
  if (receipt) return { receipts: [receipt], replies: [] };
  const reply = isMarked && (text === '' || HAS_STATUS.test(text)) ? null : readReply(pdu, given, at);
  return { receipts: [], replies: reply ? [reply] : [] };
}

/** Its fields come in any order. */
const LOOKS_LIKE_ONE =
  /^(?=.*\bid\s*[:=]\s*\S)(?=.*\bstat\s*[:=]\s*\S)\s*(?:id|sub|dlvrd|submit date|done date|stat|err)\s*[:=]/is;
/** `id: 4711 stat: please stop` is what somebody wrote. */
const looksLikeOne = (text: string) =>
  LOOKS_LIKE_ONE.test(text) && (OTHERS.test(text) || isKnown(STATUS.exec(text)?.[1] ?? ''));
const OTHERS = /\b(?:sub|dlvrd|submit date|done date|err)\s*[:=]/i;
const isKnown = (word: string) => statusOf(word) !== null;
const HAS_STATUS = /\bstat\s*[:=]/i;
const FIELD = '(?:id|sub|dlvrd|submit date|done date|stat|err|text)';
const field = (name: string) => new RegExp(`\\b${name}\\s*[:=]\\s*(?!${FIELD}\\s*[:=])["']?([^\\s"',;|&]+)`, 'i');
const ID = field('(?:message[_-]?|msg[_-]?|sms[_-]?|m)?id');
const ERROR = field('err(?:or)?');

/** A name such as `AMAZON` writes no replies. Replies have no id, and operators deliver again what was not answered in time. */
function readReply(pdu: PDU, given: string, at: Date): Reply | null {
  const from = senderOf(pdu);
  if (/[^\d\s+().-]/.test(storable(pdu.source_addr ?? '')) || !/^\+?\d{1,15}$/.test(from)) return null;
  const to = storable(pdu.destination_addr ?? '') || null;
  const part = given.length > LONGEST_PART ? undefined : partOf(pdu);
  const text = part ? given : storable(given);
  const headers = [pdu.short_message?.udh, pdu.message_payload?.udh];
  const numbered = [pdu.sar_msg_ref_num, pdu.sar_total_segments, pdu.sar_segment_seqnum, pdu.user_message_reference];
  const id = derivedId([from, to, text, headers, numbered]);
  return { ...id, from, to, text, at, ...(part && { part }) };
}

/** Longer than any that goes over the air. */
const LONGEST_PART = 255;
/** Added to references of two bytes, and to those in fields. */
const WIDE = 0x10000;
const SAR = 0x20000;

/** Undefined: it is whole, or says that it is a part that cannot be. */
function partOf(pdu: PDU): ReplyPart | undefined {
  const headers = [pdu.short_message?.udh, pdu.message_payload?.udh].flat().flatMap((header) => header ?? []);
  const { sar_msg_ref_num: reference, sar_total_segments: total = 0, sar_segment_seqnum: place = 0 } = pdu;
  const inFields = reference === undefined ? [] : [{ reference: SAR + reference, total, place }];
  return [...headers.flatMap(partIn), ...inFields].find(
    (one) => one.total > 1 && one.place >= 1 && one.place <= one.total,
  );
}

/** An element of a user data header: its kind, its length, and what it says. */
function partIn([kind, length, ...said]: Buffer): ReplyPart[] {
  const [first = 0, second = 0] = said;
  const [total = 0, place = 0] = said.slice(-2);
  if (said.length !== length) return [];
  if (kind === 0x00 && length === 3) return [{ reference: first, total, place }];
  return kind === 0x08 && length === 4 ? [{ reference: WIDE + first * 0x100 + second, total, place }] : [];
}

/** `id:… sub:001 dlvrd:001 submit date:… done date:… stat:DELIVRD err:000 text:…`, in TLVs, or both. */
function readReceipt(pdu: PDU, text: string, at: Date): Receipt | null {
  const head = text.split(/\btext\s*[:=]/i)[0]!;
  const written = (field: RegExp) => field.exec(head)?.[1];
  const ids = [storable(pdu.receipted_message_id ?? '').trim(), written(ID) ?? ''];
  const known = [...new Set(ids.filter((id) => id !== '' && id.length <= MAX_ID))];
  if (known.length === 0) return null;
  const { state, status } = stateOf(pdu.message_state, STATUS.exec(head)?.[1]);
  const error = written(ERROR) ?? networkError(pdu);
  const code = error !== undefined && /^\d{1,9}$/.test(error) ? Number(error) : null;
  const named = error === undefined || /^0+$/.test(error) ? '' : ` ${error}`;
  return {
    providerId: known[0]!,
    messageId: null,
    status,
    code,
    reason: status === 'delivered' || status === 'accepted' ? null : `${state}${named}`,
    at,
    written: { ids: known, numbers: [digitsOf(pdu.source_addr), digitsOf(pdu.destination_addr)] },
  };
}

const MAX_ID = 200;
/** Of one word or more, up to the next field: `stat:DELIVERED TO OPERATOR err:000`. */
const STATUS = new RegExp(
  `\\bstat(?:us|e)?\\s*[:=]\\s*(?!${FIELD}\\s*[:=])["']?([^\\s"',;|&]+(?: +(?!${FIELD}\\b)[a-z]+\\b(?!\\s*[:=]))*)`,
  'i',
);

/** `message_state` beats the text, unless only the text has a final state. */
function stateOf(field: number | undefined, word: string | undefined): { state: string; status: Receipt['status'] } {
  const byField = field === undefined || field === 0 ? null : statusOf(String(field));
  const byWord = word === undefined ? null : statusOf(word);
  const status = isFinal(byWord) && !isFinal(byField) ? byWord : (byField ?? byWord);
  return { state: word?.toUpperCase() ?? STATES[field ?? 0] ?? 'UNKNOWN', status: status ?? 'unknown' };
}

const STATES = [
  'UNKNOWN',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
];

/** A byte for the kind of network, two for the error. */
const networkError = ({ network_error_code: bytes }: PDU): string | undefined =>
  Buffer.isBuffer(bytes) && bytes.length === 3 ? String(bytes.readUInt16BE(1)) : undefined;

/** Data codings that the library leaves as bytes: Cyrillic and Hebrew. */
const ALPHABETS: Readonly<Record<number, string>> = { 6: 'iso-8859-5', 7: 'iso-8859-8' };

function textOf({ short_message, message_payload, data_coding = 0 }: PDU): string {
  const text = short_message?.message.length ? short_message.message : (message_payload?.message ?? '');
  if (typeof text === 'string') return text;
  const alphabet = ALPHABETS[data_coding];
  return alphabet ? new TextDecoder(alphabet).decode(text) : text.toString('latin1');
}

const INTERNATIONAL = 1;

function senderOf({ source_addr = '', source_addr_ton }: PDU): string {
  const digits = source_addr.replace(/\D/g, '');
  return source_addr.startsWith('+') || source_addr_ton === INTERNATIONAL ? `+${digits}` : digits;
}

const digitsOf = (address: string | undefined) => (address ?? '').replace(/\D/g, '');
