import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingSms, SendResult } from '../../../../src/modules/delivery/providers/provider.ts';
import { answerHelpTask } from '../../../../src/modules/delivery/receipts/answer-help.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { createRoute } from '../../../support/sending.ts';
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
      WHERE t.identifier = 'answer_help' AND j.payload ->> 'teamId' = $1 ORDER BY j.id`,
    [acme.team.id],
  );
  return rows.map(({ payload }) => payload);
}

let sent: OutgoingSms[] = [];
async function work(answer: SendResult = { status: 'accepted', providerId: '1' }, payloads?: unknown[]) {
  const task = answerHelpTask(() => ({
    async send(messages) {
      sent.push(...messages);
      return [answer];
    },
    async close() {},
  }));
  const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  for (const payload of payloads ?? (await jobs())) await task.run(test.services, payload, run);
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

  it('is not answered where the team has no text for it', async () => {
    await reply('1', 'HELP');
    expect(await jobs()).toEqual([]);
    await setHelp('Acme.');
    await reply('2', 'HELP');
    await setHelp(null);
    await work();
    expect(sent).toEqual([]);
  });

  it('is answered later where the provider asks for that, and not again where nobody knows', async () => {
    await setHelp('Acme.');
    await reply('1', 'HELP');
    const later = {
      status: 'rejected',
      kind: 'throttled',
      code: null,
      reason: 'Slower.',
      retryAfterSeconds: 1,
    } as const;
    await expect(work(later)).rejects.toThrow('Slower.');
    await work({ status: 'unknown', reason: 'No answer.' });
    await work();
    expect(sent).toHaveLength(2);
  });

  it('of another team’s route or reply is not there', async () => {
    await setHelp('Acme.');
    await reply('1', 'HELP');
    const [mine] = (await jobs()) as { replyId: string }[];
    const rival = await createTeam(test, 'Rival');
    await work(undefined, [{ teamId: rival.team.id, replyId: mine!.replyId }]);
    expect(sent).toEqual([]);
  });
});
