import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { lookUpNow } from '../../../../src/modules/delivery/enrichment/look-up-now.ts';
import { followLink } from '../../../../src/modules/delivery/links/follow-link.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { keepPart } from '../../../../src/modules/hub/connections/parts.ts';
import { takeSubmits } from '../../../../src/modules/hub/traffic/take-submits.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../../../src/modules/identity/auth/tokens.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { report, send } from '../../voice/calls/support.ts';
import { carriedBy, json } from '../../voice/providers/carrying.ts';
import { ADA, conversationOf, createInbox, type Inbox, SEND_REPLY } from '../conversations/support.ts';
import { uploaded } from '../data-files/support.ts';
import { dump, ERASE, traces } from './support.ts';

/** The embedded database has one session. */
const isServer = inject('databaseTemplate').kind !== 'embedded';

let app: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent', LOOKUP_PROVIDER: 'simulator', PRIVATE_PROVIDERS: true });
  await app.pool.query(`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(${TEST}, TG_ARGV[0]::int); RETURN NULL; END $$`);
  for (const table of [...new Set(WRITERS.map((writer) => writer.table))]) await waitAfter(table, 1);
  await waitAfter('erased_numbers', 2);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  inbox = await createInbox(app);
});
// What one leaves is no fault of the next.
afterEach(erase);

function erase() {
  return inbox.ask(ERASE, { input: { number: NUMBER } });
}

const TEST = 424_242;
const waitAfter = (table: string, key: number) =>
  app.pool.query(`CREATE TRIGGER wait_for_test AFTER INSERT ON ${table} EXECUTE FUNCTION wait_for_test(${key})`);

const NUMBER = String(ADA);
const TEXT = 'Forty-two towels';
const ask = (field: string, type: string, input: object, answer: string) =>
  inbox.ask(`mutation ($input: ${type}!) { ${field}(input: $input) { ${answer} } }`, { input });

interface Writer {
  name: string;
  /** It has written the number down here, and has not committed it. */
  table: string;
  /** What comes first; answers the writer itself. */
  ready: () => Promise<() => Promise<unknown>>;
  /** What is written after an erasure is new, and stays. */
  isNewAfter?: true;
}

const addPlan = () =>
  app.db.routingPlan.create({ data: { teamId: inbox.teamId, name: 'Main', defaultRouteId: inbox.routeId } });
const addContact = (data: object = {}) =>
  app.db.contact.create({ data: { teamId: inbox.teamId, number: BigInt(ADA), name: 'Zaphod', ...data } });
const addEndpoint = () =>
  createSellerEndpoint(app.db, {
    ...{ teamId: inbox.teamId, username: crypto.randomUUID(), passwordHash: 'none', defaultRouteId: inbox.routeId },
  });
const submitted = (endpointId: string) => ({
  ...{ teamId: inbox.teamId, endpointId, protocol: 'smpp' as const, sender: 'Acme', destination: NUMBER, text: TEXT },
  ...{ isInternational: true, receipts: 'none' as const, validUntil: null, scheduledAt: null, reference: null },
  partIds: [],
});

const WRITERS: Writer[] = [
  {
    name: 'createContact',
    table: 'contacts',
    ready: async () => () => ask('createContact', 'CreateContactInput', { number: NUMBER, name: 'Zaphod' }, 'id'),
  },
  {
    name: 'an import',
    table: 'contacts',
    ready: async () => {
      const { token } = inbox;
      // Nothing of the file is left for the erasure but what the import has read.
      const id = await uploaded(app, `phone,name\n${NUMBER},Zaphod\n`, { token });
      await inbox.ask(
        'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }',
        {
          ...{ id, input: { columns: { number: 0, name: 1 } } },
        },
      );
      return () => runJobs(app);
    },
  },
  {
    name: 'the first event of an inbound call',
    table: 'contacts',
    ready: async () => {
      const secret = createToken(WEBHOOK_SECRET_PREFIX, inbox.teamId);
      await app.db.voiceAccount.create({
        data: { teamId: inbox.teamId, name: 'Main', provider: 'provider_a', webhookSecretHash: hashToken(secret) },
      });
      const team = { team: inbox.team, token: inbox.token, secret, accountId: '' };
      const call = { id: crypto.randomUUID(), type: 'inboundPhoneCall' };
      const event = { ...report('', 60), call, customer: { number: `+${NUMBER}`, name: 'Zaphod' } };
      return () => send(app, team as never, event);
    },
  },
  {
    name: 'sendSms',
    table: 'direct_messages',
    ready: async () => {
      const { id: routingPlanId } = await addPlan();
      return () => ask('sendSms', 'SendSmsInput', { to: NUMBER, text: TEXT, routingPlanId }, 'directMessage { id }');
    },
  },
  {
    name: 'sendReply',
    table: 'direct_messages',
    ready: async () => {
      await inbox.write('Hello');
      const conversationId = await conversationOf(inbox);
      return () => inbox.ask(SEND_REPLY, { input: { conversationId, text: TEXT } });
    },
  },
  {
    name: 'sendSmsCampaignTest',
    table: 'direct_messages',
    ready: async () => {
      const { campaignId: smsCampaignId } = await createSmsCampaign(app, inbox.teamId, { meta: manual(1) });
      return () =>
        ask('sendSmsCampaignTest', 'SendSmsCampaignTestInput', { smsCampaignId, to: NUMBER }, 'directMessage { id }');
    },
  },
  {
    name: 'testRoute',
    table: 'sms_test_schedules',
    ready: async () => () =>
      ask('testRoute', 'TestRouteInput', { routeId: inbox.routeId, to: NUMBER, text: TEXT }, 'smsTestResult { id }'),
  },
  {
    name: 'createSmsTestSchedule',
    table: 'sms_test_schedules',
    ready: async () => () =>
      ask(
        'createSmsTestSchedule',
        'CreateSmsTestScheduleInput',
        { ...{ routeId: inbox.routeId, name: 'Zaphod', toNumber: NUMBER }, text: TEXT, intervalMinutes: 60 },
        'id',
      ),
  },
  { name: 'a reply', table: 'sms_replies', isNewAfter: true, ready: async () => () => inbox.write(TEXT) },
  {
    name: 'a part of a long reply',
    table: 'sms_reply_parts',
    isNewAfter: true,
    ready: async () => {
      const { teamId, routeId } = inbox;
      const part = { reference: 7, place: 1, total: 2 };
      const reply = { id: 'part', from: `+${NUMBER}`, to: null, text: TEXT, at: new Date(), part };
      return () =>
        receiveInbound(app.services.db, { teamId, id: routeId }, { receipts: [], replies: [reply] }, new Date());
    },
  },
  { name: 'a STOP', table: 'suppressed_numbers', isNewAfter: true, ready: async () => () => inbox.write('STOP') },
  {
    name: 'suppressNumbers',
    table: 'suppressed_numbers',
    isNewAfter: true,
    ready: async () => () =>
      ask('suppressNumbers', 'SuppressNumbersInput', { numbers: [NUMBER], reason: TEXT }, 'suppressedCount'),
  },
  {
    name: 'recordConsent',
    table: 'consent_events',
    isNewAfter: true,
    ready: async () => () =>
      ask(
        'recordConsent',
        'RecordConsentInput',
        {
          ...{ number: NUMBER, channel: 'sms', purpose: 'marketing', state: 'granted' },
          source: 'form',
          evidence: TEXT,
        },
        'consentEvent { id }',
      ),
  },
  {
    name: 'a message of a seller',
    table: 'hub_messages',
    ready: async () => {
      const { id } = await addEndpoint();
      return () =>
        takeSubmits(
          app.services,
          inbox.teamId,
          [{ id: crypto.randomUUID(), submission: submitted(id), network: null }],
          new Date(),
        );
    },
  },
  {
    name: 'a part of a message of a seller',
    table: 'hub_parts',
    ready: async () => {
      const { id: endpointId } = await addEndpoint();
      const { partIds: _none, text: _text, ...message } = submitted(endpointId);
      const part = { concatenation: 1, part: 1, total: 2 };
      return () =>
        keepPart(
          { ...app.services },
          { teamId: inbox.teamId, endpointId },
          { message, coding: 0, body: Buffer.from(TEXT), part },
        );
    },
  },
  {
    name: 'a look-up for a seller',
    table: 'lookup_results',
    ready: async () => {
      const provider = { isSimulated: true, batchSize: 10, lookup: async () => [] } as const;
      return () =>
        lookUpNow(app.services, inbox.teamId, provider, {
          numbers: [NUMBER],
          filters: '',
          signal: AbortSignal.timeout(1_000),
          heard: () => {},
        });
    },
  },
  {
    name: 'requestNumberLookup',
    table: 'lookup_results',
    ready: async () => {
      const { id } = await addContact();
      return () => ask('requestNumberLookup', 'RequestNumberLookupInput', { contactIds: [id] }, 'id');
    },
  },
  {
    name: 'addTagsToContacts',
    table: 'contact_tags',
    ready: async () => {
      const { id } = await addContact();
      return () =>
        ask('addTagsToContacts', 'AddTagsToContactsInput', { contactIds: [id], tags: ['vip'] }, '__typename');
    },
  },
  {
    name: 'testVoiceAccount',
    table: 'calls',
    ready: async () => {
      const made = await carriedBy(app, inbox, {
        adapter: 'vapi',
        credentials: { apiKey: 'key-1' },
        answer: json(201, { id: 'vapi-1' }),
      });
      onTestFinished(made.close);
      const from = { voiceAccountId: made.accountId, numberId: made.numberIds[0]!, agentId: made.agentIds[0]! };
      return () => ask('testVoiceAccount', 'TestVoiceAccountInput', { ...from, to: NUMBER }, 'voiceTest { id }');
    },
  },
  {
    name: 'a click',
    table: 'webhook_events',
    ready: async () => {
      const { teamId } = inbox;
      await ask(
        'createWebhookEndpoint',
        'CreateWebhookEndpointInput',
        { url: 'https://hooks.acme.example', eventTypes: ['message_clicked'] },
        'webhookEndpoint { id }',
      );
      const { campaignId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
      const id = contactIds[0]!;
      await app.db.contact.update({
        where: { teamId_id: { teamId, id } },
        data: { number: BigInt(ADA), name: 'Zaphod' },
      });
      await inbox.ask(START, { id: campaignId });
      await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
      const { linkCode } = await app.db.smsMessage.findFirstOrThrow({ where: { teamId } });
      const visit = { counts: true, isBot: false, userAgent: 'Browser', now: new Date() };
      return () => followLink(app.services.db, linkCode!, visit as never);
    },
  },
];

/** Sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await app.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Runs the first up to its lock, then the second until it waits, too, or has ended. */
async function meet(key: number, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown[]> {
  const holder = await app.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1, $2)', [TEST, key]);
  const works: Promise<unknown>[] = [];
  try {
    for (const work of [first, second]) {
      let hasEnded = false;
      const ended = work().finally(() => {
        hasEnded = true;
      });
      ended.catch(() => undefined);
      works.push(ended);
      await expect.poll(async () => hasEnded || (await waiting()) >= works.length, PATIENCE).toBe(true);
      if (work === first) expect(hasEnded).toBe(false);
    }
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1, $2)', [TEST, key]);
    holder.release();
    await Promise.allSettled(works);
  }
  return Promise.all(works);
}

async function expectNoTrace(): Promise<void> {
  expect(traces(await dump(app))).toEqual([]);
  expect(await app.db.contact.count({ where: { teamId: inbox.teamId, number: BigInt(ADA) } })).toBe(0);
}

describe.skipIf(!isServer)('a person that is erased meanwhile', () => {
  test.each(WRITERS)('is nowhere once $name, which wrote them down before, has committed', async ({ ready }) => {
    const write = await ready();
    const [, erased] = await meet(1, write, erase);
    expect(erased).not.toHaveProperty('errors');
    await expectNoTrace();
  });

  const refused = WRITERS.filter(({ isNewAfter }) => !isNewAfter);
  test.each(refused)('is not written down again by $name, which comes after', async ({ ready }) => {
    const write = await ready();
    const [erased] = await meet(2, erase, write);
    expect(erased).not.toHaveProperty('errors');
    await expectNoTrace();
  });
});
