import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPostbackSecret } from '../../../../src/modules/delivery/links/postback-secret.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { PERSON, visit } from '../../../support/hooks.ts';
import { rollUp, staleRollUps } from '../../../support/roll-ups.ts';
import {
  createSmsCampaign,
  manual,
  planner,
  START,
  STOP,
  type TestEngine,
  testEngine,
} from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ LOCK_TIMEOUT_MS: 100_000, STATEMENT_TIMEOUT_MS: 100_000, OPERATION_TIMEOUT_MS: 100_000 });
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

const RESOLVE = `mutation ($input: ResolveUnknownMessagesInput!, $key: String) {
  resolveUnknownMessages(input: $input, idempotencyKey: $key) {
    resolvedCount remainingCount smsSend { recipientsByStatus { status count } } } }`;
interface Answer {
  resolveUnknownMessages: {
    resolvedCount: number;
    remainingCount: number;
    smsSend: { recipientsByStatus: { status: string; count: number }[] };
  };
}
type Input = { outcome: 'sent' | 'send_again'; messageIds?: string[] };
const resolve = (smsSendId: string, input: Input, key?: string, token = acme.token) =>
  app.graphql<Answer>(RESOLVE, { variables: { input: { smsSendId, ...input }, key }, token });

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const BALANCE = '10.000000';

/** Two contacts at a price of 0.01; the provider answers for neither. */
async function unanswered(options: Partial<Parameters<typeof createSmsCampaign>[2]> = {}) {
  const { db } = app;
  const teamId = acme.team.id;
  const made = await createSmsCampaign(app, teamId, { contacts: 2, meta: manual(), price: '0.01', ...options });
  const integration = await db.integration.create({
    data: { teamId, name: 'Operator', isBalanceManaged: true, balance: BALANCE },
  });
  await db.route.update({
    where: { teamId_id: { teamId, id: made.routeId } },
    data: { integrationId: integration.id },
  });
  await app.graphql(START, { variables: { id: made.campaignId }, token: acme.token });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  engine.provider.answer = () => ({ status: 'unknown', reason: 'The provider did not answer.' });
  await engine.run();
  const { id: sendId } = await db.smsSend.findFirstOrThrow({ where: { teamId, smsCampaignId: made.campaignId } });
  return { ...made, engine, sendId, integrationId: integration.id };
}

const answering = (engine: TestEngine) => {
  engine.provider.sent.length = 0;
  engine.provider.answer = ({ id }) => ({ status: 'accepted', providerId: `p-${id}` });
};
const balance = async (id: string) =>
  (await app.db.integration.findFirstOrThrow({ where: { id, teamId: acme.team.id } })).balance!.toFixed(2);
const logsOf = async (callerId: string) =>
  (await app.db.log.findMany({ where: { callerId, teamId: acme.team.id }, orderBy: { id: 'asc' } })).map(
    ({ text }) => text,
  );
const campaignOf = async (id: string) => (await app.db.smsCampaign.findFirstOrThrow({ where: { id } })).status;

describe('messages of which nobody knows whether they went out', () => {
  test('count as sent, and stay paid', async () => {
    const { sendId, campaignId, integrationId, engine } = await unanswered();
    expect(await balance(integrationId)).toBe('9.98');
    await rollUp(app.services);
    const { data, errors } = await resolve(sendId, { outcome: 'sent' });
    expect(errors).toBeUndefined();
    expect(await staleRollUps(app, acme.team.id)).toEqual([]);
    expect(data!.resolveUnknownMessages).toEqual({
      resolvedCount: 2,
      remainingCount: 0,
      smsSend: { recipientsByStatus: [{ status: 'accepted', count: 2 }] },
    });
    expect(await balance(integrationId)).toBe('9.98');
    expect(await logsOf(sendId)).toContain('A person counts 2 messages of which nobody knew the outcome as sent.');
    expect(await logsOf(campaignId)).toContain('A person counts 2 messages of which nobody knew the outcome as sent.');
    const [step] = await app.db.smsSendStep.findMany({ where: { smsSendId: sendId } });
    expect(step).toMatchObject({ handed: 2, accepted: 2, unknown: 0 });
    const sent = await app.db.smsMessage.findMany({ where: { smsSendId: sendId } });
    expect(sent.map(({ sentAt, isSent }) => [sentAt, isSent])).toEqual([
      [engine.clock, true],
      [engine.clock, true],
    ]);
  });

  test('go again one by one, each paid once', async () => {
    const { sendId, integrationId, engine } = await unanswered();
    const [first] = await app.db.smsMessage.findMany({ where: { smsSendId: sendId }, orderBy: { id: 'asc' } });
    const { data } = await resolve(sendId, { outcome: 'send_again', messageIds: [first!.id] });
    expect(data!.resolveUnknownMessages).toMatchObject({ resolvedCount: 1, remainingCount: 1 });
    expect(await balance(integrationId)).toBe('9.99');
    answering(engine);
    await engine.pass(2);
    expect(engine.provider.sent.map(({ to }) => to)).toEqual([first!.phoneNormalized]);
    expect(await balance(integrationId)).toBe('9.98');
    const [step] = await app.db.smsSendStep.findMany({ where: { smsSendId: sendId } });
    expect(step).toMatchObject({ handed: 2, accepted: 1, unknown: 1 });
  });

  test('go again once under one key, however often it is asked', async () => {
    const { sendId, engine } = await unanswered();
    const first = await resolve(sendId, { outcome: 'send_again' }, 'once');
    answering(engine);
    await engine.run();
    expect(await resolve(sendId, { outcome: 'send_again' }, 'once')).toEqual({
      ...first,
      data: { resolveUnknownMessages: expect.objectContaining({ resolvedCount: 2, remainingCount: 0 }) },
    });
    await engine.pass(2);
    expect(engine.provider.sent).toHaveLength(2);
  });

  test('are decided once by two people at the same time', async () => {
    const { sendId, engine, integrationId } = await unanswered();
    const both = await Promise.all([resolve(sendId, { outcome: 'sent' }), resolve(sendId, { outcome: 'send_again' })]);
    expect(both.map(({ data }) => data!.resolveUnknownMessages.resolvedCount).sort()).toEqual([0, 2]);
    answering(engine);
    await engine.pass(2);
    expect(await balance(integrationId)).toBe('9.98');
  });

  test('let a campaign that has ended go on', async () => {
    const { sendId, campaignId, engine } = await unanswered();
    await engine.pass(3);
    expect(await campaignOf(campaignId)).toBe('sent');
    await resolve(sendId, { outcome: 'send_again' });
    expect(await campaignOf(campaignId)).toBe('running');
    answering(engine);
    await engine.pass(3);
    expect(engine.provider.sent).toHaveLength(2);
    expect(await campaignOf(campaignId)).toBe('sent');
    expect(await logsOf(campaignId)).toContain('2 of 2 contacts got a message.');
  });

  test('wait until a campaign that is stopped is started again', async () => {
    const { sendId, campaignId, engine } = await unanswered();
    await app.graphql(STOP, { variables: { id: campaignId }, token: acme.token });
    await resolve(sendId, { outcome: 'send_again' });
    expect(await logsOf(campaignId)).toContain(
      'A person has 2 messages of which nobody knew the outcome sent again once the campaign is started again.',
    );
    answering(engine);
    await engine.pass(2);
    expect(engine.provider.sent).toHaveLength(0);
    await app.graphql(START, { variables: { id: campaignId }, token: acme.token });
    await engine.pass(3);
    expect(engine.provider.sent).toHaveLength(2);
  });

  test('of an earlier cycle go no more: the next one reaches their contacts', async () => {
    const { sendId, campaignId, engine } = await unanswered({ meta: planner({ dailySmsContactLimit: 1 }) });
    await engine.pass(3);
    expect((await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaignId } })).cycle).toBeGreaterThan(1);
    const { errors } = await resolve(sendId, { outcome: 'send_again' });
    expect(errors![0]!.extensions.fields).toEqual({
      'input.outcome': [
        'The input.outcome field cannot be send_again: the campaign has begun its next cycle, which reaches these contacts again.',
      ],
    });
    const { data } = await resolve(sendId, { outcome: 'sent' });
    expect(data!.resolveUnknownMessages.resolvedCount).toBe(2);
  });

  test('went out when a person opens the link, or a merchant reports what its visitor did', async () => {
    const { sendId, integrationId } = await unanswered({ offerUrl: 'https://offer.example/1' });
    const teamId = acme.team.id;
    const [opened, fetched] = await app.db.smsMessage.findMany({
      where: { smsSendId: sendId },
      orderBy: { id: 'asc' },
    });
    const known = async () => {
      const messages = await app.db.smsMessage.findMany({ where: { smsSendId: sendId }, orderBy: { id: 'asc' } });
      const [step] = await app.db.smsSendStep.findMany({ where: { smsSendId: sendId } });
      const { accepted, unknown, clicked } = step!;
      return { statuses: messages.map(({ status }) => status), accepted, unknown, clicked };
    };
    await rollUp(app.services);
    await visit(app, `/l/${opened!.linkCode}`, { headers: PERSON });
    await visit(app, `/l/${fetched!.linkCode}`, { headers: { 'user-agent': 'facebookexternalhit/1.1' } });
    expect(await known()).toEqual({ statuses: ['accepted', 'unknown'], accepted: 1, unknown: 1, clicked: 1 });
    expect(await staleRollUps(app, teamId)).toEqual([]);

    const secret = createPostbackSecret();
    await app.db.sendingSettings.update({
      where: { teamId },
      data: { postbackSecret: encryptToken(app.services.tokenKeys, secret) },
    });
    const { id: clickId } = await app.db.smsLinkEvent.findFirstOrThrow({ where: { teamId, messageId: fetched!.id } });
    const query = new URLSearchParams({ click_id: clickId, event: 'lead', key: secret });
    expect((await visit(app, `/postbacks/${teamId}?${query}`)).status).toBe(200);
    expect(await known()).toEqual({ statuses: ['accepted', 'accepted'], accepted: 2, unknown: 0, clicked: 1 });
    expect(await staleRollUps(app, teamId)).toEqual([]);

    const { data } = await resolve(sendId, { outcome: 'send_again' });
    expect(data!.resolveUnknownMessages).toMatchObject({ resolvedCount: 0, remainingCount: 0 });
    const sent = await app.db.smsMessage.findMany({ where: { smsSendId: sendId }, orderBy: { id: 'asc' } });
    expect(sent.map(({ isSent, sentAt, failReason }) => ({ isSent, sentAt, failReason }))).toEqual([
      { isSent: true, sentAt: opened!.createdAt, failReason: null },
      { isSent: true, sentAt: fetched!.createdAt, failReason: null },
    ]);
    expect(await balance(integrationId)).toBe('9.98');
  });

  test('that were opened went out: they are not sent again, and what they sold is kept', async () => {
    const { sendId, integrationId, engine } = await unanswered();
    const [opened] = await app.db.smsMessage.findMany({ where: { smsSendId: sendId }, orderBy: { id: 'asc' } });
    const of = { teamId: acme.team.id, messageId: opened!.id };
    await app.db.smsLinkEvent.create({ data: { ...of, kind: 'click', occurredAt: engine.clock } });
    await app.db.smsMessage.update({
      where: { teamId_id: { teamId: acme.team.id, id: opened!.id } },
      data: { isClicked: true, isSale: true, revenue: '12.5' },
    });
    const { data } = await resolve(sendId, { outcome: 'send_again' });
    expect(data!.resolveUnknownMessages).toMatchObject({ resolvedCount: 1, remainingCount: 1 });
    answering(engine);
    await engine.pass(2);
    expect(engine.provider.sent.map(({ to }) => to)).not.toContain(opened!.phoneNormalized);
    expect(engine.provider.sent).toHaveLength(1);
    expect(await app.db.smsLinkEvent.count({ where: of })).toBe(1);
    await resolve(sendId, { outcome: 'sent' });
    expect(await balance(integrationId)).toBe('9.98');
    const kept = await app.db.smsMessage.findFirstOrThrow({ where: { teamId: acme.team.id, id: opened!.id } });
    expect(kept).toMatchObject({ status: 'accepted', isSale: true });
  });

  test('are those of the team’s send alone', async () => {
    const mine = await unanswered();
    const [message] = await app.db.smsMessage.findMany({ where: { smsSendId: mine.sendId } });
    const { errors } = await resolve(mine.sendId, { outcome: 'sent' }, undefined, rival.token);
    expect(errors![0]).toMatchObject({ message: 'SMS send not found.', extensions: { code: 'NOT_FOUND' } });
    const other = await unanswered();
    const left = await resolve(other.sendId, { outcome: 'sent', messageIds: [message!.id] });
    expect(left.data!.resolveUnknownMessages).toMatchObject({ resolvedCount: 0, remainingCount: 2 });
    const theirs = await resolve(mine.sendId, { outcome: 'sent', messageIds: [message!.id, UNKNOWN, 'x'] });
    expect(theirs.errors![0]!.extensions.fields).toEqual({
      'input.messageIds.1': ['The selected input.message ids.1 is invalid.'],
      'input.messageIds.2': ['The selected input.message ids.2 is invalid.'],
    });
  });

  test.runIf(process.env.TEST_DATABASE_URL)('are decided though another transaction stands in the way', async () => {
    const { sendId, campaignId } = await unanswered();
    const client = await app.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM contact_limits WHERE team_id = $1 FOR UPDATE', [acme.team.id]);
      const resolved = resolve(sendId, { outcome: 'send_again' });
      const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
      await expect
        .poll(
          async () =>
            (await app.pool.query('SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY(pg_blocking_pids(pid))', [pid]))
              .rowCount,
        )
        .toBeGreaterThan(0);
      const lock = 'SELECT FROM sms_campaigns WHERE team_id = $1 AND id = $2 FOR UPDATE';
      const locked = client.query(lock, [acme.team.id, campaignId]);
      // PostgreSQL undoes either of the two: mostly ours, which has waited longer.
      await client.query((await locked.catch(() => null)) ? 'COMMIT' : 'ROLLBACK');
      expect(await resolved).toMatchObject({
        data: { resolveUnknownMessages: { resolvedCount: 2, remainingCount: 0 } },
      });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
