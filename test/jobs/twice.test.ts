import { createSigningSecret } from 'outgoing-requests';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Services } from '../../src/context.ts';
import { uuidv7 } from '../../src/database/uuid.ts';
import { sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import { ensureApplied } from '../../src/modules/voice/calls/call-event-job.ts';
import { readCallMessage } from '../../src/modules/voice/calls/call-message.ts';
import { encryptToken } from '../../src/secrets.ts';
import { tasks } from '../../src/tasks.ts';
import { uploaded } from '../modules/audience/data-files/support.ts';
import { ERASE } from '../modules/audience/person/support.ts';
import { createVoiceTeam, update } from '../modules/voice/calls/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createVoiceCampaign } from '../support/calling.ts';
import { nameCalls } from '../support/calls.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../support/jobs.ts';
import { mutate } from '../support/mutate.ts';
import { createOutbox } from '../support/outbox.ts';
import { markAll, staleRollUps } from '../support/roll-ups.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createSmsCampaign, START, testEngine } from '../support/sending.ts';
import { createTeam, createTeamToken } from '../support/team.ts';

const outbox = createOutbox();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    LOG_LEVEL: 'silent',
    IMPORT_BATCH_ROWS: 20,
    LOOKUP_PROVIDER: 'simulator',
    ...outbox.environment,
  });
});
afterAll(() => outbox.remove());
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => app.close());

const RUN = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };
const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const payloadOf = async (task: string) => (await waitingJobs(app, task))[0]!.payload;

interface Case {
  payload?: unknown;
  services?: Services;
  /** What is left of it, as far as it does not hang on chance. */
  state(): Promise<unknown>;
}

/** Of each task something to do, and what is to become of it. */
const cases: Record<string, { prepare(): Promise<Case>; expected: unknown }> = {};

async function smsTest() {
  const { db } = app;
  const { team } = await createTeam(app);
  const { id: routeId } = await db.route.create({
    data: {
      teamId: team.id,
      name: 'Direct',
      provider: 'simulator',
      settings: { rejected: 0, failed: 0 },
      credentials: sealCredentials(app.services.tokenKeys, { secret: createSigningSecret() }),
    },
  });
  const fields = { teamId: team.id, routeId, name: 'Hourly', toNumber: 14155550100n, text: 'Test' };
  return db.smsTestSchedule.create({ data: { ...fields, nextRunAt: ago(60_000) } });
}

cases.erase_again = {
  async prepare() {
    const { db } = app;
    const { team, token } = await createTeam(app);
    const contact = { teamId: team.id, number: 4_915_112_345_678n };
    const { errors } = await app.graphql(ERASE, { token, variables: { input: { number: Number(contact.number) } } });
    expect(errors).toBeUndefined();
    await db.contact.create({ data: contact });
    return {
      payload: await payloadOf('erase_again'),
      state: () => db.contact.count({ where: { teamId: team.id } }),
    };
  },
  expected: 0,
};

cases.fire_sms_tests = {
  async prepare() {
    const { teamId, id, nextRunAt } = await smsTest();
    const { db } = app;
    return {
      async state() {
        const moved = await db.smsTestSchedule.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } });
        const results = await db.smsTestResult.count({ where: { smsTestScheduleId: id } });
        return [results, moved.nextRunAt!.getTime() - nextRunAt!.getTime()];
      },
    };
  },
  expected: [1, HOUR_MS],
};

cases.send_sms_test = {
  async prepare() {
    const { id } = await smsTest();
    await tasks.fire_sms_tests!.run(app.services, {}, RUN);
    const { db } = app;
    return {
      payload: await payloadOf('send_sms_test'),
      async state() {
        const [result] = await db.smsTestResult.findMany({ where: { smsTestScheduleId: id } });
        return [result!.status, result!.smsId === `simulator-${result!.id}`, result!.failureReason];
      },
    };
  },
  expected: ['sent', true, null],
};

cases.place_test_call = {
  async prepare() {
    const { db } = app;
    const { team, token } = await createTeam(app);
    const { accountId, numberIds, agentIds } = await createVoiceCampaign(app, team.id, {
      contacts: 0,
      account: {
        adapter: 'simulator',
        adapterSettings: { refused: 0 },
        adapterCredentials: sealCredentials(app.services.tokenKeys, { webhookSecret: 'secret' }),
      },
    });
    const input = { voiceAccountId: accountId, numberId: numberIds[0]!, agentId: agentIds[0]!, to: 14_155_550_100 };
    const select = '{ voiceTest { id } }';
    const { data } = await mutate(app, token, 'testVoiceAccount', { input: [input, 'TestVoiceAccountInput'] }, select);
    const { id } = data.testVoiceAccount.voiceTest;
    return {
      payload: await payloadOf('place_test_call'),
      async state() {
        const call = await db.call.findFirstOrThrow({ where: { id }, include: { placement: true } });
        return [call.placement!.status, call.externalId === `simulator-${id}`];
      },
    };
  },
  expected: ['placed', true],
};

cases.run_mnp_lookup = {
  async prepare() {
    const { team, token } = await createTeam(app);
    const numbers = Array.from({ length: 10 }, (_, at) => ({
      teamId: team.id,
      number: 4_915_112_345_670n + BigInt(at),
    }));
    await app.db.contact.createMany({ data: numbers });
    const { data } = await mutate(app, token, 'requestNumberLookup', { input: [{}, 'RequestNumberLookupInput'] });
    const query = `{ numberLookup(id: "${data.requestNumberLookup.id}") { status
      resultCounts { waiting reachable unreachable ported } } }`;
    return {
      payload: await payloadOf('run_mnp_lookup'),
      state: async () => (await app.graphql(query, { token })).data!.numberLookup,
    };
  },
  expected: {
    status: 'done',
    resultCounts: { waiting: 0, reachable: 8, unreachable: 2, ported: 2 },
  },
};

cases.import_data_file = {
  async prepare() {
    const { team, token } = await createTeam(app);
    const rows = Array.from({ length: 101 }, (_, at) => `1415555${String(at).padStart(4, '0')}`);
    const id = await uploaded(app, ['number', ...rows, rows[0], 'none'].join('\n'), { token });
    const input = '{ columns: { number: 0 }, tags: ["New"] }';
    await app.graphql(`mutation { importDataFile(id: "${id}", input: ${input}) { id } }`, { token });
    const query = `{ dataFile(id: "${id}") { status processedRows importedRows failedRows duplicateRows } }`;
    const { db } = app;
    return {
      payload: await payloadOf('import_data_file'),
      state: async () => [
        (await app.graphql(query, { token })).data!.dataFile,
        await db.contact.count({ where: { teamId: team.id } }),
      ],
    };
  },
  expected: [{ status: 'imported', processedRows: 103, importedRows: 101, failedRows: 1, duplicateRows: 1 }, 101],
};

cases.prune = {
  async prepare() {
    const { pool } = app;
    await pool.query('DELETE FROM rate_limits');
    await pool.query(`INSERT INTO rate_limits (key, points, expire)
      SELECT 'key ' || n, 1, CASE WHEN n = 1 THEN 9e15 ELSE 1 END FROM generate_series(1, 2500) n`);
    return { state: async () => (await pool.query('SELECT key FROM rate_limits')).rows };
  },
  expected: [{ key: 'key 1' }],
};

cases.rotate_keys = {
  async prepare() {
    const { team } = await createTeam(app);
    for (let at = 0; at < 3; at++) await createTeamToken(app, team.id);
    const [former] = app.services.tokenKeys;
    const key = Buffer.alloc(32, 8);
    const sealed = () => app.db.teamToken.findMany({ where: { teamId: team.id } });
    const before = (await sealed()).map(({ tokenCiphertext }) => Buffer.from(tokenCiphertext).toString('hex'));
    return {
      services: { ...app.services, tokenKeys: [key, former] },
      async state() {
        const now = (await sealed()).map(({ tokenCiphertext }) => Buffer.from(tokenCiphertext).toString('hex'));
        const ids = new Set(now.map((text) => text.slice(0, 16)));
        return [now.length === before.length, ids.size, now.some((text) => before.includes(text))];
      },
    };
  },
  expected: [true, 1, false],
};

/** An answer goes out once. */
cases.send_direct_message = {
  async prepare() {
    const { db } = app;
    const { teamId, routeId } = await smsTest();
    const { id } = await db.directMessage.create({
      data: {
        teamId,
        routeId,
        kind: 'help',
        number: 14155550123n,
        text: 'Acme: reply STOP to stop.',
        smsParts: 1,
        dueAt: ago(0),
      },
    });
    await db.sendingSettings.create({ data: { teamId, contactFrom: null, contactUntil: null } });
    return {
      payload: { teamId, id },
      async state() {
        const { status, tries } = await db.directMessage.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } });
        return [status, tries];
      },
    };
  },
  expected: ['accepted', 1],
};

/** A STOP is counted once. */
cases.credit_stop = {
  async prepare() {
    const { db } = app;
    const { team, token } = await createTeam(app);
    const { campaignId, routeId } = await createSmsCampaign(app, team.id, {
      contacts: 1,
      meta: { sendType: 'manual', manualData: { sendAmount: 1, sendDatetime: null, throttleBatchSize: 0 } },
    });
    await app.graphql(START, { variables: { id: campaignId }, token });
    await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
    const message = await db.smsMessage.findFirstOrThrow({ where: { teamId: team.id } });
    const { id: replyId } = await db.smsReply.create({
      data: {
        teamId: team.id,
        routeId,
        providerId: 'r1',
        fromNumber: BigInt(message.phoneNormalized),
        text: 'STOP',
        kind: 'stop',
        contactId: message.contactId,
        messageId: message.id,
        receivedAt: ago(0),
      },
    });
    return {
      payload: { teamId: team.id, replyId },
      async state() {
        const { unsubscribed } = await db.smsSendStep.findFirstOrThrow({ where: { teamId: team.id } });
        return unsubscribed;
      },
    };
  },
  expected: 1,
};

cases.apply_due_profit_rules = {
  async prepare() {
    const { team } = await createTeam(app);
    const { db } = app;
    const { id } = await db.profitRule.create({
      data: { teamId: team.id, currentProfit: '10', upcomingProfit: '12', appliedAt: ago(1_000) },
    });
    return {
      async state() {
        const rule = await db.profitRule.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
        const changes = await db.profitRuleChange.count({ where: { profitRuleId: id } });
        return [Number(rule.oldProfit), Number(rule.currentProfit), rule.upcomingProfit, changes];
      },
    };
  },
  expected: [10, 12, null, 1],
};

cases.apply_call_event = {
  async prepare() {
    const { db } = app;
    const { team, accountId } = await createVoiceTeam(app);
    await db.call.create({ data: { teamId: team.id, toNumber: 12125550123n, externalId: 'c1', status: 'queued' } });
    await nameCalls(db);
    const message = readCallMessage(update('c1', 'ringing', 1));
    await app.services.db.transaction(async (tx) => {
      const ids = { teamId: team.id, voiceAccountId: accountId };
      const event = await tx.prisma.callEvent.create({
        data: { ...message, ...ids, payload: message.payload as object },
      });
      await ensureApplied(tx, event, '0af7651916cd43dd8448eb211c80319c');
    });
    return {
      payload: await payloadOf('apply_call_event'),
      async state() {
        const event = await db.callEvent.findFirstOrThrow({ where: { teamId: team.id } });
        const call = await db.call.findFirstOrThrow({ where: { teamId: team.id } });
        return [event.status, event.failureReason, call.status, call.eventsCount];
      },
    };
  },
  expected: ['processed', null, 'ringing', 1],
};

cases.post_process_call = {
  async prepare() {
    const { db } = app;
    const { team } = await createTeam(app);
    const teamId = team.id;
    const { id: contactId } = await db.contact.create({ data: { teamId, number: 14155550177n, countryId: 840 } });
    const call = { teamId, contactId, toNumber: 14155550177n, status: 'ended', endedReason: 'voicemail' } as const;
    const { id: callId } = await db.call.create({ data: call });
    const config = { tag: 'called', outcomes: ['voice_mail'] };
    for (const [position, kind] of (['outcome_classifier', 'tag_contact'] as const).entries()) {
      const { id } = await db.postProcessing.create({ data: { teamId, name: kind, kind, config, position } });
      const work = { teamId, callId, postProcessingId: id, name: kind, kind, position, dueAt: ago(1_000) };
      await db.callPostProcessing.create({ data: work });
    }
    return {
      payload: { teamId, callId },
      async state() {
        const works = await db.callPostProcessing.findMany({ where: { teamId }, orderBy: { position: 'asc' } });
        const logs = await db.callOutcomeLog.count({ where: { teamId } });
        const tags = await db.contactTag.count({ where: { teamId, contactId } });
        return [works.map(({ status, attempts }) => [status, attempts]), logs, tags];
      },
    };
  },
  expected: [
    [
      ['done', 1],
      ['done', 1],
    ],
    1,
    1,
  ],
};

/** The newest letter's link works, however many letters there are. */
const letters = (task: string, field: string, data: object) => ({
  async prepare() {
    const email = `${task}.${Math.random()}@example.com`;
    const { team } = await createTeam(app);
    const { db } = app;
    const user = { email, name: 'Ann', passwordHash: 'none' };
    if (task !== 'send_invitation') await db.user.create({ data: user });
    const expiresAt = ago(-HOUR_MS);
    const tokenHash = Buffer.from(email);
    const { id } = await db.invitation.create({ data: { teamId: team.id, email, expiresAt, tokenHash } });
    return {
      payload: task === 'send_invitation' ? { teamId: team.id, id } : { email },
      async state() {
        const token = await outbox.secretTo(email, app);
        const type = `${field[0]!.toUpperCase()}${field.slice(1)}Input`;
        const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`;
        const answer = await app.graphql(query, { variables: { input: { token, ...data } } });
        return answer.errors ?? 'works';
      },
    };
  },
  expected: 'works',
});

cases.send_confirmation = letters('send_confirmation', 'confirmEmail', {});
cases.send_password_reset = letters('send_password_reset', 'resetPassword', { newPassword: 'a long new passphrase' });
cases.send_invitation = letters('send_invitation', 'acceptInvitation', {
  name: 'Ann',
  password: 'a long new passphrase',
});

cases.send_security_notice = {
  async prepare() {
    const email = `${uuidv7()}@acme.example`;
    return {
      payload: { email, change: 'password', at: new Date().toISOString(), address: '192.0.2.1' },
      // After a crash the letter may come a second time.
      state: async () => new Set(outbox.to(email).map((letter) => /^Subject: .*$/m.exec(letter)?.[0])),
    };
  },
  expected: new Set(['Subject: Your password was changed']),
};

cases.send_webhook_disabled = {
  async prepare() {
    const { db } = app;
    const { team } = await createTeam(app);
    const email = `${team.id}@acme.example`;
    const { id: userId } = await db.user.create({ data: { email, name: 'Ann', passwordHash: 'none' } });
    await db.membership.create({ data: { teamId: team.id, userId, role: 'admin' } });
    const { id: endpointId } = await db.webhookEndpoint.create({
      data: {
        teamId: team.id,
        url: 'https://crm.example',
        eventTypes: ['call_ended'],
        enabled: false,
        disabledReason: 'Every request failed for 5 days.',
        secret: encryptToken(app.services.tokenKeys, createSigningSecret()),
      },
    });
    return {
      payload: { teamId: team.id, endpointId, userId },
      // After a crash the letter may come a second time.
      state: async () => new Set(outbox.to(email).map((letter) => /^Subject: .*$/m.exec(letter)?.[0])),
    };
  },
  expected: new Set(['Subject: A webhook endpoint of Acme was disabled']),
};

async function notified() {
  const { db } = app;
  const { team } = await createTeam(app);
  const teamId = team.id;
  const email = `${teamId}@acme.example`;
  const { id: userId } = await db.user.create({ data: { email, name: 'Ann', passwordHash: 'none' } });
  await db.membership.create({ data: { teamId, userId, role: 'member' } });
  const { id: replyId } = await db.smsReply.create({
    data: {
      teamId,
      providerId: 'r1',
      fromNumber: 4_915_112_345_678n,
      text: 'menu',
      kind: 'keyword',
      receivedAt: new Date(),
    },
  });
  const waiting = { unnotified: 2, unnotifiedReplyIds: [replyId] };
  const { id: keywordId } = await db.replyKeyword.create({
    data: { teamId, word: 'Menu', folded: 'MENU', notifyUserIds: [userId], ...waiting },
  });
  return { email, ids: { teamId, keywordId }, replyId, userId };
}

cases.notify_of_keyword = {
  async prepare() {
    const { email, ids } = await notified();
    return {
      payload: ids,
      state: async () => outbox.to(email).map((letter) => /^Subject: .*$/m.exec(letter)?.[0]),
    };
  },
  expected: ['Subject: 2 replies to Acme: Menu'],
};

cases.send_keyword_notice = {
  async prepare() {
    const { email, ids, replyId, userId } = await notified();
    return {
      payload: { ...ids, replyIds: [replyId], userId, count: 2 },
      // After a crash the letter may come a second time.
      state: async () => new Set(outbox.to(email).map((letter) => /^Subject: .*$/m.exec(letter)?.[0])),
    };
  },
  expected: new Set(['Subject: 2 replies to Acme: Menu']),
};

cases.send_price_list = {
  async prepare() {
    const { db } = app;
    const { team } = await createTeam(app);
    const email = `${team.id}@northwind.example`;
    const { id: companyId } = await db.clientCompany.create({ data: { teamId: team.id, name: 'Northwind' } });
    const endpoint = { teamId: team.id, username: team.id, passwordHash: 'none', clientCompanyId: companyId };
    await createSellerEndpoint(db, { ...endpoint, pricingUpdateEmail: email });
    return {
      payload: { teamId: team.id, companyId, email },
      state: async () => new Set(outbox.to(email).map((letter) => /^Subject: .*$/m.exec(letter)?.[0])),
    };
  },
  expected: new Set(['Subject: Prices of Acme for Northwind']),
};

cases.roll_up_reports = {
  async prepare() {
    const { team } = await createTeam(app);
    const { db } = app;
    const call = { teamId: team.id, toNumber: 14155550100n, timezone: 'UTC', callSource: 'campaign' as const };
    for (let calls = 0; calls < 3; calls += 1) await db.call.create({ data: call });
    await markAll(app, team.id);
    return {
      async state() {
        const rows = await db.callRollUp.findMany({ where: { teamId: team.id, number: { gt: 0 } } });
        const marks = await db.reportMark.count({ where: { teamId: team.id } });
        return [rows.reduce((sum, { calls }) => sum + calls, 0), marks, await staleRollUps(app, team.id)];
      },
    };
  },
  expected: [3, 0, []],
};

const MANUAL = { sendType: 'manual', manualData: { sendAmount: 2, sendDatetime: null, throttleBatchSize: 0 } };

cases.judge_held = {
  async prepare() {
    const { db } = app;
    const { team, token } = await createTeam(app);
    const { campaignId } = await createSmsCampaign(app, team.id, {
      contacts: 2,
      timezone: 'UTC',
      meta: MANUAL,
      contactHours: { start: '08:00', end: '21:00' },
    });
    await app.graphql(START, { variables: { id: campaignId }, token });
    const night = new Date();
    night.setUTCHours(24 + 3, 0, 0, 0);
    await testEngine(app, night.toISOString()).run();
    return {
      payload: { teamId: team.id },
      async state() {
        const { judgedUpTo, nextStepAt, turnAt } = await db.smsSend.findFirstOrThrow({ where: { teamId: team.id } });
        return [judgedUpTo !== null, nextStepAt! <= turnAt!];
      },
    };
  },
  expected: [true, true],
};

/** A team with one message that its provider accepted as A1B2C03. */
async function accepted() {
  const { team, token } = await createTeam(app);
  const meta = { ...MANUAL, manualData: { ...MANUAL.manualData, sendAmount: 1 } };
  const { campaignId, routeId } = await createSmsCampaign(app, team.id, { contacts: 1, meta });
  await app.graphql(START, { variables: { id: campaignId }, token });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  engine.provider.answer = () => ({ status: 'accepted', providerId: 'A1B2C03' });
  await engine.run();
  return { team, routeId };
}

cases.match_receipts = {
  async prepare() {
    const { db } = app;
    const { team, routeId } = await accepted();
    const { phoneNormalized } = await db.smsMessage.findFirstOrThrow({ where: { teamId: team.id } });
    const receipt = {
      teamId: team.id,
      // Of this moment. Prisma's own ids never go back behind those of a clock that another test had set.
      id: uuidv7(),
      routeId,
      providerId: '169552899',
      status: 'delivered',
      numbers: [phoneNormalized],
    };
    await db.smsReceipt.create({ data: { ...receipt, occurredAt: ago(0) } });
    return {
      payload: { teamId: team.id, routeId, since: Date.now() - 2_000, round: 0 },
      async state() {
        const { status } = await db.smsMessage.findFirstOrThrow({ where: { teamId: team.id } });
        return [status, await db.smsReceipt.count({ where: { teamId: team.id, appliedAt: null } })];
      },
    };
  },
  expected: ['delivered', 0],
};

cases.opt_out_reported = {
  async prepare() {
    const { db } = app;
    const { team, routeId } = await accepted();
    const where = { teamId: team.id };
    return {
      payload: { teamId: team.id, routeId, providerId: 'A1B2C03', at: ago(0), round: 0 },
      state: async () => [await db.suppressedNumber.count({ where }), await db.consentEvent.count({ where })],
    };
  },
  expected: [1, 1],
};

cases.end_inbound_calls = {
  async prepare() {
    const { db } = app;
    const { team } = await createTeam(app);
    const where = { teamId: team.id };
    await db.call.create({
      data: { ...where, toNumber: 14155550123n, callSource: 'inbound', createdAt: ago(2 * HOUR_MS) },
    });
    return {
      state: async () => [
        (await db.call.findFirstOrThrow({ where })).callOutcome,
        await db.callOutcomeLog.count({ where }),
      ],
    };
  },
  expected: ['unknown_error', 1],
};

cases.end_reply_parts = {
  async prepare() {
    const { db } = app;
    const { team } = await createTeam(app);
    const teamId = team.id;
    const { id: routeId } = await db.route.create({ data: { teamId, name: 'Direct' } });
    const id = uuidv7();
    const text = { reference: 7, total: 2, place: 1, text: '"Hello"', createdAt: ago(0) };
    await db.smsReplyPart.create({
      data: { teamId, id, textId: id, routeId, sender: '+14155550123', recipient: 'Acme', ...text },
    });
    return {
      payload: { teamId, routeId, textId: id },
      state: async () => (await db.smsReply.findMany({ where: { teamId } })).map((reply) => reply.text),
    };
  },
  expected: ['Hello [part 1 of 2]'],
};

test('every task is run twice here', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(tasks).sort());
});

test.each(Object.keys(cases).flatMap((name) => [1, 2, 3].map((times) => [name, times] as const)))(
  '%s leaves the same behind, however often it runs at once: %i times',
  async (name, times) => {
    const { prepare, expected } = cases[name]!;
    const { payload = {}, services = app.services, state } = await prepare();
    await Promise.all(Array.from({ length: times }, () => tasks[name]!.run(services, payload, RUN)));
    if (name !== 'fire_sms_tests') await makeJobsDue(app);
    await runJobs(app);
    expect(await state()).toEqual(expected);
  },
);
