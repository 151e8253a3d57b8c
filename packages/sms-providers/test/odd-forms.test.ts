import type { PDU } from 'smpp';
import { readDelivery, readInbound, statusOf } from 'sms-providers';
import { expect, test } from 'vitest';

const NOW = new Date('2025-06-01T00:00:00Z');

test.each([
  ['ERROR_NONE', null],
  ['NO_ERROR', null],
  ['ERROR', 'failed'],
  ['ERROR_UNKNOWN', 'failed'],
])('the status %s is %j', (word, status) => {
  expect(statusOf(word)).toBe(status);
});

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['-5467864398275983465', '-5467864398275983465'],
  ['-7', '-7'],
])('the id %s keeps its digits', (written, id) => {
  const body = `{"receipts":[{"provider_id":${written},"status":"delivered"}]}`;
  expect(readInbound({ method: 'POST', headers: {}, query: '', pathSecret: null, body }, NOW).receipts).toMatchObject([
    { providerId: id },
  ]);
});

test('a number that is none is no id', () => {
  const body = '{"receipts":[{"provider_id":1e400,"status":"delivered"}]}';
  expect(readInbound({ method: 'POST', headers: {}, query: '', pathSecret: null, body }, NOW)).toMatchObject({
    receipts: [],
    notTaken: [{ path: 'receipts.0', reason: 'It has neither a provider_id nor a message_id.' }],
  });
});

test.each([
  ['id:a stat:DELIVERED TO OPERATOR err:000', 'accepted'],
  ['id:a stat:DELIVERED TO HANDSET err:000', 'delivered'],
  ['id:a stat:NOT DELIVERED err:000', 'failed'],
  ['id:a stat:Delivery failed', 'failed'],
  ['stat:NOT SENT id:a', 'failed'],
  ['id:a stat:DELIVRD done date:2505311001 err:000', 'delivered'],
  ['id:a stat:DELIVRD text:NOT DELIVERED', 'delivered'],
])('the SMPP receipt %j is %s', (message, status) => {
  const pdu = { esm_class: 4, source_addr: '491511234567', destination_addr: '123', short_message: { message } };
  expect(readDelivery(pdu as unknown as PDU, NOW).receipts).toMatchObject([{ status }]);
});

test.each([
  [6, 'СТОП', Buffer.from([0xc1, 0xc2, 0xbe, 0xbf])],
  [7, 'הסר', Buffer.from([0xe4, 0xf1, 0xf8])],
])('a reply over SMPP with data coding %i is read in its alphabet', (data_coding, text, message) => {
  const pdu = { data_coding, source_addr: '79161234567', destination_addr: '123', short_message: { message } };
  expect(readDelivery(pdu as unknown as PDU, NOW).replies).toMatchObject([{ text }]);
});

test('what is nested too deeply in one reply loses no other', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const said = '"from":"4915112345678","text":"STOP"';
  const body = `{"replies":[{${said},"id":"1","x":${deep}},{${said},"x":${deep}},{${said},"id":"2"}]}`;
  expect(readInbound({ method: 'POST', headers: {}, query: '', pathSecret: null, body }, NOW).replies).toHaveLength(3);
});
