import { DECLARATIONS } from 'sms-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_VECTORS } from '../../../../../packages/sms-providers/test/declared/all-vectors.ts';
import { chanceFrom } from '../../../../../src/chance.ts';
import { openProviders } from '../../../../../src/modules/delivery/engine/open-providers.ts';
import { sweepBatch } from '../../../../../src/modules/delivery/engine/sweep.ts';
import { createTestApp, type TestApp } from '../../../../support/app.ts';
import { dbOver } from '../../../../support/database.ts';
import { report, startFake, type Taken } from '../../../../support/declared-fake.ts';
import { mutate } from '../../../../support/mutate.ts';
import { createSmsCampaign, manual, START, type TestEngine, testEngine } from '../../../../support/sending.ts';
import { faultyPool, Killed, untilKilled } from '../../../../support/simulation/faults.ts';
import { createTeam } from '../../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
});
afterAll(() => test.close());

const { SEED = '1' } = process.env;
const MESSAGES = 1_000;
/** In each of these parts of the campaign a worker dies. */
const KILLS = [
  [60, 300],
  [360, 600],
  [660, 900],
] as const;
const WATCHING = { committed() {}, async afterClaim() {} };
const LEASE_AND_MORE_MS = 61_000;

/** A worker whose every statement fails once it is dead, while the provider still works on what it was given. */
function worker(clock: Date) {
  const faults = { probability: 0, count: 0 };
  const providers = openProviders(test.services);
  const pool = faultyPool(test.services.pool, chanceFrom('never or always'), faults, WATCHING);
  const engine: TestEngine = Object.assign(testEngine(test, clock.toISOString()), {
    db: dbOver(test, pool),
    providerOf: providers.providerOf,
  });
  return { engine, close: providers.close, kill: () => Object.assign(faults, { probability: 1 }) };
}

describe.each(ALL_VECTORS.map((vectors) => [vectors.name, vectors] as const))('%s', (name, vectors) => {
  it(`carries ${MESSAGES} messages while three workers die: nobody twice, nobody lost, receipts applied`, async () => {
    const chance = chanceFrom(`${name} ${SEED}`);
    const { team, token } = await createTeam(test, name);
    const { campaignId, routeId, teamId } = await createSmsCampaign(test, team.id, {
      contacts: MESSAGES,
      texts: ['Hello'],
      meta: manual(MESSAGES),
    });
    const dies = KILLS.map(([from, until]) => from + chance.below(until - from));
    let asked = 0;
    let living: ReturnType<typeof worker>;
    const fake = await startFake(vectors, () => {
      asked += 1;
      if (asked === dies[0]) living.kill();
      return null;
    });
    const urls = Object.entries(DECLARATIONS[name]!.fields).flatMap(([field, { kind }]) =>
      kind === 'url' ? [field] : [],
    );
    const addresses = Object.fromEntries(urls.map((field) => [field, fake.url]));
    const settings = { ...vectors.settings, ...addresses, perSecond: MESSAGES };
    await test.db.route.updateMany({ where: { teamId, id: routeId }, data: { senderId: '14155552345' } });
    const input = { provider: name, settings, credentials: vectors.credentials };
    const { data } = await mutate(
      test,
      token,
      'setRouteProvider',
      { id: routeId, input: [input, 'SetRouteProviderInput'] },
      '{ route { callbackUrl } }',
    );
    const { callbackUrl } = data.setRouteProvider.route;
    await test.graphql(START, { variables: { id: campaignId }, token });

    living = worker(new Date(Date.now() + 1_000));
    /** Messages that were in a call without an answer that is stored. */
    let inFlight = 0;
    while (dies.length > 0) {
      await expect(untilKilled(living.engine)).rejects.toThrow(Killed);
      // Its answers come, and nobody hears them.
      await living.close();
      dies.shift();
      const [row] = await test.services.db.rows<{ count: number }>`SELECT count(*)::int AS count
        FROM sms_provider_calls c JOIN sms_messages m ON m.team_id = c.team_id AND m.id = ANY(c.message_ids)
        WHERE c.team_id = ${teamId}::uuid AND m.status = 'sending'`;
      expect(row!.count).toBeGreaterThan(0);
      inFlight += row!.count;
      living = worker(new Date(living.engine.clock.getTime() + LEASE_AND_MORE_MS));
      // What the dead one left is decided first.
      while (await sweepBatch(living.engine));
    }
    await living.engine.pass(3);
    await living.close();
    await fake.close();

    const messages = () =>
      test.db.smsMessage.findMany({
        where: { teamId, smsCampaignId: campaignId },
        select: { id: true, status: true, contactId: true, phoneNormalized: true },
      });
    const sent = await messages();
    expect(new Set(sent.map(({ contactId }) => contactId)).size).toBe(MESSAGES);
    expect(sent).toHaveLength(MESSAGES);
    const numbers = fake.taken.map(({ places }) => plain(places.to));
    expect(new Set(numbers).size).toBe(numbers.length);
    const with_ = (status: string) => sent.filter((one) => one.status === status);
    expect(with_('unknown')).toHaveLength(inFlight);
    expect(with_('accepted')).toHaveLength(MESSAGES - inFlight);
    const taken = new Set(numbers);
    expect(with_('accepted').filter(({ phoneNormalized }) => !taken.has(phoneNormalized!))).toEqual([]);
    expect((await test.db.smsCampaign.findFirstOrThrow({ where: { id: campaignId } })).status).toBe('sent');

    const byNumber = new Map(sent.map(({ id, phoneNormalized, status }) => [phoneNormalized, { id, status }]));
    // Of all that nobody knew, and of every thirtieth other.
    const told = fake.taken.filter(
      (one, at) => at % 30 === 0 || byNumber.get(plain(one.places.to))!.status === 'unknown',
    );
    const tell = async ({ places, providerId }: Taken) => {
      const to = plain(places.to);
      const place = { id: byNumber.get(to)!.id, to, from: '14155552345', providerId };
      const url = places.callbackTo ?? callbackUrl;
      return (await report(test, vectors, url, vectors.mirror.delivered, place)).status;
    };
    const { status } = DECLARATIONS[name]!.callbacks.answer ?? { status: 200 };
    const answers = await Promise.all(told.map(tell));
    expect(new Set(answers)).toEqual(new Set([status]));
    const delivered = (await messages()).filter(({ status }) => status === 'delivered');
    expect(delivered.map(({ id }) => id).sort()).toEqual(
      told.map(({ places }) => byNumber.get(plain(places.to))!.id).sort(),
    );
  });
});

const plain = (number: unknown) => String(number).replace('+', '');
