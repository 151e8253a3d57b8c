import type { Socket } from 'node:net';
import smpp, { type PDU } from 'smpp';
import { type ReceiptFields, receiptDelivery, submitAnswer, together } from 'sms-providers';
import { type Destination, type Received, readUsual } from './decode.ts';

export type { Destination, Received };

/** The longest: a message_payload of 64 KB cannot be a message that we take. */
const MOST_BYTES = 16_384;
/** A PDU that comes byte by byte is put together after so many: each chunk takes more memory than it has bytes. */
const MOST_CHUNKS = 64;
const HEAD_BYTES = 16;
/** PDUs that are read from one connection before others have their turn. */
const MOST_IN_TURN = 50;
/** What a client that does not read may leave with us before it is not read either. */
export const MOST_UNREAD = 256 * 1_024;

class GarbageError extends Error {}

/**
 * Reads PDUs of a socket. The library's own session stops for ever after a wrong one and waits for what a wrong length
 * promises. `broken`: no further PDU can be found.
 */
export function readPdus(socket: Socket, received: (pdu: Received) => void, broken: (error: Error) => void): void {
  let held: Buffer[] = [];
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    held.push(chunk);
    bytes += chunk.length;
    try {
      if (bytes < 4) return;
      if (held.length > 1 && (held[0]!.length < 4 || held.length > MOST_CHUNKS)) held = [Buffer.concat(held)];
      if (bytes < lengthOf(held[0]!)) return;
      let rest = held.length === 1 ? held[0]! : Buffer.concat(held);
      let left = MOST_IN_TURN;
      while (rest.length >= 4 && rest.length >= lengthOf(rest)) {
        const length = lengthOf(rest);
        const pdu = rest.subarray(0, length);
        received(readUsual(pdu) ?? parse(pdu));
        if (socket.destroyed) return;
        rest = rest.subarray(length);
        left -= 1;
        if (left === 0 && !socket.isPaused()) {
          socket.pause();
          setImmediate(() => socket.resume());
        }
        // The rest comes again once the socket is read again.
        if (socket.isPaused() && rest.length > 0) {
          [held, bytes] = [[], 0];
          socket.unshift(Buffer.from(rest));
          return;
        }
      }
      if (rest.length >= 4) lengthOf(rest);
      held = rest.length > 0 ? [Buffer.from(rest)] : [];
      bytes = rest.length;
    } catch (error) {
      broken(error as Error);
    }
  });
}

function lengthOf(bytes: Buffer): number {
  const length = bytes.readUInt32BE(0);
  if (length < HEAD_BYTES || length > MOST_BYTES) throw new GarbageError(`A PDU of ${length} bytes.`);
  return length;
}

interface Parser extends Received {
  fromBuffer(bytes: Buffer): void;
}

const WITH_TEXT: ReadonlySet<string> = new Set(['submit_sm', 'submit_multi', 'data_sm']);
const ADDRESS = 1;
const LIST = 2;

/** The library reads on behind the end, where a length promises more. */
function isWhole(command: string, bytes: Buffer): boolean {
  let at = HEAD_BYTES;
  const skip = (...fields: (number | 'text')[]) => {
    for (const field of fields) {
      const end = field === 'text' ? bytes.indexOf(0, at) : at + field - 1;
      at = end < at - 1 ? Number.POSITIVE_INFINITY : end + 1;
    }
  };
  if (!WITH_TEXT.has(command)) return true;
  skip('text', 2, 'text');
  if (command === 'submit_multi') {
    const destinations = bytes[at] ?? 0;
    skip(1);
    for (let left = destinations; left > 0 && at < bytes.length; left--) {
      const flag = bytes[at];
      if (flag === ADDRESS) skip(3, 'text');
      else if (flag === LIST) skip(1, 'text');
      else return false;
    }
  } else skip(2, 'text');
  if (command === 'data_sm') skip(3);
  else {
    skip(3, 'text', 'text', 4);
    skip(1 + (bytes[at] ?? Number.POSITIVE_INFINITY));
  }
  while (at + 4 <= bytes.length) skip(4 + bytes.readUInt16BE(at + 2));
  return at === bytes.length;
}

function parse(bytes: Buffer): Received {
  const pdu: Parser = Object.create(smpp.PDU.prototype, { _filter: { value: () => {} } });
  try {
    pdu.fromBuffer(bytes);
  } catch (error) {
    throw new GarbageError('A PDU ends before its fields do.', { cause: error });
  }
  if (!isWhole(pdu.command, bytes)) throw new GarbageError('A PDU ends before or behind its fields.');
  return pdu;
}

/** False: the connection is gone. A client that does not read its answers is not read until it does. */
export function write(socket: Socket, pdu: Buffer): boolean {
  if (!socket.writable) return false;
  together(socket).write(pdu);
  if (socket.writableLength > MOST_UNREAD && !socket.isPaused()) {
    socket.pause();
    socket.once('drain', () => socket.resume());
  }
  return true;
}

export function request(command: string, sequence: number, fields: object): Buffer {
  const said = isReceipt(fields) ? fields.short_message.message : null;
  return Buffer.isBuffer(said)
    ? receiptDelivery(sequence, fields as ReceiptFields, said)
    : new smpp.PDU(command, { ...fields, sequence_number: sequence }).toBuffer();
}

const isReceipt = (fields: object): fields is ReceiptFields => 'receipted_message_id' in fields;

/** Of a PDU that was read with its fields. */
export const answer = (pdu: Received, fields: Record<string, unknown> = {}): Buffer =>
  pdu.command === 'submit_sm' && typeof fields.message_id === 'string'
    ? submitAnswer(pdu.sequence_number, fields.message_id)
    : smpp.PDU.prototype.response.call(pdu as unknown as PDU, fields).toBuffer();
