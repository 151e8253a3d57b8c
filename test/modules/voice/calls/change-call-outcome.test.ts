import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  [mine, other] = [await createTeam(app), await createTeam(app)];
});
afterAll(() => app.close());

const createCall = (data: object = {}) =>
  app.db.call.create({ data: { teamId: mine.team.id, toNumber: 12125550123n, ...data } });

const change = (id: string, body: unknown, token: string | undefined = mine.token) =>
  app.rest('PATCH', `/v1/webhooks/calls/${id}/change-outcome`, { body, token });

const logsOf = (callId: string) =>
  app.db.callOutcomeLog.findMany({
    where: { callId },
    orderBy: { id: 'asc' },
    select: { initialCallOutcome: true, newCallOutcome: true, status: true, teamId: true },
  });

const MUTATION = `mutation ($id: ID!, $input: ChangeCallOutcomeInput!) {
  changeCallOutcome(id: $id, input: $input) { id callOutcome events { totalCount } toNumber outcomeLogs { totalCount nodes { newCallOutcome } } }
}`;

test('the answer has every documented field with its documented type', async () => {
  const call = await createCall({
    createdAt: new Date('2026-11-21T23:30:15.000Z'),
    scheduledAt: new Date('2026-11-21T23:30:00.000Z'),
    timezone: 'Europe/Berlin',
    callOutcome: 'no_answer',
    eventsCount: 12,
    toolLogsCount: 3,
    countryId: 840,
    chat: 'AI: Hello.',
    status: 'ended',
    endedReason: 'customer-did-not-answer',
  });
  const { status, body } = await change(call.id, { call_outcome: 'interested' });
  const { data } = body as { data: { updated_at: string; call_outcome_logs: { id: string; created_at: string }[] } };
  const stored = await app.db.call.findUniqueOrThrow({
    where: { teamId_id: { teamId: mine.team.id, id: call.id } },
  });
  expect(status).toBe(200);
  expect(data.call_outcome_logs).toHaveLength(1);
  expect(data).toEqual({
    id: call.id,
    team_id: mine.team.id,
    contact_id: null,
    number_id: null,
    call_agent_id: null,
    agent_id: null,
    voice_campaign_id: null,
    voice_campaign_send_id: null,
    meta: [],
    is_processed: false,
    is_answer_machine: false,
    is_answered: false,
    is_lead: false,
    is_sale: false,
    is_picked_up: false,
    to_number: 12125550123,
    events_count: '12',
    tool_logs_count: '3',
    created_at: '2026-11-21T23:30:15.000Z',
    updated_at: stored.updatedAt.toISOString(),
    deleted_at: null,
    created_at_formatted: '2026-11-22 00:30',
    created_at_tz: '2026-11-22T00:30:15+01:00',
    date_key: '2026-11-22',
    timezone: 'Europe/Berlin',
    chat: 'AI: Hello.',
    status: 'ended',
    call_outcome: 'interested',
    call_source: 'campaign',
    scheduled_at: '2026-11-21T23:30:00.000Z',
    lead_submitted_at: null,
    extprovider_ended_reason: 'customer-did-not-answer',
    country_id: 840,
    call_outcome_logs: [
      {
        id: data.call_outcome_logs[0]!.id,
        team_id: mine.team.id,
        call_id: call.id,
        call_outcome_classifier_id: null,
        call_outcome_classifier_run_id: null,
        initial_call_outcome: 'no_answer',
        new_call_outcome: 'interested',
        status: 'applied',
        failure_reason: null,
        created_at: data.call_outcome_logs[0]!.created_at,
      },
    ],
  });
});

test('a call without a time zone is told in the team’s', async () => {
  const team = await createTeam(app);
  await app.db.team.update({ where: { id: team.team.id }, data: { timezone: 'America/New_York' } });
  const call = await createCall({ teamId: team.team.id, createdAt: new Date('2026-11-21T02:00:00.000Z') });
  const { body } = await change(call.id, { call_outcome: 'busy' }, team.token);
  expect(body.data).toMatchObject({
    timezone: 'America/New_York',
    created_at_formatted: '2026-11-20 21:00',
    created_at_tz: '2026-11-20T21:00:00-05:00',
    date_key: '2026-11-20',
  });
});

test('GraphQL answers the same, logs newest first', async () => {
  const call = await createCall();
  await change(call.id, { call_outcome: 'busy' });
  const answer = await app.graphql(MUTATION, {
    token: mine.token,
    variables: { id: call.id, input: { callOutcome: 'do_not_call' } },
  });
  expect(answer).toEqual({
    data: {
      changeCallOutcome: {
        id: call.id,
        callOutcome: 'do_not_call',
        events: { totalCount: 0 },
        toNumber: '+12125550123',
        outcomeLogs: { totalCount: 2, nodes: [{ newCallOutcome: 'do_not_call' }, { newCallOutcome: 'busy' }] },
      },
    },
  });
  const teamId = mine.team.id;
  expect(await logsOf(call.id)).toEqual([
    { initialCallOutcome: null, newCallOutcome: 'busy', status: 'applied', teamId },
    { initialCallOutcome: 'busy', newCallOutcome: 'do_not_call', status: 'applied', teamId },
  ]);
});

test('the outcome that the call has is not logged again', async () => {
  const call = await createCall();
  await change(call.id, { call_outcome: 'busy' });
  const { status, body } = await change(call.id, { call_outcome: 'busy' });
  expect([status, (body.data as { call_outcome: string }).call_outcome]).toEqual([200, 'busy']);
  expect(await logsOf(call.id)).toHaveLength(1);
});

test('of 20 equal changes at once, one is logged', async () => {
  const call = await createCall();
  const answers = await Promise.all(Array.from({ length: 20 }, () => change(call.id, { call_outcome: 'failed' })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await logsOf(call.id)).toHaveLength(1);
});

test('different changes at once leave a chain of logs', async () => {
  const call = await createCall();
  const outcomes = ['busy', 'failed', 'interested', 'no_answer', 'voice_mail'];
  await Promise.all(outcomes.map((call_outcome) => change(call.id, { call_outcome })));
  const logs = await logsOf(call.id);
  expect(logs.map((log) => log.newCallOutcome).sort()).toEqual(outcomes);
  const { callOutcome } = await app.db.call.findUniqueOrThrow({
    where: { teamId_id: { teamId: mine.team.id, id: call.id } },
  });
  const before = logs.map((log) => log.initialCallOutcome);
  const after = logs.map((log) => log.newCallOutcome);
  expect(after.filter((outcome) => !before.includes(outcome))).toEqual([callOutcome]);
});

describe('it is refused', () => {
  const NOT_FOUND = { status: 404, body: { message: 'Call not found.' } };
  const tell = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

  test('for a call that is missing, deleted or another team’s, and for an id that is none', async () => {
    const body = { call_outcome: 'busy' };
    const deleted = await createCall({ deletedAt: new Date() });
    const call = await createCall();
    expect(tell(await change('0199f000-0000-7000-8000-000000000000', body))).toEqual(NOT_FOUND);
    expect(tell(await change('1', body))).toEqual(NOT_FOUND);
    expect(tell(await change(deleted.id, body))).toEqual(NOT_FOUND);
    expect(tell(await change(call.id, body, other.token))).toEqual(NOT_FOUND);
    expect(await logsOf(call.id)).toEqual([]);
    const answer = await app.graphql(MUTATION, {
      token: other.token,
      variables: { id: call.id, input: { callOutcome: 'busy' } },
    });
    expect(answer.errors).toMatchObject([{ message: 'Call not found.', extensions: { code: 'NOT_FOUND' } }]);
  });

  test.each([
    [{}, 'The call outcome field is required.'],
    [{ call_outcome: null }, 'The call outcome field is required.'],
    [{ call_outcome: '' }, 'The call outcome field is required.'],
    [{ call_outcome: 'sold' }, 'The selected call outcome is invalid.'],
    [{ call_outcome: 'Busy' }, 'The selected call outcome is invalid.'],
    [{ call_outcome: 5 }, 'The selected call outcome is invalid.'],
    [{ call_outcome: ['busy'] }, 'The selected call outcome is invalid.'],
    [{ call_outcome: 'busy\u0000' }, 'The call outcome field must be valid text without null characters.'],
  ])('for the body %j', async (body, message) => {
    const call = await createCall();
    expect(tell(await change(call.id, body))).toEqual({
      status: 422,
      body: { message, errors: { call_outcome: [message] } },
    });
  });

  test('without a token and for a token of another scope', async () => {
    const call = await createCall();
    const scope = (method: string, endpoint: string) =>
      createTeamToken(app, mine.team.id, { scopes: [{ method, endpoint, reason: '' }] });
    const body = { call_outcome: 'busy' };
    const url = `/v1/webhooks/calls/${call.id}/change-outcome`;
    expect(tell(await app.rest('PATCH', url, { body }))).toEqual({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
    expect(tell(await change(call.id, body, await scope('post', '/v1/offers')))).toEqual({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
    const right = await scope('patch', '/v1/webhooks/calls/{call}/change-outcome');
    expect((await change(call.id, body, right)).status).toBe(200);
  });
});
