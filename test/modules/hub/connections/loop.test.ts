import { type Inbound, openSmppProvider } from 'sms-providers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../../src/modules/delivery/providers/settings.ts';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { sendWithRoom } from '../../../support/send-with-room.ts';
import { createSeller, PASSWORD, QUICK, returnReceiptsOf } from './support.ts';

let app: TestApp;
let hub: RunningHub;

beforeAll(async () => {
  app = await createTestApp();
  hub = await openHub(app.services, 0, QUICK);
});
afterAll(async () => {
  await hub.close();
  await app.close();
});

const LONG = 'Ж'.repeat(200);

test('another installation sends through the hub as its operator, and gets its receipts', async () => {
  const { username, teamId } = await createSeller(app);
  const received: Inbound[] = [];
  const { value } = readSettings('smpp', { host: '127.0.0.1', port: hub.port });
  const provider = openSmppProvider(
    value!,
    { systemId: username, password: PASSWORD },
    { allowPrivate: true, receive: async (inbound) => void received.push(inbound), failed: () => {} },
  );
  const texts = [...Array.from({ length: 20 }, (_, at) => `Hello ${at}`), LONG];
  const results = await sendWithRoom(
    provider,
    texts.map((text, at) => ({ id: `m${at}`, to: String(4915112345600 + at), from: 'Acme', text })),
  );
  expect(results.map(({ status }) => status)).toEqual(texts.map(() => 'accepted'));
  const rows = await app.db.hubMessage.findMany({ where: { teamId }, orderBy: { number: 'asc' } });
  expect(rows.map(({ text, number }) => [text, String(number)])).toEqual(
    texts.map((text, at) => [text, String(4915112345600 + at)]),
  );
  const ids = rows.map(({ id }) => id);
  await app.db.hubMessage.updateMany({
    where: { teamId },
    data: { status: 'delivered', dueAt: null, settledAt: new Date() },
  });
  await returnReceiptsOf(app.services, teamId, ids);
  const accepted = results.flatMap((result) => (result.status === 'accepted' ? [result.providerId] : []));
  const delivered = () =>
    received.flatMap(({ receipts }) =>
      receipts.filter(({ status }) => status === 'delivered').map(({ providerId }) => providerId),
    );
  await expect.poll(() => accepted.filter((id) => delivered().includes(id!)).length).toBe(21);
  await expect.poll(() => app.db.hubReturn.count({ where: { teamId } })).toBe(0);
  await provider.close();
  await expect.poll(() => app.db.hubConnection.count({ where: { teamId } })).toBe(0);
});

test('a status of ours is a refusal that is not tried again', async () => {
  const { username } = await createSeller(app, { defaultRouteId: null });
  const { value } = readSettings('smpp', { host: '127.0.0.1', port: hub.port });
  const provider = openSmppProvider(
    value!,
    { systemId: username, password: PASSWORD },
    { allowPrivate: true, receive: async () => {}, failed: () => {} },
  );
  const [result] = await sendWithRoom(provider, [{ id: 'm', to: '4915112345600', from: 'Acme', text: 'Hello' }]);
  await provider.close();
  expect(result).toMatchObject({ status: 'rejected', kind: 'permanent' });
});
