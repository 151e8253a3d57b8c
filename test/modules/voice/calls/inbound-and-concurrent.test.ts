import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyStored } from '../../../../src/modules/voice/calls/apply-call-events.ts';
import { endInboundCallsTask } from '../../../../src/modules/voice/engine/end-inbound-calls.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceTeam, OK, report, START, send, update, type VoiceTeam } from './support.ts';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  mine = await createVoiceTeam(app);
});
afterAll(() => app.close());

const db = () => app.db;
const callOf = (externalId: string) => db().call.findFirstOrThrow({ where: { teamId: mine.team.id, externalId } });
const inbound = (id: string, number: unknown, second = 1) => ({
  type: 'status-update',
  call: { id, type: 'inboundPhoneCall', assistantId: 'assistant-7' },
  phoneNumber: { id: 'number-7' },
  customer: { number },
  status: 'in-progress',
  timestamp: START + second * 1000,
});

test('a cost beyond what a balance can hold moves nothing, and keeps no event from being applied', async () => {
  const teamId = mine.team.id;
  const { id: integrationId } = await db().integration.create({
    data: { teamId, name: 'Calls', isBalanceManaged: true, balance: '-999999999000' },
  });
  await db().voiceAccount.updateMany({ where: { teamId }, data: { integrationId, adapter: 'http' } });
  for (const [id, number] of [
    ['c1', '+12025550101'],
    ['c2', '+12025550102'],
  ] as const) {
    const analysis = { structuredData: { do_not_call: true } };
    const ended = report(id, 5, { cost: 900, analysis });
    expect(await send(app, mine, { ...ended, call: { id, type: 'inboundPhoneCall' }, customer: { number } })).toEqual(
      OK,
    );
  }
  expect(await db().suppressedNumber.count({ where: { teamId } })).toBe(2);
  const { balance } = await db().integration.findFirstOrThrow({ where: { teamId } });
  expect(String(balance)).toBe('-999999999900');
});

test('an inbound call whose end no event tells ends after an hour, as one that we placed does; a late report still counts', async () => {
  const teamId = mine.team.id;
  const endpoint = { teamId, url: 'https://crm.example.com', secret: Buffer.alloc(32) };
  await db().webhookEndpoint.create({ data: { ...endpoint, eventTypes: ['call_ended'] } });
  for (const [id, minutes] of [
    ['lost', 61],
    ['refused', 61],
    ['done', 61],
    ['new', 59],
  ] as const) {
    expect(await send(app, mine, inbound(id, '+12025550101'))).toEqual(OK);
    await app.pool.query(
      `UPDATE calls SET created_at = now() - make_interval(mins => $1) WHERE team_id = $2 AND external_id = $3`,
      [minutes, teamId, id],
    );
  }
  const ended = (id: string) => ({ ...report(id, 5), call: { id, type: 'inboundPhoneCall' } });
  expect(await send(app, mine, ended('done'))).toEqual(OK);
  const outbound = {
    teamId,
    toNumber: 12025550102n,
    createdAt: new Date('2026-01-01'),
    status: 'in_progress' as const,
  };
  await db().call.create({ data: { ...outbound, externalId: 'outbound', callSource: 'manual' } });
  const before = await callOf('done');
  await endInboundCallsTask.run(app.services, {}, { attempt: 1, maxAttempts: 3, signal: new AbortController().signal });
  const lost = { status: 'ended', endedReason: 'no event told of its end', callOutcome: 'unknown_error' };
  expect(await callOf('lost')).toMatchObject({ ...lost, endedAt: expect.any(Date) });
  expect(await callOf('refused')).toMatchObject(lost);
  expect(await callOf('done')).toEqual(before);
  expect(await callOf('new')).toMatchObject({ status: 'in_progress', endedAt: null });
  expect(await callOf('outbound')).toMatchObject({ status: 'in_progress' });
  expect(await db().webhookDelivery.count({ where: { teamId } })).toBe(3);

  const analysis = { structuredData: { call_outcome: 'interested' } };
  expect(await send(app, mine, { ...ended('lost'), analysis })).toEqual(OK);
  expect(await callOf('lost')).toMatchObject({ callOutcome: 'interested', endedReason: 'customer-ended-call' });
});

describe('the first event of an inbound call', () => {
  test('creates its contact and the call, with our number and agent', async () => {
    const teamId = mine.team.id;
    const agent = await db().agent.create({ data: { teamId, name: 'Reception', externalId: 'assistant-7' } });
    const number = await db().number.create({
      data: { teamId, number: 15715550100n, voiceProvider: 'provider_a', voiceProviderId: 'number-7' },
    });
    expect(await send(app, mine, inbound('in1', '+44 20 7946 0018'))).toEqual(OK);
    const contact = await db().contact.findFirstOrThrow({ where: { teamId } });
    expect(contact).toMatchObject({ number: 442079460018n, countryId: 826 });
    expect(await callOf('in1')).toMatchObject({
      contactId: contact.id,
      numberId: number.id,
      agentId: agent.id,
      callAgentId: agent.id,
      toNumber: 442079460018n,
      countryId: 826,
      callSource: 'inbound',
      status: 'in_progress',
      isAnswered: true,
      eventsCount: 1,
      scheduledAt: new Date(START + 1000),
    });
  });

  test('creates a contact that is unsubscribed where the number is on the suppression list', async () => {
    const teamId = mine.team.id;
    const { createdAt } = await db().suppressedNumber.create({ data: { teamId, number: 442079460018n } });
    expect(await send(app, mine, inbound('in1', '+44 20 7946 0018'))).toEqual(OK);
    expect(await db().contact.findMany({ where: { teamId } })).toMatchObject([{ unsubscribedAt: createdAt }]);
  });

  test('belongs to the number that is in use, not to an archived one with the same id of the provider', async () => {
    const numberOf = (number: bigint, archivedAt: Date | null) =>
      db().number.create({
        data: { teamId: mine.team.id, number, voiceProvider: 'provider_a', voiceProviderId: 'number-7', archivedAt },
      });
    await numberOf(15715550101n, new Date());
    const present = await numberOf(15715550102n, null);
    await numberOf(15715550103n, new Date());
    expect(await send(app, mine, inbound('in1', '+44 20 7946 0018'))).toEqual(OK);
    expect(await callOf('in1')).toMatchObject({ numberId: present.id });
  });

  test('finds the contact that the team has, and leaves it as it is', async () => {
    const data = {
      teamId: mine.team.id,
      number: 12125550123n,
      name: 'Ada',
      timezone: 'America/New_York',
      countryId: 840,
    };
    const contact = await db().contact.create({ data });
    expect(await send(app, mine, inbound('in1', '12125550123'))).toEqual(OK);
    expect(await callOf('in1')).toMatchObject({ contactId: contact.id, timezone: 'America/New_York' });
    expect(await db().contact.findMany({ where: { teamId: mine.team.id } })).toEqual([contact]);
  });

  test.each([
    ['tel:+52 1 55 1234 5678', 525512345678n, 525512345678n],
    ['+5491123456789', 541123456789n, 541123456789n],
    ['525512345678', 5215512345678n, 5215512345678n],
    ['0049 1514 0000026', 4915140000026n, 4915140000026n],
  ])('finds the contact under another form of its number: %s', async (caller, number, called) => {
    const contact = await db().contact.create({ data: { teamId: mine.team.id, number } });
    expect(await send(app, mine, inbound('in1', caller))).toEqual(OK);
    expect(await callOf('in1')).toMatchObject({ contactId: contact.id, toNumber: called });
    expect(await db().contact.count({ where: { teamId: mine.team.id } })).toBe(1);
  });

  test.each(['', 'anonymous', '+1', '12', '+999999999999999999', 'sip:me@example.com', null, 5, { a: 1 }])(
    'is refused with the number %j and kept as failed',
    async (number) => {
      expect(await send(app, mine, inbound('in1', number))).toEqual({
        status: 422,
        body: { error: 'Failed to create contact' },
      });
      const teamId = mine.team.id;
      expect(await db().contact.count({ where: { teamId } })).toBe(0);
      expect(
        await db().callEvent.findMany({ where: { teamId }, select: { status: true, failureReason: true } }),
      ).toEqual([{ status: 'failed', failureReason: 'Failed to create contact' }]);
    },
  );

  test('creates one contact, even when several come at once', async () => {
    const answers = await Promise.all([
      send(app, mine, inbound('in1', '+12125550123', 1)),
      send(app, mine, inbound('in1', '+12125550123', 2)),
      send(app, mine, inbound('in2', '+1 (212) 555-0123', 3)),
      send(app, mine, { ...inbound('in2', '+12125550123', 4), call: { id: 'in2', direction: 'inbound' } }),
    ]);
    expect(answers).toEqual([OK, OK, OK, OK]);
    expect(await db().contact.count({ where: { teamId: mine.team.id } })).toBe(1);
    expect(await db().call.count({ where: { teamId: mine.team.id } })).toBe(2);
    expect(await callOf('in1')).toMatchObject({ eventsCount: 2 });
    expect(await callOf('in2')).toMatchObject({ eventsCount: 2 });
  });
});

describe('events of a campaign’s calls', () => {
  const createCampaign = (callsInFlight: number) =>
    db().voiceCampaign.create({ data: { teamId: mine.team.id, name: 'Spring', callsTotal: 4, callsInFlight } });
  const createCall = (externalId: string, voiceCampaignId: string, status: 'scheduled' | 'queued' = 'queued') =>
    db().call.create({
      data: {
        ...{ teamId: mine.team.id, toNumber: 12125550123n, status, voiceCampaignId },
        ...{ externalId, names: { create: { externalId } } },
      },
    });
  const counters = async (id: string) => {
    const { callsTotal, callsInFlight, callsAnswered, callsEnded } = await db().voiceCampaign.findUniqueOrThrow({
      where: { teamId_id: { teamId: mine.team.id, id } },
    });
    return { callsTotal, callsInFlight, callsAnswered, callsEnded };
  };

  test('keep its counters', async () => {
    const { id } = await createCampaign(3);
    await createCall('a', id, 'scheduled');
    await createCall('b', id);
    await send(app, mine, update('a', 'ringing', 1));
    expect(await counters(id)).toEqual({ callsTotal: 4, callsInFlight: 4, callsAnswered: 0, callsEnded: 0 });
    await send(app, mine, update('a', 'in-progress', 2));
    expect(await counters(id)).toEqual({ callsTotal: 4, callsInFlight: 4, callsAnswered: 1, callsEnded: 0 });
    await send(app, mine, report('a', 3));
    await send(app, mine, update('b', 'ended', 3, { endedReason: 'customer-busy' }));
    expect(await counters(id)).toEqual({ callsTotal: 4, callsInFlight: 2, callsAnswered: 1, callsEnded: 2 });
    await send(app, mine, update('b', 'ringing', 1));
    expect(await counters(id)).toEqual({ callsTotal: 4, callsInFlight: 2, callsAnswered: 1, callsEnded: 2 });
  });

  test('apply once when the same one comes 50 times at once', async () => {
    const { id } = await createCampaign(3);
    const call = await createCall('a', id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(app, mine, report('a', 3))));
    expect(answers).toEqual(Array.from({ length: 50 }, () => OK));
    expect(await callOf('a')).toMatchObject({ eventsCount: 1, status: 'ended' });
    expect(await counters(id)).toEqual({ callsTotal: 4, callsInFlight: 2, callsAnswered: 1, callsEnded: 1 });
    expect(await db().callOutcomeLog.count({ where: { callId: call.id } })).toBe(1);
    const [event] = await db().callEvent.findMany({ where: { callId: call.id } });
    expect(event).toMatchObject({ status: 'processed', attempts: 1 });
    expect(await applyStored(app.services, event!)).toBeNull();
    expect(await callOf('a')).toMatchObject({ eventsCount: 1 });
  });

  test('lead to the right state in any order, and all at once', async () => {
    const { id } = await createCampaign(4);
    const story = (call: string) => [
      update(call, 'queued', 0),
      update(call, 'ringing', 1),
      { type: 'tool-calls', call: { id: call }, timestamp: START + 20_000 },
      update(call, 'in-progress', 5),
      update(call, 'ended', 60, { endedReason: 'customer-ended-call' }),
      report(call, 61),
    ];
    const orders = [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [3, 5, 0, 4, 2, 1],
    ];
    const names = ['x', 'y', 'z', 'w'];
    for (const name of names) await createCall(name, id);
    for (const [at, order] of orders.entries()) {
      for (const step of order) expect(await send(app, mine, story(names[at]!)[step])).toEqual(OK);
    }
    await Promise.all(story('w').map((message) => send(app, mine, message)));
    for (const name of names) {
      expect(await callOf(name)).toMatchObject({
        status: 'ended',
        eventsCount: 6,
        toolLogsCount: 1,
        callOutcome: 'interested',
        endedReason: 'customer-ended-call',
        chat: 'AI: Hello.\nUser: Yes.',
        isAnswered: true,
        isProcessed: true,
        startedAt: new Date(START + 1000),
        endedAt: new Date(START + 60_000),
        lastEventAt: new Date(START + 61_000),
      });
    }
    expect(await counters(id)).toEqual({ callsTotal: 4, callsInFlight: 0, callsAnswered: 4, callsEnded: 4 });
    expect(await db().callOutcomeLog.count({ where: { teamId: mine.team.id } })).toBe(4);
  });
});
