import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../support/team.ts';

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
