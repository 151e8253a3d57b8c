import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendSmsTestTask } from '../../../../src/modules/delivery/routing/send-sms-test.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import {
  createSmsCampaign,
  manual,
  START,
  type TestCampaign,
  testEngine,
  testProvider,
} from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

const RUN = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

interface Sender {
  sender: string;
  countryId?: number | null;
}

const setSenders = (id: string, senders: Sender[] | null, token = acme.token) =>
  mutate(
    app,
    token,
    'updateRoute',
    { id, input: [{ senders }, 'UpdateRouteInput'] },
    '{ senders { sender countryId country { iso2 } } }',
  );

/** The senders of a campaign's messages by the number they went to. */
async function send({ campaignId }: TestCampaign, inDays = 0): Promise<Map<string, string | null>> {
  await app.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(app, new Date(Date.now() + 1_000 + inDays * 86_400_000).toISOString());
  await engine.run();
  expect(engine.provider.sent.length).toBeGreaterThan(0);
  return new Map(engine.provider.sent.map(({ to, from }) => [to, from]));
}

/** A further campaign to the same people over the same route. */
async function another(first: TestCampaign, contacts: number): Promise<TestCampaign> {
  const next = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta: manual(contacts) });
  await app.db.smsCampaign.update({
    where: { teamId_id: { teamId: acme.team.id, id: next.campaignId } },
    data: { segmentIds: [first.segmentId], smsRoutingPlanId: first.planId },
  });
  return next;
}

describe('the sender pool of a route', () => {
  test('is shared among contacts, and each keeps its sender when others join', async () => {
    const campaign = await createSmsCampaign(app, acme.team.id, { contacts: 60, meta: manual(60) });
    await setSenders(campaign.routeId, [{ sender: '4915100001' }, { sender: '4915100002' }]);
    const first = await send(campaign);
    expect([...new Set(first.values())].sort()).toEqual(['4915100001', '4915100002']);
    await setSenders(campaign.routeId, [
      ...['4915100003', '4915100004', '4915100005'].map((sender) => ({ sender })),
      ...[{ sender: '4915100002' }, { sender: '4915100001' }],
    ]);
    const second = await send(await another(campaign, 60));
    expect(second).toEqual(first);
    const stored = await app.db.smsMessage.findMany({ where: { teamId: acme.team.id } });
    expect(stored.every(({ phoneNormalized, senderId }) => first.get(phoneNormalized) === senderId)).toBe(true);
    await setSenders(campaign.routeId, [{ sender: '4915100003' }]);
    expect(new Set((await send(await another(campaign, 60))).values())).toEqual(new Set(['4915100003']));
  });

  test('has senders for a country before those for all, and the route’s own where it has none', async () => {
    const german = await createSmsCampaign(app, acme.team.id, { contacts: 3, meta: manual(3) });
    const from = async (senders: Sender[]) => {
      await setSenders(german.routeId, senders);
      return new Set((await send(await another(german, 3))).values());
    };
    expect(
      await from([{ sender: 'Acme US', countryId: 840 }, { sender: 'Acme DE', countryId: 276 }, { sender: 'All' }]),
    ).toEqual(new Set(['Acme DE']));
    expect(await from([{ sender: 'Acme US', countryId: 840 }, { sender: 'All' }])).toEqual(new Set(['All']));
    expect(await from([{ sender: 'Acme US', countryId: 840 }])).toEqual(new Set(['Acme']));
    expect(await from([])).toEqual(new Set(['Acme']));
  });

  test('is kept by a contact for 90 days after its last message, and drawn again then', async () => {
    const campaign = await createSmsCampaign(app, acme.team.id, { contacts: 40, meta: manual(40) });
    await setSenders(campaign.routeId, [{ sender: '4915100001' }]);
    await send(campaign);
    await setSenders(campaign.routeId, [{ sender: '4915100001' }, { sender: '4915100002' }]);
    expect(new Set((await send(await another(campaign, 40))).values())).toEqual(new Set(['4915100001']));
    expect(new Set((await send(await another(campaign, 40), 89)).values())).toEqual(new Set(['4915100001']));
    expect(new Set((await send(await another(campaign, 40), 180)).values()).size).toBe(2);
  });

  test('is that of one-off messages, of campaign tests and of tests of the route', async () => {
    const campaign = await createSmsCampaign(app, acme.team.id, { contacts: 12, meta: manual(12) });
    const { routeId, planId: routingPlanId, campaignId } = campaign;
    const german = ['4915100001', '4915100002', '4915100003', '4915100004'];
    const countryId = 276;
    await setSenders(routeId, [...german.map((sender) => ({ sender, countryId })), { sender: 'All' }]);
    const heard = await send(campaign);
    const from = async (field: string, input: object, type: string) =>
      (await mutate(app, acme.token, field, { input: [input, type] }, '{ directMessage { senderId } }')).data[field]
        .directMessage.senderId;
    for (const [number, sender] of heard) {
      const to = `+${number}`;
      expect(await from('sendSms', { to, text: 'Hi', routingPlanId }, 'SendSmsInput')).toBe(sender);
      expect(await from('sendSmsCampaignTest', { to, smsCampaignId: campaignId }, 'SendSmsCampaignTestInput')).toBe(
        sender,
      );
    }
    expect(await from('sendSms', { to: '+14155550100', text: 'Hi', routingPlanId }, 'SendSmsInput')).toBe('All');
    const twilio = { accountSid: `AC${'a'.repeat(32)}` };
    const provider = { provider: 'twilio', settings: twilio, credentials: { authToken: 'token' } };
    await mutate(
      app,
      acme.token,
      'setRouteProvider',
      { id: routeId, input: [provider, 'SetRouteProviderInput'] },
      '{ route { id } }',
    );
    // Numbers of nobody's contact draw theirs, always the same.
    const drawn = new Set<string>();
    for (let at = 0; at < 12; at += 1) {
      const to = 4_915_129_990_000 + at;
      const sender = await from('sendSms', { to: `+${to}`, text: 'Hi', routingPlanId }, 'SendSmsInput');
      const test = { routeId, to, text: 'Hi' };
      const preview = await app.graphql<{ previewRouteRequest: { body: string } }>(
        'query ($input: PreviewRouteRequestInput!) { previewRouteRequest(input: $input) { body } }',
        { variables: { input: test }, token: acme.token },
      );
      expect(new URLSearchParams(preview.data!.previewRouteRequest.body).get('From')).toBe(`+${sender}`);
      await mutate(app, acme.token, 'testRoute', { input: [test, 'TestRouteInput'] }, '{ smsTestResult { id } }');
      const { id } = await app.db.smsTestResult.findFirstOrThrow({ orderBy: { id: 'desc' } });
      const carrier = testProvider();
      const { run } = sendSmsTestTask(() => carrier);
      await run(app.services, { teamId: acme.team.id, resultId: id }, RUN);
      expect(carrier.sent.map((message) => message.from)).toEqual([sender]);
      drawn.add(sender);
    }
    expect(drawn.size).toBeGreaterThan(1);
  });

  test('is shown in its order, and refused with every mistake', async () => {
    const { routeId } = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta: manual(1) });
    expect(await setSenders(routeId, [{ sender: ' 4915100002 ' }, { sender: 'Acme', countryId: 276 }])).toEqual({
      data: {
        updateRoute: {
          senders: [
            { sender: '4915100002', countryId: null, country: null },
            { sender: 'Acme', countryId: '276', country: { iso2: 'DE' } },
          ],
        },
      },
    });
    expect(
      await setSenders(routeId, [
        { sender: 'A sender that is too long' },
        { sender: 'Acme', countryId: 1 },
        { sender: 'Acme', countryId: 1 },
      ]),
    ).toMatchObject(
      invalid({
        'senders.0.sender': ['The senders.0.sender field format is invalid.'],
        'senders.1.countryId': ['The selected senders.1.country id is invalid.'],
        'senders.2.sender': ['The senders.2.sender field is in the pool twice.'],
      }),
    );
    const many = Array.from({ length: 101 }, (_, at) => ({ sender: `49151${at}` }));
    expect(await setSenders(routeId, many)).toMatchObject(
      invalid({ senders: ['The senders field must not have more than 100 items.'] }),
    );
    expect(await setSenders(routeId, null)).toMatchObject({ data: { updateRoute: { senders: [] } } });
  });

  test('is never another team’s', async () => {
    const { routeId } = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta: manual(1) });
    expect(await setSenders(routeId, [{ sender: 'Rival' }], rival.token)).toMatchObject({
      errors: [{ message: 'Route not found.' }],
    });
    expect(await app.db.routeSender.count({ where: { routeId } })).toBe(0);
  });
});
