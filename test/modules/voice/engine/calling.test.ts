import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConsentState } from '../../../../src/generated/prisma/client.ts';
import { keepConsents } from '../../../../src/modules/delivery/consent/keep-consents.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  callEvent,
  createVoiceCampaign,
  MANUAL,
  reportOf,
  START_CALLS,
  STOP_CALLS,
  type TestCallEngine,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { ledgerOf } from '../../../support/ledger.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { ALL_DAYS } from '../../../support/simulation/scenario.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let mine: TestTeam;
let engine: TestCallEngine;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.db.voiceCampaign.updateMany({ data: { status: 'draft' } });
  await test.db.voiceCampaignSend.updateMany({ data: { status: 'stopped', nextStepAt: null } });
  mine = await createTeam(test);
  // A campaign that starts now is due then.
  engine = testCallEngine(test, new Date(Date.now() + 60_000).toISOString());
});
afterAll(() => test.close());

const start = (id: string) => test.graphql(START_CALLS, { variables: { id }, token: mine.token });
const stop = (id: string) => test.graphql(STOP_CALLS, { variables: { id }, token: mine.token });
const own = (id: string) => ({ teamId_id: { teamId: mine.team.id, id } });
const db = () => test.db;
const stateOf = async (id: string) => {
  const { status, stoppedReason } = await db().voiceCampaign.findUniqueOrThrow({ where: own(id) });
  return { status, stoppedReason };
};
const recipients = (voiceCampaignId: string) =>
  db().voiceRecipient.findMany({ where: { voiceCampaignId }, orderBy: { contactId: 'asc' } });
const calls = (voiceCampaignId: string) => db().call.findMany({ where: { voiceCampaignId }, orderBy: { id: 'asc' } });
/** A recurring campaign with these slots on each day, and a call per contact and day. */
const everyDay = (slots: { send_amount: number; send_datetime: string }[], weeklyContactLimit: number) => ({
  sendType: 'recurring' as const,
  recurringData: {
    daysOfWeek: [...ALL_DAYS],
    dailyRecurringData: Object.fromEntries(ALL_DAYS.map((day) => [day, slots])),
    selectedRecurringTime: null,
    weeklyContactLimit,
    dailyContactLimit: 1,
    isActive: true,
  },
});
const counters = async (id: string) => {
  const { callsTotal, callsInFlight, callsEnded, callsAnswered } = await db().voiceCampaign.findUniqueOrThrow({
    where: own(id),
  });
  return { callsTotal, callsInFlight, callsEnded, callsAnswered };
};

/** Ends every call that goes on. */
async function endAll(campaign: TestVoiceCampaign, endedReason: string, more: object = {}) {
  for (const { externalId } of await db().call.findMany({
    where: { voiceCampaignId: campaign.campaignId, status: { not: 'ended' } },
  })) {
    const reference = externalId!.slice(2);
    const report = reportOf({ reference } as never, engine.clock, endedReason, more);
    expect(await callEvent(test, campaign.secret, report)).toBe(200);
  }
}

describe('a manual campaign', () => {
  it('calls each contact once, tells its provider what it needs, and is sent when all calls are over', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id);
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toHaveLength(3);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'in_progress' });
    expect(await counters(campaign.campaignId)).toEqual({
      callsTotal: 3,
      callsInFlight: 3,
      callsEnded: 0,
      callsAnswered: 0,
    });
    const number = await db().number.findUniqueOrThrow({ where: own(campaign.numberIds[0]!) });
    const [call] = await calls(campaign.campaignId);
    expect(engine.voice.placed.find(({ reference }) => reference === call!.id)).toEqual({
      reference: call!.id,
      to: String(call!.toNumber),
      from: { number: String(number.number), id: null },
      agent: { id: null, name: 'Agent 0' },
      attempt: 1,
      maxSeconds: 3_600,
      contact: {
        name: expect.stringMatching(/^Contact \d$/),
        language: 'de',
        timezone: 'UTC',
        fields: { country: 'DE' },
      },
      campaign: { id: campaign.campaignId, name: 'Campaign' },
      offer: null,
      variables: {},
    });
    expect(call).toMatchObject({ status: 'queued', callSource: 'campaign', externalId: `p-${call!.id}` });
    await endAll(campaign, 'customer-ended-call', {
      analysis: { structuredData: { outcome: 'interested', is_lead: true } },
    });
    await engine.pass(1);
    expect(await stateOf(campaign.campaignId)).toEqual({ status: 'sent', stoppedReason: null });
    expect(await counters(campaign.campaignId)).toEqual({
      callsTotal: 3,
      callsInFlight: 0,
      callsEnded: 3,
      callsAnswered: 3,
    });
    expect((await calls(campaign.campaignId))[0]).toMatchObject({ callOutcome: 'interested', isLead: true });
    expect(engine.voice.placed).toHaveLength(3);
    expect(await db().callPlacement.count({ where: { slotUntil: { not: null } } })).toBe(0);
  });

  it.each([
    ['in capitals', (id: string) => [id.toUpperCase()]],
    ['in both spellings', (id: string) => [id, id.toUpperCase()]],
  ])('calls a segment whose id REST was given %s', async (_how, spelled) => {
    const { campaignId, segmentId } = await createVoiceCampaign(test, mine.team.id);
    const body = { status: 'running', meta: { segment_ids: spelled(segmentId).map((id) => ({ id })) } };
    const put = await test.rest('PUT', `/v1/voice/campaigns/${campaignId}`, { body, token: mine.token });
    expect(put).toMatchObject({ status: 200, body: { data: { meta: body.meta } } });
    const query =
      'query ($id: ID!) { previewVoiceCampaign(id: $id) { contacts } voiceCampaign(id: $id) { meta { segmentIds } } }';
    expect(await test.graphql(query, { token: mine.token, variables: { id: campaignId } })).toMatchObject({
      data: { previewVoiceCampaign: { contacts: 3 }, voiceCampaign: { meta: { segmentIds: [segmentId] } } },
    });
    await engine.run();
    expect(engine.voice.placed).toHaveLength(3);
  });

  it('calls as many contacts as it says, and the next ones when it is started again', async () => {
    const meta = { ...MANUAL, manualData: { ...MANUAL.manualData, sendAmount: 2 } };
    const campaign = await createVoiceCampaign(test, mine.team.id, { meta });
    await start(campaign.campaignId);
    await engine.run();
    await endAll(campaign, 'voicemail');
    await engine.pass(1);
    expect(engine.voice.placed).toHaveLength(2);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
    await start(campaign.campaignId);
    await engine.pass(1);
    expect(new Set(engine.voice.placed.map(({ to }) => to)).size).toBe(3);
  });

  it('places nothing after a stop, and goes on where it stopped', async () => {
    const meta = { ...MANUAL, manualData: { ...MANUAL.manualData, throttleBatchSize: 1 } };
    const campaign = await createVoiceCampaign(test, mine.team.id, { meta });
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toHaveLength(1);
    await stop(campaign.campaignId);
    await engine.pass(5);
    expect(engine.voice.placed).toHaveLength(1);
    await start(campaign.campaignId);
    await engine.pass(6);
    expect(engine.voice.placed).toHaveLength(3);
  });
});

describe('what a call comes to', () => {
  it('busy and no answer are called again, as often and as late as the campaign says', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 1,
      meta: { ...MANUAL, maxAttempts: 3, retryDelay: 30 },
    });
    await start(campaign.campaignId);
    await engine.run();
    await endAll(campaign, 'customer-busy');
    expect(await recipients(campaign.campaignId)).toMatchObject([
      { status: 'waiting', attempts: 1, reason: 'The line was busy; call 2 of 3 comes next.' },
    ]);
    await engine.pass(29);
    expect(engine.voice.placed).toHaveLength(1);
    await engine.pass(2);
    expect(engine.voice.placed.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await endAll(campaign, 'customer-did-not-answer');
    await engine.pass(31);
    await endAll(campaign, 'customer-did-not-answer');
    await engine.pass(90);
    expect(engine.voice.placed).toHaveLength(3);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
    expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'handed', attempts: 3, reason: null }]);
  });

  it('a contact that asked to be called later is called at the time it named', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.run();
    const at = new Date(engine.clock.getTime() + 100 * 60_000);
    await endAll(campaign, 'customer-ended-call', {
      analysis: { structuredData: { outcome: 'call_me_later', call_back_at: at.toISOString() } },
    });
    expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'waiting', dueAt: at }]);
    await engine.pass(99);
    expect(engine.voice.placed).toHaveLength(1);
    await engine.pass(2);
    expect(engine.voice.placed).toHaveLength(2);
  });

  it('the moment at which a contact asked to be called counts, also when a person knew before that it should be later', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.run();
    const [{ id, externalId }] = (await calls(campaign.campaignId)) as [Awaited<ReturnType<typeof calls>>[0]];
    const event = (type: string, more: object) =>
      callEvent(test, campaign.secret, {
        ...{ type, call: { id: externalId }, endedReason: 'customer-ended-call', timestamp: engine.clock.getTime() },
        ...more,
      });
    expect(await event('status-update', { status: 'ended' })).toBe(200);
    const input: [object, string] = [{ callOutcome: 'call_me_later' }, 'ChangeCallOutcomeInput'];
    expect((await mutate(test, mine.token, 'changeCallOutcome', { id, input })).errors).toBeUndefined();
    const at = new Date(engine.clock.getTime() + 100 * 60_000);
    const analysis = { structuredData: { outcome: 'call_me_later', call_back_at: at.toISOString() } };
    expect(await event('end-of-call-report', { analysis })).toBe(200);
    expect(await calls(campaign.campaignId)).toMatchObject([{ callOutcome: 'call_me_later', callBackAt: at }]);
    expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'waiting', dueAt: at }]);
    await engine.pass(101, 101);
    expect(engine.voice.placed).toHaveLength(2);
  });

  /** A campaign whose send has one contact, whose call has ended by a first event. What it came to is told by a report, which comes later. */
  async function endedWithoutReport(contacts = 1) {
    const meta = { ...MANUAL, manualData: { ...MANUAL.manualData, sendAmount: 1 }, retryDelay: 30 };
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts, meta });
    await start(campaign.campaignId);
    await engine.run();
    const [{ externalId }] = (await calls(campaign.campaignId)) as [Awaited<ReturnType<typeof calls>>[0]];
    const event = async (type: string, more: object) =>
      expect(
        await callEvent(test, campaign.secret, {
          ...{ type, call: { id: externalId }, timestamp: engine.clock.getTime() },
          ...more,
        }),
      ).toBe(200);
    await event('status-update', { status: 'ended' });
    const report = (more: object) => event('end-of-call-report', { endedReason: 'customer-ended-call', ...more });
    return { ...campaign, report };
  }
  const laterAt = (minutes: number) => {
    const at = new Date(engine.clock.getTime() + minutes * 60_000);
    return { analysis: { structuredData: { outcome: 'call_me_later', call_back_at: at.toISOString() } } };
  };

  it('a contact that asked to be called later is called, also when its campaign ended before the report came', async () => {
    const campaign = await endedWithoutReport();
    const { campaignId, report } = campaign;
    await engine.run();
    expect(await stateOf(campaignId)).toMatchObject({ status: 'sent' });
    await report(laterAt(100));
    expect(await stateOf(campaignId)).toMatchObject({ status: 'running' });
    await engine.pass(99);
    expect(engine.voice.placed).toHaveLength(1);
    await engine.pass(2);
    expect(engine.voice.placed).toHaveLength(2);
    await endAll(campaign, 'customer-ended-call');
    await engine.run();
    expect(await stateOf(campaignId)).toMatchObject({ status: 'sent' });
  });

  it('a contact whose line was busy is called again, also when its campaign ended before the report came', async () => {
    const { campaignId, report } = await endedWithoutReport();
    await engine.run();
    expect(await stateOf(campaignId)).toMatchObject({ status: 'sent' });
    await report({ endedReason: 'customer-busy' });
    await engine.pass(31);
    expect(engine.voice.placed).toHaveLength(2);
  });

  it('what is learnt of a call more than an hour after its end opens no campaign again', async () => {
    const { campaignId, report } = await endedWithoutReport();
    await engine.run();
    const endedAt = new Date(Date.now() - 61 * 60_000);
    await db().callPlacement.updateMany({ where: { teamId: mine.team.id }, data: { handedAt: endedAt } });
    await report({ endedAt: endedAt.toISOString(), ...laterAt(100) });
    expect(await stateOf(campaignId)).toMatchObject({ status: 'sent' });
    expect(await recipients(campaignId)).toMatchObject([{ status: 'handed', reason: null }]);
  });

  it('a contact that asked to be called later waits for that in the send that its campaign was started with meanwhile', async () => {
    const { campaignId, report } = await endedWithoutReport(2);
    await engine.run();
    expect(await stateOf(campaignId)).toMatchObject({ status: 'sent' });
    await start(campaignId);
    await report(laterAt(100));
    const where = { voiceCampaignId: campaignId };
    expect(await db().voiceCampaignSend.count({ where: { ...where, status: 'sent' } })).toBe(1);
    const { id } = await db().voiceCampaignSend.findFirstOrThrow({ where: { ...where, status: 'pending' } });
    expect(await recipients(campaignId)).toMatchObject([{ status: 'waiting', voiceCampaignSendId: id }]);
    await engine.pass(101, 101);
    expect(engine.voice.placed.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('a contact that asks to be called later each time gets no more calls than the campaign makes at most', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 1,
      meta: { ...MANUAL, maxAttempts: 3, retryDelay: 30 },
    });
    await start(campaign.campaignId);
    await engine.run();
    for (let call = 1; call <= 4; call += 1) {
      const call_back_at = new Date(engine.clock.getTime() + 3_600_000).toISOString();
      await endAll(campaign, call === 2 ? 'customer-busy' : 'customer-ended-call', {
        ...(call !== 2 && { analysis: { structuredData: { outcome: 'call_me_later', call_back_at } } }),
      });
      await engine.pass(60, 30);
    }
    expect(engine.voice.placed.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'handed', attempts: 3 }]);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
  });

  it.each(['2025-11-23T10:00:00Z', '2099-11-23T10:00:00Z'])(
    'a contact that asked to be called at a moment that has passed or is years away is called a day later: %s',
    async (call_back_at) => {
      const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
      await start(campaign.campaignId);
      await engine.run();
      // The agent mistakes the year.
      await endAll(campaign, 'customer-ended-call', {
        analysis: { structuredData: { outcome: 'call_me_later', call_back_at } },
      });
      const dueAt = new Date(engine.clock.getTime() + 24 * 3_600_000);
      expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'waiting', dueAt }]);
      await engine.pass(10);
      expect(engine.voice.placed).toHaveLength(1);
    },
  );

  it.each(['0000-01-01T00:00:00Z', '-005000-01-01T00:00:00Z', '9999-01-01T00:00:00Z', '2027-01-01T10:00:00', 'Z'])(
    'a report that asks for a call at %s ends its call, and that is no moment',
    async (call_back_at) => {
      const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
      await start(campaign.campaignId);
      await engine.run();
      await endAll(campaign, 'customer-ended-call', {
        analysis: { structuredData: { outcome: 'call_me_later', call_back_at } },
      });
      expect(await calls(campaign.campaignId)).toMatchObject([{ status: 'ended', callBackAt: null }]);
    },
  );

  it.each([
    ...['customer-ended-call', 'silence-timed-out', 'voicemail', 'customer-busy', 'exceeded-max-duration'],
    ...['assistant-forwarded-call', 'pipeline-error-openai-llm-failed', 'call.start.error-get-transport', undefined],
  ])('do not call suppresses the number at once, with what was said, however the call ended: %s', async (reason) => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.run();
    await endAll(campaign, reason as string, {
      analysis: { structuredData: { outcome: 'do_not_call' } },
      artifact: { transcript: 'User: Never call me again.' },
    });
    expect(await calls(campaign.campaignId)).toMatchObject([{ callOutcome: 'do_not_call' }]);
    const { to } = engine.voice.placed[0]!;
    expect(await db().suppressedNumber.findMany({ where: { teamId: mine.team.id } })).toMatchObject([
      { number: BigInt(to), reason: 'Asked not to be called.' },
    ]);
    expect(await db().consentEvent.findMany({ where: { teamId: mine.team.id } })).toMatchObject([
      { number: BigInt(to), state: 'withdrawn', source: 'call', evidence: 'User: Never call me again.' },
    ]);
  });

  it('an outcome that a person corrects (E6) changes what follows', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.run();
    await endAll(campaign, 'customer-busy');
    const [call] = await calls(campaign.campaignId);
    const change = (callOutcome: string) =>
      test.graphql(
        'mutation ($id: ID!, $to: CallOutcome!) { changeCallOutcome(id: $id, input: { callOutcome: $to }) { callOutcome } }',
        { variables: { id: call!.id, to: callOutcome }, token: mine.token },
      );
    expect(await change('wrong_number')).toEqual({ data: { changeCallOutcome: { callOutcome: 'wrong_number' } } });
    expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'handed', reason: null }]);
    await change('do_not_call');
    expect(await db().suppressedNumber.count({ where: { teamId: mine.team.id } })).toBe(1);
  });

  it('its cost is charged once, and nothing more is called when the balance is used up', async () => {
    const integration = await db().integration.create({
      data: { teamId: mine.team.id, name: 'Calls', isBalanceManaged: true, balance: '0.15' },
    });
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 2,
      account: { integrationId: integration.id, maxConcurrentCalls: 1 },
    });
    await start(campaign.campaignId);
    await engine.run();
    const [first] = engine.voice.placed;
    const at = engine.clock;
    await callEvent(test, campaign.secret, reportOf(first!, at, 'voicemail', { cost: 0.2 }));
    await callEvent(test, campaign.secret, reportOf(first!, new Date(at.getTime() + 1), 'voicemail', { cost: 0.3 }));
    const entries = await db().ledgerEntry.findMany({ where: { teamId: mine.team.id } });
    expect(entries).toMatchObject([{ kind: 'charge', callId: first!.reference }]);
    expect([entries[0]!.amount, entries[0]!.balanceAfter].map(String)).toEqual(['0.2', '-0.05']);
    expect(await ledgerOf(test, mine.token)).toEqual([['charge', '1 call', { call: first!.reference }]]);
    // Nor once more by the account’s next integration.
    const next = await db().integration.create({
      data: { teamId: mine.team.id, name: 'Others', isBalanceManaged: true, balance: '1' },
    });
    const pays = (integrationId: string) =>
      db().voiceAccount.updateMany({ where: { teamId: mine.team.id }, data: { integrationId } });
    await pays(next.id);
    await callEvent(test, campaign.secret, reportOf(first!, new Date(at.getTime() + 2), 'voicemail', { cost: 0.4 }));
    expect(await db().ledgerEntry.count({ where: { teamId: mine.team.id } })).toBe(1);
    await pays(integration.id);
    await engine.pass(1);
    expect(await stateOf(campaign.campaignId)).toEqual({
      status: 'stopped',
      stoppedReason: 'The integration’s balance does not cover the next calls.',
    });
    expect(engine.voice.placed).toHaveLength(1);
  });
});

describe('what a call costs', () => {
  it.each([
    ['a cost beyond a million is none', 1_000_000.01, '0', '0', 0],
    ['a million is a cost', 1_000_000, '0', '-1000000', 1],
    ['a balance at its lowest pays no more', 1_000_000, '-999999999999', '-999999999999', 0],
  ])('%s, and what the call says is followed', async (_what, cost, balance, left, entries) => {
    const { id: integrationId } = await db().integration.create({
      data: { teamId: mine.team.id, name: 'Calls', isBalanceManaged: true, balance: '1' },
    });
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1, account: { integrationId } });
    await start(campaign.campaignId);
    await engine.run();
    await db().integration.updateMany({ where: { id: integrationId }, data: { balance } });
    const more = { cost, analysis: { structuredData: { do_not_call: true } } };
    const event = reportOf(engine.voice.placed[0]!, engine.clock, 'customer-ended-call', more);
    expect(await callEvent(test, campaign.secret, event)).toBe(200);
    expect(await db().suppressedNumber.count({ where: { teamId: mine.team.id } })).toBe(1);
    const integration = await db().integration.findFirstOrThrow({ where: { id: integrationId } });
    expect(integration.balance.toFixed()).toBe(left);
    expect(await db().ledgerEntry.count({ where: { teamId: mine.team.id } })).toBe(entries);
  });
});

describe('how often', () => {
  it.each([
    ['2025-12-31T23:59:59Z', 30],
    ['2099-12-31T23:59:59Z', 90],
  ])(
    'a call that its provider says ended at %s ended when a call can: it is repeated after %i minutes',
    async (endedAt, minutes) => {
      const meta = { ...MANUAL, maxAttempts: 2, retryDelay: 30 };
      const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1, meta });
      await start(campaign.campaignId);
      await engine.run();
      await endAll(campaign, 'customer-busy', { endedAt });
      await engine.pass(minutes - 1);
      expect(engine.voice.placed).toHaveLength(1);
      await engine.pass(2);
      expect(engine.voice.placed).toHaveLength(2);
    },
  );

  it('busy lines are called is said of the campaign, within bounds, by its team alone', async () => {
    const { campaignId: id } = await createVoiceCampaign(test, mine.team.id);
    const set = (input: object, token = mine.token) =>
      mutate(
        test,
        token,
        'setVoiceCampaignRetries',
        { id, input: [input, 'SetVoiceCampaignRetriesInput'] },
        '{ maxAttempts retryDelay }',
      );
    expect(await set({ maxAttempts: 5 })).toEqual({
      data: { setVoiceCampaignRetries: { maxAttempts: 5, retryDelay: 60 } },
    });
    expect(await set({ maxAttempts: 21, retryDelay: null })).toMatchObject(
      invalid({
        maxAttempts: ['The max attempts field must not be greater than 20.'],
        retryDelay: ['The retry delay field is required.'],
      }),
    );
    const rival = await createTeam(test, 'Rival');
    expect(await set({ maxAttempts: 5 }, rival.token)).toMatchObject(refused('NOT_FOUND', 'Voice campaign not found.'));
  });
});

describe('who calls', () => {
  it('at most as many calls at a time as the account and the number allow, and a call that ends makes way', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 8,
      account: { maxConcurrentCalls: 3 },
      numbers: [{ maxConcurrentCalls: 1 }, {}],
    });
    await start(campaign.campaignId);
    await engine.pass(3);
    expect(engine.voice.placed).toHaveLength(3);
    const from = await db().callPlacement.groupBy({ by: ['numberId'], where: { teamId: mine.team.id }, _count: true });
    expect(from.find(({ numberId }) => numberId === campaign.numberIds[0])?._count).toBe(1);
    await endAll(campaign, 'voicemail');
    await engine.pass(1);
    expect(engine.voice.placed).toHaveLength(6);
  });

  it('numbers and agents take turns', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 6, numbers: [{}, {}, {}], agents: 2 });
    await start(campaign.campaignId);
    await engine.run();
    const made = await calls(campaign.campaignId);
    const count = (of: (call: (typeof made)[0]) => string | null) =>
      [...new Set(made.map(of))].map((id) => made.filter((call) => of(call) === id).length);
    expect(count(({ numberId }) => numberId)).toEqual([2, 2, 2]);
    expect(count(({ agentId }) => agentId)).toEqual([3, 3]);
  });

  it('as many numbers and agents as a campaign may have take turns, too', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 20,
      account: { maxConcurrentCalls: 50 },
      numbers: Array(500).fill({}),
      agents: 500,
    });
    await start(campaign.campaignId);
    await engine.run();
    const made = await calls(campaign.campaignId);
    expect(new Set(made.map(({ numberId }) => numberId)).size).toBe(20);
    expect(new Set(made.map(({ agentId }) => agentId)).size).toBe(20);
  });

  it('a number of the contact’s country is preferred, one that must not call it is left out', async () => {
    const numbers = [{ number: 12_025_550_187n }, { number: 493_012_345_678n }];
    const near = await createVoiceCampaign(test, mine.team.id, { contacts: 2, numbers });
    await start(near.campaignId);
    await engine.run();
    expect(engine.voice.placed.map(({ from }) => from.number)).toEqual(['493012345678', '493012345678']);
    await stop(near.campaignId);

    const forbidden = await createVoiceCampaign(test, mine.team.id, {
      contacts: 1,
      numbers: [{ disallowedCountries: 'FR,DE' }],
    });
    await start(forbidden.campaignId);
    await engine.run();
    expect(engine.voice.placed).toHaveLength(2);
    const refused = { status: 'skipped', reason: 'None of the campaign’s numbers may call the contact’s country.' };
    expect(await recipients(forbidden.campaignId)).toMatchObject([refused]);
  });

  it.each([null, 40])('the country of the number counts, too, where the contact’s is %s', async (countryId) => {
    const numbers = [{ disallowedCountries: 'FR,DE' }];
    const { campaignId, contactIds } = await createVoiceCampaign(test, mine.team.id, { contacts: 1, numbers });
    await db().contact.updateMany({ where: { id: { in: contactIds } }, data: { countryId } });
    await start(campaignId);
    await engine.run();
    expect(engine.voice.placed).toEqual([]);
    expect(await recipients(campaignId)).toMatchObject([{ status: 'skipped', rule: 'no_caller' }]);
  });

  it('a number calls over the account of its provider: E9 moves it', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await test.graphql(
      'mutation ($id: ID!) { setVoiceNumberProvider(id: $id, input: { voiceProvider: provider_c }) { id } }',
      { variables: { id: campaign.numberIds[0]! }, token: mine.token },
    );
    expect(await start(campaign.campaignId)).toMatchObject(
      invalid({
        'meta.numberIds.0': ['The meta.number ids.0 field has no connected voice account of its provider.'],
      }),
    );
    const other = await createVoiceCampaign(test, mine.team.id, { account: { provider: 'provider_c' } });
    await db().agent.updateMany({ where: { teamId: mine.team.id }, data: { voiceAccountId: null } });
    await start(campaign.campaignId);
    await engine.pass(1);
    expect(await db().callPlacement.findMany({ where: { teamId: mine.team.id } })).toMatchObject([
      { voiceAccountId: other.accountId },
    ]);
  });
});

describe('when', () => {
  it('nobody is called outside the team’s hours, in the contact’s time zone', async () => {
    engine.clock = new Date('2032-03-01T20:00:00Z');
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      timezone: 'Europe/Berlin',
      contactHours: { start: '08:00', end: '21:00' },
    });
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toEqual([]);
    expect(await recipients(campaign.campaignId)).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'waiting', dueAt: new Date('2032-03-02T07:00:00Z') })),
    );
    await engine.pass(11 * 60 + 1, 60);
    expect(engine.voice.placed).toHaveLength(3);
  });

  it('a feed calls whom it brings, at most so many in a clock hour', async () => {
    engine.clock = new Date('2032-03-01T10:10:00Z');
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 0,
      meta: { sendType: 'feed', feedData: { feedId: 'leads', hourlyCallsLimit: 2, isActive: true } },
    });
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toEqual([]);
    await db().contact.createMany({
      data: [1, 2, 3].map((at) => ({
        teamId: mine.team.id,
        number: BigInt(4_915_000_000_000 + at),
        foreignId: 'leads',
      })),
    });
    await engine.pass(1);
    expect(engine.voice.placed).toHaveLength(2);
    await engine.pass(40);
    expect(engine.voice.placed).toHaveLength(2);
    await engine.pass(15);
    expect(engine.voice.placed).toHaveLength(3);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'in_progress' });
  });

  it('a recurring campaign keeps to the contact’s limit of calls', async () => {
    engine.clock = new Date('2032-03-01T08:00:00Z');
    const slots = [
      { send_amount: 5, send_datetime: '10:00' },
      { send_amount: 5, send_datetime: '12:00' },
    ];
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 2,
      timezone: 'UTC',
      meta: everyDay(slots, 2),
    });
    await db().team.update({ where: { id: mine.team.id }, data: { timezone: 'UTC' } });
    await start(campaign.campaignId);
    await db().voiceCampaignSend.updateMany({
      where: { voiceCampaignId: campaign.campaignId },
      data: { nextStepAt: new Date('2032-03-01T10:00:00Z'), amount: 5 },
    });
    const until = async (text: string) => {
      while (engine.clock < new Date(text)) {
        await engine.pass(30, 30);
        await endAll(campaign, 'voicemail');
      }
    };
    await until('2032-03-01T23:00:00Z');
    expect(engine.voice.placed).toHaveLength(2);
    await until('2032-03-02T23:00:00Z');
    expect(engine.voice.placed).toHaveLength(4);
    await until('2032-03-07T23:00:00Z');
    expect(engine.voice.placed).toHaveLength(4);
  });

  it('a contact that asked to be called in some days keeps nobody else from a recurring campaign’s slots until then', async () => {
    engine.clock = new Date('2032-03-01T10:00:00Z');
    const slots = [{ send_amount: 10, send_datetime: '10:00' }];
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 2,
      timezone: 'UTC',
      meta: everyDay(slots, 7),
    });
    await db().team.update({ where: { id: mine.team.id }, data: { timezone: 'UTC' } });
    await start(campaign.campaignId);
    await db().voiceCampaignSend.updateMany({
      where: { voiceCampaignId: campaign.campaignId },
      data: { slot: '2032-03-01T10:00', nextStepAt: engine.clock },
    });
    const [later, other] = campaign.contactIds;
    const called = async () => {
      const all = await calls(campaign.campaignId);
      return [later, other].map((id) => all.filter(({ contactId }) => contactId === id).length);
    };
    const until = async (text: string) => {
      while (engine.clock < new Date(text)) await engine.pass(60, 60);
    };
    await engine.run();
    expect(await called()).toEqual([1, 1]);
    const call = await db().call.findFirstOrThrow({ where: { contactId: later! } });
    const asked = { analysis: { structuredData: { outcome: 'call_me_later', call_back_at: '2032-03-03T15:00:00Z' } } };
    const report = reportOf(
      { reference: call.externalId!.slice(2) } as never,
      engine.clock,
      'customer-ended-call',
      asked,
    );
    expect(await callEvent(test, campaign.secret, report)).toBe(200);
    await endAll(campaign, 'customer-ended-call');
    for (const [day, count] of [
      ['2032-03-02', 2],
      ['2032-03-03', 3],
    ] as const) {
      await until(`${day}T11:00:00Z`);
      expect(await called()).toEqual([1, count]);
      await endAll(campaign, 'customer-ended-call');
    }
    await until('2032-03-03T14:00:00Z');
    expect(await called()).toEqual([1, 3]);
    await until('2032-03-03T15:00:00Z');
    expect(await called()).toEqual([2, 3]);
    await endAll(campaign, 'customer-ended-call');
    await until('2032-03-04T10:00:00Z');
    expect(await called()).toEqual([3, 4]);
  });

  it('what is found of a call of an earlier cycle calls nobody, unless the call has just ended', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 2 });
    await start(campaign.campaignId);
    await engine.run();
    await endAll(campaign, 'customer-ended-call');
    await engine.run();
    const where = { voiceCampaignId: campaign.campaignId };
    const [send] = await db().voiceCampaignSend.findMany({ where });
    await db().voiceCampaign.updateMany({ where: { id: campaign.campaignId }, data: { status: 'running', cycle: 2 } });
    const { id: _id, ...like } = send!;
    const later = new Date(engine.clock.getTime() + 3_600_000);
    const next = await db().voiceCampaignSend.create({
      data: {
        ...like,
        meta: like.meta as object,
        status: 'pending',
        cycle: 2,
        nextStepAt: later,
        audienceAt: null,
        endedAt: null,
      },
    });
    const [first, second] = await calls(campaign.campaignId);
    const before = new Date(Date.now() - 61 * 60_000);
    await db().callPlacement.updateMany({ where: { callId: first!.id }, data: { handedAt: before } });
    await db().call.updateMany({ where: { id: first!.id }, data: { endedAt: before } });
    for (const { id } of [first!, second!]) {
      const input: [object, string] = [{ callOutcome: 'call_me_later' }, 'ChangeCallOutcomeInput'];
      expect((await mutate(test, mine.token, 'changeCallOutcome', { id, input })).errors).toBeUndefined();
    }
    const stands = await db().voiceRecipient.findMany({ where, orderBy: { cycle: 'asc' } });
    expect(stands).toMatchObject([
      { callId: first!.id, cycle: 1, status: 'handed', voiceCampaignSendId: send!.id },
      { callId: second!.id, cycle: 2, status: 'waiting', voiceCampaignSendId: next.id },
    ]);
  });

  it('a recurring campaign that became a manual one ends when everybody of its send was called', async () => {
    const slots = [{ send_amount: 10, send_datetime: '10:00' }];
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 1,
      meta: everyDay(slots, 7),
    });
    await start(campaign.campaignId);
    await db().voiceCampaignSend.updateMany({
      where: { voiceCampaignId: campaign.campaignId },
      data: { nextStepAt: engine.clock },
    });
    await engine.run();
    expect(engine.voice.placed).toHaveLength(1);
    await db().voiceCampaign.updateMany({ where: { id: campaign.campaignId }, data: MANUAL });
    await endAll(campaign, 'customer-ended-call');
    await engine.run();
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
  });

  it('those who have reached their limit take nobody’s line', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      contacts: 10,
      timezone: 'UTC',
      account: { maxConcurrentCalls: 1 },
      meta: everyDay([{ send_amount: 10, send_datetime: '10:00' }], 2),
    });
    await start(campaign.campaignId);
    engine.clock = new Date('2032-03-01T10:00:00Z');
    await db().voiceCampaignSend.updateMany({
      where: { voiceCampaignId: campaign.campaignId },
      data: { nextStepAt: engine.clock, amount: 10 },
    });
    const reached = { teamId: mine.team.id, channel: 'voice', day: '2032-03-01', week: '2032-W10' } as const;
    await db().contactLimit.createMany({
      data: campaign.contactIds.slice(0, 9).map((contactId) => ({ ...reached, contactId, dayCount: 1, weekCount: 1 })),
    });
    await engine.run();
    expect(engine.voice.placed).toHaveLength(1);
  });
});

describe('an event that comes before the answer that names its call', () => {
  const customer = (to: string) => ({ customer: { number: `+${to}` } });
  const ringing = (id: string, to: string, more: object = {}) => ({
    type: 'status-update',
    status: 'ringing',
    timestamp: engine.clock.getTime(),
    ...customer(to),
    ...more,
    call: { id, type: 'outboundPhoneCall' },
  });
  const events = async () =>
    (await db().callEvent.findMany({ where: { teamId: mine.team.id }, orderBy: { id: 'asc' } })).map(
      ({ externalCallId, status }) => [externalCallId, status],
    );

  it('is taken by its number, and applied once the answer is stored; one of another number is not ours', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    const theirs = await createVoiceCampaign(test, (await createTeam(test, 'Rival')).team.id);
    const answers: number[] = [];
    engine.voice.answer = async ({ reference, to }) => {
      const id = `p-${reference}`;
      answers.push(await callEvent(test, campaign.secret, ringing(id, to)));
      answers.push(await callEvent(test, campaign.secret, ringing(id, to)));
      answers.push(await callEvent(test, campaign.secret, ringing('unknown', '4930999')));
      answers.push(await callEvent(test, theirs.secret, ringing(id, to)));
      const below = { ...ringing('below', to), customer: null };
      answers.push(await callEvent(test, campaign.secret, { ...below, call: { ...below.call, ...customer(to) } }));
      return { status: 'accepted', providerId: id };
    };
    await start(campaign.campaignId);
    await engine.run();
    expect(answers).toEqual([200, 200, 404, 404, 200]);
    expect(await calls(campaign.campaignId)).toMatchObject([{ status: 'queued' }]);
    const { reference } = engine.voice.placed[0]!;
    await makeJobsDue(test);
    await runJobs(test);
    expect(await events()).toEqual([
      [`p-${reference}`, 'processed'],
      ['unknown', 'received'],
      ['below', 'received'],
    ]);
    expect(await calls(campaign.campaignId)).toMatchObject([{ status: 'ringing', externalId: `p-${reference}` }]);
    // Nothing is being placed any more.
    expect(await callEvent(test, campaign.secret, ringing('later', '4930999'))).toBe(404);
  });

  it('is taken by our reference, and without a number while any call of its account is being placed', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    const other = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    const answers: number[] = [];
    engine.voice.answer = async ({ reference, to }) => {
      const bare = { ...ringing(`p-${reference}`, to), customer: undefined };
      answers.push(await callEvent(test, other.secret, bare));
      answers.push(await callEvent(test, campaign.secret, bare));
      answers.push(await callEvent(test, campaign.secret, { ...bare, status: 'in-progress', metadata: { reference } }));
      return { status: 'accepted', providerId: `p-${reference}` };
    };
    await start(campaign.campaignId);
    await engine.run();
    expect(answers).toEqual([404, 200, 200]);
    expect(await calls(campaign.campaignId)).toMatchObject([{ status: 'in_progress' }]);
  });

  it('that names our reference finds its call though the answer named it differently', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.run();
    const { reference, to } = engine.voice.placed[0]!;
    const event = ringing('another', to, { metadata: { reference } });
    const rival = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    expect(await callEvent(test, rival.secret, event)).toBe(404);
    expect(await callEvent(test, campaign.secret, event)).toBe(200);
    expect(await calls(campaign.campaignId)).toMatchObject([{ status: 'ringing', externalId: `p-${reference}` }]);
    expect(await callEvent(test, campaign.secret, { ...event, status: 'ended' })).toBe(200);
    expect(await calls(campaign.campaignId)).toMatchObject([{ status: 'ended' }]);
  });

  it('says by its number what became of the only such call that was never answered, and of none of two', async () => {
    engine.voice.answer = () => ({ status: 'unknown', reason: 'The connection broke.' });
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.run();
    const { to } = engine.voice.placed[0]!;
    const asked = { analysis: { structuredData: { outcome: 'do_not_call' } }, ...customer(to) };
    const end = (id: string) => ({ ...reportOf({ reference: id } as never, engine.clock, 'silence-timed-out', asked) });
    expect(await callEvent(test, campaign.secret, end('1'))).toBe(200);
    expect(await calls(campaign.campaignId)).toMatchObject([
      { status: 'ended', externalId: 'p-1', callOutcome: 'do_not_call' },
    ]);
    expect(await db().suppressedNumber.count({ where: { teamId: mine.team.id, number: BigInt(to) } })).toBe(1);
    expect(await callEvent(test, campaign.secret, end('2'))).toBe(404);
  });
});

describe('a provider', () => {
  it('whose answer was lost is not asked again; the event that names our reference tells what became of the call', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 2 });
    engine.voice.answer = () => ({ status: 'unknown', reason: 'The connection broke.' });
    await start(campaign.campaignId);
    await engine.pass(3);
    expect(engine.voice.placed).toHaveLength(2);
    expect(await recipients(campaign.campaignId)).toMatchObject([
      { status: 'handed', reason: 'It is unknown whether the call was placed: The connection broke.' },
      { status: 'handed' },
    ]);
    const [first] = engine.voice.placed;
    const event = {
      ...reportOf(first!, engine.clock, 'customer-ended-call', {
        analysis: { structuredData: { outcome: 'not_interested' } },
      }),
      call: { id: 'their-id', type: 'outboundPhoneCall', metadata: { reference: first!.reference } },
    };
    const theirs = await createVoiceCampaign(test, (await createTeam(test, 'Rival')).team.id);
    expect(await callEvent(test, theirs.secret, event)).toBe(404);
    expect(await callEvent(test, campaign.secret, event)).toBe(200);
    expect(await db().call.findUniqueOrThrow({ where: own(first!.reference) })).toMatchObject({
      status: 'ended',
      externalId: 'their-id',
      callOutcome: 'not_interested',
    });
    // The other one takes its slot as long as it could go on; then it ends, and its campaign with it.
    await engine.pass(61, 10);
    expect(
      (await calls(campaign.campaignId)).map(({ callOutcome, endedReason }) => [callOutcome, endedReason]).sort(),
    ).toEqual([
      ['not_interested', 'customer-ended-call'],
      ['unknown_error', 'no event told of its end'],
    ]);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
    expect(engine.voice.placed).toHaveLength(2);
    expect(await counters(campaign.campaignId)).toMatchObject({ callsTotal: 2, callsInFlight: 0, callsEnded: 2 });
  });

  it('whose answer was lost is resolved by a person: the call counts, or its contact is called again, also after the campaign has ended', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 3 });
    engine.voice.answer = () => ({ status: 'unknown', reason: 'The connection broke.' });
    await start(campaign.campaignId);
    await engine.pass(3);
    const [first, second, third] = engine.voice.placed.map(({ reference }) => reference);
    const resolve = (input: object, token = mine.token) =>
      test.graphql(
        `mutation ($input: ResolveUnknownCallsInput!) { resolveUnknownCalls(input: $input) {
          resolvedCount remainingCount voiceSend { unknownCallCount } } }`,
        { variables: { input: { voiceSendId: sendId, ...input } }, token },
      );
    const done = (resolvedCount: number, remainingCount: number) => ({
      data: {
        resolveUnknownCalls: { resolvedCount, remainingCount, voiceSend: { unknownCallCount: remainingCount } },
      },
    });
    const { id: sendId } = await db().voiceCampaignSend.findFirstOrThrow({
      where: { voiceCampaignId: campaign.campaignId },
    });
    const rival = await createTeam(test, 'Rival');
    expect(await resolve({ outcome: 'placed' }, rival.token)).toMatchObject(
      refused('NOT_FOUND', 'Voice send not found.'),
    );
    const theirs = await createVoiceCampaign(test, rival.team.id, { contacts: 1 });
    expect(await resolve({ outcome: 'placed', callIds: [first, theirs.campaignId] })).toMatchObject(
      invalid({ 'input.callIds.1': ['The selected input.call ids.1 is invalid.'] }),
    );
    expect(await resolve({ outcome: 'placed', callIds: [first] })).toEqual(done(1, 2));
    // Nobody hears of the others as long as a call can last: the campaign ends, and they are as unknown as before.
    await engine.pass(61, 10);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
    expect(await resolve({ outcome: 'placed', callIds: [second] })).toEqual(done(1, 1));
    engine.voice.answer = () => ({ status: 'accepted', providerId: 'p-again' });
    const both = await Promise.all([resolve({ outcome: 'call_again' }), resolve({ outcome: 'call_again' })]);
    expect(
      both
        .map(({ data }) => (data as never as ReturnType<typeof done>['data']).resolveUnknownCalls.resolvedCount)
        .sort(),
    ).toEqual([0, 1]);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'running' });
    await engine.pass(3);
    expect(engine.voice.placed).toHaveLength(4);
    const called = await db().call.findUniqueOrThrow({ where: own(third!) });
    expect(engine.voice.placed[3]).toMatchObject({ to: String(called.toNumber), attempt: 1 });
    expect(
      (await calls(campaign.campaignId)).map(({ status, endedReason }) => `${status}: ${endedReason}`).sort(),
    ).toEqual([
      'ended: a person decided to call again',
      'ended: a person says that it was placed',
      'ended: a person says that it was placed',
      'queued: null',
    ]);
    expect(await counters(campaign.campaignId)).toMatchObject({ callsTotal: 4, callsInFlight: 1, callsEnded: 3 });
    const { id: contactId } = await db().contact.findFirstOrThrow({
      where: { teamId: mine.team.id, number: called.toNumber },
    });
    expect(
      await db().contactLimit.findFirstOrThrow({ where: { teamId: mine.team.id, contactId, channel: 'voice' } }),
    ).toMatchObject({ dayCount: 1, weekCount: 1 });
    // The call was placed after all, and a late event tells what was said in it.
    const late = {
      ...reportOf({ reference: third } as never, engine.clock, 'customer-ended-call', {
        analysis: { structuredData: { outcome: 'do_not_call' } },
      }),
      call: { id: 'late-id', type: 'outboundPhoneCall', metadata: { reference: third } },
    };
    expect(await callEvent(test, campaign.secret, late)).toBe(200);
    expect(await db().suppressedNumber.count({ where: { teamId: mine.team.id, number: called.toNumber } })).toBe(1);
  });

  it('that names a call with a null character has placed it, and one that refuses with one has not', async () => {
    const [takes, refuses] = [
      await createVoiceCampaign(test, mine.team.id, { contacts: 1 }),
      await createVoiceCampaign(test, mine.team.id, { contacts: 1 }),
    ];
    engine.voice.answer = () => ({ status: 'accepted', providerId: 'p\0' });
    await start(takes.campaignId);
    await engine.run();
    engine.voice.answer = () => ({
      status: 'rejected',
      kind: 'permanent',
      code: null,
      reason: 'No\0.',
      retryAfterSeconds: null,
    });
    await start(refuses.campaignId);
    await engine.run();
    expect(await calls(takes.campaignId)).toMatchObject([{ status: 'queued', externalId: 'p' }]);
    expect(await calls(refuses.campaignId)).toMatchObject([{ status: 'ended', endedReason: 'not placed: No.' }]);
    const end = {
      ...reportOf({} as never, engine.clock, 'customer-busy'),
      call: { id: 'p', type: 'outboundPhoneCall' },
    };
    expect(await callEvent(test, takes.secret, end)).toBe(200);
    expect(await calls(takes.campaignId)).toMatchObject([{ status: 'ended', callOutcome: 'busy' }]);
  });

  it('that refuses a number fails the call, that refuses for now is asked again, that refuses everything pauses', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    const refusal = (kind: string) => ({
      status: 'rejected',
      kind,
      code: null,
      reason: 'No.',
      retryAfterSeconds: null,
    });
    engine.voice.answer = () => refusal('retryable') as never;
    await start(campaign.campaignId);
    await engine.run();
    expect(await calls(campaign.campaignId)).toEqual([]);
    expect(await recipients(campaign.campaignId)).toMatchObject([{ status: 'waiting', attempts: 0, tries: 1 }]);
    engine.voice.answer = () => refusal('blocked') as never;
    await engine.pass(2);
    expect(await stateOf(campaign.campaignId)).toEqual({
      status: 'stopped',
      stoppedReason: 'The provider of voice account Main refuses everything: No.',
    });
    const LAST = '{ voiceAccounts { nodes { lastError { reason advice } } } }';
    const lastErrors = async () =>
      (await test.graphql<{ voiceAccounts: { nodes: object[] } }>(LAST, { token: mine.token })).data!.voiceAccounts
        .nodes;
    const advice = 'Check the credentials and the settings, and correct what the provider names.';
    expect(await lastErrors()).toEqual([{ lastError: { reason: 'No.', advice } }]);
    engine.voice.answer = () => refusal('permanent') as never;
    await start(campaign.campaignId);
    await engine.pass(2);
    expect(await calls(campaign.campaignId)).toMatchObject([
      { status: 'ended', callOutcome: 'failed', endedReason: 'not placed: No.' },
    ]);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
    const accepted = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    engine.voice.answer = () => ({ status: 'accepted', providerId: 'p' });
    await start(accepted.campaignId);
    await engine.run();
    expect(await lastErrors()).toContainEqual({ lastError: null });
  });

  it('is asked to end a call that no event ended', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 1 });
    await start(campaign.campaignId);
    await engine.pass(70, 10);
    // `p` is what a test above left.
    expect(engine.voice.ended.filter((id) => id !== 'p')).toEqual([`p-${engine.voice.placed[0]!.reference}`]);
    expect(await stateOf(campaign.campaignId)).toMatchObject({ status: 'sent' });
  });

  it('is not asked for a contact that withdrew the consent since the claim', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 3 });
    await db().voiceCampaign.updateMany({
      where: { teamId: mine.team.id, id: campaign.campaignId },
      data: { requiresConsent: 'marketing' },
    });
    const contacts = await db().contact.findMany({ where: { teamId: mine.team.id, id: { in: campaign.contactIds } } });
    const statement = { channel: 'voice', purpose: 'marketing', source: 'form', evidence: null } as const;
    const say = (state: ConsentState) =>
      test.services.db.transaction((tx) =>
        keepConsents(
          tx,
          mine.team.id,
          contacts.map(({ number }) => ({ ...statement, number: String(number), state, occurredAt: new Date() })),
        ),
      );
    await say('granted');
    engine.voice.answer = async ({ reference }) => {
      await say('withdrawn');
      return { status: 'accepted', providerId: `p-${reference}` };
    };
    Object.assign(engine.voice.capabilities, { maxInFlight: 1 });
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toHaveLength(1);
    const states = (await recipients(campaign.campaignId)).map(({ status, rule }) => [status, rule]).sort();
    expect(states).toEqual([
      ['handed', null],
      ['skipped', 'no_consent'],
      ['skipped', 'no_consent'],
    ]);
  });

  it('is not asked outside the contact’s hours, however long the calls before took', async () => {
    engine.clock = new Date('2032-03-01T19:59:30Z');
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      timezone: 'Europe/Berlin',
      contactHours: { start: '08:00', end: '21:00' },
    });
    engine.voice.answer = async ({ reference }) => {
      engine.clock = new Date(engine.clock.getTime() + 20_000);
      return { status: 'accepted', providerId: `p-${reference}` };
    };
    Object.assign(engine.voice.capabilities, { maxInFlight: 1 });
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toHaveLength(2);
    expect((await recipients(campaign.campaignId)).filter(({ status }) => status === 'waiting')).toMatchObject([
      { rule: 'team_hours', dueAt: new Date('2032-03-02T07:00:00Z'), attempts: 0 },
    ]);
    expect(await counters(campaign.campaignId)).toMatchObject({ callsTotal: 2 });
  });

  it.each([
    ['asked not to be called', true],
    ['became another one', false],
  ])('is not asked for a number that %s since the claim', async (_what, isStopped) => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 2 });
    const { teamId } = campaign;
    let former: bigint[] = [];
    engine.voice.answer = async ({ reference, to }) => {
      if (former.length === 0) {
        const others = await db().contact.findMany({ where: { teamId, number: { not: BigInt(to) } } });
        former = others.map(({ number }) => number);
        for (const { id, number } of others)
          await db().contact.update({ where: { teamId_id: { teamId, id } }, data: { number: number + 1_000n } });
        if (isStopped) await db().suppressedNumber.createMany({ data: former.map((number) => ({ teamId, number })) });
      }
      return { status: 'accepted', providerId: `p-${reference}` };
    };
    Object.assign(engine.voice.capabilities, { maxInFlight: 1 });
    await start(campaign.campaignId);
    await engine.run();
    await engine.pass(2);
    const placed = engine.voice.placed.map(({ to }) => BigInt(to));
    expect(placed).not.toContain(former[0]);
    expect(placed).toHaveLength(2);
  });

  it('is not asked for a contact that was suppressed since the claim', async () => {
    const campaign = await createVoiceCampaign(test, mine.team.id, { contacts: 5 });
    engine.voice.answer = async ({ reference }) => {
      await db().contact.updateMany({ where: { teamId: mine.team.id }, data: { unsubscribedAt: new Date() } });
      return { status: 'accepted', providerId: `p-${reference}` };
    };
    Object.assign(engine.voice.capabilities, { maxInFlight: 1 });
    await start(campaign.campaignId);
    await engine.run();
    expect(engine.voice.placed).toHaveLength(1);
    const states = (await recipients(campaign.campaignId)).map(({ status }) => status).sort();
    expect(states).toEqual(['handed', 'skipped', 'skipped', 'skipped', 'skipped']);
    expect(await counters(campaign.campaignId)).toMatchObject({ callsTotal: 1 });
  });
});
