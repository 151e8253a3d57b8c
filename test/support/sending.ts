import { createSigningSecret } from 'outgoing-requests';
import pino from 'pino';
import type { OutgoingSms, SendResult, SmsProvider } from 'sms-providers';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { Engine } from '../../src/modules/delivery/engine/engine.ts';
import { openPreChecks } from '../../src/modules/delivery/engine/pre-checks.ts';
import { work } from '../../src/modules/delivery/engine/run-sender.ts';
import { sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import type { TestApp } from './app.ts';
import { ALL_DAYS } from './simulation/scenario.ts';

/** A provider that remembers what it was given, and answers what the test says. */
export interface TestProvider extends SmsProvider {
  readonly sent: OutgoingSms[];
  answer: (message: OutgoingSms) => SendResult;
}

export function testProvider(capabilities: Partial<SmsProvider['capabilities']> = {}): TestProvider {
  const sent: OutgoingSms[] = [];
  const provider: TestProvider = {
    type: 'test',
    sent,
    capabilities: { idempotent: false, batchSize: 1_000, maxInFlight: 1, perSecond: null, ...capabilities },
    answer: ({ id }) => ({ status: 'accepted', providerId: `p-${id}` }),
    verify: () => false,
    parse: () => ({ receipts: [], replies: [] }),
    async close() {},
    async send(messages) {
      sent.push(...messages);
      return messages.map((message) => provider.answer(message));
    },
  };
  return provider;
}

export interface TestEngine extends Engine {
  clock: Date;
  provider: TestProvider;
  /** Works until nothing is due at the clock's time. */
  run(): Promise<void>;
  /** Puts the clock on and works, in steps of a minute or those given. */
  pass(minutes: number, step?: number): Promise<void>;
}

/** The engine on the test's database, with a clock that stands until it is put on. */
export function testEngine({ services }: TestApp, clock: string, provider = testProvider()): TestEngine {
  const engine: TestEngine = {
    clock: new Date(clock),
    provider,
    db: services.db,
    logger: pino({ level: process.env.TEST_LOG_LEVEL ?? 'error' }),
    linkBase: 'https://sms.example.com',
    lookupsOf: async () => null,
    preChecks: openPreChecks(services),
    now: () => engine.clock,
    providerOf: () => provider,
    async run() {
      for (let turns = 0; await work(engine); turns += 1) {
        if (turns > 5_000) throw new Error('The engine does not come to rest.');
      }
    },
    async pass(minutes, step = 1) {
      for (let passed = 0; passed < minutes; passed += step) {
        engine.clock = new Date(engine.clock.getTime() + step * 60_000);
        await engine.run();
      }
    },
  };
  return engine;
}

export interface TestCampaign {
  teamId: string;
  campaignId: string;
  segmentId: string;
  routeId: string;
  planId: string;
  contactIds: string[];
}

export const manual = (sendAmount = 200, throttleBatchSize = 0) => ({
  sendType: 'manual' as const,
  manualData: { sendAmount, sendDatetime: null, throttleBatchSize },
});

/** Limits of one message a day and a week unless it says otherwise. */
export const planner = (data: Record<string, unknown> = {}) => ({
  sendType: 'planner' as const,
  plannerData: {
    daysOfWeek: [...ALL_DAYS],
    weeklySchedule: null,
    multistepData: null,
    weeklySmsContactLimit: 1,
    dailySmsContactLimit: 1,
    isActive: true,
    ...data,
  },
});

export const multistep = (data: Record<string, unknown> = {}) => ({
  stepSize: 200,
  stepDelay: 0,
  minCtr: null,
  maxSmsToSend: null,
  maxMinutesToSend: null,
  sendDatetime: null,
  isActive: true,
  ...data,
});

/** Of contacts that carry `web` as their foreign id. */
export const feed = (data: Record<string, unknown> = {}) => ({
  sendType: 'feed' as const,
  feedData: {
    feedId: 'web',
    feedIds: null,
    hourlyCallsLimit: 0,
    daysOfWeek: null,
    weeklySchedule: null,
    autoAnalyze: false,
    isActive: true,
    ...data,
  },
});

/** Slots of the same time on every day, in the team's zone. */
export const recurring = (time: string, amount: number, data: Record<string, unknown> = {}) => ({
  sendType: 'recurring' as const,
  recurringData: {
    daysOfWeek: [...ALL_DAYS],
    dailyRecurringData: Object.fromEntries(
      ALL_DAYS.map((day) => [day, [{ send_amount: amount, send_datetime: time }]]),
    ),
    selectedRecurringTime: null,
    weeklyContactLimit: 7,
    dailyContactLimit: 7,
    isActive: true,
    ...data,
  },
});

interface Options {
  contacts?: number;
  timezone?: string;
  texts?: string[];
  offerUrl?: string | null;
  meta: Record<string, unknown>;
  price?: string;
  /** `null`: no quiet hours. */
  contactHours?: { start: string; end: string } | null;
  number?: number;
}

/** A route over which a campaign may start; nothing takes its messages unless the test says what does. */
export const createRoute = (
  { services: { db, tokenKeys } }: TestApp,
  teamId: string,
  data: Partial<Prisma.RouteUncheckedCreateInput> = {},
) =>
  db.prisma.route.create({
    data: {
      teamId,
      name: 'Main',
      provider: 'http',
      credentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
      ...data,
    },
  });

/** Gives a routing plan a default route that has a provider. */
export async function giveRoute(test: TestApp, teamId: string, planId: string): Promise<string> {
  const { id } = await createRoute(test, teamId);
  const where = { teamId_id: { teamId, id: planId } };
  await test.db.routingPlan.update({ where, data: { defaultRouteId: id } });
  return id;
}

let nextNumber = 4_917_600_000_000;

/** A campaign of everybody tagged `list`, with a text, an offer and a route, as a team would set it up. */
export async function createSmsCampaign(
  test: TestApp,
  teamId: string,
  {
    contacts = 3,
    timezone,
    texts = ['Hello {{ name }} {{ url }}'],
    offerUrl = 'https://offer.example/1',
    meta,
    price = '0',
    contactHours = null,
  }: Options,
): Promise<TestCampaign> {
  const { db } = test;
  const first = nextNumber;
  nextNumber += contacts + 1;
  const tag = await db.tag.create({ data: { teamId, name: `list ${first}` } });
  const rows = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO contacts (team_id, id, number, name, country_id, timezone, created_at, updated_at)
    SELECT ${teamId}::uuid, gen_random_uuid(), ${first}::bigint + n, 'Contact ' || n, 276, ${timezone ?? null},
      '2026-01-01', '2026-01-01'
    FROM generate_series(0, ${contacts}::int - 1) n RETURNING id`;
  await db.contactTag.createMany({ data: rows.map(({ id }) => ({ teamId, contactId: id, tagId: tag.id })) });
  const segment = await db.segment.create({ data: { teamId, name: 'List', filter: { tagsAny: [tag.name] } } });
  const route = await createRoute(test, teamId, { price, senderId: 'Acme' });
  const plan = await db.routingPlan.create({ data: { teamId, name: 'Plan', defaultRouteId: route.id } });
  await db.sendingSettings.upsert({
    where: { teamId },
    create: { teamId, contactFrom: contactHours?.start ?? null, contactUntil: contactHours?.end ?? null },
    update: { contactFrom: contactHours?.start ?? null, contactUntil: contactHours?.end ?? null },
  });
  const campaign = await db.smsCampaign.create({
    data: { teamId, name: 'Campaign', segmentIds: [segment.id], smsRoutingPlanId: plan.id, ...meta },
  });
  await db.campaignText.createMany({
    data: texts.map((text, position) => ({ teamId, smsCampaignId: campaign.id, text, position })),
  });
  if (offerUrl) {
    const offer = await db.offer.create({ data: { teamId, name: 'Offer', url: offerUrl, profit: '1' } });
    await db.smsCampaignOffer.create({ data: { teamId, smsCampaignId: campaign.id, offerId: offer.id } });
  }
  return {
    teamId,
    campaignId: campaign.id,
    segmentId: segment.id,
    routeId: route.id,
    planId: plan.id,
    contactIds: rows.map(({ id }) => id).sort(),
  };
}

export const START = 'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }';
export const STOP = 'mutation ($id: ID!) { stopCampaign(input: { campaignId: $id }) { campaign { status } } }';
