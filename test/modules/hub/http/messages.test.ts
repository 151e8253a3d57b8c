import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let passwordHash: string;
const PASSWORD = 'correct horse';

beforeAll(async () => {
  app = await createTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());

async function seller(username: string, data: Partial<Prisma.SellerEndpointUncheckedCreateInput> = {}) {
  const { team } = await createTeam(app);
  const teamId = team.id;
  const route = await app.db.route.create({ data: { teamId, name: 'Direct', provider: 'http', price: '0.01' } });
  await app.db.profitRule.create({ data: { teamId, marginType: 'percentage', currentProfit: '25' } });
  return createSellerEndpoint(app.db, { teamId, username, passwordHash, defaultRouteId: route.id, ...data });
}

interface Options {
  path?: string;
  password?: string;
  headers?: Record<string, string>;
  address?: string;
}

async function ask(username: string, body?: unknown, { path = '', password = PASSWORD, ...more }: Options = {}) {
  const request = new Request(`http://localhost/hub/messages${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      ...more.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { status, headers, ...answer } = await app.app
    .fetch(request, more.address ?? '192.0.2.1')
    .then(async (got) => ({
      status: got.status,
      headers: got.headers,
      body: (await got.json()) as never,
    }));
  return { status, headers, body: answer.body as { messages: { id: string }[]; message: string } };
}

const TO = '+12025550123';

test('a message is taken, priced, and seen by its own endpoint alone', async () => {
  const { teamId } = await seller('first');
  await createSellerEndpoint(app.db, { teamId, username: 'sibling', passwordHash });
  await seller('stranger');
  const { status, body } = await ask('first', { to: TO, from: 'Acme', text: 'Hello', reference: 'order 1' });
  expect([status, body]).toEqual([200, { messages: [{ id: expect.any(String) }] }]);
  const path = `/${body.messages[0]!.id}`;
  expect((await ask('first', undefined, { path })).body).toEqual({
    ...{ id: body.messages[0]!.id, status: 'queued', refusal: null, reason: null, to: TO, from: 'Acme' },
    ...{ reference: 'order 1', parts: 1, price: '0.0125', submittedAt: expect.any(String), sentAt: null },
    ...{ settledAt: null, receipts: { wanted: 'all', waiting: 0 } },
  });
  for (const [who, other] of [
    ['stranger', path],
    ['sibling', path],
    ['first', '/00000000-0000-7000-8000-000000000000'],
    ['first', '/none'],
  ] as const) {
    const { status, body } = await ask(who, undefined, { path: other });
    expect([status, body]).toEqual([404, { message: 'Message not found.' }]);
  }
});

test('a message that came in parts is seen by the id of each, with the receipts of all', async () => {
  const { teamId, id: sellerEndpointId } = await seller('parts');
  const first = (await ask('parts', { to: TO, text: 'Hello' })).body.messages[0]!.id;
  const part = { teamId, sellerEndpointId, sender: '', destination: TO, concatenation: 1, total: 2, submission: {} };
  const partIds = [uuidv7(), uuidv7()];
  const own = { ...part, receipts: 'all' as const, messageId: first, createdAt: new Date() };
  await app.db.hubPart.createMany({ data: partIds.map((id, at) => ({ ...own, id, part: at + 1 })) });
  await app.db.hubMessage.update({ where: { teamId_id: { teamId, id: first } }, data: { partIds } });
  const receipt = { teamId, sellerEndpointId, kind: 'receipt' as const, content: {}, dueAt: new Date() };
  await app.db.hubReturn.createMany({
    data: partIds.map((subjectId) => ({ ...receipt, id: uuidv7(), subjectId, createdAt: new Date() })),
  });
  for (const id of [first, ...partIds]) {
    const { status, body } = await ask('parts', undefined, { path: `/${id}` });
    expect([status, body]).toMatchObject([200, { id: first, receipts: { wanted: 'all', waiting: 2 } }]);
  }
  await createSellerEndpoint(app.db, { teamId, username: 'no-parts', passwordHash });
  expect((await ask('no-parts', undefined, { path: `/${partIds[0]}` })).status).toBe(404);
});

test('a part whose others have not come waits, and is seen by its own endpoint alone', async () => {
  const { teamId, id: sellerEndpointId } = await seller('waiting');
  const own = { teamId, sellerEndpointId, sender: 'Acme', destination: TO, concatenation: 1, total: 2, part: 1 };
  const [id, createdAt] = [uuidv7(), new Date('2026-11-22T10:00:00Z')];
  await app.db.hubPart.create({ data: { ...own, id, submission: {}, receipts: 'failures', createdAt } });
  const path = `/${id}`;
  const { status, body } = await ask('waiting', undefined, { path });
  expect([status, body]).toEqual([
    200,
    {
      ...{ id, status: 'queued', refusal: null, reason: 'The other parts of the message have not come.', to: TO },
      ...{ from: 'Acme', reference: null, parts: 2, price: '0', submittedAt: '2026-11-22T10:00:00.000Z' },
      ...{ sentAt: null, settledAt: null, receipts: { wanted: 'failures', waiting: 0 } },
    },
  ]);
  await createSellerEndpoint(app.db, { teamId, username: 'not-waiting', passwordHash });
  expect((await ask('not-waiting', undefined, { path })).status).toBe(404);
});

test('each of many is answered, refused ones with their words; a repeat of the key with the first ids', async () => {
  await seller('many');
  const body = {
    messages: [
      { to: TO, text: 'One' },
      { to: 'nobody', text: 'Two' },
      { to: TO, text: 'Three' },
    ],
  };
  const headers = { 'idempotency-key': 'batch-7' };
  const first = await ask('many', body, { headers });
  expect(first.body.messages).toEqual([
    { id: expect.any(String) },
    { id: expect.any(String), refusal: 'invalid_number', reason: expect.any(String) },
    { id: expect.any(String) },
  ]);
  const again = await ask('many', body, { headers });
  const accepted = (messages: { id: string }[]) => [messages[0]!.id, messages[2]!.id];
  expect(accepted(again.body.messages)).toEqual(accepted(first.body.messages));
  expect(await app.db.hubMessage.count({ where: { reference: 'batch-7 2' } })).toBe(1);
});

test('in one list, too, a refused message does not keep its reference', async () => {
  await seller('again');
  const twice = { to: TO, text: 'One', reference: 'order 1' };
  const { body } = await ask('again', { messages: [{ ...twice, to: 'nobody' }, twice, twice] });
  const [refused, first, repeat] = body.messages;
  expect(refused).toMatchObject({ refusal: 'invalid_number' });
  expect([first, repeat]).toEqual([{ id: expect.any(String) }, { id: first!.id }]);
  expect(first!.id).not.toBe(refused!.id);
});

test('an empty reference is none: no message is taken for a repeat of another one', async () => {
  const { id: sellerEndpointId } = await seller('unnamed');
  const unnamed = (to: string) => ({ to, text: 'Hello', reference: '' });
  const alone = [await ask('unnamed', unnamed(TO)), await ask('unnamed', unnamed('+12025550124'))];
  const headers = { 'idempotency-key': 'batch-9' };
  const messages = [unnamed('+12025550125'), unnamed('+12025550126')];
  const together = await ask('unnamed', { messages }, { headers });
  const ids = [...alone, together].flatMap(({ body }) => body.messages.map(({ id }) => id));
  expect(new Set(ids).size).toBe(4);
  const rows = await app.db.hubMessage.findMany({ where: { sellerEndpointId }, orderBy: { number: 'asc' } });
  expect(rows.map(({ destination, reference }) => [destination, reference])).toEqual([
    [TO, null],
    ['+12025550124', null],
    ['+12025550125', 'batch-9 0'],
    ['+12025550126', 'batch-9 1'],
  ]);
});

test('with a key no message takes its place for a repeat of another one’s own reference', async () => {
  await seller('places');
  const messages = [
    { to: TO, text: 'One', reference: '1' },
    { to: '+12025550124', text: 'Two' },
  ];
  const headers = { 'idempotency-key': 'batch-8' };
  const { status, body } = await ask('places', { messages }, { headers });
  expect([status, body]).toMatchObject([
    422,
    { errors: { 'messages.1.reference': ['The messages.1.reference has already been taken.'] } },
  ]);
  expect((await ask('places', { messages: messages.toReversed() }, { headers })).status).toBe(200);
});

test('the longest text is priced by the highest profit that a rule may have', async () => {
  const { team, token } = await createTeam(app);
  const route = await app.db.route.create({
    data: { teamId: team.id, name: 'Dear', provider: 'http', price: '1000000' },
  });
  await createSellerEndpoint(app.db, { teamId: team.id, username: 'dear', passwordHash, defaultRouteId: route.id });
  const create = (currentProfit: string) =>
    app.graphql(
      `mutation ($currentProfit: Decimal!) {
        createSellerProfitLogicRule(input: { marginType: fixed, currentProfit: $currentProfit }) { currentProfit }
      }`,
      { token, variables: { currentProfit } },
    );
  // Ten parts at this profit are more than a price can be.
  expect((await create('999999999999')).errors).toMatchObject([
    {
      extensions: {
        code: 'VALIDATION_FAILED',
        fields: { currentProfit: ['The current profit field must not be greater than 1000000.'] },
      },
    },
  ]);
  expect((await create('1000000')).errors).toBeUndefined();
  const { status, body } = await ask('dear', { to: TO, text: 'a'.repeat(1_530) });
  expect([status, body]).toEqual([200, { messages: [{ id: expect.any(String) }] }]);
  const { body: seen } = await ask('dear', undefined, { path: `/${body.messages[0]!.id}` });
  expect(seen).toMatchObject({ parts: 10, price: '20000000' });
});

test('a sender of blanks alone is refused; an empty one is the route’s own', async () => {
  await seller('blank');
  const message = { to: TO, text: 'Hello' };
  const messages = ['', '   ', 'Acme 24'].map((from) => ({ ...message, from }));
  const { status, body } = await ask('blank', { messages });
  expect(status).toBe(200);
  expect(body.messages).toEqual([
    { id: expect.any(String) },
    { id: expect.any(String), refusal: 'invalid_sender', reason: expect.any(String) },
    { id: expect.any(String) },
  ]);
});

test('wrong credentials and addresses that are not allowed are answered alike', async () => {
  await seller('fenced', { allowedIps: ['192.0.2.1'] });
  for (const options of [{ password: 'wrong' }, { address: '192.0.2.2' }, { headers: { authorization: 'Basic !' } }]) {
    const { status, body, headers } = await ask('fenced', { to: TO, text: 'x' }, options);
    expect([status, body]).toEqual([401, { message: 'These credentials do not match our records.' }]);
    expect(headers.get('www-authenticate')).toBe('Basic realm="hub", charset="UTF-8"');
  }
});

test('input is refused in words', async () => {
  await seller('strict');
  const fields = { to: TO, text: 'x' };
  const cases: [body: unknown, status: number, errors: unknown][] = [
    ['{', 400, undefined],
    [{ messages: [] }, 422, { messages: ['The messages field is required.'] }],
    [
      { messages: Array.from({ length: 101 }, () => fields) },
      422,
      { messages: ['The messages field must not have more than 100 items.'] },
    ],
    [
      { ...fields, to: 1, validUntil: 'tomorrow' },
      422,
      { to: ['The to field must be a string.'], validUntil: ['The valid until field format is invalid.'] },
    ],
    [
      { ...fields, scheduledAt: '2096-02-30T10:00:00Z', validUntil: '2096-04-31T10:00:00+02:00' },
      422,
      {
        scheduledAt: ['The scheduled at field format is invalid.'],
        validUntil: ['The valid until field format is invalid.'],
      },
    ],
    [
      { messages: [fields, null] },
      422,
      expect.objectContaining({ 'messages.1.to': ['The messages.1.to field is required.'] }),
    ],
    [{ ...fields, receipts: 'SOME' }, 422, { receipts: ['The selected receipts is invalid.'] }],
    [{ ...fields, text: 'a\0' }, 422, { body: ['The body field must be valid text without null characters.'] }],
  ];
  for (const [body, status, errors] of cases) {
    const answer = await ask('strict', body);
    expect([answer.status, (answer.body as { errors?: unknown }).errors]).toEqual([status, errors]);
  }
  const plain = await ask('strict', fields, { headers: { 'content-type': 'text/plain' } });
  expect(plain.status).toBe(415);
});

test('an endpoint has its messages a second, over all processes', async () => {
  const { id } = await seller('slow', { perSecond: 2 });
  const one = { to: TO, text: 'a' };
  expect((await ask('slow', { messages: [one, one] })).status).toBe(200);
  // As if that second lasted.
  const expire = Date.now() + 600_000;
  await app.pool.query('UPDATE rate_limits SET expire = $1 WHERE key = $2', [expire, `hub:${id}`]);
  const refused = await ask('slow', one);
  expect([refused.status, refused.body]).toEqual([429, { message: 'Too Many Attempts.' }]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(300);
  expect(await app.db.hubMessage.count({ where: { sellerEndpointId: id } })).toBe(2);
  expect((await ask('slow', { messages: [one, one, one] })).status).toBe(422);
});

test('a server that only reads refuses', async () => {
  const reader = await createTestApp({ READ_ONLY: true });
  const request = new Request('http://localhost/hub/messages', { method: 'POST', body: '{}' });
  const answer = await reader.app.fetch(request, '192.0.2.1');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { message: 'This server only reads. Send changes to one that writes.' },
  ]);
  await reader.close();
});
