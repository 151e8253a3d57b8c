import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { giveUpParts } from '../../../../src/modules/hub/connections/part-receipts.ts';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { bindTo, createSeller, leaveAll, QUICK, submit } from './support.ts';

let app: TestApp;
let hub: RunningHub;

beforeAll(async () => {
  app = await createTestApp({ HUB_PART_SECONDS: 300 });
  hub = await openHub(app.services, 0, QUICK);
});
afterEach(() => leaveAll());
afterAll(async () => {
  await hub.close();
  await app.close();
});

test('however many there are', async () => {
  const { teamId, endpointId } = await createSeller(app);
  const part = {
    ...{ teamId, sellerEndpointId: endpointId, sender: 'Acme', destination: '12025550123', concatenation: 9, part: 1 },
    ...{ total: 3, submission: {}, receipts: 'none' as const, createdAt: new Date(Date.now() - 361_000) },
  };
  await app.db.hubPart.createMany({ data: Array.from({ length: 1_001 }, () => part) });
  await giveUpParts(app.services.db, 300);
  expect(await app.db.hubPart.count({ where: { teamId } })).toBe(0);
});

test('parts whose others do not come are given up with a receipt each; one that comes later begins anew', async () => {
  const { username, teamId } = await createSeller(app);
  const client = await bindTo(hub.port, username);
  const partOf = (part: number) =>
    submit(client, { esm_class: 0x40, short_message: { udh: Buffer.from([5, 0, 3, 9, 3, part]), message: 'x' } });
  const answers = [await partOf(1), await partOf(2)];
  await giveUpParts(app.services.db, 300);
  expect(await app.db.hubPart.count({ where: { teamId } })).toBe(2);
  await app.db.hubPart.updateMany({ where: { teamId }, data: { createdAt: new Date(Date.now() - 310_000) } });
  // Too late to complete it, and not yet given up.
  await giveUpParts(app.services.db, 300);
  expect((await partOf(3)).command_status).toBe(0);
  expect(await app.db.hubMessage.count({ where: { teamId } })).toBe(0);
  await app.db.hubPart.updateMany({
    where: { teamId, part: { lt: 3 } },
    data: { createdAt: new Date(Date.now() - 361_000) },
  });
  await giveUpParts(app.services.db, 300);
  await expect.poll(() => client.delivered.length).toBe(2);
  expect(client.delivered.map(({ receipted_message_id: id, message_state: state }) => `${id} ${state}`).sort()).toEqual(
    answers.map(({ message_id }) => `${message_id} 5`).sort(),
  );
  expect((await app.db.hubPart.findMany({ where: { teamId } })).map(({ part }) => part)).toEqual([3]);
});
