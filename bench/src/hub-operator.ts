import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * An operator that accepts every message and sends its receipt over the same connection, some unanswered ones at a time. It reads and
 * writes bytes itself, all that came at once together, as it shares the processors with what is measured.
 */
const WINDOW = 1_000;
const HEAD_BYTES = 16;
const SUBMIT_SM = 0x04;
const DELIVER_SM = 0x05;
const BIND_TRANSCEIVER = 0x09;
const ENQUIRE_LINK = 0x15;
const ANSWER = 0x80_00_00_00;
const RECEIPT = 0x04;
const END = Buffer.of(0);

let count = 0;

function pdu(command: number, sequence: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + body.length);
  for (const [at, field] of [bytes.length, command, 0, sequence].entries()) bytes.writeUInt32BE(field, at * 4);
  body.copy(bytes, HEAD_BYTES);
  return bytes;
}

/** Both addresses with their kinds, and the wish for a receipt. */
function readSubmit(bytes: Buffer): { from: Buffer; to: Buffer; wantsReceipt: boolean } {
  const endOf = (start: number) => bytes.indexOf(0, start) + 1;
  const from = endOf(HEAD_BYTES);
  const to = endOf(from + 2);
  const behind = endOf(to + 2);
  const validity = endOf(endOf(behind + 3));
  return {
    ...{ from: bytes.subarray(from, to), to: bytes.subarray(to, behind) },
    wantsReceipt: bytes[validity] !== 0,
  };
}

function receiptOf({ from, to }: { from: Buffer; to: Buffer }, id: string): Buffer {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2611221000 done date:2611221001 stat:DELIVRD err:000 text:`;
  const behind = Buffer.of(RECEIPT, 0, 0, 0, 0, 0, 0, 0, 0, text.length);
  return Buffer.concat([END, to, from, behind, Buffer.from(text)]);
}

function serve(socket: Socket): void {
  let held: Buffer = Buffer.alloc(0);
  let sequence = 0;
  /** By the sequence number of each that is unanswered, and those that wait. */
  const unanswered = new Map<number, Buffer>();
  let receipts: Buffer[] = [];

  function take(bytes: Buffer, written: Buffer[]): void {
    const [command, status, number] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8), bytes.readUInt32BE(12)];
    if (command === SUBMIT_SM) {
      count += 1;
      const id = count.toString(16);
      const submit = readSubmit(bytes);
      written.push(pdu(ANSWER + SUBMIT_SM, number, Buffer.from(`${id}\0`)));
      if (submit.wantsReceipt) receipts.push(receiptOf(submit, id));
    } else if (command === ANSWER + DELIVER_SM) {
      if (status !== 0) receipts.push(unanswered.get(number)!);
      unanswered.delete(number);
    } else if (command === BIND_TRANSCEIVER) written.push(pdu(ANSWER + command, number, END));
    else if (command === ENQUIRE_LINK) written.push(pdu(ANSWER + command, number));
  }

  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    let rest = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const written: Buffer[] = [];
    while (rest.length >= HEAD_BYTES && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      take(rest.subarray(0, length), written);
      rest = rest.subarray(length);
    }
    held = rest;
    const room = WINDOW - unanswered.size;
    for (const receipt of receipts.slice(0, room)) {
      sequence += 1;
      unanswered.set(sequence, receipt);
      written.push(pdu(DELIVER_SM, sequence, receipt));
    }
    receipts = receipts.slice(room);
    if (written.length > 0) socket.write(Buffer.concat(written));
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
