import type { OutgoingSms, SendResult } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendDirectMessageTask } from '../../../../src/modules/delivery/direct/send.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { createRoute, testProvider } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let routeId: string;
let secret: string;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createTeam(test);
  routeId = (await createRoute(test, acme.team.id, { senderId: 'Acme' })).id;
  secret = await giveProvider(test, acme.team.id, routeId);
});

const setHelp = (helpText: string | null) =>
  test.graphql('mutation ($input: UpdateSendingSettingsInput!) { updateSendingSettings(input: $input) { helpText } }', {
    variables: { input: { helpText } },
    token: acme.token,
  });
const reply = (id: string, text: string, from = '4915112345678') =>
  report(test, `/hooks/sms/${acme.team.id}/${routeId}`, secret, { replies: [{ id, from, text }] });

/** What waits for a worker. */
async function jobs(): Promise<unknown[]> {
  const { rows } = await test.services.pool.query<{ payload: unknown }>(
    `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = 'send_direct_message' AND j.payload ->> 'teamId' = $1 ORDER BY j.id`,
    [acme.team.id],
  );
  return rows.map(({ payload }) => payload);
}

let sent: OutgoingSms[] = [];
async function work(answer: SendResult = { status: 'accepted', providerId: '1' }, payloads?: unknown[]) {
  const provider = testProvider();
  provider.answer = () => answer;
  const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  const task = sendDirectMessageTask(() => provider);
  for (const payload of payloads ?? (await jobs())) await task.run(test.services, payload, run);
  sent.push(...provider.sent);
}
beforeEach(() => {
  sent = [];
});

describe('HELP', () => {
  it('is answered with the team’s text, once, by the route that it came over', async () => {
    await setHelp('Acme: call +49 30 1234.');
    await reply('1', 'help me');
    expect(await jobs()).toEqual([]);
    await reply('2', ' Help! ');
    await reply('2', 'Help!');
    expect(await jobs()).toHaveLength(1);
    await work();
    await work();
    expect(sent).toEqual([
      { id: expect.any(String), to: '4915112345678', from: 'Acme', text: 'Acme: call +49 30 1234.' },
    ]);
  });

  it('is answered once in ten minutes: two machines do not answer each other for ever', async () => {
    await setHelp('Acme.');
    await reply('1', 'HELP');
    await reply('2', 'HELP');
    await reply('3', 'INFO', '4915187654321');
    await work();
    expect(sent.map(({ to }) => to).sort()).toEqual(['4915112345678', '4915187654321']);
  });

  it('is answered even after STOP, and not where the team has no text for it', async () => {
    await reply('1', 'HELP');
    expect(await jobs()).toEqual([]);
    await setHelp('Acme.');
    await reply('2', 'STOP');
    await reply('3', 'HELP');
    await work();
    expect(sent.map(({ text }) => text)).toEqual(['Acme.']);
  });

  it('is answered later where the provider asks for that, and not again where nobody knows', async () => {
    await setHelp('Acme.');
    await reply('1', 'HELP');
    await work({ status: 'rejected', kind: 'throttled', code: null, reason: 'Slower.', retryAfterSeconds: 1 });
    await work({ status: 'unknown', reason: 'No answer.' });
    await work();
    expect(sent).toHaveLength(2);
    const { status, reason } = await test.db.directMessage.findFirstOrThrow({ where: { teamId: acme.team.id } });
    expect([status, reason]).toEqual(['unknown', 'No answer.']);
  });

  it('of another team’s route or message is not there', async () => {
    await setHelp('Acme.');
    await reply('1', 'HELP');
    const [mine] = (await jobs()) as { id: string }[];
    const rival = await createTeam(test, 'Rival');
    await work(undefined, [{ teamId: rival.team.id, id: mine!.id }]);
    expect(sent).toEqual([]);
  });
});
