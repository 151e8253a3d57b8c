import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CALLBACKS } from '../../../../src/modules/hub/callbacks/callbacks.ts';
import { openHub } from '../../../../src/modules/hub/connections/server.ts';
import { openDispatcher } from '../../../../src/modules/webhooks/delivery/dispatcher.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { mutate } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createTeamToken } from '../../../support/team.ts';
import { type Seen, startService } from '../../delivery/providers/webhook-service.ts';
import { bindTo, createSeller, leaveAll, QUICK } from '../connections/support.ts';
import { giveBack, postedIn, receipt } from './support.ts';

let app: TestApp;
let service: Awaited<ReturnType<typeof startService>>;
let answer: (seen: Seen, response: ServerResponse) => void;
let hanging: ServerResponse[];
let dispatcher: ReturnType<typeof openDispatcher>;

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
  service = await startService((seen, response) => answer(seen, response));
});
beforeEach(async () => {
  await app.pool.query('UPDATE seller_endpoints SET callback_url = NULL');
  dispatcher = openDispatcher(app.services, CALLBACKS);
  hanging = [];
  answer = (_seen, response) => void response.writeHead(204).end();
  service.seen.splice(0);
});
afterEach(async () => {
  for (const response of hanging) response.destroy();
  await dispatcher.close();
});
afterAll(async () => {
  leaveAll();
  await service.close();
  await app.close();
});

/** An endpoint with a callback at a path of the service. */
async function seller(path = '/hook', teamId?: string) {
  const own = teamId === undefined ? {} : { teamId, clientCompanyId: null, defaultRouteId: null };
  const created = await createSeller(app, { ...own, callbackUrl: service.url + path });
  const ownTeam = teamId ?? created.teamId;
  const token = await createTeamToken(app, ownTeam, { role: 'owner' });
  return { ...created, teamId: ownTeam, token, secret: await rotate(token, created.endpointId) };
}

async function rotate(token: string, id: string, input: object = {}): Promise<string> {
  const { data } = await mutate(
    app,
    token,
    'rotateSellerEndpointCallbackSecret',
    { id, input: [input, 'RotateSellerEndpointCallbackSecretInput'] },
    '{ secret sellerEndpoint { id } }',
  );
  return data.rotateSellerEndpointCallbackSecret.secret;
}

type Seller = Awaited<ReturnType<typeof seller>>;

const give = (to: Seller, receipts: Parameters<typeof receipt>[0][], at?: Date) =>
  giveBack(app.services.db, to, receipts.map(receipt), at);
const left = ({ endpointId }: Seller) => app.db.hubReturn.count({ where: { sellerEndpointId: endpointId } });
const seenAt = (path: string) => service.seen.filter((seen) => seen.path === path);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ code: at }));
const stateOf = async ({ token, endpointId }: Seller) => {
  const query = 'query ($id: ID!) { sellerEndpoint(id: $id) { callbackFailure callbackPausedUntil } }';
  const { data } = await app.graphql<{
    sellerEndpoint: { callbackFailure: string | null; callbackPausedUntil: string | null };
  }>(query, { token, variables: { id: endpointId } });
  return data!.sellerEndpoint;
};

/** Turns until nothing is due. */
async function post(): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    isBusy = false;
    await dispatcher.step(() => {
      isBusy = true;
    });
    await dispatcher.idle();
  }
}

/** As if all pauses were over. */
async function makeDue(): Promise<void> {
  await app.pool.query('UPDATE hub_returns SET due_at = now() - make_interval(secs => 1), taken_until = NULL');
  await app.pool.query('UPDATE seller_endpoints SET callback_paused_until = NULL');
}

test('100 go in one request at most; a 2xx acknowledges them', async () => {
  const mine = await seller();
  await give(mine, numbered(250));
  await post();
  const requests = service.seen.map((seen) => postedIn(mine.secret, seen));
  expect(requests.map((returns) => returns.length).sort()).toEqual([100, 100, 50]);
  const codes = requests.flat().map(({ code }) => code);
  expect(codes.sort((a, b) => a - b)).toEqual(numbered(250).map(({ code }) => code));
  expect(await left(mine)).toBe(0);
});

test('what is answered 500 is kept, says why, and comes again as the same after a pause that grows', async () => {
  const mine = await seller();
  answer = (_seen, response) => void response.writeHead(500).end();
  await give(mine, numbered(2));
  const pauses: number[] = [];
  for (let tries = 1; tries <= 3; tries += 1) {
    const before = Date.now();
    await post();
    expect(service.seen).toHaveLength(tries);
    const [first] = await app.db.hubReturn.findMany({ where: { sellerEndpointId: mine.endpointId } });
    pauses.push(Math.floor((first!.dueAt.getTime() - before) / 1_000));
    await makeDue();
  }
  expect(pauses.map((seconds, at) => seconds >= 5 * 2 ** at)).toEqual([true, true, true]);
  expect(pauses[2]).toBeLessThan(3_600);
  expect((await stateOf(mine)).callbackFailure).toBe('The service answered 500.');
  answer = (_seen, response) => void response.writeHead(200).end('ok');
  await post();
  const requests = service.seen.map((seen) => [seen.headers['webhook-id'], postedIn(mine.secret, seen)]);
  expect(requests).toHaveLength(4);
  for (const request of requests) expect(request).toEqual(requests[0]);
  expect(await left(mine)).toBe(0);
  expect(await stateOf(mine)).toEqual({ callbackFailure: null, callbackPausedUntil: null });
});

test('the next one of a message goes out after the first was acknowledged, those of other messages meanwhile', async () => {
  const mine = await seller();
  const messageId = crypto.randomUUID();
  const refused = { messageId, status: 'failed' } as const;
  await give(mine, [refused], new Date(Date.now() - 1_000));
  await give(mine, [{ messageId }]);
  answer = (_seen, response) => void response.writeHead(503).end();
  await post();
  await app.pool.query('UPDATE seller_endpoints SET callback_paused_until = NULL');
  answer = (_seen, response) => void response.writeHead(204).end();
  const { messageId: other } = receipt();
  await give(mine, [{ messageId: other }]);
  await post();
  await makeDue();
  await post();
  const posted = service.seen.map((seen) =>
    postedIn(mine.secret, seen).map(({ messageId, status }) => [messageId, status]),
  );
  expect(posted).toEqual([
    [[messageId, 'failed']],
    [[other, 'delivered']],
    [[messageId, 'failed']],
    [[messageId, 'delivered']],
  ]);
});

test('endpoints that hang or answer 500 hold up no other, of their team or another', async () => {
  const hangs = await seller('/hangs');
  const fails = await seller('/fails', hangs.teamId);
  const sibling = await seller('/sibling', hangs.teamId);
  const theirs = await seller('/theirs');
  answer = ({ path }, response) => {
    if (path === '/hangs') hanging.push(response);
    else response.writeHead(path === '/fails' ? 500 : 204).end();
  };
  await give(hangs, numbered(1_000));
  await give(fails, numbered(1_000));
  await expect
    .poll(async () => {
      await dispatcher.step(() => {});
      return hanging.length;
    }, PATIENCE)
    .toBeGreaterThanOrEqual(4);
  await give(sibling, numbered(500));
  await give(theirs, numbered(500));
  await expect
    .poll(async () => {
      await dispatcher.step(() => {});
      return [await left(sibling), await left(theirs)];
    }, PATIENCE)
    .toEqual([0, 0]);
  // While the one that hangs still does.
  expect([await left(hangs), await left(fails)]).toEqual([1_000, 1_000]);
  for (const response of hanging) response.destroy();
});

test('a shorter Retry-After does not end a longer one that another worker was told meanwhile', async () => {
  const mine = await seller();
  const longer = new Date('2999-01-01');
  answer = async (_seen, response) => {
    await app.db.sellerEndpoint.updateMany({ where: { id: mine.endpointId }, data: { callbackPausedUntil: longer } });
    response.writeHead(503, { 'retry-after': '60' }).end();
  };
  await give(mine, numbered(1));
  await post();
  expect((await stateOf(mine)).callbackPausedUntil).toBe(longer.toISOString());
});

test('Retry-After is kept to', async () => {
  const mine = await seller();
  answer = (_seen, response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
  await give(mine, numbered(1));
  await post();
  await app.pool.query('UPDATE hub_returns SET due_at = now() - make_interval(secs => 1), taken_until = NULL');
  await give(mine, numbered(1));
  await post();
  expect(service.seen).toHaveLength(1);
  expect(Date.parse((await stateOf(mine)).callbackPausedUntil!)).toBeGreaterThan(Date.now() + 3_000_000);
  const url = `${service.url}/moved`;
  answer = (_seen, response) => void response.writeHead(204).end();
  await mutate(app, mine.token, 'updateSellerEndpoint', {
    id: mine.endpointId,
    input: [{ callbackUrl: url }, 'UpdateSellerEndpointInput'],
  });
  await post();
  expect(seenAt('/moved').map((seen) => postedIn(mine.secret, seen).length)).toEqual([2]);
});

const moveTo = ({ token, endpointId: id }: Seller, callbackUrl: string) =>
  mutate(app, token, 'updateSellerEndpoint', { id, input: [{ callbackUrl }, 'UpdateSellerEndpointInput'] });

test('another URL gets at once what the former one has failed for long', async () => {
  const mine = await seller();
  answer = (_seen, response) => void response.writeHead(500).end();
  await give(mine, numbered(2));
  for (let tries = 1; tries <= 4; tries += 1) {
    await makeDue();
    await post();
  }
  expect(service.seen).toHaveLength(4);
  answer = (_seen, response) => void response.writeHead(204).end();
  await moveTo(mine, `${service.url}/second`);
  await post();
  expect(seenAt('/second').map((seen) => postedIn(mine.secret, seen).length)).toEqual([2]);
});

test('another URL gets at once what the former one fails after it was replaced', async () => {
  const mine = await seller();
  answer = async ({ path }, response) => {
    if (path === '/hook') await moveTo(mine, `${service.url}/third`);
    response.writeHead(path === '/hook' ? 500 : 204).end();
  };
  await give(mine, numbered(2));
  await post();
  expect(seenAt('/third').map((seen) => postedIn(mine.secret, seen).length)).toEqual([2]);
});

test('after 72 hours nothing is tried again', async () => {
  const mine = await seller();
  await give(mine, numbered(1), new Date(Date.now() - 72 * 3_600_000 - 1_000));
  await give(mine, numbered(1), new Date(Date.now() - 71 * 3_600_000));
  await post();
  expect(service.seen.map((seen) => postedIn(mine.secret, seen).length)).toEqual([1]);
});

test('with a callback URL nothing goes over SMPP, without one nothing to the callback', async () => {
  const mine = await seller();
  const hub = await openHub(app.services, 0, QUICK);
  try {
    const client = await bindTo(hub.port, mine.username);
    const plain = await seller('/plain');
    const update = (endpointId: string, callbackUrl: string | null) =>
      mutate(app, endpointId === mine.endpointId ? mine.token : plain.token, 'updateSellerEndpoint', {
        id: endpointId,
        input: [{ callbackUrl }, 'UpdateSellerEndpointInput'],
      });
    await update(plain.endpointId, null);
    const other = await bindTo(hub.port, plain.username);
    await give(mine, numbered(1));
    await give(plain, numbered(1));
    // The connections have had their turn once the other one has got its receipt.
    await expect.poll(() => left(plain), PATIENCE).toBe(0);
    await post();
    expect([client.delivered.length, other.delivered.length, seenAt('/hook').length, seenAt('/plain').length]).toEqual([
      0, 1, 1, 0,
    ]);
    await update(mine.endpointId, null);
    await give(mine, numbered(1));
    await expect.poll(() => client.delivered.length, PATIENCE).toBe(1);
    expect(seenAt('/hook')).toHaveLength(1);
  } finally {
    leaveAll();
    await hub.close();
  }
});

test('nothing is posted before there is a secret; a former one signs until its hours are over', async () => {
  const mine = await seller();
  await app.db.sellerEndpoint.updateMany({ where: { id: mine.endpointId }, data: { callbackSecret: null } });
  await give(mine, numbered(1));
  await post();
  expect([service.seen.length, await left(mine)]).toEqual([0, 1]);
  const first = await rotate(mine.token, mine.endpointId);
  await post();
  const second = await rotate(mine.token, mine.endpointId, { overlapHours: 2 });
  await give(mine, numbered(1));
  await post();
  await app.pool.query(
    `UPDATE seller_endpoints SET previous_callback_secret_expires_at = now() - make_interval(secs => 1)`,
  );
  await give(mine, numbered(1));
  await post();
  const third = await rotate(mine.token, mine.endpointId, { overlapHours: 0 });
  await give(mine, numbered(1));
  await post();
  const signedBy = (seen: Seen) =>
    [mine.secret, first, second, third].map((secret) => {
      try {
        return postedIn(secret, seen).length === 1;
      } catch {
        return false;
      }
    });
  expect(service.seen.map(signedBy)).toEqual([
    [false, true, false, false],
    [false, true, true, false],
    [false, false, true, false],
    [false, false, false, true],
  ]);
  expect(first).toMatch(/^whsec_/);
});

test('a name that leads to a private address is not connected to', async () => {
  const strict = await createTestApp();
  const careful = openDispatcher(strict.services, CALLBACKS);
  try {
    const created = await createSeller(strict, { callbackUrl: `http://localhost:${new URL(service.url).port}/hook` });
    const token = await createTeamToken(strict, created.teamId, { role: 'owner' });
    await mutate(
      strict,
      token,
      'rotateSellerEndpointCallbackSecret',
      { id: created.endpointId, input: [{}, 'RotateSellerEndpointCallbackSecretInput'] },
      '{ secret }',
    );
    await giveBack(strict.services.db, created, [receipt()]);
    await careful.step(() => {});
    await careful.idle();
    expect(service.seen).toEqual([]);
    expect(await strict.db.sellerEndpoint.findFirst({ where: { id: created.endpointId } })).toMatchObject({
      callbackFailure: 'The service’s address is of a private network.',
    });
    expect(await strict.db.hubReturn.count()).toBe(1);
  } finally {
    await careful.close();
    await strict.close();
  }
});
