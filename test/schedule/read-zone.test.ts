import { expect, test } from 'vitest';
import { readZone } from '../../src/schedule/read-zone.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['US/Eastern', 'US/Eastern'],
  ['America/Coyhaique', 'America/Coyhaique'],
  ['Etc/GMT+12', 'Etc/GMT+12'],
  ['utc', 'UTC'],
  ['CET', 'CET'],
  ['EST5EDT', 'EST5EDT'],
])('%s is a time zone', (text, zone) => {
  expect(readZone(text)).toBe(zone);
});

// JavaScript takes the first for Dhaka, Anchorage, Paris, Auckland, Guadalcanal, Calcutta, Chicago and Cairo.
test.each([
  ...['BST', 'AST', 'ECT', 'NST', 'SST', 'IST', 'CST', 'ART', 'bst', 'PST', 'PDT', 'CEST'],
  ...['+01:00', 'UTC+1', 'GMT+1', 'Berlin', 'W. Europe Standard Time', 'Etc/Unknown', 'constructor', ''],
])('%j is none', (text) => {
  expect(readZone(text)).toBeNull();
});
