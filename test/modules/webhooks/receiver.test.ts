import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { mutate } from '../../support/mutate.ts';
import { PATIENCE } from '../../support/patience.ts';
import { freePort } from '../../support/process.ts';
import { createTeam } from '../../support/team.ts';
import { createEndpoint, deliver, deliveriesOf } from './support.ts';

const DOCUMENTED = /```js\n([\s\S]*?)```/.exec(
  readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8'),
)![1]!;

let app: TestApp;
let receiver: ChildProcess | undefined;
beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
});
afterAll(async () => {
  receiver?.kill('SIGKILL');
  await app.close();
});

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

async function start(secret: string, port: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', DOCUMENTED], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver = child;
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
  await expect.poll(() => answers(port), PATIENCE).toBe(true);
  return lines;
}

test('the documented receiver verifies, takes batches, recognizes repeats and refuses what others signed', async () => {
  const team = await createTeam(app);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const types = ['contact_unsubscribed'];
  const single = await createEndpoint(app, team, url, types);
  const lines = await start(single.secret, Number(port));
  await app.graphql('mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }', {
    token: team.token,
    variables: { input: { numbers: [14155558000, 14155558001, 14155558002] } },
  });
  await deliver(app);
  const events = (await deliveriesOf(app, team)).nodes.map(({ event }) => `contact.unsubscribed ${event.recordId}`);
  await expect.poll(() => [...lines].sort(), PATIENCE).toEqual(events.sort());

  const replay = () =>
    mutate(
      app,
      team.token,
      'replayWebhookEvents',
      { input: [{ endpointId: single.id, since: new Date(0) }, 'ReplayWebhookEventsInput'] },
      '{ replayedCount }',
    );
  expect((await replay()).data.replayWebhookEvents.replayedCount).toBe(3);
  await deliver(app);
  await mutate(app, team.token, 'updateWebhookEndpoint', {
    id: single.id,
    input: [{ batchSize: 10 }, 'UpdateWebhookEndpointInput'],
  });
  await replay();
  await deliver(app);
  expect((await deliveriesOf(app, team, { status: ['delivered'] })).totalCount).toBe(3);
  expect(lines).toHaveLength(3);

  const other = await createEndpoint(app, team, url, ['call_ended']);
  await mutate(
    app,
    team.token,
    'testWebhookEndpoint',
    { input: [{ endpointId: other.id }, 'TestWebhookEndpointInput'] },
    '{ webhookDelivery { id } }',
  );
  await deliver(app);
  expect((await deliveriesOf(app, team, { endpointId: other.id })).nodes).toMatchObject([
    { status: 'pending', attempts: 1, responseStatus: 401 },
  ]);
  expect(lines).toHaveLength(3);
});
