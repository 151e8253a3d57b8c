import smpp, { type PDU } from 'smpp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { ask, bindTo, type Client, createSeller, leaveAll, QUICK } from './support.ts';

let app: TestApp;
let hub: RunningHub;

beforeAll(async () => {
  app = await createTestApp();
  hub = await openHub(app.services, 0, QUICK);
});
afterEach(() => leaveAll());
afterAll(async () => {
  await hub.close();
  await app.close();
});

const rows = (teamId: string) => app.db.hubMessage.findMany({ where: { teamId }, orderBy: { number: 'asc' } });

const FROM = { source_addr: 'Acme', source_addr_ton: 5, data_coding: 0, registered_delivery: 1 };

const dataSm = ({ session }: Client, fields: Record<string, unknown>) =>
  ask(session, 'data_sm', { ...FROM, destination_addr: '12025550123', dest_addr_ton: 1, ...fields });

const to = (destination_addr: string) => ({ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr });

const multiOf = (destinations: object[], fields: Record<string, unknown> = {}) => ({
  ...{ ...FROM, dest_address: destinations, short_message: 'Hello' },
  ...fields,
});

const submitMulti = async ({ session }: Client, ...given: Parameters<typeof multiOf>) => {
  const answer: PDU & { unsuccess_sme?: unknown[] } = await ask(session, 'submit_multi', multiOf(...given));
  return answer;
};

test('a data_sm is a message like another, valid for its seconds', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const answer = await dataSm(client, { message_payload: { message: 'Hello €' }, qos_time_to_live: 3_600 });
  const [row] = await rows(teamId);
  expect([answer.command_status, answer.message_id]).toEqual([0, row!.id]);
  expect(row).toMatchObject({ text: 'Hello €', status: 'queued', sender: 'Acme', receipts: 'all', protocol: 'smpp' });
  expect([String(row!.number), String(row!.price)]).toEqual(['12025550123', '0.0125']);
  expect(Math.round((row!.validUntil.getTime() - row!.createdAt.getTime()) / 60_000)).toBe(60);
  expect((await dataSm(client, { message_payload: Buffer.from('ab'), data_coding: 4 })).command_status).toBe(0x104);
  expect((await dataSm(client, { message_payload: { message: 'x' }, qos_time_to_live: 0 })).command_status).toBe(0x62);
});

test('parts that come as data_sm are one message', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const part = (number: number, message: string) => ({
    ...{ sar_msg_ref_num: 5, sar_total_segments: 2, sar_segment_seqnum: number, message_payload: { message } },
  });
  const answers = [await dataSm(client, part(1, 'One, ')), await dataSm(client, part(2, 'two'))];
  expect(answers.map(({ command_status }) => command_status)).toEqual([0, 0]);
  expect((await rows(teamId)).map(({ text }) => text)).toEqual(['One, two']);
});

test('a submit_multi is a message for each address; those that failed are named, lists among them', async () => {
  const { username, teamId } = await createSeller(app);
  await app.db.suppressedNumber.create({ data: { teamId, number: 12025550199n } });
  const client = await bindTo(hub.port, username);
  const answer = await submitMulti(client, [
    ...[to('12'), to('12025550123'), { dl_name: 'friends' }, to('12025550124'), to('12025550199')],
  ]);
  expect(answer.unsuccess_sme).toEqual([
    { ...to('12'), error_status_code: 0x0b },
    { dest_addr_ton: 0, dest_addr_npi: 0, destination_addr: 'friends', error_status_code: 0x34 },
    { ...to('12025550199'), error_status_code: 0x401 },
  ]);
  const stored = await rows(teamId);
  const accepted = stored.filter(({ status }) => status === 'queued');
  expect([answer.command_status, answer.message_id]).toEqual([0, accepted[0]!.id]);
  expect(accepted.map(({ number, text, price }) => [String(number), text, String(price)])).toEqual([
    ['12025550123', 'Hello', '0.0125'],
    ['12025550124', 'Hello', '0.0125'],
  ]);
  expect(stored).toHaveLength(4);
});

test('a submit_multi of which nothing was accepted has no id', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const status = async (...given: Parameters<typeof multiOf>) => (await submitMulti(client, ...given)).command_status;
  expect(await status([{ dl_name: 'a' }, { dl_name: 'b' }])).toBe(0x34);
  const binary = { data_coding: 4, short_message: Buffer.from('ab') };
  expect(await status([to('12025550123'), to('12025550124')], binary)).toBe(0x104);
  expect(await status([])).toBe(0x33);
  expect(await status(Array.from({ length: 255 }, () => to('12025550123')))).toBe(0x33);
  const { command_status, message_id, unsuccess_sme } = await submitMulti(client, [to('12'), { dl_name: 'a' }]);
  expect([command_status, message_id, unsuccess_sme?.length]).toEqual([0, '', 2]);
  expect((await rows(teamId)).map(({ refusal }) => refusal)).toEqual(['invalid_number']);
  const receiver = await bindTo(hub.port, username, { kind: 'receiver' });
  expect((await submitMulti(receiver, [to('12025550123')])).command_status).toBe(0x04);
});

test('each address counts against the rate', async () => {
  const { username, teamId } = await createSeller(app, { perSecond: 2 });
  const client = await bindTo(hub.port, username);
  const { command_status, unsuccess_sme } = await submitMulti(
    client,
    ['12025550123', '12025550124', '12025550125', '12025550126'].map(to),
  );
  expect(command_status).toBe(0);
  expect(unsuccess_sme).toEqual(['12025550125', '12025550126'].map((one) => ({ ...to(one), error_status_code: 0x58 })));
  expect(await rows(teamId)).toHaveLength(2);
});

test('a submit_multi again with its user_message_reference is answered with the first id, and nothing is stored twice', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const both = [to('12025550123'), to('12025550124')];
  const first = await submitMulti(client, both, { user_message_reference: 7 });
  const again = await submitMulti(client, both, { user_message_reference: 7 });
  expect([again.message_id, again.unsuccess_sme]).toEqual([first.message_id, []]);
  expect(await rows(teamId)).toHaveLength(2);
});

test('parts of a submit_multi are one message for each address', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const both = [to('12025550123'), to('12025550124')];
  for (const [at, text] of ['One, ', 'two'].entries()) {
    const short_message = Buffer.concat([Buffer.from([5, 0, 3, 9, 2, at + 1]), Buffer.from(text)]);
    expect((await submitMulti(client, both, { esm_class: 0x40, short_message })).unsuccess_sme).toEqual([]);
  }
  expect((await rows(teamId)).map(({ number, text }) => [String(number), text])).toEqual([
    ['12025550123', 'One, two'],
    ['12025550124', 'One, two'],
  ]);
});

test('a submit_multi whose destinations are none ends the connection, and nothing else', async () => {
  const { username, teamId } = await createSeller(app, { trx: 5 });
  const whole = new smpp.PDU('submit_multi', { sequence_number: 9, ...multiOf([to('12025550123')]) }).toBuffer();
  const count = whole.indexOf('Acme') + 'Acme'.length + 1;
  const changed = (at: number, byte: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = byte;
    return bytes;
  };
  for (const bytes of [changed(count + 1, 3), changed(count, 2), changed(count, 200), changed(count, 0)]) {
    const client = await bindTo(hub.port, username);
    client.session.socket.write(bytes);
    await client.closed;
  }
  const client = await bindTo(hub.port, username);
  expect((await submitMulti(client, [to('12025550123')])).command_status).toBe(0);
  expect(await rows(teamId)).toHaveLength(1);
});
