import { expect, test } from 'vitest';
import { readSubmit } from '../../../../src/modules/hub/connections/read-submit.ts';

const NOW = new Date('2026-03-02T10:00:00.000Z');

test('a relative validity counts from when the message goes out, which is never before now', () => {
  const validOf = (schedule_delivery_time: string, more: object) => {
    const pdu = { command: 'submit_sm', command_id: 4, command_status: 0, sequence_number: 1 };
    const text = { destination_addr: '12025550123', short_message: Buffer.from('Hello') };
    const submit = readSubmit({ ...pdu, ...text, schedule_delivery_time, ...more }, NOW);
    return typeof submit === 'number' ? submit : submit.message.validUntil?.toISOString();
  };
  const halfAnHour = { validity_period: '000000003000000R' };
  expect([
    validOf('', halfAnHour),
    validOf('260302090000000+', halfAnHour),
    validOf('260302090000000+', { qos_time_to_live: 1_800 }),
    validOf('260302110000000+', halfAnHour),
  ]).toEqual([
    ...['2026-03-02T10:30:00.000Z', '2026-03-02T10:30:00.000Z', '2026-03-02T10:30:00.000Z'],
    '2026-03-02T11:30:00.000Z',
  ]);
});

test('a part is told by its sar_ fields, too, where its header says something else', () => {
  const head = { command: 'submit_sm', command_id: 4, command_status: 0, sequence_number: 1, esm_class: 0x40 };
  const sar = { sar_msg_ref_num: 7, sar_total_segments: 2, sar_segment_seqnum: 1 };
  const ports = Buffer.from([6, 5, 4, 0x0b, 0x84, 0x23, 0xf0]);
  const counted = Buffer.from([5, 0, 3, 9, 3, 2]);
  const read = (header: Buffer, more: object) => {
    const text = { destination_addr: '12025550123', short_message: Buffer.concat([header, Buffer.from('Hello')]) };
    const submit = readSubmit({ ...head, ...text, ...more }, NOW);
    return typeof submit === 'number' ? submit : [submit.body.toString(), submit.part];
  };
  expect(read(ports, {})).toEqual(['Hello', null]);
  expect(read(ports, sar)).toEqual(['Hello', { concatenation: 0x20007, total: 2, part: 1 }]);
  expect(read(counted, sar)).toEqual(['Hello', { concatenation: 9, total: 3, part: 2 }]);
  expect(read(ports, { ...sar, sar_segment_seqnum: 3 })).toBe(0x43);
});

test('a number of a type without a country code is refused, unless it begins with a plus sign or an exit code', () => {
  const head = { command: 'submit_sm', command_id: 4, command_status: 0, sequence_number: 1 };
  const read = (dest_addr_ton: number, destination_addr: string) => {
    const submit = readSubmit({ ...head, dest_addr_ton, destination_addr, short_message: Buffer.from('Hello') }, NOW);
    return typeof submit === 'number' ? submit : submit.message.destination;
  };
  const number = '4581234567';
  // Kannel says 2 of any number without a plus sign.
  expect([0, 1, 2].map((type) => read(type, number))).toEqual([number, number, number]);
  expect([3, 4, 5, 6].map((type) => read(type, number))).toEqual([0x50, 0x50, 0x50, 0x50]);
  const abroad = [`+${number}`, `00${number}`, `011${number}`];
  expect(abroad.map((one) => read(5, one))).toEqual(abroad);
});
