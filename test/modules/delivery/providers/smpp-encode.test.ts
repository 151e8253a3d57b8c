import smpp from 'smpp';
import { expect, it } from 'vitest';
import { receiptFields } from '../../../../src/modules/hub/connections/receipts.ts';
import { answer, type Received, request } from '../../../../src/modules/hub/connections/wire.ts';

const ID = '0197a2ac-7f3e-7000-8000-000000000001';
const RECEIPT = {
  ...{ messageId: ID, reference: null, code: 300, reason: null, text: 'Your code' },
  status: 'failed' as const,
  ...{ submittedAt: '2026-03-04T10:00:00.000Z', doneAt: '2026-03-04T10:01:00.000Z' },
};

it.each([
  { sender: 'Shop', destination: '+4915112345678' },
  { sender: '', destination: 'nobody' },
])('A receipt from $destination is written as the library writes it', (addresses) => {
  const fields = receiptFields({ ...RECEIPT, ...addresses });
  const library = new smpp.PDU('deliver_sm', { ...fields, sequence_number: 7 }).toBuffer();
  expect(request('deliver_sm', 7, fields).toString('hex')).toBe(library.toString('hex'));
  expect(library.readUInt16BE(library.length - 2)).toBe(300);
});

it('A taken submit is answered as the library answers it', () => {
  const pdu = new smpp.PDU('submit_sm', { sequence_number: 9 });
  expect(answer(pdu as unknown as Received, { message_id: ID }).toString('hex')).toBe(
    pdu.response({ message_id: ID }).toBuffer().toString('hex'),
  );
});
