import type { PDU } from 'smpp';
import { readDelivery } from 'sms-providers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NUMBER = '491701234567';

async function begin() {
  const teamId = (await createTeam(test)).team.id;
  const { routeId } = await createSmsCampaign(test, teamId, { contacts: 1, meta: manual(1) });
  /** At a minute and second of one hour. */
  const write = (text: string, time: string, fields: Partial<PDU> = {}) => {
    const at = new Date(`2026-11-26T10:${time}Z`);
    const pdu = { source_addr: NUMBER, source_addr_ton: 1, destination_addr: 'Acme', short_message: { message: text } };
    return receiveInbound(
      test.services.db,
      { teamId, id: routeId },
      readDelivery({ ...pdu, ...fields } as PDU, at),
      at,
    );
  };
  const texts = async () =>
    (await test.db.smsReply.findMany({ where: { teamId }, orderBy: { receivedAt: 'asc' } })).map(({ text }) => text);
  const isSuppressed = async () => (await test.db.suppressedNumber.count({ where: { teamId } })) === 1;
  return { write, texts, isSuppressed };
}

it('what an operator delivers again because our answer came late is one reply', async () => {
  const { write, texts } = await begin();
  await write('Yes', '00:01');
  await write('Yes', '00:31');
  await write('Yes', '01:01', { source_addr: '491701234568' });
  await write('Yes', '01:31');
  expect(await texts()).toEqual(['Yes', 'Yes']);
  await write('Yes', '12:00');
  expect(await texts()).toEqual(['Yes', 'Yes', 'Yes']);
});

it('the same words after others are another reply; those to another sender do not count', async () => {
  const { write, texts } = await begin();
  await write('Yes', '00:01');
  await write('No', '00:02');
  await write('Yes', '00:03');
  await write('Yes', '00:04', { destination_addr: 'Acme 2' });
  await write('Yes', '00:05');
  expect(await texts()).toEqual(['Yes', 'No', 'Yes', 'Yes']);
});

it('a person’s replies are in the order that they came in, whatever the servers’ clocks show', async () => {
  const { write, texts, isSuppressed } = await begin();
  await write('STOP', '00:05');
  await write('START', '00:01');
  await write('STOP', '00:03');
  expect([await texts(), await isSuppressed()]).toEqual([['STOP', 'START', 'STOP'], true]);
  await write('Yes', '00:02');
  await write('No', '00:04');
  expect(await texts()).toEqual(['STOP', 'START', 'STOP', 'Yes', 'No']);
});

it('a repeat ten minutes later at most is one, whatever the clock shows', async () => {
  const { write, texts } = await begin();
  await write('Help', '09:45');
  await write('Help', '10:15');
  await write('Help', '19:44');
  expect(await texts()).toEqual(['Help']);
  await write('Help', '19:46');
  expect(await texts()).toEqual(['Help', 'Help']);
});

it('replies of the same words that a reference tells apart are two', async () => {
  const { write, texts } = await begin();
  await write('Ha', '00:01', { user_message_reference: 1 });
  await write('Ha', '00:02', { user_message_reference: 2 });
  await write('Ha', '00:30', { user_message_reference: 2 });
  expect(await texts()).toEqual(['Ha', 'Ha']);
});

it('a STOP after a START counts, however soon it comes after the first one', async () => {
  const { write, texts, isSuppressed } = await begin();
  await write('STOP', '00:01');
  await write('START', '00:02');
  expect(await isSuppressed()).toBe(false);
  await write('STOP', '00:03');
  expect(await isSuppressed()).toBe(true);
  // Delivered again.
  await write('STOP', '00:33');
  await write('START', '00:40');
  expect(await isSuppressed()).toBe(true);
  expect(await texts()).toEqual(['STOP', 'START', 'STOP']);
  await write('START', '10:41');
  expect(await isSuppressed()).toBe(false);
});

it('a STOP that may be a repeat counts if a member has allowed the number again meanwhile', async () => {
  const { write, texts, isSuppressed } = await begin();
  await write('STOP', '00:01');
  await test.db.suppressedNumber.deleteMany({ where: { number: BigInt(NUMBER) } });
  await write('STOP', '00:31');
  expect([await texts(), await isSuppressed()]).toEqual([['STOP'], true]);
});
