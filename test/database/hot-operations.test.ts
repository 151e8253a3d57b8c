import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countStatements } from '../../bench/src/statement-counter.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/client.ts';
import { isDistributed } from '../../src/database/distribute.ts';
import { uuidv7 } from '../../src/database/uuid.ts';
import { relay } from '../../src/modules/delivery/relay/relay.ts';
import { openIntake } from '../../src/modules/hub/traffic/intake.ts';
import { createVoiceTeam, send, update, type VoiceTeam } from '../modules/voice/calls/support.ts';
import { createEndpoint } from '../modules/webhooks/support.ts';
import { type TestApp, testAppOn, testConfig } from '../support/app-on.ts';
import { createDashboard } from '../support/campaigns.ts';
import { createServerDatabase } from '../support/database.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createRoute, createSmsCampaign, planner, START, testEngine } from '../support/sending.ts';
import { createSendingTeam } from '../support/team.ts';

/**
 * What one run may cost at most, once the process has run the operation before:
 * - statements: sent to PostgreSQL, with BEGIN and COMMIT and the entry on the timeline;
 * - trips: how often the process waited for PostgreSQL;
 * - answered: kilobytes that PostgreSQL sent;
 * - allocated: kilobytes on the heap.
 * Statements and round trips of single operations are exact; those of 1,000 and what is answered have a tenth to spare, what is
 * allocated two fifths. Raise a number here when an operation needs more on purpose.
 */
const CEILINGS = {
  'a nested read': { statements: 1, trips: 1, answered: 670, allocated: 4100 },
  'a light list': { statements: 1, trips: 1, answered: 9.1, allocated: 280 },
  'a single read': { statements: 1, trips: 1, answered: 0.2, allocated: 210 },
  E14: { statements: 8, trips: 8, answered: 840, allocated: 12000 },
  'the dashboard’s page of a campaign': { statements: 11, trips: 11, answered: 11, allocated: 1100 },
  'the dashboard’s list of contacts': { statements: 2, trips: 2, answered: 22, allocated: 430 },
  'a search for contacts': { statements: 2, trips: 2, answered: 4.9, allocated: 310 },
  // One of them tells whether the balance became low: Citus answers that of no INSERT that selects.
  E7: { statements: 8, trips: 3, answered: 0.5, allocated: 360 },
  E10: { statements: 5, trips: 3, answered: 0.4, allocated: 350 },
  createContact: { statements: 7, trips: 3, answered: 0.6, allocated: 480 },
  updateOffer: { statements: 6, trips: 3, answered: 0.7, allocated: 480 },
  'createTag under an idempotency key': { statements: 8, trips: 4, answered: 0.7, allocated: 650 },
  E12: { statements: 12, trips: 5, answered: 2.3, allocated: 520 },
  'E12 of a new caller': { statements: 18, trips: 7, answered: 3.5, allocated: 620 },
  '1,000 messages of a campaign': { statements: 207, trips: 135, answered: 625, allocated: 54000 },
  '1,000 messages of a campaign, each with a webhook event': {
    statements: 210,
    trips: 137,
    answered: 630,
    allocated: 55000,
  },
  '1,000 messages accepted by the hub': { statements: 14, trips: 7, answered: 33, allocated: 26000 },
  '1,000 messages of the hub handed over': { statements: 35, trips: 24, answered: 270, allocated: 11000 },
};
type Operation = keyof typeof CEILINGS;

const CAMPAIGN = 'id name status createdAt updatedAt';
const OFFER = 'id name url profit';
const SEND = 'id status nextStepAt createdAt updatedAt';

const DOCUMENTS: Record<string, string> = JSON.parse(
  readFileSync('dashboard/src/gql/persisted-documents.json', 'utf8'),
);
const ofDashboard = (query: string): string =>
  Object.values(DOCUMENTS).find((document) => document.includes(`query ${query}(`))!;

const TIMES = 20;
const BATCH = 1_000;
const KB = 1_000;
/** Of this process, which is the client: all that waits for no answer it has sent by then. */
const TURNS = 20;

const isOfInterest = inject('databaseTemplate').kind === 'server' && readConfig(process.env).GRAPHQL_JIT;

describe.skipIf(!isOfInterest)('no more than its ceiling', () => {
  let wire: Awaited<ReturnType<typeof countStatements>>;
  /** Its statements are counted on their way. */
  let counted: TestApp;
  /** Its memory is measured, so nothing is on the way. */
  let measured: TestApp;
  let mine: VoiceTeam;
  let campaignId: string;
  let integrationId: string;
  beforeAll(async () => {
    const from = inject('databaseTemplate');
    const url = await createServerDatabase(from.kind === 'server' ? from.template : '');
    wire = await countStatements(url, async () => {
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
    });
    const config = testConfig({ TOKEN_CACHE_MS: 3_600_000 });
    counted = testAppOn(await openDatabase({ url: wire.url }), config);
    measured = testAppOn(await openDatabase({ url }), config);

    mine = await createVoiceTeam(measured);
    const { id: teamId } = mine.team;
    campaignId = (await createDashboard(measured, teamId, { campaigns: 20, sends: 20, logs: 10 })).campaignIds[0]!;
    await createSmsCampaign(measured, teamId, { contacts: 200, meta: planner() });
    const data = { teamId, name: 'Prepaid', isBalanceManaged: true, balance: '1000' };
    integrationId = (await measured.db.integration.create({ data })).id;
    // Its use is noted once a minute.
    await measured.pool.query(`UPDATE voice_accounts SET secret_last_used_at = now() + interval '1 day'`);
  });
  afterAll(async () => {
    await counted?.close();
    await measured?.close();
    wire?.close();
  });

  /** Prepares a run, and yields what is measured of it. `time` is another one each time. */
  type Prepare = (app: TestApp, time: number) => Promise<() => Promise<unknown>>;

  const graphql =
    (query: string, variablesOf: (time: number) => Record<string, unknown> = () => ({})): Prepare =>
    async (app, time) => {
      const variables = variablesOf(time);
      return async () => {
        const { errors } = await app.graphql(query, { token: mine.token, variables });
        expect(errors).toBeUndefined();
      };
    };

  const createCall = async (externalId: string) => {
    const names = { create: { externalId } };
    const teamId = mine.team.id;
    await measured.db.call.create({ data: { teamId, toNumber: 12125550123n, status: 'queued', externalId, names } });
  };

  /** A campaign that begins in the run, the only one that is due. */
  const campaign =
    (eventTypes?: string[]): Prepare =>
    async (app) => {
      const team = await createSendingTeam(app);
      const meta = planner();
      const { campaignId: id } = await createSmsCampaign(app, team.team.id, { contacts: BATCH, meta });
      if (eventTypes) await createEndpoint(app, team, 'https://crm.example/hook', eventTypes);
      const { errors } = await app.graphql(START, { token: team.token, variables: { id } });
      expect(errors).toBeUndefined();
      const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
      return async () => {
        await engine.run();
        expect(engine.provider.sent).toHaveLength(BATCH);
      };
    };

  /** An endpoint, the only one whose messages are due. */
  async function hub(app: TestApp, time: number) {
    await app.pool.query('DELETE FROM hub_queues');
    const { team } = await createSendingTeam(app);
    const { id: defaultRouteId } = await createRoute(app, team.id, { price: '0.01' });
    const data = { teamId: team.id, username: `seller-${time}`, passwordHash: 'none', defaultRouteId };
    return { teamId: team.id, routeId: defaultRouteId, endpointId: (await createSellerEndpoint(app.db, data)).id };
  }

  const OPERATIONS: Record<Operation, Prepare> = {
    'a nested read': graphql(`{ smsCampaigns(first: 20) { nodes { ${CAMPAIGN} offers { nodes { ${OFFER} } }
      sends(first: 20) { nodes { ${SEND} logs(first: 10) { nodes { callerId callerType text createdAt } } } } } } }`),
    'a light list': graphql(`{ smsCampaigns(first: 20) { nodes { ${CAMPAIGN} offers { nodes { ${OFFER} } } } } }`),
    'a single read': graphql(`query ($id: ID!) { smsCampaign(id: $id) { ${CAMPAIGN} } }`, () => ({ id: campaignId })),
    E14: async (app) => async () => {
      const path = '/v1/sms/campaigns?per_page=20&include=offers,sends,logs';
      expect((await app.rest('GET', path, { token: mine.token })).status).toBe(200);
    },
    'the dashboard’s page of a campaign': graphql(ofDashboard('Campaign'), () => ({ id: campaignId })),
    'the dashboard’s list of contacts': graphql(ofDashboard('Contacts'), () => ({ first: 50 })),
    'a search for contacts': graphql(ofDashboard('Contacts'), () => ({ first: 50, filter: { search: 'Contact 12' } })),
    E7: graphql('mutation ($input: ChargeIntegrationInput!) { chargeIntegration(input: $input) { id } }', (time) => {
      const webhookRequestId = `00000000-0000-4000-8000-${String(time).padStart(12, '0')}`;
      return { input: { cost: '0.01', meta: { integrationId, reason: 'A call', webhookRequestId } } };
    }),
    E10: graphql('mutation ($input: CreateOfferInput!) { createOffer(input: $input) { id } }', (time) => ({
      input: { name: `Offer ${time}`, url: 'https://offers.example.com/a?x=1', profit: '12.5' },
    })),
    createContact: graphql(
      'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }',
      (time) => ({
        input: { number: 12_025_000_000 + time, name: 'Ada Lovelace' },
      }),
    ),
    updateOffer: async (app, time) => {
      const data = { teamId: mine.team.id, name: 'Box', url: 'https://offers.example.com/', profit: '1' };
      const { id } = await app.db.offer.create({ data });
      const input = { name: `Crate ${time}` };
      const query = 'mutation ($id: ID!, $input: UpdateOfferInput!) { updateOffer(id: $id, input: $input) { id } }';
      return graphql(query, () => ({ id, input }))(app, time);
    },
    'createTag under an idempotency key': graphql(
      'mutation ($input: CreateTagInput!, $key: String) { createTag(input: $input, idempotencyKey: $key) { id } }',
      (time) => ({ input: { name: `Tag ${time}` }, key: `key-${time}` }),
    ),
    E12: async (app, time) => {
      await createCall(`call-${time}`);
      const message = update(`call-${time}`, 'in-progress', time);
      return async () => expect(await send(app, mine, message)).toMatchObject({ status: 200 });
    },
    'E12 of a new caller': async (app, time) => {
      const call = { id: `call-${time}`, type: 'inboundPhoneCall' };
      const message = update(call.id, 'ringing', time, { call, customer: { number: `+1202556${1_000 + time}` } });
      return async () => expect(await send(app, mine, message)).toMatchObject({ status: 200 });
    },
    '1,000 messages of a campaign': campaign(),
    '1,000 messages of a campaign, each with a webhook event': campaign(['message_accepted']),
    '1,000 messages accepted by the hub': async (app, time) => {
      const { teamId, endpointId } = await hub(app, time);
      const intake = openIntake(app.services);
      return async () => {
        const message = {
          ...({ teamId, endpointId, protocol: 'smpp', sender: 'Acme', isInternational: true, text: 'Hello' } as const),
          ...({ receipts: 'all', validUntil: null, scheduledAt: null, reference: null, partIds: [] } as const),
        };
        const destinations = Array.from({ length: BATCH }, (_, at) => `1202555${1_000 + at}`);
        const answers = await Promise.all(
          destinations.map((destination) => intake.submit({ ...message, destination })),
        );
        expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(BATCH);
        await intake.close();
      };
    },
    '1,000 messages of the hub handed over': async (app, time) => {
      const { teamId, endpointId, routeId } = await hub(app, time);
      const engine = testEngine(app, new Date().toISOString());
      const dueAt = engine.now();
      const message = {
        ...{ teamId, sellerEndpointId: endpointId, routeId, protocol: 'smpp' as const, sender: 'Acme', text: 'Hello' },
        ...{ cost: '0.01', price: '0.02', dueAt, validUntil: new Date(dueAt.getTime() + 3_600_000) },
      };
      await app.db.hubMessage.createMany({
        data: Array.from({ length: BATCH }, (_, at) => {
          const number = 12_025_551_000 + at;
          return { ...message, id: uuidv7(dueAt.getTime()), destination: String(number), number: BigInt(number) };
        }),
      });
      await app.db.hubQueue.create({ data: { teamId, sellerEndpointId: endpointId, dueAt } });
      return async () => {
        while (await relay(engine));
        expect(engine.provider.sent).toHaveLength(BATCH);
      };
    },
  };

  let runs = 0;
  test.each(Object.keys(CEILINGS) as Operation[])('%s', async (name) => {
    if (await isDistributed(measured.pool)) return;
    const times = name.startsWith('1,000') ? 1 : TIMES;
    const prepared = async (app: TestApp) => {
      const works: (() => Promise<unknown>)[] = [];
      for (let time = 0; time < times; time += 1) {
        runs += 1;
        works.push(await OPERATIONS[name](app, runs));
      }
      return async () => {
        for (const work of works) {
          await work();
          await app.writeTraces();
        }
      };
    };
    const first = await prepared(counted);
    await first();
    const third = await prepared(measured);
    await third();
    // A busy machine may deliver late what was sent, and compile late: what is over each time is over.
    let over = await overIn();
    for (let again = 0; over.length > 0 && again < 2; again += 1) over = await overIn();
    expect(over).toEqual([]);

    async function overIn() {
      const second = await prepared(counted);
      const before = [wire.count(), wire.roundTrips(), wire.bytes()] as const;
      await second();
      const cost = {
        statements: (wire.count() - before[0]) / times,
        trips: (wire.roundTrips() - before[1]) / times,
        answered: (wire.bytes() - before[2]) / times / KB,
      };
      const allocated = (await allocatedBy(await prepared(measured))) / times / KB;
      const ceilings = CEILINGS[name];
      return Object.entries({ ...cost, allocated }).filter(
        ([kind, value]) => value > ceilings[kind as keyof typeof ceilings],
      );
    }
  });
});

/** The declared type lacks them. */
interface Samples {
  profile: { samples: { size: number }[] };
}

/** Bytes that were allocated on the heap, collected since or not: V8 samples one in 1,024. */
async function allocatedBy(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  await session.post('HeapProfiler.startSampling', { samplingInterval: 1_024, ...collected });
  await work();
  const { profile } = (await session.post('HeapProfiler.stopSampling')) as unknown as Samples;
  session.disconnect();
  return profile.samples.reduce((sum, { size }) => sum + size, 0);
}
