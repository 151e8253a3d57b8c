/// <reference path="../../packages/sms-providers/src/smpp/smpp.d.ts" />
import type { AddressInfo } from 'node:net';
import smpp, { type PDU } from 'smpp';

/** An operator that accepts every message and sends its receipt over the same connection, some unanswered ones at a time. */
const WINDOW = 500;
let count = 0;
const server = smpp.createServer((session) => {
  // A Set, as taking the first of a long array moves all others.
  const receipts = new Set<Record<string, unknown>>();
  let unanswered = 0;
  const next = () => {
    for (const receipt of receipts) {
      if (unanswered === WINDOW) return;
      unanswered += 1;
      receipts.delete(receipt);
      session.deliver_sm(receipt, ({ command_status }) => {
        unanswered -= 1;
        if (command_status !== 0) receipts.add(receipt);
        next();
      });
    }
  };
  session.on('error', () => {});
  session.on('bind_transceiver', (pdu: PDU) => session.send(pdu.response()));
  session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
  session.on('submit_sm', (pdu: PDU) => {
    count += 1;
    const id = count.toString(16);
    session.send(pdu.response({ message_id: id }));
    if (!pdu.registered_delivery) return;
    const text = `id:${id} sub:001 dlvrd:001 submit date:2611221000 done date:2611221001 stat:DELIVRD err:000 text:`;
    receipts.add({
      ...{ source_addr: pdu.destination_addr, destination_addr: pdu.source_addr, esm_class: 0x04, short_message: text },
    });
    next();
  });
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
