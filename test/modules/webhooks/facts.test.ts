import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { giveProvider, PERSON, report, visit } from '../../support/hooks.ts';
import { runJobs, waitingJobs } from '../../support/jobs.ts';
import { mutate } from '../../support/mutate.ts';
import { createSmsCampaign, manual, START, STOP, type TestCampaign, testEngine } from '../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../support/team.ts';
import { uploaded } from '../audience/data-files/support.ts';
import { calling } from '../voice/post-processing/support.ts';
import { createEndpoint, typesAsDescribed } from './support.ts';

let app: TestApp;
let mine: TestTeam;

beforeAll(async () => {
  app = await createTestApp({ LOOKUP_PROVIDER: 'simulator' });
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  mine = await createSendingTeam(app);
});
const seen = new Set<string>();
afterEach(async () => {
  for (const type of await typesAsDescribed(app, mine)) seen.add(type);
});
afterAll(() => app.close());

const URL = 'https://crm.example/hook';
const EVERY_MESSAGE = ['message_accepted', 'message_delivered', 'message_failed', 'message_clicked', 'message_replied'];

interface Recorded {
  type: string;
  recordId: string;
  sequence: bigint;
  // biome-ignore lint/suspicious/noExplicitAny: a record of any kind
  data: any;
}

async function recorded(): Promise<Recorded[]> {
  const { rows } = await app.pool.query<Recorded>(
    `SELECT e.type::text, e.record_id AS "recordId", e.sequence, e.data FROM webhook_events e
     WHERE e.team_id = $1 AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.team_id = e.team_id AND d.event_id = e.id)
     ORDER BY e.sequence, e.id`,
    [mine.team.id],
  );
  return rows;
}
const typesOf = async () => (await recorded()).map(({ type }) => type);

/** A campaign whose messages went out, and how its provider reports. */
async function sent(contacts: number) {
  const campaign = await createSmsCampaign(app, mine.team.id, { contacts, meta: manual() });
  const secret = await giveProvider(app, mine.team.id, campaign.routeId);
  const engine = testEngine(app, new Date(Date.now() + 60_000).toISOString());
  const start = () => app.graphql(START, { variables: { id: campaign.campaignId }, token: mine.token });
  const hook = `/hooks/sms/${mine.team.id}/${campaign.routeId}`;
  return { campaign, engine, start, report: (content: object) => report(app, hook, secret, content) };
}
const messagesOf = ({ campaignId }: TestCampaign) =>
  app.db.smsMessage.findMany({ where: { teamId: mine.team.id, smsCampaignId: campaignId }, orderBy: { id: 'asc' } });
const receipt = (id: string, status: string) => ({
  provider_id: `p-${id}`,
  status,
  timestamp: '2026-11-22T10:00:00Z',
});

test('a message’s events show it as it was at each of them, in order', async () => {
  await createEndpoint(app, mine, URL, [...EVERY_MESSAGE, 'contact_unsubscribed']);
  const { campaign, engine, start, report: tell } = await sent(1);
  await start();
  await engine.run();
  const [message] = await messagesOf(campaign);
  const { id, linkCode, phoneNormalized } = message!;
  await tell({ receipts: [receipt(id, 'delivered')] });
  await visit(app, `/l/${linkCode}`, { headers: PERSON });
  await tell({ replies: [{ id: 'reply 1', from: phoneNormalized, text: 'Stop' }] });
  const events = await recorded();
  expect(events.map(({ type }) => type).sort()).toEqual([
    'contact_unsubscribed',
    'message_accepted',
    'message_clicked',
    'message_delivered',
    'message_replied',
  ]);
  const ofMessage = events.filter(({ recordId }) => recordId === id);
  expect(ofMessage.map(({ type, data }) => [type, data.status, data.is_clicked])).toEqual([
    ['message_accepted', 'accepted', false],
    ['message_delivered', 'delivered', false],
    ['message_clicked', 'delivered', true],
  ]);
  expect(ofMessage[0]!.data).toEqual({
    id,
    team_id: mine.team.id,
    sms_campaign_id: campaign.campaignId,
    sms_campaign_send_id: message!.smsSendId,
    contact_id: campaign.contactIds[0],
    offer_id: message!.offerId,
    sms_id: `p-${id}`,
    to_number: Number(phoneNormalized),
    sender_id: 'Acme',
    final_text: message!.finalText,
    sms_parts: 1,
    status: 'accepted',
    cost: expect.stringMatching(/^0(\.0+)?$/),
    is_clicked: false,
    is_lead: false,
    is_sale: false,
    dlr_code: null,
    fail_reason: null,
    sent_at: engine.clock.toISOString(),
    settled_at: null,
    time_clicked: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: engine.clock.toISOString(),
  });
  const reply = events.find(({ type }) => type === 'message_replied')!;
  expect(reply.data).toMatchObject({
    text: 'Stop',
    kind: 'stop',
    keyword: null,
    from_number: Number(phoneNormalized),
    message_id: id,
  });
  const unsubscribed = events.find(({ type }) => type === 'contact_unsubscribed')!;
  expect(unsubscribed.data).toMatchObject({
    number: Number(phoneNormalized),
    reason: 'Asked not to be contacted in a reply.',
  });
});

test('a repeat, a receipt that moves nothing back and a second STOP are no events', async () => {
  await createEndpoint(app, mine, URL, [...EVERY_MESSAGE, 'contact_unsubscribed']);
  const { campaign, engine, start, report: tell } = await sent(1);
  await start();
  await engine.run();
  const { id, linkCode, phoneNormalized } = (await messagesOf(campaign))[0]!;
  for (let time = 0; time < 2; time += 1) {
    await tell({ receipts: [receipt(id, 'delivered')] });
    await tell({ receipts: [receipt(id, 'failed')] });
    await visit(app, `/l/${linkCode}`, { headers: PERSON });
    await tell({ replies: [{ id: 'reply 2', from: phoneNormalized, text: 'Stop' }] });
  }
  await tell({ replies: [{ id: 'reply 3', from: phoneNormalized, text: 'Stop' }] });
  expect((await typesOf()).sort()).toEqual([
    'contact_unsubscribed',
    'message_accepted',
    'message_clicked',
    'message_delivered',
    'message_replied',
    'message_replied',
  ]);
});

test('messages that a provider or its receipts refuse have failed', async () => {
  await createEndpoint(app, mine, URL, EVERY_MESSAGE);
  const { campaign, engine, start, report: tell } = await sent(3);
  let asked = 0;
  engine.provider.answer = ({ id }) => {
    asked += 1;
    return asked === 1
      ? { status: 'rejected', kind: 'permanent', code: null, reason: 'No such number.', retryAfterSeconds: null }
      : { status: 'accepted', providerId: `p-${id}` };
  };
  await start();
  await engine.run();
  const accepted = (await messagesOf(campaign)).filter(({ status }) => status === 'accepted');
  await tell({ receipts: [receipt(accepted[0]!.id, 'failed'), receipt(accepted[1]!.id, 'expired')] });
  const failed = (await recorded()).filter(({ type }) => type === 'message_failed');
  expect(failed.map(({ data }) => [data.status, data.fail_reason]).sort()).toEqual([
    ['expired', 'The provider says: expired.'],
    ['failed', 'No such number.'],
    ['failed', 'The provider says: failed.'],
  ]);
  expect((await typesOf()).filter((type) => type === 'message_accepted')).toHaveLength(2);
});

test('a batch records its events with one statement, and none where nobody listens', async () => {
  const writes = (statements: string[]) =>
    statements.filter((sql) => /INTO webhook_events[\s\S]* FROM sms_messages t/.test(sql)).length;
  const theirs = await createTeam(app);
  await createEndpoint(app, theirs, URL, EVERY_MESSAGE);
  await createEndpoint(app, mine, URL, ['import_finished']);
  const quiet = await sent(100);
  await quiet.start();
  expect(writes(await app.statements(() => quiet.engine.run()))).toBe(0);
  const receipts = async ({ campaign }: { campaign: TestCampaign }) => ({
    receipts: (await messagesOf(campaign)).map(({ id }) => receipt(id, 'delivered')),
  });
  const quietly = await receipts(quiet);
  expect(writes(await app.statements(() => quiet.report(quietly)))).toBe(0);
  expect(await recorded()).toEqual([]);

  await createEndpoint(app, mine, URL, EVERY_MESSAGE);
  const heard = await sent(100);
  await heard.start();
  expect(writes(await app.statements(() => heard.engine.run()))).toBe(1);
  const loudly = await receipts(heard);
  expect(writes(await app.statements(() => heard.report(loudly)))).toBe(1);
  expect(await recorded()).toHaveLength(200);
  expect(await app.db.webhookEvent.count({ where: { teamId: theirs.team.id } })).toBe(0);
});

test('a campaign’s every status is an event', async () => {
  await createEndpoint(app, mine, URL, ['campaign_status_changed']);
  const { campaign, engine, start } = await sent(2);
  await start();
  await app.graphql(STOP, { variables: { id: campaign.campaignId }, token: mine.token });
  await start();
  await engine.pass(2);
  const events = await recorded();
  expect(new Set(events.map(({ recordId }) => recordId))).toEqual(new Set([campaign.campaignId]));
  const states = events.map(({ data }) => data.status);
  expect(states.slice(0, 3)).toEqual(['running', 'stopped', 'running']);
  expect(states.at(-1)).toBe('sent');
  expect(states.filter((status, at) => status === states[at - 1])).toEqual([]);
});

test('a call’s end and its outcome are events, and so is each change of that', async () => {
  await createEndpoint(app, mine, URL, ['call_ended', 'call_outcome_changed']);
  const { place, report: tell } = await calling(app, mine);
  const { reference } = await place();
  await tell('customer-did-not-answer');
  const change = (outcome: string) =>
    app.graphql(
      'mutation ($id: ID!, $input: ChangeCallOutcomeInput!) { changeCallOutcome(id: $id, input: $input) { id } }',
      {
        token: mine.token,
        variables: { id: reference, input: { callOutcome: outcome } },
      },
    );
  expect((await change('interested')).errors).toBeUndefined();
  await change('interested');
  const events = await recorded();
  expect(events.map(({ type, recordId, data }) => [type, recordId, data.status, data.call_outcome])).toEqual([
    ['call_ended', reference, 'ended', 'no_answer'],
    ['call_outcome_changed', reference, 'ended', 'no_answer'],
    ['call_outcome_changed', reference, 'ended', 'interested'],
  ]);
});

test('the end of an import and of a lookup are events', async () => {
  await createEndpoint(app, mine, URL, ['import_finished', 'number_looked_up']);
  const id = await uploaded(app, 'phone\n4915112345678\n4915112345679\n', mine);
  await app.rest('POST', `/v1/data-files/${id}/import`, { token: mine.token, body: { columns: { number: 0 } } });
  await runJobs(app);
  const events = await recorded();
  expect(events.map(({ type, recordId, data }) => [type, recordId, data.status])).toEqual([
    ['import_finished', id, 'imported'],
  ]);
  const lookup = await app.db.mnpLookup.create({ data: { teamId: mine.team.id, amount: 0, cost: '0' } });
  await app.pool.query(
    `SELECT graphile_worker.add_job('run_mnp_lookup', json_build_object('teamId', $1::text,
    'lookupId', $2::text, 'traceId', 'trace'))`,
    [mine.team.id, lookup.id],
  );
  await runJobs(app);
  expect((await recorded()).at(-1)).toMatchObject({
    type: 'number_looked_up',
    recordId: lookup.id,
    data: { status: 'done', amount: 0 },
  });
});

test('so are their cancellations, and what an import had written until then is judged again', async () => {
  await createEndpoint(app, mine, URL, ['import_finished', 'number_looked_up']);
  const id = await uploaded(app, 'phone\n4915112345678\n', mine);
  await app.rest('POST', `/v1/data-files/${id}/import`, { token: mine.token, body: { columns: { number: 0 } } });
  const cancel = (name: string, of: string) => mutate(app, mine.token, name, { id: of });
  expect((await cancel('cancelDataFileImport', id)).errors).toBeUndefined();
  const lookup = await app.db.mnpLookup.create({ data: { teamId: mine.team.id, amount: 1, cost: '0.004' } });
  for (let time = 0; time < 2; time += 1) await cancel('cancelNumberLookup', lookup.id);
  const events = await recorded();
  expect(events.map(({ type, recordId, data }) => [type, recordId, data.status])).toEqual([
    ['import_finished', id, 'cancelled'],
    ['number_looked_up', lookup.id, 'cancelled'],
  ]);
  expect((await waitingJobs(app, 'judge_held')).map(({ payload }) => payload)).toEqual([{ teamId: mine.team.id }]);
});

test('a number that goes on the suppression list with its contact is an event', async () => {
  await createEndpoint(app, mine, URL, ['contact_unsubscribed']);
  const run = (document: string, variables: Record<string, unknown>) =>
    app.graphql(document, { token: mine.token, variables });
  const contact = await app.db.contact.create({ data: { teamId: mine.team.id, number: 14155550195n } });
  await run('mutation ($id: ID!) { suppressContact(id: $id) { id } }', { id: contact.id });
  await run('mutation ($id: ID!, $number: PhoneNumber) { updateContact(id: $id, input: { number: $number }) { id } }', {
    id: contact.id,
    number: 14155550196,
  });
  await run('mutation ($id: ID!) { deleteContact(id: $id) { id } }', { id: contact.id });
  expect((await recorded()).map(({ data }) => data.number)).toEqual([14155550195, 14155550196]);
});

test('what is undone is no event', async () => {
  await createEndpoint(app, mine, URL, ['contact_unsubscribed']);
  const { recordEvents, records, factsOf } = await import('../../../src/modules/webhooks/events/record-events.ts');
  const { id } = await app.db.suppressedNumber.create({ data: { teamId: mine.team.id, number: 14155550190n } });
  const undone = app.services.db.transaction(async (tx) => {
    await recordEvents(tx, mine.team.id, records.suppressedNumber, factsOf('contact_unsubscribed', [id]), new Date());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await recorded()).toEqual([]);
});

test('sequences rise with each event of a record, also when the clock is set back', async () => {
  await createEndpoint(app, mine, URL, ['contact_unsubscribed']);
  const { recordEvents, records, factsOf } = await import('../../../src/modules/webhooks/events/record-events.ts');
  const { id } = await app.db.suppressedNumber.create({ data: { teamId: mine.team.id, number: 14155550191n } });
  const facts = factsOf('contact_unsubscribed', [id, id]);
  const record = () =>
    app.services.db.transaction((tx) => recordEvents(tx, mine.team.id, records.suppressedNumber, facts, new Date()));
  const sequences = async () => (await recorded()).map(({ sequence }) => BigInt(sequence));
  await record();
  expect(new Set(await sequences()).size).toBe(2);
  await app.pool.query(`UPDATE webhook_events SET sequence = sequence + 3600000 WHERE record_id = $1`, [id]);
  const former = await sequences();
  await record();
  // In the order of the sequences, so those of before come first.
  expect((await sequences()).slice(0, 2)).toEqual(former);
  expect(new Set(await sequences()).size).toBe(4);
});

test('a charge that takes a balance below its threshold is told once, a repeat and further charges are not', async () => {
  await createEndpoint(app, mine, URL, ['balance_low']);
  const teamId = mine.team.id;
  const data = { teamId, name: 'Wallet', isBalanceManaged: true, balance: '10', lowBalance: '5' };
  const { id } = await app.db.integration.create({ data });
  const move = (kind: 'charge' | 'top_up', amount: string, key: string) =>
    mutate(
      app,
      mine.token,
      `${kind === 'charge' ? 'charge' : 'topUp'}Integration`,
      kind === 'charge'
        ? {
            input: [
              { cost: amount, meta: { integrationId: id, reason: 'Look-up', webhookRequestId: key } },
              'ChargeIntegrationInput',
            ],
          }
        : { input: [{ integrationId: id, amount, requestId: key }, 'TopUpIntegrationInput'] },
      '{ id }',
    );
  const key = randomUUID();
  await move('charge', '5', randomUUID());
  expect(await typesOf()).toEqual([]);
  await move('charge', '1', key);
  await move('charge', '1', key);
  await move('charge', '1', randomUUID());
  expect(await recorded()).toMatchObject([
    {
      type: 'balance_low',
      recordId: id,
      data: { id, team_id: teamId, name: 'Wallet', balance: '4.000000', low_balance: '5.000000' },
    },
  ]);
  await move('top_up', '7', randomUUID());
  await move('charge', '6', randomUUID());
  expect(await typesOf()).toEqual(['balance_low', 'balance_low']);
});

test('a send that takes a balance below its threshold tells so', async () => {
  await createEndpoint(app, mine, URL, ['balance_low']);
  const { campaign, engine, start } = await sent(3);
  const data = { teamId: mine.team.id, name: 'Wallet', isBalanceManaged: true, balance: '1', lowBalance: '0.8' };
  const { id } = await app.db.integration.create({ data });
  await app.db.route.update({
    where: { teamId_id: { teamId: mine.team.id, id: campaign.routeId } },
    data: { price: '0.1', integrationId: id },
  });
  await start();
  await engine.run();
  expect(await recorded()).toMatchObject([{ type: 'balance_low', recordId: id, data: { balance: '0.700000' } }]);
});

test('every type of event but the test and the seller’s was seen here, each as AsyncAPI describes it', () => {
  expect([...seen].sort()).toEqual([
    'balance.low',
    'call.ended',
    'call.outcome_changed',
    'campaign.status_changed',
    'contact.unsubscribed',
    'import.finished',
    'message.accepted',
    'message.clicked',
    'message.delivered',
    'message.failed',
    'message.replied',
    'number.looked_up',
  ]);
});
