import fc from 'fast-check';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { readUsual } from '../../../../src/modules/hub/connections/decode.ts';

const octet = fc.integer({ min: 0, max: 255 });
const text = (most: number) => fc.stringMatching(new RegExp(`^[ -~]{0,${most}}$`));

const fields = fc.record({
  service_type: text(5),
  ...{ source_addr_ton: octet, source_addr_npi: octet, source_addr: text(20) },
  ...{ dest_addr_ton: octet, dest_addr_npi: octet, destination_addr: text(20) },
  ...{ esm_class: octet, protocol_id: octet, priority_flag: octet },
  schedule_delivery_time: fc.constantFrom('', '260304100000000+'),
  validity_period: fc.constantFrom('', '000001000000000R'),
  ...{ registered_delivery: octet, replace_if_present_flag: octet, data_coding: octet, sm_default_msg_id: octet },
  short_message: fc.uint8Array({ maxLength: 254 }).map((bytes) => Buffer.from(bytes)),
  sequence_number: fc.integer({ min: 1, max: 0x7fffffff }),
});

/** As the hub has the library read what this does not. */
function byLibrary(bytes: Buffer): Record<string, unknown> {
  const pdu = Object.create(smpp.PDU.prototype, { _filter: { value: () => {} } }) as Record<string, unknown> & {
    fromBuffer(bytes: Buffer): void;
  };
  pdu.fromBuffer(bytes);
  return pdu;
}

test('a submit_sm is read as the library reads it', () => {
  fc.assert(
    fc.property(fields, (given) => {
      const bytes = new smpp.PDU('submit_sm', given).toBuffer();
      expect(byLibrary(bytes)).toMatchObject(readUsual(bytes)!);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('a submit_sm that ends anywhere else than with its text is left to the library', () => {
  const bytes = new smpp.PDU('submit_sm', {
    ...{ source_addr: 'Acme', destination_addr: '12025550123', short_message: 'Hello there', sequence_number: 5 },
  }).toBuffer();
  expect(readUsual(bytes)?.short_message?.toString()).toBe('Hello there');
  for (let end = 16; end < bytes.length; end += 1) expect(readUsual(bytes.subarray(0, end))).toBe(null);
  expect(readUsual(Buffer.concat([bytes, Buffer.from('!')]))).toBe(null);
  const referred = new smpp.PDU('submit_sm', { short_message: 'Hello', user_message_reference: 7, sequence_number: 5 });
  expect(readUsual(referred.toBuffer())).toBe(null);
});

test('of an answer the head is read', () => {
  const answer = new smpp.PDU('deliver_sm_resp', { command_status: 0x58, sequence_number: 9 });
  expect(readUsual(answer.toBuffer())).toEqual({
    ...{ command: 'answer', command_id: 0x80000005, command_status: 0x58, sequence_number: 9 },
  });
  expect(readUsual(new smpp.PDU('enquire_link', { sequence_number: 9 }).toBuffer())).toBe(null);
});
