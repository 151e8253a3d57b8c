import { gsmBytes, type ReceiptFields } from 'sms-providers';
import type { ReturnedReceipt } from '../../delivery/relay/returned.ts';
import { receiptTime } from './times.ts';

interface State {
  state: number;
  word: string;
}

const ENROUTE: State = { state: 1, word: 'ENROUTE' };
const STATES: Readonly<Record<string, State>> = {
  delivered: { state: 2, word: 'DELIVRD' },
  expired: { state: 3, word: 'EXPIRED' },
  canceled: { state: 4, word: 'DELETED' },
  failed: { state: 5, word: 'UNDELIV' },
  unknown: { state: 7, word: 'UNKNOWN' },
  rejected: { state: 8, word: 'REJECTD' },
};

/** Of a row's status. What waits, has been handed over or was accepted is on its way: the standard's `ACCEPTED` is an end. */
export const messageState = (status: string): number => (STATES[status] ?? ENROUTE).state;

const RECEIPT = 0x04;
/** A network of GSM. */
const GSM = 3;

/** A receipt as a deliver_sm, from whom the message was for. */
export function receiptFields(receipt: ReturnedReceipt): ReceiptFields {
  const { messageId, sender, destination, status, code, submittedAt, doneAt, text } = receipt;
  const { state, word } = STATES[status]!;
  const error = Math.min(Math.max(code, 0), 0xffff);
  const said =
    `id:${messageId} sub:001 dlvrd:${status === 'delivered' ? '001' : '000'} submit date:${receiptTime(submittedAt)} ` +
    `done date:${receiptTime(doneAt)} stat:${word} err:${String(error).padStart(3, '0')} text:${asciiOf(text)}`;
  const isNumber = /^\+?\d{7,}$/.test(destination);
  return {
    esm_class: RECEIPT,
    data_coding: 0,
    destination_addr: sender,
    source_addr_ton: isNumber ? 1 : 0,
    source_addr_npi: isNumber ? 1 : 0,
    source_addr: isNumber ? digits(destination) : destination,
    short_message: { message: gsmBytes(said) },
    receipted_message_id: messageId,
    message_state: state,
    network_error_code: Buffer.from([GSM, error >> 8, error & 0xff]),
  };
}

const digits = (number: string) => number.replace(/^\+/, '');
const asciiOf = (text: string) => text.slice(0, 20).replace(/[^\x20-\x7e]/g, '?');
