import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSender } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { startSender } from '../../../../src/start-sender.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { bundled } from '../../../support/bundle.ts';
import { mutate } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSmsCampaign, manual, START } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import type { Order, Report } from '../providers/smsc-process.ts';

let test: TestApp;
let acme: TestTeam;
let smsc: ChildProcess;
let port: number;
let sender: RunningSender;

/** The worker runs before there is any route. */
beforeEach(async () => {
  smsc = fork(await bundled(fileURLToPath(new URL('../providers/smsc-process.ts', import.meta.url))));
  [port] = (await once(smsc, 'message')) as [number];
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
  acme = await createTeam(test);
  sender = startSender(test.services);
});
afterEach(async () => {
  await sender.stop();
  await test.close();
  smsc.kill('SIGKILL');
});

async function order(what: Order): Promise<Report> {
  const answer = once(smsc, 'message');
  smsc.send(what);
  return ((await answer) as [Report])[0];
}
const report = () => order({ do: 'report' });
const happened = async () => (await report()).happened;

const setProvider = (
  id: string,
  systemId: string,
  { password = 'secret', ...settings }: Record<string, unknown> = {},
) =>
  mutate(
    test,
    acme.token,
    'setRouteProvider',
    {
      id,
      input: [
        {
          provider: 'smpp',
          settings: { host: '127.0.0.1', port, ...settings },
          credentials: { systemId, password },
        },
        'SetRouteProviderInput',
      ],
    },
    '{ route { id } }',
  );

async function createRoute(systemId: string): Promise<string> {
  const created = await mutate(test, acme.token, 'createRoute', { input: [{ name: systemId }, 'CreateRouteInput'] });
  const { id } = created.data.createRoute;
  expect(await setProvider(id, systemId)).toEqual({ data: { setRouteProvider: { route: { id } } } });
  return id;
}

const bound = (...accounts: string[]) =>
  expect.poll(async () => (await report()).bound.sort(), PATIENCE).toEqual(accounts);

/** A campaign that is started over a route of its own, which gets this account. */
async function sendOver(systemId: string, contacts: number, settings: Record<string, unknown> = {}) {
  const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, { contacts, meta: manual(contacts) });
  await setProvider(routeId, systemId, settings);
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const statuses = async () => {
    const messages = await test.db.smsMessage.groupBy({
      by: ['status'],
      where: { teamId: acme.team.id, smsCampaignId: campaignId },
      _count: true,
    });
    return Object.fromEntries(messages.map(({ status, _count }) => [status, _count]));
  };
  return { routeId, statuses };
}

describe('A route that gets its operator while a worker runs', () => {
  it('is bound, and takes replies and receipts', async () => {
    await createRoute('late');
    await bound('late');
    const number = '491701234567';
    await order({ do: 'reply', from: number, text: 'STOP', over: 'late' });
    const suppressed = () => test.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } });
    await expect.poll(suppressed, PATIENCE).toMatchObject([{ number: 491701234567n }]);

    const { statuses } = await sendOver('sends', 3);
    await expect.poll(statuses, PATIENCE).toEqual({ accepted: 3 });
    await order({ do: 'receipts' });
    await expect.poll(statuses, PATIENCE).toEqual({ delivered: 2, failed: 1 });
    expect(await happened()).toEqual(['late bound', 'sends bound']);
  });

  it('answers HELP over the connection that is there', async () => {
    await createRoute('only');
    await bound('only');
    const teamId = acme.team.id;
    await test.db.sendingSettings.create({ data: { teamId, helpText: 'Call us.' } });
    await order({ do: 'reply', from: '491701234567', text: 'HELP', over: 'only' });
    const answer = () => test.db.directMessage.findFirst({ where: { teamId } });
    await expect.poll(answer, PATIENCE).toMatchObject({ kind: 'help', text: 'Call us.' });
    const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
    await tasks.send_direct_message!.run(test.services, { teamId, id: (await answer())!.id }, run);
    expect(await report()).toMatchObject({ happened: ['only bound'], taken: ['491701234567'] });
  });

  it('is bound anew when its password changes, and not before the operator has back the former connection', async () => {
    await createRoute('other');
    const id = await createRoute('changed');
    await bound('changed', 'other');
    const before = (await happened()).length;
    await order({ do: 'password', is: 'new' });
    await setProvider(id, 'changed', { password: 'new' });
    await expect
      .poll(async () => (await happened()).slice(before), PATIENCE)
      .toEqual(['changed unbound', 'changed bound']);
    expect((await report()).bound.sort()).toEqual(['changed', 'other']);
  });

  it('is unbound when it is deleted, gets another provider or goes with its team', async () => {
    await createRoute('other');
    const deleted = await createRoute('deleted');
    const moved = await createRoute('moved');
    await bound('deleted', 'moved', 'other');
    await mutate(test, acme.token, 'deleteRoute', { id: deleted });
    await bound('moved', 'other');
    const simulator = { provider: 'simulator' };
    await mutate(
      test,
      acme.token,
      'setRouteProvider',
      { id: moved, input: [simulator, 'SetRouteProviderInput'] },
      '{ route { id } }',
    );
    await bound('other');
    expect((await happened()).slice(3)).toEqual(['deleted unbound', 'moved unbound']);
    await test.db.route.deleteMany({ where: { teamId: acme.team.id } });
    await test.db.team.delete({ where: { id: acme.team.id } });
    await bound();
  });
});

describe('A STOP that comes while a message waits for its operator', () => {
  const stop = async (from: string) => {
    await order({ do: 'reply', from, text: 'STOP', over: 'other' });
    const where = { teamId: acme.team.id, number: BigInt(from) };
    await expect.poll(() => test.db.suppressedNumber.count({ where }), PATIENCE).toBe(1);
  };

  it('keeps a campaign’s message back, whether the connection or the window makes it wait', async () => {
    await createRoute('other');
    await bound('other');
    await order({ do: 'hold binds' });
    await order({ do: 'hold' });
    const { statuses } = await sendOver('slow', 3, { window: 1, responseTimeoutMs: 60_000 });
    await expect.poll(statuses, PATIENCE).toEqual({ sending: 3 });
    await bound('other', 'slow');
    const { messageIds } = await test.db.smsBatch.findFirstOrThrow({ where: { teamId: acme.team.id } });
    const messages = await test.db.smsMessage.findMany({ where: { teamId: acme.team.id } });
    const [first, second, third] = messageIds.map((id) => messages.find((one) => one.id === id)!.phoneNormalized);
    await stop(first!);
    await order({ do: 'answer binds' });
    await expect.poll(async () => (await report()).taken, PATIENCE).toEqual([second]);
    await stop(third!);
    await order({ do: 'answer' });
    await expect.poll(statuses, PATIENCE).toEqual({ accepted: 1 });
    expect((await report()).taken).toEqual([second]);
  });

  it('keeps a one-off message back', async () => {
    await createRoute('other');
    await bound('other');
    await order({ do: 'hold binds' });
    const { routeId, planId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual(1) });
    await setProvider(routeId, 'slow');
    await bound('other', 'slow');
    const input = { to: '+491701234567', text: 'Hello', routingPlanId: planId };
    const given = { input: [input, 'SendSmsInput'] as [object, string] };
    const sent = await mutate(test, acme.token, 'sendSms', given, '{ directMessage { id } }');
    const { id } = sent.data.sendSms.directMessage;
    const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
    const job = tasks.send_direct_message!.run(test.services, { teamId: acme.team.id, id }, run);
    const message = () => test.db.directMessage.findFirstOrThrow({ where: { teamId: acme.team.id, id } });
    await expect.poll(async () => (await message()).status, PATIENCE).toBe('sending');
    await stop('491701234567');
    await order({ do: 'answer binds' });
    await job;
    expect(await message()).toMatchObject({ status: 'failed', reason: 'The contact asked not to be contacted.' });
    expect((await report()).taken).toEqual([]);
  });
});

describe('A batch that fills the window in part', () => {
  it('leaves room for a one-off message, which does not wait for its answers', async () => {
    await order({ do: 'hold' });
    const { routeId, statuses } = await sendOver('acme', 6, { window: 8, responseTimeoutMs: 60_000 });
    await expect.poll(async () => (await report()).taken.length, PATIENCE).toBe(6);
    const teamId = acme.team.id;
    const { id: planId } = await test.db.routingPlan.findFirstOrThrow({ where: { teamId, defaultRouteId: routeId } });
    const input = { to: '+491701234567', text: 'Hello', routingPlanId: planId };
    const given = { input: [input, 'SendSmsInput'] as [object, string] };
    const sent = await mutate(test, acme.token, 'sendSms', given, '{ directMessage { id } }');
    const { id } = sent.data.sendSms.directMessage;
    const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
    const job = tasks.send_direct_message!.run(test.services, { teamId, id }, run);
    await expect.poll(async () => (await report()).taken.at(-1), PATIENCE).toBe('491701234567');
    await order({ do: 'answer' });
    await job;
    await expect.poll(statuses, PATIENCE).toEqual({ accepted: 6 });
  });
});

describe('What is being handed over when its route changes', () => {
  it('counts when the operator still answers, and the rest goes over the new connection', async () => {
    await order({ do: 'hold' });
    const { routeId, statuses } = await sendOver('acme', 30, { window: 5, responseTimeoutMs: 60_000 });
    await expect.poll(async () => (await report()).taken.length, PATIENCE).toBe(5);
    await setProvider(routeId, 'acme', { window: 6 });
    // The worker has seen the change, and waits for the answers.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await happened()).toEqual(['acme bound']);
    await order({ do: 'answer' });
    await expect.poll(statuses, PATIENCE).toEqual({ accepted: 30 });
    const { taken, happened: all } = await report();
    expect(new Set(taken).size).toBe(30);
    expect(taken).toHaveLength(30);
    expect(all).toEqual(['acme bound', 'acme unbound', 'acme bound']);
  });

  it('is unknown without an answer, and nobody gets it twice', async () => {
    await order({ do: 'hold' });
    const { routeId, statuses } = await sendOver('acme', 30, { window: 5, responseTimeoutMs: 60_000 });
    await expect.poll(async () => (await report()).taken.length, PATIENCE).toBe(5);
    await setProvider(routeId, 'acme', { window: 6 });
    await expect.poll(happened, PATIENCE).toEqual(['acme bound', 'acme unbound', 'acme bound']);
    await order({ do: 'answer' });
    await expect.poll(statuses, PATIENCE).toEqual({ accepted: 25, unknown: 5 });
    const { taken } = await report();
    expect(new Set(taken).size).toBe(30);
    expect(taken).toHaveLength(30);
  });
});
