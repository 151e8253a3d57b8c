import type { PDU } from 'smpp';
import { readDelivery } from 'sms-providers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Messages over an operator that answers with these ids, one after the other. */
async function begin(answers: readonly string[], whileSending?: (tell: Tell) => Promise<void>) {
  const { team, token } = await createTeam(test);
  const teamId = team.id;
  const { campaignId, routeId } = await createSmsCampaign(test, teamId, {
    contacts: answers.length,
    meta: manual(answers.length),
  });
  const tell: Tell = (id, { source = '', stat = 'DELIVRD', tlv } = {}) => {
    const message = { message: `id:${id} sub:001 dlvrd:001 stat:${stat} err:000` };
    const pdu = { esm_class: 4, source_addr: source, destination_addr: 'Acme', short_message: message };
    const inbound = readDelivery({ ...pdu, receipted_message_id: tlv } as PDU, new Date());
    return receiveInbound(test.services.db, { teamId, id: routeId }, inbound, new Date());
  };
  const provider = testProvider();
  const left = [...answers];
  provider.answer = () => ({ status: 'accepted', providerId: left.shift()! });
  const { send } = provider;
  provider.send = async (batch) => {
    await whileSending?.(tell);
    return send(batch);
  };
  await test.graphql(START, { variables: { id: campaignId }, token });
  await testEngine(test, new Date(Date.now() + 1_000).toISOString(), provider).run();
  const messages = () => test.db.smsMessage.findMany({ where: { teamId } });
  const delivered = async () =>
    (await messages()).flatMap(({ status, smsId }) => (status === 'delivered' ? [smsId] : [])).sort();
  const numberOf = async (answer: string) => (await messages()).find(({ smsId }) => smsId === answer)!.phoneNormalized;
  const learnt = async () =>
    (await test.db.route.findUniqueOrThrow({ where: { teamId_id: { teamId, id: routeId } } })).receiptIds;
  return { tell, delivered, numberOf, learnt, teamId };
}
type Tell = (id: string, more?: { source?: string; stat?: string; tlv?: string }) => Promise<void>;

it.each([
  [['A1B2C03', 'A1B2C04'], '169552899', 'A1B2C03', 'decimal'],
  [['0a1b2c03', '0a1b2c04'], '0169552900', '0a1b2c04', 'decimal'],
  [['169552899', '169552900'], 'a1b2c03', '169552899', 'hexadecimal'],
  [['00B8BE19', '00B8BE1A'], 'b8be19', '00B8BE19', 'same'],
  [['b8be19', 'c'], '00B8BE19', 'b8be19', 'same'],
  [['0012', '13'], '12', '0012', 'same'],
  [['12', '18'], '12', '12', 'same'],
  [['abc-x', 'abc-y'], 'ABC-X', 'abc-x', 'same'],
] as const)('of messages answered %j, the receipt of %s is that of %s', async (answers, id, settled, reading) => {
  const { tell, delivered, learnt } = await begin(answers);
  await tell(id);
  await tell(id);
  expect(await delivered()).toEqual([settled]);
  expect(await learnt()).toBe(reading);
});

it('what a route’s operator usually writes decides where several messages fit', async () => {
  const { tell, delivered, learnt } = await begin(['A1B2C03', '12345678', 'BC614E', '15A']);
  await tell('169552899');
  expect(await learnt()).toBe('decimal');
  // BC614E in decimal, though another message was answered with just this.
  await tell('12345678');
  expect(await delivered()).toEqual(['A1B2C03', 'BC614E']);
  await tell('305419896');
  expect(await delivered()).toEqual(['12345678', 'A1B2C03', 'BC614E']);
  // Not usual, and no number confirms it.
  await tell('15a');
  expect(await delivered()).toEqual(['12345678', 'A1B2C03', 'BC614E']);
});

it('the recipient’s number decides before anything else, and corrects what was learnt', async () => {
  const { tell, delivered, numberOf, learnt } = await begin(['16', '10', 'ABC']);
  await tell('abc');
  expect(await learnt()).toBe('same');
  await tell('10', { source: `+${await numberOf('16')}` });
  expect(await delivered()).toEqual(['16', 'ABC']);
  expect(await learnt()).toBe('hexadecimal');
  await tell('10', { source: `0${(await numberOf('10')).slice(2)}` });
  expect(await delivered()).toEqual(['10', '16', 'ABC']);
});

it('a receipt of somebody else’s message settles none, nor one that fits several', async () => {
  const { tell, delivered, learnt } = await begin(['16', '0a', 'A', 'ff']);
  // The account's other user wrote to another number.
  await tell('10', { source: '+12025550123' });
  await tell('255', { source: '+12025550123' });
  // 16 in hexadecimal, and 0a or A in decimal.
  await tell('10');
  await tell('unheard-of');
  expect(await delivered()).toEqual([]);
  expect(await learnt()).toBeNull();
});

it('the id in a field of its own counts as well as that in the text', async () => {
  const { tell, delivered } = await begin(['A1B2C03', 'A1B2C04', 'z1']);
  await tell('unheard-of', { tlv: 'a1b2c03' });
  await tell('z1', { tlv: '99' });
  expect(await delivered()).toEqual(['A1B2C03', 'z1']);
});

it('receipts that come before the answers are matched once those are stored', async () => {
  const { delivered, teamId } = await begin(['A1B2C03', 'A1B2C04', '5'], async (tell) => {
    await tell('169552899');
    await tell('169552900', { stat: 'failed' });
    await tell('5');
    await tell('77', { source: '+12025550123' });
  });
  expect(await delivered()).toEqual(['5']);
  await makeJobsDue(test);
  await runJobs(test);
  expect(await delivered()).toEqual(['5', 'A1B2C03']);
  const step = await test.db.smsSendStep.findFirstOrThrow({ where: { teamId } });
  expect(step).toMatchObject({ accepted: 3, delivered: 2, failed: 1, unknown: 0 });
  const left = () => test.db.smsReceipt.findMany({ where: { teamId, appliedAt: null } });
  expect(await left()).toMatchObject([{ numbers: ['12025550123', ''] }]);
  for (let round = 1; round < 4; round += 1) {
    await makeJobsDue(test);
    await runJobs(test);
  }
  // Nothing would lead an erasure to it.
  expect(await left()).toMatchObject([{ numbers: [] }]);
});

it('so are those with two ids of which only one is the answer’s, and those behind many that are of no message', async () => {
  const { delivered } = await begin(['A1B2C03', 'A1B2C04', 'A1B2C05'], async (tell) => {
    await tell('a1b2c03', { tlv: 'unheard-of' });
    await tell('unheard-of', { tlv: 'a1b2c04' });
    for (let n = 0; n < 250; n += 1) await tell(`other-${n}`);
    await tell('a1b2c05');
  });
  expect(await delivered()).toEqual([]);
  await makeJobsDue(test);
  await runJobs(test);
  expect(await delivered()).toEqual(['A1B2C03', 'A1B2C04', 'A1B2C05']);
});
