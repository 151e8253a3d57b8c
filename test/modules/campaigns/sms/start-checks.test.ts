import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createRoute, createSmsCampaign, START, type TestCampaign } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { failure } from '../support.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const MANUAL = { sendType: 'manual', manualData: { sendAmount: 200, sendDatetime: null, throttleBatchSize: 0 } };
const own = (id: string) => ({ teamId_id: { teamId: acme.team.id, id } });

/** One that can start but for what is changed here. */
async function campaign(
  options: Partial<Parameters<typeof createSmsCampaign>[2]> = {},
  columns: Prisma.SmsCampaignUncheckedUpdateInput = {},
): Promise<TestCampaign> {
  const made = await createSmsCampaign(app, acme.team.id, { meta: MANUAL, ...options });
  await app.db.smsCampaign.update({ where: own(made.campaignId), data: columns });
  return made;
}
const start = async ({ campaignId }: TestCampaign) =>
  app.graphql(START, { variables: { id: campaignId }, token: acme.token });
const refusal = async (made: Promise<TestCampaign>) => failure(await start(await made));

describe('a start that would reach nobody is refused', () => {
  test('with everything that keeps it', async () => {
    const made = await campaign(
      { texts: ['Hello', 'Look: {{ url }}'], offerUrl: null },
      { segmentIds: [], smsRoutingPlanId: null, sendType: null, hlrSettings: { isActive: true } },
    );
    const fields = {
      'texts.1': ['The texts.1 field uses {{ url }}, but the campaign sells no offer that it could lead to.'],
      'meta.sendType': ['The meta.send type field is required.'],
      'meta.segmentIds': ['The meta.segment ids field is required.'],
      'meta.routingPlanId': ['The meta.routing plan id field is required.'],
      'meta.hlrSettings.isActive': [
        'The meta.hlr settings.is active field needs a look-up provider: neither the team (setNumberLookupProvider) nor this installation (LOOKUP_PROVIDER) has one.',
      ],
    };
    expect(failure(await start(made))).toEqual(fields);
    const { db } = app;
    expect(await db.smsCampaign.findUnique({ where: own(made.campaignId) })).toMatchObject({ status: 'draft' });
    expect(await db.smsSend.count({ where: { smsCampaignId: made.campaignId } })).toBe(0);
  });

  test('without texts', async () => {
    expect(await refusal(campaign({ texts: [] }))).toEqual({ texts: ['The texts field is required.'] });
  });

  test('when all its offers were deleted, and its text has a link', async () => {
    const made = await campaign();
    await app.db.offer.updateMany({ where: { teamId: acme.team.id }, data: { deletedAt: new Date() } });
    expect(failure(await start(made))).toEqual({
      'texts.0': ['The texts.0 field uses {{ url }}, but the campaign sells no offer that it could lead to.'],
    });
  });

  test('over a plan that leads nowhere, or to routes that carry nothing', async () => {
    const { db } = app;
    const plan = 'The meta.routing plan id field leads';
    const made = await campaign();
    await db.routingPlan.update({ where: own(made.planId), data: { defaultRouteId: null } });
    expect(failure(await start(made))).toEqual({
      'meta.routingPlanId': [`${plan} nowhere: the plan has neither a rule nor a default route.`],
    });
    const routes = [
      await createRoute(app, acme.team.id, { name: 'A', provider: null }),
      await createRoute(app, acme.team.id, { name: 'B', credentials: null }),
      await createRoute(app, acme.team.id, { name: 'C', isConnected: false }),
      await createRoute(app, acme.team.id, { name: 'D' }),
    ];
    await db.routingPlanRule.createMany({
      data: routes.map(({ id }) => ({ teamId: acme.team.id, routingPlanId: made.planId, routeId: id })),
    });
    expect(failure(await start(made))).toEqual({
      'meta.routingPlanId': [
        `${plan} to the route A, which has no provider.`,
        `${plan} to the route B, whose provider has no credentials.`,
        `${plan} to the route C, which is not connected.`,
      ],
    });
  });

  test('to an empty audience: nobody in the segment, or nobody who may be contacted', async () => {
    const nobody = { 'meta.segmentIds': ['The meta.segment ids field reaches nobody who may be contacted.'] };
    expect(await refusal(campaign({ contacts: 0 }))).toEqual(nobody);
    const made = await campaign({ contacts: 1 });
    const { number } = await app.db.contact.findFirstOrThrow({ where: { id: made.contactIds[0]! } });
    await app.db.suppressedNumber.create({ data: { teamId: acme.team.id, number } });
    expect(failure(await start(made))).toEqual(nobody);
  });

  test('to a segment that was deleted', async () => {
    const made = await campaign();
    await app.db.segment.delete({ where: own(made.segmentId) });
    expect(failure(await start(made))).toEqual({
      'meta.segmentIds.0': ['The selected meta.segment ids.0 is invalid.'],
    });
  });

  const planner = (data: object) => ({ meta: { sendType: 'planner', plannerData: { daysOfWeek: ['Mon'], ...data } } });
  const NIGHT = { default: { start: '22:00', end: '23:00' } };
  const schedule = 'The meta.planner data.weekly schedule field';

  test('on a schedule that never comes', async () => {
    const sunday = planner({ weeklySchedule: { Sun: { start: '10:00', end: '12:00' } } });
    expect(await refusal(campaign(sunday))).toEqual({
      'meta.plannerData.weeklySchedule': [`${schedule} has no hours on any of the days.`],
    });
    const quiet = { contactHours: { start: '08:00', end: '21:00' } };
    expect(await refusal(campaign({ ...planner({ weeklySchedule: NIGHT }), ...quiet }))).toEqual({
      'meta.plannerData.weeklySchedule': [
        `${schedule} lies outside the hours in which the team reaches anybody, 08:00 to 21:00.`,
      ],
    });
    const loud = await campaign({ ...planner({ weeklySchedule: NIGHT }), contactHours: null });
    expect(failure(await start(loud))).toBeUndefined();
  });

  test('with slots on none of its days', async () => {
    const recurring = (day: string) => ({
      meta: {
        sendType: 'recurring',
        recurringData: { daysOfWeek: ['Mon'], dailyRecurringData: { [day]: [{ sendDatetime: '10:00' }] } },
      },
    });
    expect(await refusal(campaign(recurring('Tue')))).toEqual({
      'meta.recurringData.dailyRecurringData': [
        'The meta.recurring data.daily recurring data field has no slot on any of the days.',
      ],
    });
    expect(await refusal(campaign(recurring('Mon')))).toBeUndefined();
  });

  test('as a feed that nothing arrives in; nobody needs to be there yet', async () => {
    const feed = (feedId: string | null, segmentIds?: string[]) =>
      campaign(
        { contacts: 0, meta: { sendType: 'feed', feedData: { feedId, feedIds: null, hourlyCallsLimit: 0 } } },
        {
          ...(segmentIds && { segmentIds }),
        },
      );
    expect(await refusal(feed(null, []))).toEqual({
      'meta.feedData.feedId': ['The meta.feed data.feed id field is required.'],
    });
    expect(await refusal(feed('leads', []))).toBeUndefined();
    expect(await refusal(feed(null))).toBeUndefined();
  });
});

describe('a route over the simulator', () => {
  const SIMULATED = '{ smsCampaigns(first: 50, filter: { name: "Simulation" }) { nodes { isSimulated } } }';
  const logs = async ({ campaignId }: TestCampaign) => {
    const rows = await app.db.log.findMany({ where: { callerId: campaignId }, orderBy: { id: 'asc' } });
    return rows.map(({ text }) => text);
  };

  test('is told in the log of a start, and shown of the campaign, in one statement for all', async () => {
    const simulated = async () => {
      const made = await campaign({}, { name: 'Simulation' });
      await app.db.route.update({ where: own(made.routeId), data: { provider: 'simulator' } });
      return made;
    };
    const made = await simulated();
    const ask = () => app.statements(() => app.graphql(SIMULATED, { token: acme.token }));
    const one = (await ask()).length;
    const real = await campaign({}, { name: 'Simulation' });
    await simulated();
    expect(await ask()).toHaveLength(one);
    expect((await app.graphql(SIMULATED, { token: acme.token })).data).toEqual({
      smsCampaigns: { nodes: [{ isSimulated: true }, { isSimulated: false }, { isSimulated: true }] },
    });
    expect(failure(await start(made))).toBeUndefined();
    expect(await logs(made)).toEqual([
      'Status changed from draft to running.',
      'Simulated: messages over Main reach nobody, and what comes back is made up.',
    ]);
    expect(failure(await start(real))).toBeUndefined();
    expect(await logs(real)).toEqual(['Status changed from draft to running.']);
  });
});
