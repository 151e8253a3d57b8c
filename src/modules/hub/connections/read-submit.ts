import { createHash } from 'node:crypto';
import type { HubReceiptWish } from '../../../generated/prisma/client.ts';
import type { Submission } from '../traffic/submission.ts';
import { REFUSED, STATUS } from './statuses.ts';
import { isPart, isText, type Part, readHeader, SAR } from './texts.ts';
import { readTime } from './times.ts';
import type { Received } from './wire.ts';

export interface Submit {
  message: Omit<Submission, 'teamId' | 'endpointId' | 'text' | 'partIds'>;
  coding: number;
  body: Buffer;
  part: Part | null;
}

const INTERNATIONAL = 1;
/**
 * Network specific, subscriber's, alphanumeric and abbreviated ones: not with a country code. Clients such as Kannel call any number
 * national that has no plus sign.
 */
const OTHER_TYPES: ReadonlySet<number | undefined> = new Set([3, 4, 5, 6]);
/** A plus sign or an exit code. */
const ABROAD = /^(?:\+|00|011)/;
const UDH = 0x40;
/** The kinds of message of an `esm_class`: receipts and acknowledgements. */
const KIND = 0x3c;
/** Without the octet that ends it: the standard's. */
const LONGEST_ADDRESS = 20;

/** What a submit_sm or data_sm says, or the status that it is refused with before anything is stored. */
export function readSubmit(pdu: Received, now: Date): Submit | number {
  const coding = pdu.data_coding ?? 0;
  if ((pdu.source_addr ?? '').length > LONGEST_ADDRESS) return REFUSED.invalid_sender;
  if ((pdu.destination_addr ?? '').length > LONGEST_ADDRESS) return REFUSED.invalid_number;
  if (OTHER_TYPES.has(pdu.dest_addr_ton) && !ABROAD.test(pdu.destination_addr ?? ''))
    return STATUS.INVALID_DESTINATION_TYPE;
  const { esm_class: esmClass = 0 } = pdu;
  // It tells of another message: nobody is to read it, or to pay for it.
  if ((esmClass & KIND) !== 0) return STATUS.INVALID_CLASS;
  const bytes = bytesOf(pdu);
  const headed = (esmClass & UDH) === 0 ? { body: bytes, part: null } : readHeader(bytes);
  // A header may be there for something else.
  const part = headed?.part ?? partOf(pdu);
  if (headed === null || (part && !isPart(part))) return STATUS.INVALID_CLASS;
  if (!isText(coding, headed.body)) return STATUS.INVALID_CODING;
  const scheduledAt = readTime(pdu.schedule_delivery_time, now);
  if (scheduledAt === undefined) return STATUS.INVALID_SCHEDULE;
  // What was to go out before now goes out now.
  const validUntil = readValidity(pdu, scheduledAt && scheduledAt > now ? scheduledAt : now);
  if (validUntil === undefined) return STATUS.INVALID_EXPIRY;
  const isWhole = part === null || part.total === 1;
  return {
    message: {
      protocol: 'smpp',
      sender: addressOf(pdu.source_addr, pdu.source_addr_ton),
      destination: pdu.destination_addr ?? '',
      isInternational: pdu.dest_addr_ton === INTERNATIONAL,
      receipts: wishOf(pdu.registered_delivery ?? 0),
      validUntil,
      scheduledAt,
      reference: isWhole ? referenceOf(pdu) : null,
    },
    coding,
    body: headed.body,
    part: isWhole ? null : part,
  };
}

/** A data_sm has seconds. */
const readValidity = ({ validity_period: period, qos_time_to_live: seconds }: Received, from: Date) =>
  seconds === undefined ? readTime(period, from) : new Date(from.getTime() + seconds * 1_000);

const bytesOf = ({ short_message: short, message_payload: payload }: Received): Buffer =>
  short?.length ? short : (payload ?? Buffer.alloc(0));

function partOf({ sar_msg_ref_num: concatenation, sar_total_segments: total, sar_segment_seqnum: part }: Received) {
  return concatenation === undefined || total === undefined || part === undefined
    ? null
    : { concatenation: SAR + concatenation, total, part };
}

/** The plus sign of an international number says what its type does. */
const addressOf = (address = '', ton = 0) => (ton === INTERNATIONAL ? address.replace(/^\+/, '') : address);

function wishOf(registered: number): HubReceiptWish {
  const wish = registered & 0b11;
  if (wish === 1) return 'all';
  return wish === 2 ? 'failures' : 'none';
}

/** Clients count with two bytes and begin again: it names a message only together with what it says, and to whom. */
function referenceOf(pdu: Received): string | null {
  const { user_message_reference: number, destination_addr = '' } = pdu;
  if (number === undefined) return null;
  return `smpp:${number}:${destination_addr}:${createHash('sha256').update(bytesOf(pdu)).digest('base64url')}`;
}
