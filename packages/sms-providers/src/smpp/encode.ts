/** The PDUs that are sent most, byte for byte as the library writes them. It takes many times as long. */

export interface ReceiptFields {
  source_addr_ton: number;
  source_addr_npi: number;
  source_addr: string;
  destination_addr: string;
  esm_class: number;
  data_coding: number;
  short_message: { message: Buffer | string };
  receipted_message_id: string;
  message_state: number;
  network_error_code: Buffer;
}

export interface SubmitFields {
  source_addr_ton: number;
  source_addr_npi: number;
  source_addr: string;
  dest_addr_ton: number;
  dest_addr_npi: number;
  destination_addr: string;
  data_coding: number;
  registered_delivery: number;
}

const HEAD_BYTES = 16;
const SUBMIT_SM = 0x04;
const DELIVER_SM = 0x05;
const SUBMIT_SM_RESP = 0x80000004;
const DELIVER_SM_RESP = 0x80000005;

/** The answer to a submit_sm that was taken. */
export const submitAnswer = (sequence: number, messageId: string): Buffer =>
  pdu(SUBMIT_SM_RESP, sequence, `${messageId}\0`);

/** The answer to a deliver_sm that was taken. */
export const deliveryAnswer = (sequence: number): Buffer => pdu(DELIVER_SM_RESP, sequence, '\0');

/** `said` in GSM 03.38. */
export function receiptDelivery(sequence: number, fields: ReceiptFields, said: Buffer): Buffer {
  const { source_addr_ton, source_addr_npi, source_addr, destination_addr, esm_class, data_coding } = fields;
  const { receipted_message_id: id, message_state, network_error_code } = fields;
  const addresses = `\0${octets(source_addr_ton, source_addr_npi)}${source_addr}\0\0\0${destination_addr}\0`;
  const times = '\0\0';
  const kind = `${octets(esm_class)}\0\0${times}\0\0${octets(data_coding)}\0`;
  const message = `${octets(said.length)}${said.toString('latin1')}`;
  const parameters =
    parameter(0x001e, `${id}\0`) +
    parameter(0x0427, octets(message_state)) +
    parameter(0x0423, network_error_code.toString('latin1'));
  return pdu(DELIVER_SM, sequence, addresses + kind + message + parameters);
}

/** A message in one part; `said` in its coding. */
export function plainSubmit(sequence: number, fields: SubmitFields, said: Buffer): Buffer {
  const { source_addr_ton, source_addr_npi, source_addr, dest_addr_ton, dest_addr_npi, destination_addr } = fields;
  const { data_coding, registered_delivery } = fields;
  const from = `\0${octets(source_addr_ton, source_addr_npi)}${source_addr}\0`;
  const to = `${octets(dest_addr_ton, dest_addr_npi)}${destination_addr}\0`;
  const kind = `\0\0\0\0\0${octets(registered_delivery, 0, data_coding, 0, said.length)}`;
  return pdu(SUBMIT_SM, sequence, from + to + kind + said.toString('latin1'));
}

const octets = (...values: readonly number[]) => String.fromCharCode(...values);
const short = (value: number) => octets(value >> 8, value & 0xff);
const parameter = (tag: number, value: string) => short(tag) + short(value.length) + value;

function pdu(command: number, sequence: number, body: string): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + body.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(command, 4);
  bytes.writeUInt32BE(0, 8);
  bytes.writeUInt32BE(sequence, 12);
  bytes.write(body, HEAD_BYTES, 'latin1');
  return bytes;
}
