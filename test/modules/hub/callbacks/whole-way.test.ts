import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { startSender } from '../../../../src/start-sender.ts';
import { listen } from '../../../../src/web/http-server.ts';
import { createTestApp } from '../../../support/app.ts';
import { mutate } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createTeam } from '../../../support/team.ts';
import { startService } from '../../delivery/providers/webhook-service.ts';
import { simulatedRoute } from './support.ts';

test('a message submitted by HTTP brings its receipt and its reply to the callback', async () => {
  const service = await startService((_seen, response) => void response.writeHead(204).end());
  const app = await createTestApp({ PORT: 0, PRIVATE_PROVIDERS: true });
  const { team, token } = await createTeam(app);
  const teamId = team.id;
  const defaultRouteId = await simulatedRoute(app, teamId);
  const run = (...args: [string, Parameters<typeof mutate>[3], string?]) => mutate(app, token, ...args);
  const created = await run(
    'createSellerEndpoint',
    {
      input: [
        { username: 'northwind', password: 'correct-horse', defaultRouteId, callbackUrl: `${service.url}/hub` },
        'CreateSellerEndpointInput',
      ],
    },
    '{ id callbackUrl }',
  );
  const { id, callbackUrl } = created.data.createSellerEndpoint;
  expect(callbackUrl).toBe(`${service.url}/hub`);
  const rotated = await run(
    'rotateSellerEndpointCallbackSecret',
    { id, input: [{}, 'RotateSellerEndpointCallbackSecretInput'] },
    '{ secret }',
  );
  const webhook = new Webhook(rotated.data.rotateSellerEndpointCallbackSecret.secret);
  await run('createHubSender', { input: [{ sellerEndpointId: id, sender: '+4915155500' }, 'CreateHubSenderInput'] });
  const http = await listen(app.app, app.services);
  const sender = startSender(app.services, http.url);
  const posted = () =>
    service.seen.flatMap(
      ({ body, headers }) => (webhook.verify(body, headers as never) as { returns: object[] }).returns,
    );
  try {
    const message = { from: '+4915155500', text: 'Your order is on its way.' };
    const answer = await fetch(`${http.url}/hub/messages`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('northwind:correct-horse').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: [
          { ...message, to: '+12025550123', reference: 'order-1001' },
          { ...message, to: '+12025550124', receipts: 'none' },
          { ...message, to: '+12025550125', receipts: 'failures' },
        ],
      }),
    });
    const { messages } = (await answer.json()) as { messages: { id: string }[] };
    const where = { teamId, status: 'delivered' } as const;
    await expect.poll(() => app.db.hubMessage.count({ where }), PATIENCE).toBe(3);
    await expect.poll(() => posted().length, PATIENCE).toBe(1);
    const reply = {
      id: 'r1',
      from: '+12025550123',
      to: '+4915155500',
      text: 'Thank you',
      at: new Date(1_790_000_000_000),
    };
    const inbound = { receipts: [], replies: [reply] };
    await receiveInbound(app.services.db, { teamId, id: defaultRouteId }, inbound, new Date());
    await expect.poll(() => posted().length, PATIENCE).toBe(2);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(posted()).toEqual([
      {
        ...{ id: expect.any(String), type: 'receipt', messageId: messages[0]!.id, reference: 'order-1001' },
        ...{ to: '+12025550123', from: '+4915155500', status: 'delivered', code: 0, reason: null },
        ...{ submittedAt: moment, settledAt: moment },
      },
      {
        ...{ id: expect.any(String), type: 'reply', from: '+12025550123', to: '4915155500', text: 'Thank you' },
        receivedAt: '2026-09-21T14:13:20.000Z',
      },
    ]);
    await expect.poll(() => app.db.hubReturn.count({ where: { teamId } }), PATIENCE).toBe(0);
  } finally {
    await sender.stop();
    await http.close();
    await app.close();
    await service.close();
  }
});
