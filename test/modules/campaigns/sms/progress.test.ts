import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createSmsCampaign,
  START,
  STOP,
  type TestCampaign,
  type TestEngine,
  testEngine,
} from '../../../support/sending.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const DASHBOARD = `query ($id: ID!) { smsCampaign(id: $id) {
  status statusReason cycle
  progress { total queued held skipped sending sent delivered failed unknown clicked unsubscribed perMinute estimatedEnd }
  sends { nodes {
    status step audienceSize
    steps { totalCount nodes { step handed accepted delivered failed expired unknown clicked unsubscribed clickRate brands timezones } }
    recipientsByStatus { status count }
    recipients(first: 100) { nodes { status statusReason heldUntil step contact { name } message { finalText status } } }
    logs { nodes { text } }
  } } } }`;
interface Answer {
  smsCampaign: {
    status: string;
    progress: Record<string, number | string | null>;
    sends: {
      nodes: {
        steps: { nodes: Record<string, unknown>[] };
        recipientsByStatus: { status: string; count: number }[];
        recipients: {
          nodes: {
            status: string;
            statusReason: string | null;
            heldUntil: string | null;
            contact: { name: string };
            message: unknown;
          }[];
        };
      }[];
    };
  } | null;
}
const ask = (id: string, token = acme.token, query = DASHBOARD) =>
  app.graphql<Answer>(query, { variables: { id }, token });
async function look({ campaignId }: TestCampaign) {
  const { data, errors } = await ask(campaignId);
  expect(errors).toBeUndefined();
  return data!.smsCampaign!;
}
const start = ({ campaignId }: TestCampaign) =>
  app.graphql(START, { variables: { id: campaignId }, token: acme.token });
const soon = () => new Date(Date.now() + 1_000).toISOString();

const NONE = {
  total: 0,
  queued: 0,
  held: 0,
  skipped: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  unknown: 0,
  clicked: 0,
  unsubscribed: 0,
  perMinute: 0,
  estimatedEnd: null,
};
const MANUAL = (throttleBatchSize = 0) => ({
  sendType: 'manual',
  manualData: { sendAmount: 200, sendDatetime: null, throttleBatchSize },
});

/** Answers by what the text says: `Contact 0` is refused, `Contact 1` unknown, all others accepted. */
function answering(engine: TestEngine) {
  engine.provider.answer = ({ id, text }) => {
    if (text.includes('Contact 0 ')) {
      return { status: 'rejected', kind: 'permanent', code: '1', reason: 'No such number.', retryAfterSeconds: null };
    }
    if (text.includes('Contact 1 ')) return { status: 'unknown', reason: 'The provider did not answer.' };
    return { status: 'accepted', providerId: `p-${id}` };
  };
}

describe('what a dashboard shows of a campaign', () => {
  test('is nothing before it starts', async () => {
    const made = await createSmsCampaign(app, acme.team.id, { meta: MANUAL() });
    expect(await look(made)).toEqual({
      status: 'draft',
      statusReason: null,
      cycle: 1,
      progress: NONE,
      sends: { nodes: [] },
    });
  });

  test('counts every contact where it stands, with the reason', async () => {
    const { db } = app;
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 6, meta: MANUAL(4) });
    await start(made);
    const engine = testEngine(app, soon());
    answering(engine);
    await engine.run();
    // The throttle leaves two; one of them asks not to be contacted before its turn.
    const [first] = (await look(made)).sends.nodes;
    expect(first!.recipientsByStatus).toEqual(expect.arrayContaining([{ status: 'queued', count: 2 }]));
    const waiting = first!.recipients.nodes
      .filter(({ status }) => status === 'queued')
      .map(({ contact }) => contact.name);
    expect(waiting).toHaveLength(2);
    expect(first!.recipients.nodes.slice(0, 2).map(({ contact }) => contact.name)).toEqual(waiting);
    await db.contact.updateMany({
      where: { name: waiting[0]!, id: { in: made.contactIds } },
      data: { unsubscribedAt: new Date() },
    });
    await engine.pass(2);

    const shown = await look(made);
    const refused = waiting[0] === 'Contact 0' ? 0 : 1;
    const unknown = waiting[0] === 'Contact 1' ? 0 : 1;
    const sent = 5 - refused - unknown;
    expect(shown.progress).toMatchObject({
      ...NONE,
      total: 6,
      skipped: 1,
      sent,
      failed: refused,
      unknown,
      perMinute: expect.any(Number),
    });
    const [send] = shown.sends.nodes;
    expect(send!.recipientsByStatus).toEqual([
      { status: 'accepted', count: sent },
      ...(refused ? [{ status: 'failed', count: 1 }] : []),
      ...(unknown ? [{ status: 'unknown', count: 1 }] : []),
      { status: 'skipped', count: 1 },
    ]);
    expect(send!.steps.nodes).toEqual([
      {
        step: 1,
        handed: 5,
        accepted: sent,
        delivered: 0,
        failed: refused,
        expired: 0,
        unknown,
        clicked: 0,
        unsubscribed: 0,
        clickRate: 0,
        brands: [],
        timezones: ['Europe/Berlin', 'Europe/Zurich'],
      },
    ]);
    const reasonOf = (name: string) =>
      send!.recipients.nodes.flatMap((message) =>
        message.contact.name === name ? [[message.status, message.statusReason]] : [],
      );
    expect(reasonOf(waiting[0]!)).toEqual([['skipped', 'The contact asked not to be contacted.']]);
    if (refused) expect(reasonOf('Contact 0')).toEqual([['failed', 'No such number.']]);
    if (unknown) expect(reasonOf('Contact 1')).toEqual([['unknown', 'The provider did not answer.']]);
  });

  test('says until when contacts are held, and why', async () => {
    const made = await createSmsCampaign(app, acme.team.id, {
      contacts: 2,
      timezone: 'Europe/Berlin',
      contactHours: { start: '08:00', end: '21:00' },
      meta: MANUAL(),
    });
    await start(made);
    const engine = testEngine(app, '2030-01-10T23:00:00.000Z');
    await engine.run();
    const { progress, sends } = await look(made);
    expect(progress).toEqual({ ...NONE, total: 2, held: 2 });
    expect(sends.nodes[0]!.recipientsByStatus).toEqual([{ status: 'held', count: 2 }]);
    expect(sends.nodes[0]!.recipients.nodes).toMatchObject(
      Array(2).fill({
        status: 'held',
        statusReason: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
        heldUntil: '2030-01-11T07:00:00.000Z',
        message: null,
      }),
    );
  });

  test('tells the rate, and when the queued are through at it', async () => {
    const { db } = app;
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 6, meta: MANUAL(2) });
    await start(made);
    const engine = testEngine(app, soon());
    await engine.run();
    // Two went out half a minute ago, four are left: the throttle gives them two minutes.
    const msToEnd = async () => {
      const ago = new Date(Date.now() - 30_000);
      await db.smsProviderCall.updateMany({ where: { teamId: acme.team.id }, data: { begunAt: ago } });
      const before = Date.now();
      const { progress } = await look(made);
      expect(progress).toMatchObject({ total: 6, queued: 4, sent: 2, perMinute: 2 });
      const end = Date.parse(progress.estimatedEnd as string);
      return { least: end - Date.now(), most: end - before };
    };
    const throttled = await msToEnd();
    expect(throttled.least).toBeLessThanOrEqual(120_000);
    expect(throttled.most).toBeGreaterThanOrEqual(120_000);

    // Without it: a minute more at that rate.
    const send = await db.smsSend.findFirstOrThrow({ where: { smsCampaignId: made.campaignId } });
    await db.smsSend.update({
      where: { teamId_id: { teamId: acme.team.id, id: send.id } },
      data: { meta: { ...(send.meta as object), ...MANUAL() } },
    });
    const free = await msToEnd();
    expect(free.least).toBeLessThan(120_000);
    expect(free.most).toBeGreaterThan(55_000);
  });

  test('counts a contact once that a stopped send left to the next one', async () => {
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 5, meta: MANUAL(2) });
    await start(made);
    const engine = testEngine(app, soon());
    await engine.run();
    await app.graphql(STOP, { variables: { id: made.campaignId }, token: acme.token });
    expect((await look(made)).progress).toMatchObject({ total: 5, queued: 3, sent: 2 });
    await start(made);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.pass(3);
    expect((await look(made)).progress).toMatchObject({ total: 5, queued: 0, sent: 5 });
  });

  test('lists the messages that stand where it was asked, a page at a time', async () => {
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 5, meta: MANUAL(3) });
    await start(made);
    await testEngine(app, soon()).run();
    const messages = async (args: string) => {
      const query = `query ($id: ID!) { smsCampaign(id: $id) { sends { nodes { recipients(${args}) { nodes { status } } } } } }`;
      const { data, errors } = await ask(made.campaignId, acme.token, query);
      expect(errors).toBeUndefined();
      return data!.smsCampaign!.sends.nodes[0]!.recipients.nodes.map(({ status }) => status);
    };
    expect(await messages('filter: { status: [queued] }')).toEqual(['queued', 'queued']);
    expect(await messages('filter: { status: [accepted, held] }, first: 2')).toEqual(['accepted', 'accepted']);
    expect(await messages('filter: { status: [accepted, held] }, last: 1')).toEqual(['accepted']);
    expect(await messages('filter: { status: [] }')).toEqual([]);
    expect(await messages('filter: { step: 1 }')).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await messages(`filter: { contactId: "${made.contactIds[0]}" }`)).toHaveLength(1);
  });
});

describe('the dashboard’s read', () => {
  const PAGE = (first: number) =>
    `{ smsCampaigns(first: ${first}) { nodes ${DASHBOARD.slice(DASHBOARD.indexOf('{', 30)).replace(/ }$/, '')} } }`;
  const statements = async (query: string) =>
    (await app.statements(() => app.graphql(query, { token: acme.token }))).length;

  test('takes as many statements for one campaign as for five', async () => {
    // Campaigns; progress, sends, logs, steps and their count, states, recipients, contacts, messages and their status.
    expect([await statements(PAGE(1)), await statements(PAGE(5))]).toEqual([11, 11]);
    const progress = (first: number) =>
      `{ smsCampaigns(first: ${first}) { nodes { status progress { total queued held sent delivered failed clicked unsubscribed perMinute estimatedEnd } } } }`;
    expect([await statements(progress(1)), await statements(progress(5))]).toEqual([2, 2]);
  });

  test('counts nobody one by one beyond a bound: the rest is what is left of the audience', async () => {
    const { db, pool } = app;
    const made = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta: MANUAL() });
    await start(made);
    const { id } = await db.smsSend.findFirstOrThrow({ where: { smsCampaignId: made.campaignId } });
    const add = (count: number, first: number, status: string, dueAt: string) =>
      pool.query(
        `WITH added AS (INSERT INTO contacts (team_id, id, number, updated_at)
            SELECT $1, gen_random_uuid(), $6::bigint + n, now() FROM generate_series(1, $5::int) n RETURNING id)
          INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, status, due_at)
          SELECT $1, $2, 1, id, $3, $4::recipient_status, $7::timestamptz FROM added`,
        [acme.team.id, made.campaignId, id, status, count, first, dueAt],
      );
    await add(2_003, 4_930_000_000_000, 'waiting', '2020-01-01');
    await add(4, 4_931_000_000_000, 'skipped', '2020-01-01');
    const size = (audienceSize: number) =>
      db.smsSend.update({ where: { teamId_id: { teamId: acme.team.id, id } }, data: { audienceSize } });
    // A million less those who are known otherwise.
    await size(1_000_000);
    expect((await look(made)).progress).toMatchObject({ total: 1_000_000, queued: 999_996, skipped: 4, held: 0 });
    // Two kinds beyond it: one of them is counted to its end.
    await add(2_005, 4_932_000_000_000, 'waiting', '2099-01-01');
    expect((await look(made)).progress).toMatchObject({ total: 1_000_000, queued: 997_991, skipped: 4, held: 2_005 });
  });

  test('shows nothing of another team, and nothing to limited tokens', async () => {
    const made = await createSmsCampaign(app, acme.team.id, { meta: MANUAL() });
    await start(made);
    expect((await ask(made.campaignId, rival.token)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    const scopes = [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    for (const field of [
      'progress { total }',
      'sends { nodes { steps { nodes { step } } } }',
      'sends { nodes { recipients { nodes { status } } } }',
      'sends { nodes { recipientsByStatus { count } } }',
    ]) {
      const { errors } = await ask(made.campaignId, limited, `query ($id: ID!) { smsCampaign(id: $id) { ${field} } }`);
      expect(errors?.[0]?.extensions.code, field).toBe('FORBIDDEN');
    }
  });
});
