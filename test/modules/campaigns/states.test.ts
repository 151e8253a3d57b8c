import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import * as voice from '../../support/calling.ts';
import * as sms from '../../support/sending.ts';
import { createTeam, type TestTeam } from '../../support/team.ts';

let test: TestApp;
let mine: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  mine = await createTeam(test);
});
afterAll(() => test.close());

interface Kind {
  name: 'Sms' | 'Voice';
  /** A campaign of three contacts that reaches one of them a minute, and an engine. */
  create(): Promise<{ id: string; pass(minutes: number): Promise<void> }>;
  /** What its send ends with when it reached three and two contacts. */
  ends: [three: string, two: string];
}
const manual = { sendType: 'manual', manualData: { sendAmount: 100, sendDatetime: null, throttleBatchSize: 1 } };
// What starts now is due then, and the engine's clock goes on from it.
const soon = () => new Date(Date.now() + 60_000).toISOString();
const KINDS: Kind[] = [
  {
    name: 'Sms',
    async create() {
      const { campaignId: id } = await sms.createSmsCampaign(test, mine.team.id, { meta: manual });
      const engine = sms.testEngine(test, soon());
      return { id, pass: (minutes) => engine.pass(minutes) };
    },
    ends: ['3 of 3 contacts got a message.', '2 of 2 contacts got a message.'],
  },
  {
    name: 'Voice',
    async create() {
      const campaign = await voice.createVoiceCampaign(test, mine.team.id, { meta: manual });
      const engine = voice.testCallEngine(test, soon());
      const endCalls = async () => {
        for (const call of engine.voice.placed.splice(0)) {
          const report = voice.reportOf(call, engine.clock, 'customer-ended-call');
          expect(await voice.callEvent(test, campaign.secret, report)).toBe(200);
        }
      };
      return {
        id: campaign.campaignId,
        async pass(minutes) {
          for (let passed = 0; passed < minutes; passed += 1) {
            await engine.pass(1);
            await endCalls();
          }
        },
      };
    },
    ends: ['3 of 3 contacts were called.', '2 of 2 contacts were called.'],
  },
];

const ofKind = (name: Kind['name']) => ({
  async change(what: 'start' | 'stop' | 'pause' | 'resume' | 'delete', id: string) {
    const query =
      what === 'delete'
        ? `mutation ($id: ID!) { delete${name}Campaign(id: $id) { id } }`
        : `mutation ($id: ID!) { ${what}Campaign(input: { campaignId: $id }) { hasChanged } }`;
    expect((await test.graphql(query, { variables: { id }, token: mine.token })).errors).toBeUndefined();
  },
  async duplicate(id: string) {
    const query = `mutation ($id: ID!) { copy: duplicate${name}Campaign(id: $id) { status logs { nodes { text } } sends { nodes { id } } } }`;
    return (await test.graphql<{ copy: unknown }>(query, { variables: { id }, token: mine.token })).data?.copy;
  },
  async read(id: string) {
    const query = `query ($id: ID!) { campaign: ${name.toLowerCase()}Campaign(id: $id) {
      status logs { nodes { text } } sends { nodes { status statusReason startedAt endedAt nextStepAt logs { nodes { text } } } } } }`;
    type Logs = { logs: { nodes: { text: string }[] } };
    type Send = Logs & Record<'status' | 'statusReason' | 'startedAt' | 'endedAt' | 'nextStepAt', string | null>;
    const { data } = await test.graphql<{ campaign: Logs & { status: string; sends: { nodes: Send[] } } }>(query, {
      variables: { id },
      token: mine.token,
    });
    const { status, logs, sends } = data!.campaign;
    // Logs and sends come newest first.
    const texts = (of: Logs['logs']) => of.nodes.map(({ text }) => text).reverse();
    return {
      status,
      logs: texts(logs),
      sends: sends.nodes
        .map((send) => ({
          status: send.status,
          reason: send.statusReason,
          hasStarted: send.startedAt !== null,
          hasEnded: send.endedAt !== null,
          isDue: send.nextStepAt !== null,
          logs: texts(send.logs),
        }))
        .reverse(),
    };
  },
});

/** How many messages were handed over or calls placed. */
const reached = async (campaignId: string) =>
  (await test.db.smsMessage.count({ where: { smsCampaignId: campaignId } })) +
  (await test.db.call.count({ where: { voiceCampaignId: campaignId } }));

describe.each(KINDS)('$name', ({ name, create, ends: [three, two] }) => {
  const { change, duplicate, read } = ofKind(name);

  it('a send that its campaign’s stop ends has an end and says so; the next one goes on where it stopped', async () => {
    const { id, pass } = await create();
    await change('start', id);
    await pass(1);
    await change('stop', id);
    const stopped = await read(id);
    expect(stopped.status).toBe('stopped');
    expect(stopped.logs).toContain('Status changed from in_progress to stopped.');
    const reason = 'The campaign’s status changed from in_progress to stopped.';
    expect(stopped.sends).toMatchObject([
      { status: 'stopped', reason, hasStarted: true, hasEnded: true, isDue: false },
    ]);
    expect(stopped.sends[0]!.logs).toContain(`Stopped: ${reason}`);

    // Stopping it again changes nothing.
    await change('stop', id);
    expect(await read(id)).toEqual(stopped);

    await change('start', id);
    await pass(6);
    const after = await read(id);
    expect(after.status).toBe('sent');
    expect(after.logs).toContain('Status changed from stopped to running.');
    expect(after.sends).toMatchObject([
      stopped.sends[0]!,
      { status: 'sent', reason: null, hasStarted: true, hasEnded: true, isDue: false },
    ]);
    expect(after.sends[1]!.logs).toContain(two);
  });

  it('a send that was never stopped ends once', async () => {
    const { id, pass } = await create();
    await change('start', id);
    await pass(6);
    const { status, sends } = await read(id);
    expect(status).toBe('sent');
    expect(sends).toMatchObject([{ status: 'sent', hasStarted: true, hasEnded: true, isDue: false }]);
    expect(sends[0]!.logs.filter((text) => text === three)).toHaveLength(1);
  });

  it('a paused campaign keeps its send, hands over nothing, and goes on with it once resumed', async () => {
    const { id, pass } = await create();
    await change('start', id);
    await pass(1);
    await change('pause', id);
    const paused = await read(id);
    expect(paused).toMatchObject({ status: 'in_progress', sends: [{ status: 'in_progress', hasEnded: false }] });
    expect(paused.logs).toContain('Paused.');
    await pass(5);
    expect(await read(id)).toEqual(paused);
    expect(await reached(id)).toBe(1);

    await change('resume', id);
    await pass(6);
    const after = await read(id);
    expect(after).toMatchObject({ status: 'sent', sends: [{ status: 'sent' }] });
    expect(after.sends[0]!.logs).toContain(three);
    expect(await reached(id)).toBe(3);
  });

  it('a copy of a stopped campaign is a draft without sends and log', async () => {
    const { id } = await create();
    await change('start', id);
    await change('stop', id);
    expect((await read(id)).sends).toMatchObject([{ status: 'stopped', hasStarted: false, hasEnded: true }]);
    expect(await duplicate(id)).toEqual({ status: 'draft', logs: { nodes: [] }, sends: { nodes: [] } });
  });
});

it('a paused campaign whose planner is stopped starts again', async () => {
  const { campaignId: id } = await sms.createSmsCampaign(test, mine.team.id, { meta: sms.planner() });
  const change = async (field: string) => {
    const query = `mutation ($id: ID!) { ${field}(input: { campaignId: $id }) { campaign { ... on SmsCampaign { status pausedAt } } } }`;
    return test.graphql(query, { variables: { id }, token: mine.token });
  };
  await change('startCampaign');
  expect((await change('pauseCampaign')).errors).toBeUndefined();
  const { status } = await test.rest('POST', `/v1/sms/campaigns/${id}/planner/stop`, { token: mine.token });
  expect(status).toBe(200);
  const { data } = await test.graphql(`{ smsCampaign(id: "${id}") { status pausedAt } }`, { token: mine.token });
  expect(data).toEqual({ smsCampaign: { status: 'stopped', pausedAt: null } });
  expect(await change('startCampaign')).toMatchObject({ data: { startCampaign: { campaign: { status: 'running' } } } });
});

it('startCampaign forgets why the campaign was stopped', async () => {
  const { campaignId: id } = await sms.createSmsCampaign(test, mine.team.id, { meta: manual });
  await test.db.smsCampaign.update({
    where: { teamId_id: { teamId: mine.team.id, id } },
    data: { status: 'stopped', statusReason: 'The campaign has no texts.' },
  });
  const query =
    'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status statusReason } } }';
  const { data } = await test.graphql<Record<string, object>>(query, { variables: { id }, token: mine.token });
  expect(data).toEqual({ startCampaign: { campaign: { status: 'running', statusReason: null } } });
});
