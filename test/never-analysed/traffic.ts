import type { Receipt } from 'sms-providers';
import { uuidv7 } from '../../src/database/uuid.ts';
import { sendDirectMessageTask } from '../../src/modules/delivery/direct/send.ts';
import { receiveInbound } from '../../src/modules/delivery/receipts/receive.ts';
import { relay, sweepRelayed } from '../../src/modules/delivery/relay/relay.ts';
import { CALLBACKS } from '../../src/modules/hub/callbacks/callbacks.ts';
import { claimReturns, endReturns, postponeReturns } from '../../src/modules/hub/connections/claim-returns.ts';
import { openIntake } from '../../src/modules/hub/traffic/intake.ts';
import type { Submission } from '../../src/modules/hub/traffic/submission.ts';
import { claim, dueEndpoints } from '../../src/modules/webhooks/delivery/claim.ts';
import { settle } from '../../src/modules/webhooks/delivery/settle.ts';
import { createEndpoint } from '../modules/webhooks/support.ts';
import type { TestApp } from '../support/app-on.ts';
import { mutate } from '../support/mutate.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createRoute, testEngine } from '../support/sending.ts';
import type { TestTeam } from '../support/team.ts';
import type { Work } from './claims.ts';
import type { Traffic } from './fill-traffic.ts';

/** Messages of a seller at once. */
const BATCH = 20;
const ROOM = 50;
const RUN = { isLastTry: false };
const NOBODY = { endpoints: [], teams: [], failing: false };

/** A seller with an endpoint of each kind, over a route that is paid, and an endpoint of webhooks. */
export async function createTraffic(app: TestApp, team: TestTeam): Promise<Traffic> {
  const teamId = team.team.id;
  const { db } = app;
  const payer = { teamId, name: 'Prepaid', isBalanceManaged: true, balance: '1000' };
  const { id: integrationId } = await db.integration.create({ data: payer });
  const { id: routeId } = await createRoute(app, teamId, { price: '0.01', integrationId });
  const plan = { teamId, name: 'Plan', defaultRouteId: routeId };
  const { id: planId } = await db.routingPlan.create({ data: plan });
  const { id: clientCompanyId } = await db.clientCompany.create({ data: { teamId, name: 'Northwind', integrationId } });
  const rule = { teamId, clientCompanyId, marginType: 'percentage' as const, currentProfit: '25' };
  await db.profitRule.create({ data: rule });
  const [endpoint, callback] = await Promise.all(
    [null, 'https://seller.example/returns'].map((callbackUrl) =>
      createSellerEndpoint(db, {
        ...{ teamId, clientCompanyId, defaultRouteId: routeId, passwordHash: 'none', trx: 2, callbackUrl },
        ...{
          username: `traffic-${teamId}-${callbackUrl === null ? 'smpp' : 'http'}`,
          callbackSecret: Buffer.from('x'),
        },
      }),
    ),
  );
  const events = ['message_replied', 'message_delivered', 'hub_message_final', 'contact_unsubscribed'];
  const { id: webhookId } = await createEndpoint(app, team, 'https://crm.example/hook', events);
  return { teamId, routeId, planId, endpointId: endpoint!.id, callbackId: callback!.id, webhookId };
}

/** From the submit of a seller's messages to the receipts that go back, a reply, one-off messages and what webhooks are sent. */
export function trafficOf(app: TestApp, { token }: TestTeam, of: Traffic, size: number): Work[] {
  const { services } = app;
  const { db } = services;
  const { teamId, routeId, endpointId } = of;
  const route = { teamId, id: routeId };
  const engine = testEngine(app, new Date().toISOString());
  const intake = openIntake(services);
  const number = (n: number) => String(4_915_100_000_000 + n);
  const ids: string[] = [];
  let taken: Awaited<ReturnType<typeof claimReturns>> = [];

  const submission = (n: number): Submission => ({
    ...{
      teamId,
      endpointId,
      protocol: 'smpp',
      sender: 'Acme',
      destination: number(size + 1 + n),
      isInternational: true,
    },
    ...{ text: 'Hello', receipts: 'all', validUntil: null, scheduledAt: null, reference: `new ${n}`, partIds: [] },
  });
  const submitAll = () => Promise.all(Array.from({ length: BATCH }, (_, n) => intake.submit(submission(n))));

  const inbound = (receipts: Receipt[], replies: Parameters<typeof receiveInbound>[2]['replies'] = []) =>
    receiveInbound(db, route, { receipts, replies }, new Date());
  const receipt = (providerId: string, messageId: string | null = null): Receipt => ({
    ...{ providerId, messageId, status: 'delivered', code: 0, reason: null, at: new Date() },
  });
  const reply = (text: string) =>
    inbound([], [{ id: uuidv7(), from: number(Math.max(2, size >> 1)), to: 'Acme', text, at: new Date() }]);

  async function takeReturns(way: 'connections' | 'callbacks', id: string): Promise<void> {
    taken = await claimReturns(services, way, [{ teamId, endpointId: id, room: ROOM }], 60);
    if (taken.length === 0) throw new Error('Nothing was claimed.');
  }

  async function sendDirect(answer: Awaited<ReturnType<typeof mutate>>): Promise<void> {
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    const [{ directMessage }] = Object.values(answer.data) as [{ directMessage: { id: string } }];
    await sendDirectMessageTask(() => engine.provider).run(services, { teamId, id: directMessage.id }, RUN as never);
    await inbound([receipt(`p-${directMessage.id}`)]);
  }

  return [
    {
      name: 'submits of a seller',
      run: async () => ids.push(...(await submitAll()).flatMap((one) => (one.refusal === null ? [one.id] : []))),
    },
    {
      name: 'repeats of a seller',
      async run() {
        const answers = await submitAll();
        await intake.close();
        if (ids.length !== BATCH || answers.some(({ id }) => !ids.includes(id))) throw new Error('They are others.');
      },
    },
    {
      name: 'the hand-over of a seller’s messages',
      async run() {
        engine.clock = new Date();
        while (await relay(engine));
        if (engine.provider.sent.length !== BATCH) throw new Error(`${engine.provider.sent.length} were handed over.`);
      },
    },
    { name: 'a look for what a worker left', run: () => sweepRelayed(engine) },
    { name: 'receipts of a seller’s messages', run: () => inbound(ids.map((id) => receipt(`p-${id}`))) },
    { name: 'receipts of a campaign’s messages', run: () => inbound([1, 2, 3].map((n) => receipt(`m${n}`))) },
    { name: 'a receipt that no message has', run: () => inbound([receipt('0a1b2c3d', uuidv7())]) },
    { name: 'returns over SMPP', run: () => takeReturns('connections', endpointId) },
    { name: 'endpoints with callbacks that are due', run: () => CALLBACKS.due(services, NOBODY) },
    { name: 'returns to a callback URL', run: () => takeReturns('callbacks', of.callbackId) },
    {
      name: 'returns that were acknowledged, and one that was not',
      async run() {
        await endReturns(db, taken.slice(1));
        await postponeReturns(db, taken.slice(0, 1), 1_000);
      },
    },
    { name: 'a reply', run: () => reply('Good morning') },
    {
      name: 'a reply in its conversation, its answer and the receipt of that',
      async run() {
        const { rows } = await app.pool.query<{ id: string }>(
          'SELECT conversation_id AS id FROM sms_replies WHERE team_id = $1 ORDER BY received_at DESC LIMIT 1',
          [teamId],
        );
        const input = { conversationId: rows[0]!.id, text: 'Hello' };
        await sendDirect(
          await mutate(app, token, 'sendReply', { input: [input, 'SendReplyInput'] }, '{ directMessage { id } }'),
        );
      },
    },
    {
      name: 'a one-off message and its receipt',
      async run() {
        const input = { to: `+${number(2)}`, text: 'Hello', routingPlanId: of.planId };
        await sendDirect(
          await mutate(app, token, 'sendSms', { input: [input, 'SendSmsInput'] }, '{ directMessage { id } }'),
        );
      },
    },
    { name: 'a STOP', run: () => reply('STOP') },
    { name: 'a START', run: () => reply('START') },
    {
      name: 'a turn of webhooks',
      async run() {
        const due = (await dueEndpoints(db, NOBODY)).find(({ id }) => id === of.webhookId);
        const claimed = due && (await claim(db, due));
        if (!claimed) throw new Error('Nothing was due.');
        const [first, ...others] = claimed.taken;
        const answered = { durationMs: 1, responseStatus: 204, responseBody: '', failure: null };
        await settle(db, claimed.endpoint, [{ ...answered, deliveries: [first!] }], others);
      },
    },
  ];
}
