import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual, multistep, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});
const DELETE = 'mutation ($id: ID!) { deleteContact(id: $id) { id } }';
const soon = () => new Date(Date.now() + 1_000).toISOString();
const remove = async (to: string) => {
  const contact = await test.db.contact.findFirstOrThrow({ where: { teamId: acme.team.id, number: BigInt(to) } });
  return test.graphql(DELETE, { variables: { id: contact.id }, token: acme.token });
};

it('a contact that is deleted while others of its batch go gets no message', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta: manual(3) });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const provider = testProvider({ batchSize: 1, maxInFlight: 1 });
  const send = provider.send.bind(provider);
  const numbers = (await test.db.contact.findMany({ where: { teamId: acme.team.id } })).map(
    ({ number }) => `${number}`,
  );
  let gone: string[] = [];
  provider.send = async (messages) => {
    if (gone.length === 0) {
      gone = numbers.filter((number) => number !== messages[0]!.to);
      for (const number of gone) await remove(number);
    }
    return send(messages);
  };
  await testEngine(test, soon(), provider).run();
  expect(gone).toHaveLength(2);
  expect(provider.sent.map(({ to }) => to).filter((to) => gone.includes(to))).toEqual([]);
});

it('what a message of a deleted contact did not cost comes back', async () => {
  const teamId = acme.team.id;
  const { campaignId, routeId } = await createSmsCampaign(test, teamId, {
    contacts: 2,
    meta: manual(2),
    price: '0.50',
  });
  const { id } = await test.db.integration.create({
    data: { teamId, name: 'SMS', isBalanceManaged: true, balance: '10' },
  });
  await test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { integrationId: id } });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const provider = testProvider();
  provider.send = async (messages) => {
    await remove(messages[0]!.to);
    return messages.map(() => ({
      status: 'rejected' as const,
      kind: 'permanent' as const,
      code: null,
      reason: 'No.',
      retryAfterSeconds: null,
    }));
  };
  await testEngine(test, soon(), provider).run();
  const { balance } = await test.db.integration.findFirstOrThrow({ where: { teamId, id } });
  expect(balance.toString()).toBe('10');
});

const NUMBERS = `query ($id: ID!) { smsCampaign(id: $id) {
    progress { total queued held skipped sending sent delivered failed unknown clicked unsubscribed }
    messageCounts { total sent }
    sends(first: 1) { nodes { audienceSize recipientsByStatus { status count }
      logs(first: 20) { nodes { text } } } } } }`;

interface Numbers {
  progress: Record<string, number>;
  messageCounts: { total: number; sent: number };
  sends: {
    nodes: {
      audienceSize: number;
      recipientsByStatus: { status: string; count: number }[];
      logs: { nodes: { text: string }[] };
    }[];
  };
}

async function numbersOf(id: string): Promise<Numbers> {
  const { data, errors } = await test.graphql<{ smsCampaign: Numbers }>(NUMBERS, {
    variables: { id },
    token: acme.token,
  });
  expect(errors).toBeUndefined();
  return data!.smsCampaign;
}

const NOBODY = { total: 0, queued: 0, held: 0, skipped: 0, sending: 0, sent: 0, delivered: 0, failed: 0, unknown: 0 };
const QUIET = { clicked: 0, unsubscribed: 0 };

it('who is deleted is in no count, and the rest adds up', async () => {
  const meta = { sendType: 'multistep' as const, multistepData: multistep({ stepSize: 4, stepDelay: 60 }) };
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 7, meta });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(test, soon());
  const { provider } = engine;
  provider.answer = ({ id, to }) => {
    const at = provider.sent.findIndex((message) => message.to === to);
    if (at === 2) return { status: 'rejected', kind: 'permanent', code: null, reason: 'No.', retryAfterSeconds: null };
    return at === 3 ? { status: 'unknown', reason: 'No answer.' } : { status: 'accepted', providerId: `p-${id}` };
  };
  await engine.run();
  const reached = provider.sent.map(({ to }) => to);
  expect(reached).toHaveLength(4);
  const all = await test.db.contact.findMany({ where: { teamId: acme.team.id } });
  const waiting = all.map(({ number }) => `${number}`).filter((number) => !reached.includes(number));
  for (const number of [reached[1]!, reached[2]!, reached[3]!, waiting[0]!]) await remove(number);
  expect(await numbersOf(campaignId)).toMatchObject({
    progress: { ...NOBODY, ...QUIET, total: 3, queued: 2, sent: 1 },
    messageCounts: { total: 1, sent: 1 },
    sends: {
      nodes: [
        {
          audienceSize: 3,
          recipientsByStatus: [
            { status: 'queued', count: 2 },
            { status: 'accepted', count: 1 },
          ],
        },
      ],
    },
  });

  await engine.pass(180, 30);
  const ended = await numbersOf(campaignId);
  expect(ended).toMatchObject({
    progress: { ...NOBODY, ...QUIET, total: 3, sent: 3 },
    messageCounts: { total: 3, sent: 3 },
    sends: { nodes: [{ audienceSize: 3, recipientsByStatus: [{ status: 'accepted', count: 3 }] }] },
  });
  expect(ended.sends.nodes[0]!.logs.nodes.map(({ text }) => text)).toContain('3 of 3 contacts got a message.');

  await remove(reached[0]!);
  expect(await numbersOf(campaignId)).toMatchObject({
    progress: { ...NOBODY, ...QUIET, total: 2, sent: 2 },
    sends: { nodes: [{ audienceSize: 2 }] },
  });
  const { body } = await test.rest('GET', '/v1/sms/campaigns?include=sends', { token: acme.token });
  expect(body).toMatchObject({
    data: [{ sends: [{ meta: { multistep_status: { total_available_contacts: 2, total_sent: 2 } } }] }],
  });
});

it('a message whose contact was deleted still counts for the limit of its send', async () => {
  const meta = {
    sendType: 'multistep' as const,
    multistepData: multistep({ stepSize: 2, stepDelay: 60, maxSmsToSend: 4 }),
  };
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 8, meta });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(test, soon());
  await engine.run();
  for (const { to } of [...engine.provider.sent]) await remove(to);
  await engine.pass(300, 30);
  expect(engine.provider.sent).toHaveLength(4);
});
