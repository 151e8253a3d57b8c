import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Lane, openDispatcher } from '../../../src/modules/webhooks/delivery/dispatcher.ts';
import { encryptToken } from '../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { runJobs } from '../../support/jobs.ts';
import { createOutbox } from '../../support/outbox.ts';
import { PATIENCE } from '../../support/patience.ts';
import { createTeam, type TestTeam } from '../../support/team.ts';
import { type Seen, startService } from '../delivery/providers/webhook-service.ts';
import { createEndpoint, deliver, deliveriesOf, makeDue } from './support.ts';

const outbox = createOutbox();
let app: TestApp;
let mine: TestTeam;
let service: Awaited<ReturnType<typeof startService>>;
let answer: (seen: Seen, response: ServerResponse) => void;
let hanging: ServerResponse[];

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true, ...outbox.environment });
  service = await startService((seen, response) => answer(seen, response));
});
beforeEach(async () => {
  await app.pool.query('UPDATE webhook_endpoints SET enabled = false');
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  mine = await createTeam(app);
  hanging = [];
  answer = (_seen, response) => void response.writeHead(204).end();
  service.seen.splice(0);
});
afterEach(() => {
  for (const response of hanging) response.destroy();
});
afterAll(async () => {
  outbox.remove();
  await service.close();
  await app.close();
});

const suppress = ({ token }: TestTeam, first: number, count: number) =>
  app.graphql('mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }', {
    token,
    variables: { input: { numbers: Array.from({ length: count }, (_, at) => first + at) } },
  });
const seenBy = (path: string) => service.seen.filter((seen) => seen.path === path).length;

test('endpoints that hang, answer 500 or are deleted hold up no other, of their team or another', async () => {
  const types = ['contact_unsubscribed'];
  const theirs = await createTeam(app);
  answer = ({ path }, response) => {
    if (path === '/hangs') hanging.push(response);
    else response.writeHead(path === '/fails' ? 500 : 204).end();
  };
  await createEndpoint(app, mine, `${service.url}/hangs`, types);
  await createEndpoint(app, mine, `${service.url}/fails`, types);
  const deleted = await createEndpoint(app, mine, `${service.url}/deleted`, types);
  await createEndpoint(app, mine, `${service.url}/mine`, types);
  await createEndpoint(app, theirs, `${service.url}/theirs`, types);
  await suppress(mine, 14155551000, 100);
  await suppress(theirs, 14155551000, 100);
  await app.db.webhookEndpoint.updateMany({ where: { id: deleted.id }, data: { deletedAt: new Date() } });
  const dispatcher = openDispatcher(app.services);
  await expect
    .poll(async () => {
      await dispatcher.step(() => {});
      return [seenBy('/mine'), seenBy('/theirs')];
    }, PATIENCE)
    .toEqual([100, 100]);
  // While the one that hangs still does, with no more requests than it may have at a time.
  expect(hanging).toHaveLength(8);
  expect(seenBy('/deleted')).toBe(0);
  expect(seenBy('/fails')).toBeGreaterThan(0);
  for (const response of hanging) response.destroy();
  await dispatcher.idle();
  expect(hanging).toHaveLength(8);
  // What was not tried is not counted as a try.
  const counts = await app.pool.query(
    `SELECT d.attempts::int, count(*)::int FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
     WHERE e.url LIKE '%/hangs' AND e.team_id = $1 GROUP BY 1 ORDER BY 1`,
    [mine.team.id],
  );
  expect(counts.rows).toEqual([
    { attempts: 0, count: 92 },
    { attempts: 1, count: 8 },
  ]);
  await dispatcher.close();
});

test('one that answers 500 for a day is tried eight times, keeps what it missed, and holds up no other', async () => {
  const types = ['contact_unsubscribed'];
  answer = ({ path }, response) => void response.writeHead(path === '/fails' ? 500 : 204).end();
  const { id } = await createEndpoint(app, mine, `${service.url}/fails`, types);
  await createEndpoint(app, mine, `${service.url}/mine`, types);
  for (let tries = 1; tries <= 8; tries += 1) {
    await suppress(mine, 14155559000 + tries, 1);
    // As if the pause before the next try had passed.
    await makeDue(app);
    await deliver(app);
    expect(seenBy('/mine')).toBe(tries);
  }
  const kept = (await deliveriesOf(app, mine, { endpointId: id })).nodes;
  expect(kept.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['pending', 1],
    ['pending', 2],
    ['pending', 3],
    ['pending', 4],
    ['pending', 5],
    ['pending', 6],
    ['pending', 7],
    ['failed', 8],
  ]);
});

test('one that fails is asked one thing at a time until it answers', async () => {
  let isBroken = true;
  let [underWay, most] = [0, 0];
  let together = 8;
  answer = (_seen, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    hanging.push(response);
    if (hanging.length < together) return;
    for (const waiting of hanging.splice(0)) {
      underWay -= 1;
      waiting.writeHead(isBroken ? 503 : 204).end();
    }
  };
  const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await suppress(mine, 14155552000, 32);
  await deliver(app);
  expect(most).toBe(8);
  const failing = () => app.db.webhookEndpoint.findFirstOrThrow({ where: { id }, select: { failingSince: true } });
  expect(await failing()).toEqual({ failingSince: expect.any(Date) });
  [most, together] = [0, 1];
  await makeDue(app);
  await deliver(app);
  expect(most).toBe(1);
  isBroken = false;
  await makeDue(app);
  await deliver(app);
  expect(await failing()).toEqual({ failingSince: null });
  expect((await deliveriesOf(app, mine, { status: ['delivered'] })).totalCount).toBe(32);
});

test('Retry-After holds the whole endpoint until then, and no other', async () => {
  const types = ['contact_unsubscribed'];
  const { id } = await createEndpoint(app, mine, `${service.url}/busy`, types);
  await createEndpoint(app, mine, `${service.url}/other`, types);
  let isBusy = true;
  answer = ({ path }, response) =>
    void (path === '/busy' && isBusy
      ? response.writeHead(429, { 'retry-after': '3600' }).end()
      : response.writeHead(204).end());
  await suppress(mine, 14155557000, 40);
  await deliver(app);
  const asked = seenBy('/busy');
  expect(asked).toBeLessThanOrEqual(8);
  await suppress(mine, 14155557100, 1);
  await deliver(app);
  expect([seenBy('/busy'), seenBy('/other')]).toEqual([asked, 41]);
  const endpoint = `query ($id: ID!) { webhookEndpoint(id: $id) { pausedUntil } }`;
  const pausedUntil = async () => {
    const { data } = await app.graphql<{ webhookEndpoint: { pausedUntil: string | null } }>(endpoint, {
      token: mine.token,
      variables: { id },
    });
    return data!.webhookEndpoint.pausedUntil;
  };
  expect(Date.parse((await pausedUntil())!)).toBeGreaterThan(Date.now() + 3_000_000);
  isBusy = false;
  const enable = 'mutation ($id: ID!) { updateWebhookEndpoint(id: $id, input: { enabled: true }) { id } }';
  await app.graphql(enable, { token: mine.token, variables: { id } });
  expect(await pausedUntil()).toBeNull();
  await makeDue(app);
  await deliver(app);
  expect(await deliveriesOf(app, mine, { endpointId: id, status: ['delivered'] })).toMatchObject({ totalCount: 41 });
});

test('endpoints that hang do not take the connections of others on their host', async () => {
  const types = ['contact_unsubscribed'];
  const theirs = await createTeam(app);
  answer = ({ path }, response) => {
    if (path === '/hangs') hanging.push(response);
    else response.writeHead(204).end();
  };
  for (let at = 0; at < 8; at += 1) await createEndpoint(app, mine, `${service.url}/hangs`, types);
  await suppress(mine, 14155558000, 8);
  const dispatcher = openDispatcher(app.services);
  await expect
    .poll(async () => {
      await dispatcher.step(() => {});
      return hanging.length;
    }, PATIENCE)
    .toBeGreaterThanOrEqual(64);
  await createEndpoint(app, theirs, `${service.url}/theirs`, types);
  await suppress(theirs, 14155558000, 10);
  await expect
    .poll(async () => {
      await dispatcher.step(() => {});
      return seenBy('/theirs');
    }, PATIENCE)
    .toBe(10);
  for (const response of hanging) response.destroy();
  await dispatcher.close();
});

/** The embedded database has one session. */
const onServer = test.skipIf(inject('databaseTemplate').kind === 'embedded');

onServer('facts and changes of their endpoint do not wait for each other', async () => {
  const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await app.services.db.transaction(async (tx) => {
    // As the foreign key of a delivery does.
    await tx.rows`SELECT FROM webhook_endpoints WHERE team_id = ${mine.team.id}::uuid AND id = ${id}::uuid FOR KEY SHARE`;
    const rotate = 'mutation ($id: ID!) { rotateWebhookEndpointSecret(id: $id, input: {}) { secret } }';
    expect((await app.graphql(rotate, { token: mine.token, variables: { id } })).errors).toBeUndefined();
  });
});

test('after five days of failures an endpoint is disabled, and owners and admins get an e-mail', async () => {
  const people = { 'owner@hooks.example': 'owner', 'admin@hooks.example': 'admin', 'member@hooks.example': 'member' };
  for (const [email, role] of Object.entries(people)) {
    const { id: userId } = await app.db.user.create({ data: { email, name: 'Ann', passwordHash: 'none' } });
    await app.db.membership.create({ data: { teamId: mine.team.id, userId, role: role as 'owner' } });
  }
  answer = (_seen, response) => void response.writeHead(500).end();
  const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await suppress(mine, 14155553000, 2);
  const failingFor = (interval: string) =>
    app.pool.query(`UPDATE webhook_endpoints SET failing_since = now() - $2::interval WHERE id = $1`, [id, interval]);
  const endpoint = () =>
    app.db.webhookEndpoint.findFirstOrThrow({ where: { id }, select: { enabled: true, disabledReason: true } });
  await failingFor('4 days 23 hours');
  await deliver(app);
  expect(await endpoint()).toEqual({ enabled: true, disabledReason: null });
  await failingFor('5 days 1 minute');
  await makeDue(app);
  await deliver(app);
  expect(await endpoint()).toEqual({ enabled: false, disabledReason: 'Every request failed for 5 days.' });
  await runJobs(app);
  const letters = Object.keys(people).map((email) => outbox.to(email).length);
  expect(letters).toEqual([1, 1, 0]);
  expect(outbox.to('owner@hooks.example')[0]).toContain(`${service.url}/hook`);
});

test('410 Gone disables an endpoint at once', async () => {
  answer = (_seen, response) => void response.writeHead(410).end();
  const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await suppress(mine, 14155554000, 1);
  await deliver(app);
  expect(await app.db.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
    enabled: false,
    disabledReason: 'It answered 410 Gone.',
  });
  expect((await deliveriesOf(app, mine)).nodes).toMatchObject([{ status: 'failed', attempts: 1, responseStatus: 410 }]);
});

test('410 Gone disables it whatever its other answers are', async () => {
  let asked = 0;
  answer = (_seen, response) => {
    asked += 1;
    response.writeHead([500, 410, 204][asked % 3]!).end();
  };
  const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await suppress(mine, 14155554500, 6);
  await deliver(app);
  expect(await app.db.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
    enabled: false,
    disabledReason: 'It answered 410 Gone.',
  });
});

test('what a former URL answers neither disables nor pauses the endpoint at its new one', async () => {
  for (const [at, [status, headers]] of (
    [
      [410, {}],
      [503, { 'retry-after': '3600' }],
    ] as const
  ).entries()) {
    const moved = `${service.url}/moved${at}`;
    answer = async ({ path }, response) => {
      if (path === '/hook') {
        const update = `mutation ($id: ID!, $url: URL!) { updateWebhookEndpoint(id: $id, input: { url: $url }) { url } }`;
        const variables = { id, url: moved };
        expect((await app.graphql(update, { token: mine.token, variables })).errors).toBeUndefined();
        response.writeHead(status, headers).end();
      } else response.writeHead(204).end();
    };
    const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
    await suppress(mine, 14155554700 + 10 * at, 1);
    await deliver(app);
    expect(await app.db.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
      ...{ url: moved, enabled: true, disabledReason: null, pausedUntil: null, failingSince: null },
    });
  }
});

test('a shorter Retry-After does not end a longer one that another worker was told meanwhile', async () => {
  const { id } = await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  const longer = new Date('2999-01-01');
  answer = async (_seen, response) => {
    await app.db.webhookEndpoint.updateMany({ where: { id }, data: { pausedUntil: longer } });
    response.writeHead(503, { 'retry-after': '60' }).end();
  };
  await suppress(mine, 14155554800, 1);
  await deliver(app);
  expect(await app.db.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({ pausedUntil: longer });
});

test('an endpoint that is moved begins anew: how its former URL failed neither pauses nor disables it', async () => {
  answer = ({ path }, response) =>
    void (path === '/former'
      ? response.writeHead(503, { 'retry-after': '3600' }).end()
      : response.writeHead(503).end());
  const { id } = await createEndpoint(app, mine, `${service.url}/former`, ['contact_unsubscribed']);
  const state = () => app.db.webhookEndpoint.findFirstOrThrow({ where: { id } });
  const move = async (to: string) => {
    const update = `mutation ($id: ID!, $url: URL!) { updateWebhookEndpoint(id: $id, input: { url: $url }) { url } }`;
    const variables = { id, url: `${service.url}${to}` };
    expect((await app.graphql(update, { token: mine.token, variables })).errors).toBeUndefined();
  };
  await suppress(mine, 14155554900, 1);
  await deliver(app);
  await app.pool.query(`UPDATE webhook_endpoints SET failing_since = now() - interval '6 days' WHERE id = $1`, [id]);
  await move('/former');
  expect(await state()).toMatchObject({ failingSince: expect.any(Date), pausedUntil: expect.any(Date) });
  await move('/new');
  expect(await state()).toMatchObject({ failingSince: null, pausedUntil: null });
  await suppress(mine, 14155554910, 1);
  await deliver(app);
  expect(seenBy('/new')).toBe(1);
  expect(await state()).toMatchObject({ enabled: true, disabledReason: null });
});

test('a redirect is not followed', async () => {
  answer = ({ path }, response) =>
    path === '/hook'
      ? void response.writeHead(307, { location: `${service.url}/elsewhere` }).end()
      : void response.writeHead(204).end();
  await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await suppress(mine, 14155555000, 1);
  await deliver(app);
  expect(service.seen.map(({ path }) => path)).toEqual(['/hook']);
  expect((await deliveriesOf(app, mine)).nodes).toMatchObject([
    { status: 'pending', failureReason: 'The service answered 307.' },
  ]);
});

test('an answer is cut to 4,000 characters, and what cannot be stored is left out', async () => {
  answer = (_seen, response) => void response.writeHead(200).end(`\0${'ä'.repeat(5_000)}`);
  await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed']);
  await suppress(mine, 14155556000, 1);
  await deliver(app);
  const [{ status, responseBody }] = (await deliveriesOf(app, mine)).nodes;
  expect(status).toBe('delivered');
  expect(responseBody.length).toBeGreaterThan(3_990);
  expect(responseBody.length).toBeLessThanOrEqual(4_000);
});

test('a 2xx counts however its body ends: without an end, too large, cut off', async () => {
  answer = ({ path }, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    if (path === '/cut') response.write('Thanks', () => response.destroy());
    else if (path === '/large') response.end('x'.repeat(3_000_000));
    else {
      hanging.push(response);
      response.write('Wait');
    }
  };
  for (const path of ['slow', 'large', 'cut'])
    await createEndpoint(app, mine, `${service.url}/${path}`, ['contact_unsubscribed']);
  await suppress(mine, 14155556500, 1);
  await deliver(app);
  expect(service.seen.map(({ path }) => path).sort()).toEqual(['/cut', '/large', '/slow']);
  const { nodes } = await deliveriesOf(app, mine);
  const told = nodes.map(({ status, attempts, responseStatus, responseBody }) => [
    status,
    attempts,
    responseStatus,
    responseBody.slice(0, 6),
  ]);
  expect(told.sort()).toEqual([
    ['delivered', 1, 200, 'Thanks'],
    ['delivered', 1, 200, 'Wait'],
    ['delivered', 1, 200, 'xxxxxx'],
  ]);
  expect(Math.max(...nodes.map(({ durationMs }) => durationMs))).toBeGreaterThan(9_000);
});

test('private addresses are refused when they are saved, and when a name leads to one', async () => {
  const strict = await createTestApp();
  try {
    const team = await createTeam(strict);
    await expect(createEndpoint(strict, team, 'http://10.0.0.1/hook', ['call_ended'])).rejects.toThrow(
      'The webhook endpoint: 10.0.0.1 is a private address.',
    );
    // As if a name that was public when it was saved led here now.
    const { id } = await createEndpoint(strict, team, 'https://crm.example', ['call_ended']);
    const { port } = new URL(service.url);
    await strict.db.webhookEndpoint.updateMany({ where: { id }, data: { url: `http://localhost:${port}/hook` } });
    await strict.graphql(
      'mutation ($input: TestWebhookEndpointInput!) { testWebhookEndpoint(input: $input) { webhookDelivery { id } } }',
      { token: team.token, variables: { input: { endpointId: id } } },
    );
    await deliver(strict);
    expect(service.seen).toEqual([]);
    expect((await deliveriesOf(strict, team)).nodes).toMatchObject([
      { status: 'failed', attempts: 1, failureReason: 'The service’s address is of a private network.' },
    ]);
  } finally {
    await strict.close();
  }
});

test.each([
  ['an event a request', null, 45],
  ['batches of 100', 100, 15],
])('1,000 deliveries take few statements: %s', async (_name, batchSize, most) => {
  await createEndpoint(app, mine, `${service.url}/hook`, ['contact_unsubscribed'], { batchSize });
  await suppress(mine, 14155560000, 1_000);
  const dispatcher = openDispatcher(app.services);
  const sent = await app.statements(async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await dispatcher.step(() => {});
      await dispatcher.idle();
    }
  });
  await dispatcher.close();
  expect((await deliveriesOf(app, mine, { status: ['delivered'] })).totalCount).toBe(1_000);
  expect(sent.length).toBeLessThanOrEqual(most);
});

test('a delivery whose secret is under a lost key says so', async () => {
  const { id } = await createEndpoint(app, mine, `${service.url}/mine`, ['contact_unsubscribed']);
  const secret = encryptToken([randomBytes(32)], 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  await app.db.webhookEndpoint.updateMany({ where: { id }, data: { secret } });
  await suppress(mine, 14155557000, 1);
  await deliver(app);
  expect((await deliveriesOf(app, mine)).nodes).toMatchObject([
    {
      status: 'pending',
      responseStatus: null,
      failureReason:
        'The stored secret cannot be decrypted with TOKEN_KEY. Enter or rotate it again, or add the former key to TOKEN_KEY_PREVIOUS.',
    },
  ]);
  expect(service.seen).toEqual([]);
});

test('a turn takes no more than so many bytes, though they are few events', async () => {
  await createEndpoint(app, mine, `${service.url}/large`, ['contact_unsubscribed'], { batchSize: 100 });
  await suppress(mine, 14155553000, 3);
  const text = randomBytes(1_900_000).toString('base64');
  await app.pool.query('UPDATE webhook_events SET data = to_jsonb($1::text) WHERE team_id = $2', [text, mine.team.id]);
  await deliver(app);
  expect(service.seen.map(({ body }) => JSON.parse(body).length)).toEqual([2, 1]);
});

test('more endpoints that take long than are looked at together do not hold up one that answers', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const all = Array.from({ length: 301 }, (_, at) => ({ teamId: `team ${at}`, id: `${at}`, isFailing: false }));
    const fast = all[300]!.id;
    const begun: string[] = [];
    const release: (() => void)[] = [];
    let due = all.slice(0, 300);
    const lane: Lane = {
      due: async (_services, { endpoints }) => due.filter(({ id }) => !endpoints.includes(id)).slice(0, 200),
      turn: (_services, _poster, { id }) => {
        begun.push(id);
        due = due.filter((one) => one.id !== id);
        return id === fast ? Promise.resolve(false) : new Promise((resolve) => release.push(() => resolve(false)));
      },
    };
    const dispatcher = openDispatcher(app.services, lane);
    const answerAll = async () => {
      for (const end of release.splice(0)) end();
      await dispatcher.idle();
    };
    while (due.length > 0) {
      await dispatcher.step(() => {});
      vi.advanceTimersByTime(6_000);
      await answerAll();
    }
    due = [...all];
    await dispatcher.step(() => {});
    await dispatcher.step(() => {});
    expect(begun.slice(300)).toHaveLength(33);
    expect(begun.at(-1)).toBe(fast);
    await answerAll();
    await dispatcher.close();
  } finally {
    vi.useRealTimers();
  }
});
