import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureApplied } from '../../../../src/modules/voice/calls/call-event-job.ts';
import { readCallMessage } from '../../../../src/modules/voice/calls/call-message.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';
import { createVoiceTeam, OK, report, send, update, type VoiceTeam } from './support.ts';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  mine = await createVoiceTeam(app);
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => app.close());

const db = () => app.db;
const createCall = (externalId: string) =>
  db().call.create({
    data: {
      ...{ teamId: mine.team.id, toNumber: 12125550123n, status: 'queued' },
      ...{ externalId, names: { create: { externalId } } },
    },
  });
const callOf = (externalId: string) => db().call.findFirstOrThrow({ where: { teamId: mine.team.id, externalId } });

const refusal = report('unknown', 1, {
  analysis: { structuredData: { call_outcome: 'do_not_call' } },
  customer: { number: '+12125550177' },
});

const NOT_FOUND = { status: 404, body: { error: 'Call not found' } };

async function runAllAttempts(): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await makeJobsDue(app);
    await runJobs(app);
  }
}

const FIELDS = 'id type externalCallId callId status failureReason attempts';
const list = (filter: object, token = mine.token) =>
  app.graphql<{ callEvents: { totalCount: number; nodes: Record<string, unknown>[] } }>(
    `query ($filter: CallEventFilter) { callEvents(filter: $filter) { totalCount nodes { ${FIELDS} } } }`,
    { token, variables: { filter } },
  );
const replay = (id: unknown, token = mine.token) =>
  app.graphql<{ replayCallEvent: Record<string, unknown> }>(
    `mutation ($id: ID!) { replayCallEvent(id: $id) { ${FIELDS} } }`,
    { token, variables: { id } },
  );
async function onlyEvent() {
  const { data } = await list({});
  expect(data?.callEvents.totalCount).toBe(1);
  return data!.callEvents.nodes[0]!;
}

test('the request applies its event, and no job is left of it', async () => {
  await createCall('c1');
  expect(await send(app, mine, update('c1', 'ringing', 1))).toEqual(OK);
  expect(await waitingJobs(app)).toEqual([]);
  expect(await callOf('c1')).toMatchObject({ status: 'ringing', eventsCount: 1 });
});

test('an event whose request died after storing it is applied by its job, once', async () => {
  const call = await createCall('c1');
  const message = readCallMessage(update('c1', 'ringing', 1));
  const { id } = await app.services.db.transaction(async (tx) => {
    const ids = { teamId: mine.team.id, voiceAccountId: mine.accountId };
    const event = await tx.prisma.callEvent.create({
      data: { ...message, ...ids, payload: message.payload as object },
    });
    await tx.prisma.callEventName.create({ data: { ...ids, fingerprint: message.fingerprint, eventId: event.id } });
    await ensureApplied(tx, event, '0af7651916cd43dd8448eb211c80319c');
    return event;
  });
  await makeJobsDue(app);
  await runJobs(app);
  const applied = { id, callId: call.id, status: 'processed', failureReason: null, attempts: 1 };
  expect(await onlyEvent()).toMatchObject(applied);
  expect(await callOf('c1')).toMatchObject({ status: 'ringing', eventsCount: 1 });

  // Its provider, which got no answer, sends it again.
  expect(await send(app, mine, update('c1', 'ringing', 1))).toEqual(OK);
  expect(await onlyEvent()).toMatchObject(applied);
  expect(await callOf('c1')).toMatchObject({ eventsCount: 1 });
  await app.writeTraces();
  const traces = await db().trace.findMany({ where: { teamId: mine.team.id, kind: 'job' } });
  expect(traces).toMatchObject([
    { operation: 'applyCallEvent', outcome: 'ok', traceId: '0af7651916cd43dd8448eb211c80319c' },
  ]);
});

test('an event and its job are stored together or not at all', async () => {
  const message = readCallMessage(update('c1', 'ringing', 1));
  const work = app.services.db.transaction(async (tx) => {
    const ids = { teamId: mine.team.id, voiceAccountId: mine.accountId };
    const event = await tx.prisma.callEvent.create({
      data: { ...message, ...ids, payload: message.payload as object },
    });
    await ensureApplied(tx, event, '');
    throw new Error('The process died.');
  });
  await expect(work).rejects.toThrow('The process died.');
  expect(await waitingJobs(app)).toEqual([]);
});

test('an event of an unknown call is tried again with growing pauses, and applied when the call appears', async () => {
  expect(await send(app, mine, update('late', 'ringing', 1))).toEqual(NOT_FOUND);
  expect(await onlyEvent()).toMatchObject({ status: 'received', failureReason: 'Call not found', attempts: 1 });
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await makeJobsDue(app);
    const began = Date.now();
    await runJobs(app);
    const [job] = await waitingJobs(app);
    pauses.push(job!.runAt.getTime() - began);
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(await onlyEvent()).toMatchObject({ status: 'received', attempts: 4 });
  await createCall('late');
  await makeJobsDue(app);
  await runJobs(app);
  expect(await onlyEvent()).toMatchObject({ status: 'processed', failureReason: null, attempts: 5 });
  expect(await waitingJobs(app)).toEqual([]);
});

test('an event without an attempt left is failed; admins see it, and a replay applies it', async () => {
  expect(await send(app, mine, update('late', 'ringing', 1))).toEqual(NOT_FOUND);
  await runAllAttempts();
  expect(await waitingJobs(app)).toEqual([]);
  const { data } = await list({ status: ['failed'], type: 'status-update', externalCallId: 'late' });
  const [event] = data!.callEvents.nodes;
  expect(event).toMatchObject({ status: 'failed', failureReason: 'Call not found', attempts: 9 });
  expect((await list({ status: ['failed'], type: 'end-of-call-report' })).data?.callEvents.nodes).toEqual([]);

  // Still unknown: it waits for the call again.
  expect((await replay(event!.id)).data?.replayCallEvent).toMatchObject({ status: 'received', attempts: 10 });
  expect(await waitingJobs(app)).toMatchObject([{ task: 'apply_call_event', attempts: 0 }]);
  await createCall('late');
  const applied = { status: 'processed', failureReason: null, attempts: 11 };
  expect((await replay(event!.id)).data?.replayCallEvent).toMatchObject(applied);
  expect(await waitingJobs(app)).toEqual([]);
  // Once is enough.
  expect((await replay(event!.id)).data?.replayCallEvent).toMatchObject(applied);
  expect(await callOf('late')).toMatchObject({ status: 'ringing', eventsCount: 1 });
});

test('twenty replays at once apply an event once', async () => {
  await send(app, mine, update('late', 'ringing', 1));
  await runAllAttempts();
  await createCall('late');
  const { id } = await onlyEvent();
  const answers = await Promise.all(Array.from({ length: 20 }, () => replay(id)));
  expect(new Set(answers.map(({ data }) => data?.replayCallEvent.status))).toEqual(new Set(['processed']));
  expect(await callOf('late')).toMatchObject({ eventsCount: 1 });
});

test('an unexpected error is answered, tried again and ends as a failed event', async () => {
  await createCall('poison');
  await app.pool.query(`ALTER TABLE calls ADD CONSTRAINT broken CHECK (status <> 'ringing') NOT VALID`);
  expect((await send(app, mine, update('poison', 'ringing', 1))).status).toBe(500);
  expect(await onlyEvent()).toMatchObject({ status: 'received', attempts: 0 });
  await runAllAttempts();
  expect(await onlyEvent()).toMatchObject({ status: 'failed', failureReason: 'Server Error' });
  await app.pool.query('ALTER TABLE calls DROP CONSTRAINT broken');
  const { id } = await onlyEvent();
  expect((await replay(id)).data?.replayCallEvent).toMatchObject({ status: 'processed' });
});

test.each([
  ['its provider', () => send(app, mine, refusal)],
  ['its job', () => makeJobsDue(app).then(() => runJobs(app))],
  ['a replay', async () => replay((await onlyEvent()).id)],
])(
  'a request not to be called, of a call that is never found, whose first application failed is applied by %s',
  async (_who, again) => {
    await app.pool.query('ALTER TABLE suppressed_numbers ADD CONSTRAINT broken CHECK (number IS NULL) NOT VALID');
    expect((await send(app, mine, refusal)).status).toBe(500);
    await app.pool.query('ALTER TABLE suppressed_numbers DROP CONSTRAINT broken');
    expect(await onlyEvent()).toMatchObject({ status: 'received', attempts: 0 });
    await again();
    expect(await onlyEvent()).toMatchObject({ failureReason: 'Call not found', attempts: 1 });
    const where = { teamId: mine.team.id };
    expect(await db().suppressedNumber.findMany({ where })).toMatchObject([{ number: 12125550177n }]);
    // Lifted meanwhile: the same event asks once.
    await db().suppressedNumber.deleteMany({ where });
    expect(await send(app, mine, refusal)).toEqual(NOT_FOUND);
    expect(await db().suppressedNumber.count({ where })).toBe(0);
  },
);

test.each([
  ['outbound', 'outboundPhoneCall', 404],
  ['inbound', 'inboundPhoneCall', 200],
])(
  'a request not to be called in an unknown %s call is heard while erased numbers cannot be checked',
  async (_direction, type, status) => {
    const teamId = mine.team.id;
    const ERASE = 'mutation { erasePerson(input: { number: 12125550188 }) { contactsCount } }';
    expect((await app.graphql(ERASE, mine)).errors).toBeUndefined();
    const erasureKey = encryptToken([Buffer.alloc(32, 99)], 'a key');
    await db().sendingSettings.update({ where: { teamId }, data: { erasureKey } });
    expect((await send(app, mine, { ...refusal, call: { id: 'unknown', type } })).status).toBe(status);
    expect(await db().suppressedNumber.findMany({ where: { teamId } })).toMatchObject([{ number: 12125550177n }]);
  },
);

test('events that can never be applied are failed at once', async () => {
  const inbound = { ...update('in1', 'ringing', 1), call: { id: 'in1', type: 'inboundPhoneCall' } };
  expect((await send(app, mine, inbound)).status).toBe(422);
  expect(await onlyEvent()).toMatchObject({ status: 'failed', failureReason: 'Failed to create contact' });
  expect(await waitingJobs(app)).toEqual([]);
});

test('members, limited tokens and other teams neither see nor replay events', async () => {
  await send(app, mine, update('late', 'ringing', 1));
  const { id } = await onlyEvent();
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  const scopes = [{ method: 'post', endpoint: '/v1/offers', reason: '' }];
  const limited = await createTeamToken(app, mine.team.id, { role: 'owner', scopes });
  for (const token of [member, limited]) {
    expect((await list({}, token)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await replay(id, token)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  }
  const other = await createTeam(app);
  expect((await list({}, other.token)).data?.callEvents).toEqual({ totalCount: 0, nodes: [] });
  for (const [wanted, token] of [
    [id, other.token],
    ['7', mine.token],
  ] as const) {
    expect((await replay(wanted, token)).errors).toMatchObject([
      { message: 'Call event not found.', extensions: { code: 'NOT_FOUND' } },
    ]);
  }
  expect((await replay(id, '')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});
