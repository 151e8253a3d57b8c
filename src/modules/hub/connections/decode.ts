import type { PDU } from 'smpp';

/** A PDU as it came: texts and times are not decoded, as the library loses what is wrong with them. */
export interface Received
  extends Omit<PDU, 'short_message' | 'message_payload' | 'response' | 'isResponse' | 'toBuffer'> {
  short_message?: Buffer;
  message_payload?: Buffer;
  source_addr_npi?: number;
  dest_addr_ton?: number;
  schedule_delivery_time?: string;
  validity_period?: string;
  user_message_reference?: number;
  sar_msg_ref_num?: number;
  sar_total_segments?: number;
  sar_segment_seqnum?: number;
  qos_time_to_live?: number;
  /** Of a submit_multi. */
  dest_address?: Destination[];
}

export type Destination =
  | { dest_addr_ton: number; dest_addr_npi: number; destination_addr: string }
  /** A distribution list. */
  | { dl_name: string };

const HEAD_BYTES = 16;
const SUBMIT_SM = 0x04;
const ANSWER = 0x80000000;

/**
 * The PDUs that come most, without the library, which takes many times as long: answers, of which only the head is asked for, and
 * a submit_sm without parameters behind its text. Null: any other, and one whose end is not that of its text.
 */
export function readUsual(bytes: Buffer): Received | null {
  const command_id = bytes.readUInt32BE(4);
  const head = { command_id, command_status: bytes.readUInt32BE(8), sequence_number: bytes.readUInt32BE(12) };
  if ((command_id & ANSWER) !== 0) return { ...head, command: 'answer' };
  return command_id === SUBMIT_SM ? readSubmit(bytes, head) : null;
}

type Head = Pick<Received, 'command_id' | 'command_status' | 'sequence_number'>;

/** One literal: objects that are spread together get many shapes, and those are slow to read. */
function readSubmit(bytes: Buffer, { command_id, command_status, sequence_number }: Head): Received | null {
  let at = HEAD_BYTES;
  const octet = () => bytes[at++] ?? Number.NaN;
  const text = () => {
    const begin = at;
    const end = bytes.indexOf(0, at);
    at = end < 0 ? Number.POSITIVE_INFINITY : end + 1;
    return end <= begin ? '' : bytes.toString('ascii', begin, end);
  };
  const skip = (octets: number) => {
    at += octets;
  };
  // In the order of the standard.
  text();
  const source_addr_ton = octet();
  const source_addr_npi = octet();
  const source_addr = text();
  const dest_addr_ton = octet();
  skip(1);
  const destination_addr = text();
  const esm_class = octet();
  skip(2);
  const schedule_delivery_time = text();
  const validity_period = text();
  const registered_delivery = octet();
  skip(1);
  const data_coding = octet();
  skip(1);
  const length = octet();
  if (at + length !== bytes.length) return null;
  const short_message = bytes.subarray(at);
  return {
    command: 'submit_sm',
    command_id,
    command_status,
    sequence_number,
    source_addr_ton,
    source_addr_npi,
    source_addr,
    dest_addr_ton,
    destination_addr,
    schedule_delivery_time,
    validity_period,
    esm_class,
    registered_delivery,
    data_coding,
    short_message,
  };
}
