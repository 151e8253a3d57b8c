import { expect, test } from 'vitest';
import { csvCell } from '../../src/input/csv-cell.ts';
import { networkOf } from '../../src/input/network.ts';
import { momentAt } from '../../src/modules/voice/calls/call-message.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:ff9b::c000:207', '192.0.2.7'],
  ['2002:c000:207:1::5', '192.0.2.7'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2025-06-01T10:00:00', '2025-06-01T10:00:00.000Z'],
  ['2025-06-01 10:00', '2025-06-01T10:00:00.000Z'],
  ['2025-06-01', '2025-06-01T00:00:00.000Z'],
  ['2025-06-01T10:00:00+02:00', '2025-06-01T08:00:00.000Z'],
  ['Sun, 01 Jun 2025 10:00:00 GMT', '2025-06-01T10:00:00.000Z'],
  ['Sun Jun 1 10:00:00 2025', '2025-06-01T10:00:00.000Z'],
])('the time %s of a call event is %s, whatever the zone of the server', (given, moment) => {
  const zone = process.env.TZ;
  process.env.TZ = 'Asia/Kolkata';
  try {
    expect(momentAt({ at: given }, 'at')?.toISOString()).toBe(moment);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test.each([
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\ufeff@x', "'\ufeff@x"],
  [' "＝1', '"\' ""＝1"'],
  ['a; =1', '"a;\' =1"'],
  ['a\n  -1', '"a\n\'  -1"'],
  [' a=1', ' a=1'],
  ['a =1', 'a =1'],
])('an export writes %j as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('a cell of blanks and quotes alone holds nobody up', () => {
  const begun = process.cpuUsage();
  csvCell('\n'.repeat(200_000));
  csvCell(' '.repeat(200_000));
  csvCell('";'.repeat(200_000));
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
});
