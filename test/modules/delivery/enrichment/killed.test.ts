import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceFrom } from '../../../../src/chance.ts';
import { lookupsOf } from '../../../../src/modules/delivery/enrichment/configured-lookups.ts';
import type { NumberLookupProvider } from '../../../../src/modules/delivery/enrichment/declared/declared-lookups.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver } from '../../../support/database.ts';
import { mutate } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, START, type TestEngine, testEngine } from '../../../support/sending.ts';
import { faultyPool, Killed, untilKilled } from '../../../support/simulation/faults.ts';
import { createSendingTeam } from '../../../support/team.ts';
import { type Seen, startService } from '../providers/webhook-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true, LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const { SEED = '1' } = process.env;
const MESSAGES = 1_000;
/** Between these requests a worker dies. Those that it has begun with reach the provider all the same. */
const DEATHS = [
  [60, 300],
  [600, 900],
  [920, 1_000],
] as const;
const WATCHING = { committed() {}, async afterClaim() {} };
const LEASE_AND_MORE_MS = 121_000;
const RETRIES = { isActive: true, numberOfRetries: 3, delayBetweenRetries: 1, additionalTimeIncrement: 0 };

interface Fake {
  input(url: string): { settings: object; credentials: object };
  numberOf(seen: Seen): string;
  answer(number: string, isLandline: boolean): object;
}

const inPath = ({ path }: Seen) => /\/%2B(\d+)\?/.exec(path)![1]!;

const FAKES: Record<NumberLookupProvider, Fake> = {
  twilio: {
    input: (url) => ({ settings: { accountSid: `AC${'a'.repeat(32)}`, url }, credentials: { authToken: 'secret' } }),
    numberOf: inPath,
    answer: (number, isLandline) => ({
      ...{ phone_number: `+${number}`, valid: true },
      line_type_intelligence: { type: isLandline ? 'landline' : 'mobile' },
    }),
  },
  telnyx: {
    input: (url) => ({ settings: { url }, credentials: { apiKey: 'KEY0123' } }),
    numberOf: inPath,
    answer: (number, isLandline) => ({
      data: { phone_number: `+${number}`, carrier: { type: isLandline ? 'fixed line' : 'mobile' } },
    }),
  },
  custom: {
    input: (url) => ({
      settings: {
        request: {
          ...{ method: 'POST', url: `${url}/hlr`, auth: [{ scheme: 'bearer', token: '{key}' }] },
          body: { type: 'json', content: { msisdn: '{number}' } },
        },
        answer: { known: { line: true }, reachable: {}, landline: { line: ['fixed'] } },
      },
      credentials: { key: 'k' },
    }),
    numberOf: ({ body }) => JSON.parse(body).msisdn.slice(1),
    answer: (_, isLandline) => ({ line: isLandline ? 'fixed' : 'mobile' }),
  },
};

const isLandline = (number: string) => number.endsWith('7');

/** A worker whose every statement fails once it is dead. Its provider takes every message. */
function worker(clock: Date) {
  const faults = { probability: 0, count: 0 };
  const db = dbOver(app, faultyPool(app.services.pool, chanceFrom('never or always'), faults, WATCHING));
  const engine: TestEngine = Object.assign(testEngine(app, clock.toISOString()), {
    ...{ db, lookupsOf: (teamId: string) => lookupsOf(app.services, teamId) },
  });
  return { engine, kill: () => Object.assign(faults, { probability: 1 }) };
}

test.each(Object.entries(FAKES))(
  `%s looks ${MESSAGES} numbers up while three workers die: each mobile phone gets one message, which may be unknown, no landline gets one`,
  async (provider, fake) => {
    const chance = chanceFrom(`${provider} ${SEED}`);
    const deaths = DEATHS.map(([from, until]) => from + chance.below(until - from));
    const asked: string[] = [];
    let living: ReturnType<typeof worker>;
    const service = await startService((seen, response) => {
      const number = fake.numberOf(seen);
      asked.push(number);
      if (asked.length >= deaths[0]!) living.kill();
      response.end(JSON.stringify(fake.answer(number, isLandline(number))));
    });
    const { team, token } = await createSendingTeam(app);
    const input: [object, string] = [{ provider, ...fake.input(service.url) }, 'SetNumberLookupProviderInput'];
    expect(
      (await mutate(app, token, 'setNumberLookupProvider', { input }, '{ lookupProvider }')).errors,
    ).toBeUndefined();
    const meta = { ...manual(MESSAGES), hlrSettings: { ...RETRIES, retryUntil: null } };
    const { campaignId, contactIds } = await createSmsCampaign(app, team.id, { contacts: MESSAGES, meta });
    expect((await app.graphql(START, { variables: { id: campaignId }, token })).errors).toBeUndefined();

    living = worker(new Date(Date.now() + 1_000));
    const sent: string[] = [];
    /** Numbers whose answers a dead worker did not store. */
    let lost = 0;
    while (deaths.length > 0) {
      const before = asked.length;
      await expect(untilKilled(living.engine)).rejects.toThrow(Killed);
      deaths.shift();
      const { rows: left } = await app.pool.query<{ number: string }>(
        `SELECT c.number::text FROM sms_recipients r JOIN contacts c ON c.team_id = r.team_id AND c.id = r.contact_id
         WHERE r.team_id = $1 AND r.status = 'looking_up'`,
        [team.id],
      );
      lost += left.filter(({ number }) => asked.slice(before).includes(number)).length;
      sent.push(...living.engine.provider.sent.map(({ to }) => to));
      living = worker(new Date(living.engine.clock.getTime() + LEASE_AND_MORE_MS));
    }
    await living.engine.run();
    await living.engine.pass(10);
    sent.push(...living.engine.provider.sent.map(({ to }) => to));
    await service.close();

    const contacts = await app.db.contact.findMany({ where: { teamId: team.id, id: { in: contactIds } } });
    const numbers = contacts.map(({ number }) => String(number)).sort();
    expect([...new Set(asked)].sort()).toEqual(numbers);
    // A worker that dies between the mark of a call and the call leaves messages of which nobody knows: they are not sent again.
    const { rows: unknown } = await app.pool.query<{ to: string }>(
      `SELECT phone_normalized AS to FROM sms_messages WHERE team_id = $1 AND status = 'unknown'`,
      [team.id],
    );
    const reached = [...new Set(sent)];
    expect(sent.length).toBe(reached.length);
    const mobiles = numbers.filter((number) => !isLandline(number));
    expect([...new Set([...reached, ...unknown.map(({ to }) => to)])].sort()).toEqual(mobiles);
    // What a dead worker had asked about is asked about again, and nothing else is.
    expect(asked.length).toBe(MESSAGES + lost);
    expect((await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaignId } })).status).toBe('sent');
  },
);
