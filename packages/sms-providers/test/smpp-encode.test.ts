import smpp from 'smpp';
import { deliveryAnswer, plainSubmit } from 'sms-providers';
import { expect, it } from 'vitest';

it('A delivery that was taken is answered as the library answers it', () => {
  const pdu = new smpp.PDU('deliver_sm', { sequence_number: 11 });
  expect(deliveryAnswer(11).toString('hex')).toBe(pdu.response().toBuffer().toString('hex'));
});

it.each([
  { source_addr: 'Shop', registered_delivery: 1, text: 'Your code is 4711.' },
  { source_addr: '', registered_delivery: 0, text: '' },
])('A message of one part from "$source_addr" is submitted as the library submits it', ({ text, ...given }) => {
  const said = Buffer.from(text, 'latin1');
  const to = { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4915112345678' };
  const fields = { source_addr_ton: 5, source_addr_npi: 0, ...to, data_coding: 0, ...given };
  const library = new smpp.PDU('submit_sm', { ...fields, short_message: { message: said }, sequence_number: 13 });
  expect(plainSubmit(13, fields, said).toString('hex')).toBe(library.toBuffer().toString('hex'));
});
