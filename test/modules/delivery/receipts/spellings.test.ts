import type { PDU } from 'smpp';
import { readDelivery } from 'sms-providers';
import { describe, expect, it } from 'vitest';
import { type Reading, spellingsOf } from '../../../../src/modules/delivery/receipts/spellings.ts';

describe('an id in a receipt', () => {
  it.each([
    ['169552899', 'A1B2C03', ['decimal']],
    ['169552899', 'a1b2c03', ['decimal']],
    ['169552899', '0A1B2C03', ['decimal']],
    ['0169552899', 'A1B2C03', ['decimal']],
    ['A1B2C03', '169552899', ['hexadecimal']],
    ['0a1b2c03', '0169552899', ['hexadecimal']],
    ['0xA1B2C03', 'a1b2c03', ['same']],
    ['a1b2c03', 'A1B2C03', ['same']],
    ['a1b2c03', '0xA1B2C03', ['same']],
    ['00B8BE19', 'B8BE19', ['same']],
    ['B8BE19', '00b8be19', ['same']],
    ['7', '7', ['same', 'decimal', 'hexadecimal']],
    ['7', '0000000007', ['same', 'decimal', 'hexadecimal']],
    ['10', '16', ['hexadecimal']],
    ['10', 'a', ['decimal']],
    ['12345678901234567890', 'AB54A98CEB1F0AD2', ['decimal']],
    ['3F2504E0-4F89-41D3-9A0C-0305E82C3301', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', ['same']],
  ] as [string, string, Reading[]][])('%s is that of the answer %s', (receipt, answer, readings) => {
    expect([...(spellingsOf(receipt).get(answer) ?? [])]).toEqual(readings);
  });

  it.each([
    ['169552899', '169552898'],
    ['abc', 'abd'],
    ['aBc-1', 'abc1'],
    ['q1', '1'],
  ])('%s is not that of the answer %s', (receipt, answer) => {
    expect(spellingsOf(receipt).has(answer)).toBe(false);
  });
});

const read = (short: string, more: Partial<PDU> = {}) =>
  readDelivery(
    {
      esm_class: 4,
      source_addr: '+491701234567',
      destination_addr: 'Acme',
      short_message: { message: short },
      ...more,
    } as PDU,
    new Date(0),
  );
const WRITTEN = { numbers: ['491701234567', ''] };

describe('a delivery from an operator', () => {
  it.each([
    ['stat:DELIVRD err:000', 'delivered', 0, null],
    ['stat:delivrd err:0', 'delivered', 0, null],
    ['stat:DELIVERED', 'delivered', null, null],
    ['stat: DELIVRD err: 000', 'delivered', 0, null],
    ['status:DELIVRD error:0', 'delivered', 0, null],
    ['stat:2', 'delivered', null, null],
    ['stat:FAILED err:00F', 'failed', null, 'FAILED 00F'],
    ['stat:FAILED err:0', 'failed', 0, 'FAILED'],
    ['stat:UNDELIV err:012', 'failed', 12, 'UNDELIV 012'],
    ['stat:UNDELIVERABLE err:1A2B', 'failed', null, 'UNDELIVERABLE 1A2B'],
    ['stat:REJECTED err:-1', 'failed', null, 'REJECTED -1'],
    ['stat:DELETED err:99999999999', 'failed', null, 'DELETED 99999999999'],
    ['stat:EXPIRED err:', 'expired', null, 'EXPIRED'],
    ['stat:ENROUTE', 'accepted', null, null],
    ['stat:ACCEPTED', 'accepted', null, null],
    ['stat:BUFFRED', 'accepted', null, null],
    ['stat:WEIRD', 'unknown', null, 'WEIRD'],
    ['', 'unknown', null, 'UNKNOWN'],
  ])('that says %j', (said, status, code, reason) => {
    const text = `id:A1 sub:001 dlvrd:001 submit date:2611221000 done date:2611221001 ${said} text:stat:DELIVRD id:9 err:5`;
    for (const esm_class of [0x04, 0x20, 0x08, 0x44, ...(said.startsWith('stat:') ? [0] : [])]) {
      const receipt = { providerId: 'A1', messageId: null, status, code, reason, at: new Date(0) };
      expect(read(text, { esm_class })).toEqual({
        receipts: [{ ...receipt, written: { ...WRITTEN, ids: ['A1'] } }],
        replies: [],
      });
    }
  });

  it.each([
    'stat:DELIVRD id:A1 err:000',
    'sub:001 dlvrd:001 done date:2611221001 stat:delivrd id:A1',
    'dlvrd:001\r\nid:A1\r\nstat:DELIVRD',
    'err:000 stat:DELIVRD id:A1 text:id:B2 stat:UNDELIV',
    'id=A1 stat=DELIVRD err=0',
    'id:A1|stat:DELIVRD|err:000',
    'id:A1,stat:DELIVRD',
    'ID : A1 STAT : DELIVRD',
  ])('that nobody marked and that says it in another order or spelling: %j', (text) => {
    const { receipts, replies } = read(text, { esm_class: 0 });
    expect(receipts).toMatchObject([{ providerId: 'A1', status: 'delivered', written: { ids: ['A1'] } }]);
    expect(replies).toEqual([]);
  });

  it.each(['id: stat:DELIVRD err:000', 'stat:DELIVRD'])('that names no message is nobody’s reply: %j', (text) => {
    expect(read(text, { esm_class: 4 })).toEqual({ receipts: [], replies: [] });
  });

  it.each([
    [{ message_state: 2 }, 'delivered', null],
    [{ message_state: 5, network_error_code: Buffer.from([3, 0, 27]) }, 'failed', 'UNDELIV 27'],
    [{ message_state: 3 }, 'expired', 'EXPIRED'],
    [{ message_state: 9 }, 'failed', 'SKIPPED'],
    [{ message_state: 1 }, 'accepted', null],
    [{ message_state: 1, short_message: { message: 'id:A1 stat:DELIVRD' } }, 'delivered', null],
    [{ message_state: 200 }, 'unknown', 'UNKNOWN'],
  ])('that says it in fields of its own, %j', (fields, status, reason) => {
    for (const esm_class of [0, 4]) {
      const { receipts, replies } = read('', { esm_class, receipted_message_id: 'B2', ...fields });
      expect(receipts).toMatchObject([{ providerId: 'B2', status, reason }]);
      expect(replies).toEqual([]);
    }
  });

  it('that names its message differently in its field and its text has both ids', () => {
    const [receipt] = read('id:169552899 stat:DELIVRD', { receipted_message_id: 'A1B2C03' }).receipts;
    expect(receipt!.written!.ids).toEqual(['A1B2C03', '169552899']);
  });

  it.each([
    ['STOP', 0x04],
    ['STOP', 0x10],
    ['STOP', 0],
    ['My id: 7, please stop', 0],
    ['id:7', 0],
    ['id: 4711 stat: please stop', 0],
    ['ID: 4711\nStat: single. STOP', 0],
  ])('of what somebody wrote is a reply though it is marked as something else: %j %i', (text, esm_class) => {
    const marked = text.includes('id') ? 0 : esm_class;
    expect(read(text, { esm_class: marked })).toMatchObject({
      receipts: [],
      replies: [{ from: '+491701234567', text }],
    });
  });

  it.each(['AMAZON', 'AMAZON24', '', 'Info 24'])('from %j is nobody’s reply', (source_addr) => {
    expect(read('STOP', { esm_class: 0, source_addr })).toEqual({ receipts: [], replies: [] });
  });
});
