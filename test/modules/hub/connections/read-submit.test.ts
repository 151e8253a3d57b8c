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
