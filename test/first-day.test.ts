import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD_HASH } from '../prisma/seed/credentials.ts';
import { type RunningWorker, startWorker } from '../src/jobs/worker.ts';
import { startSender } from '../src/start-sender.ts';
import { tasks } from '../src/tasks.ts';
import { listen } from '../src/web/http-server.ts';
import { createTestApp, type TestApp } from './support/app.ts';
import { type Block, blocksOf, likeWritten } from './support/document.ts';
import { createOutbox, secretIn } from './support/outbox.ts';
import { PATIENCE } from './support/patience.ts';
import { type Stream, subscribe } from './support/stream.ts';

const blocks = blocksOf('first-day.md');

let app: TestApp;
let worker: RunningWorker;
let http: Awaited<ReturnType<typeof listen>>;
let sender: ReturnType<typeof startSender>;
const outbox = createOutbox();
beforeAll(async () => {
  app = await createTestApp({ ...outbox.environment, PORT: 0 });
  const { db } = app;
  const { id: teamId } = await db.team.create({ data: { name: 'Acme Outreach' } });
  const person = { email: 'owner@acme.example', name: 'Olivia Parker', passwordHash: DEMO_PASSWORD_HASH };
  await db.user.create({ data: { ...person, memberships: { create: { teamId, role: 'owner' } } } });
  worker = await startWorker(app.services, tasks);
  // Receipts, clicks and calls come back over HTTP.
  http = await listen(app.app, app.services);
  const { services } = app;
  sender = startSender({ ...services, config: { ...services.config, PUBLIC_URL: http.url } });
});
afterAll(async () => {
  await sender.stop();
  await http.close();
  await worker.stop();
  await app.close();
  outbox.remove();
});

/** Answers by the field, or the last word of the path, that was asked. */
const answers: Record<string, unknown> = {};
let token: string | undefined;
let stream: Stream<unknown> | undefined;

const filled = (text: string) =>
  text.replace(/<(\w+(?:\.\w+)+)>/g, (_, path: string) =>
    String(path.split('.').reduce((value: unknown, step) => (value as Record<string, unknown>)?.[step], answers)),
  );

function remember(answer: unknown, path?: string): void {
  const { data, access_token } = answer as { data?: Record<string, unknown>; access_token?: string };
  if (path !== undefined) answers[path] = answer;
  else Object.assign(answers, data);
  const given = Object.values(data ?? {}).find(
    (value): value is { accessToken: string } => typeof value === 'object' && value !== null && 'accessToken' in value,
  );
  token = given?.accessToken ?? access_token ?? token;
}

async function send(path: string, init: { body: BodyInit; headers?: Record<string, string> }): Promise<unknown> {
  const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await app.app.fetch(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: init.body }),
  );
  const answer: unknown = await response.json();
  expect([response.status < 300, answer]).toEqual([true, answer]);
  expect(answer).not.toHaveProperty('errors');
  return answer;
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function run({ kind, text }: Block, at: number): Promise<unknown> {
  if (kind === 'http') {
    const [first = '', , ...body] = filled(text).split('\n');
    const path = first.replace('POST ', '');
    const answer = await send(path, { body: body.join('\n'), headers: JSON_TYPE });
    remember(answer, path.split('/').at(-1));
    return answer;
  }
  if (kind === 'sh') {
    const form = new FormData();
    for (const [, name = '', value = ''] of text.matchAll(/-F '(\w+)=(.*?)'/g)) {
      const csv = blocks.findLast((block, position) => block.kind === 'csv' && position < at);
      form.set(name, value.startsWith('@') ? new File([csv!.text], value.slice(1)) : value);
    }
    const answer = await send('/graphql', { body: form });
    remember(answer);
    return answer;
  }
  const after = blocks[at + 1];
  if (after?.text.includes('<email.secret>')) {
    await expect.poll(() => outbox.to('nora@harbor.example'), PATIENCE).toHaveLength(1);
    answers.email = { secret: secretIn(outbox.to('nora@harbor.example')[0]!) };
  }
  const variables = after?.kind === 'json variables' ? JSON.parse(filled(after.text)) : {};
  if (text.startsWith('subscription')) {
    await stream?.leave();
    stream = await subscribe((request) => app.app.fetch(request), text, { token, variables });
    return undefined;
  }
  const answer = await send('/graphql', { body: JSON.stringify({ query: text, variables }), headers: JSON_TYPE });
  remember(answer);
  return answer;
}

test('a new team’s whole first day goes as it is written', async () => {
  let answer: unknown;
  for (const [at, block] of blocks.entries()) {
    if (['csv', 'json variables'].includes(block.kind)) continue;
    const where = `docs/first-day.md, line ${block.line}`;
    if (!block.kind.startsWith('json')) {
      answer = await run(block, at).catch((error: unknown) => {
        throw new Error(where, { cause: error });
      });
      continue;
    }
    const written: unknown = JSON.parse(block.text);
    if (block.kind === 'json event') {
      const wanted = JSON.stringify(written);
      await stream!.until((event) => JSON.stringify(likeWritten(event, written)) === wanted);
    } else {
      expect(likeWritten(answer, written), where).toEqual(written);
    }
  }
  await stream?.leave();
});
