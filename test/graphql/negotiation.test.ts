import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadForm } from '../modules/audience/data-files/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let authorization: string;
beforeAll(async () => {
  app = await createTestApp();
  authorization = `Bearer ${(await createTeam(app)).token}`;
});
afterAll(() => app.close());

const NAME = '{ me { teamName } }';
const RESULT = { data: { me: { teamName: 'Acme' } } };
const JSON_FORM = 'application/json';
const STATUS_FORM = 'application/graphql-response+json';
const STREAM = 'text/event-stream';

async function ask(url: string, init: RequestInit, accept?: string) {
  const headers = { authorization, ...(accept !== undefined && { accept }), ...(init.headers as object) };
  const response = await app.app.fetch(new Request(`http://localhost/graphql${url}`, { ...init, headers }));
  const type = response.headers.get('content-type');
  return { status: response.status, type, text: await response.text() };
}
const post = (body: object, accept?: string) =>
  ask('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, accept);
const get = (query: string, accept?: string) => ask(`?query=${encodeURIComponent(query)}`, {}, accept);
const streamOf = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\nevent: complete\ndata:\n\n`;

describe('the form of an answer', () => {
  test.each([
    [undefined, JSON_FORM],
    ['*/*', JSON_FORM],
    ['text/xml', JSON_FORM],
    ['application/json', JSON_FORM],
    ['application/*', JSON_FORM],
    ['APPLICATION/JSON; charset=utf-8', JSON_FORM],
    ['application/graphql-response+json', STATUS_FORM],
    ['application/graphql-response+json, application/json', STATUS_FORM],
    ['application/json, application/graphql-response+json', JSON_FORM],
    ['application/json;q=0.5, application/graphql-response+json;q=0.9', STATUS_FORM],
    ['application/graphql-response+json;q=0, */*', JSON_FORM],
    // urql's.
    [
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      STATUS_FORM,
    ],
    ['text/event-stream', STREAM],
    ['text/*', STREAM],
    ['text/event-stream, application/json', STREAM],
    ['application/json;q=0.5, text/event-stream', STREAM],
    ['text/event-stream;q=0.9, application/json', JSON_FORM],
    ['text/event-stream;q=0, application/graphql-response+json', STATUS_FORM],
    ['*/*, text/event-stream;q=0.1', JSON_FORM],
  ])('is by quality and order of what is accepted, over POST and GET: %s', async (accept, form) => {
    for (const answer of [await post({ query: NAME }, accept), await get(NAME, accept)]) {
      expect([answer.status, answer.type]).toEqual([200, form]);
      expect(answer.text).toBe(form === STREAM ? streamOf(RESULT) : JSON.stringify(RESULT));
    }
  });

  test('has the status of a refusal where the form says status', async () => {
    for (const answer of [await post({ query: '{ nothing }' }, STATUS_FORM), await get('{ nothing }', STATUS_FORM)]) {
      expect([answer.status, answer.type]).toEqual([400, STATUS_FORM]);
    }
    expect((await get('{ nothing }', JSON_FORM)).status).toBe(200);
  });
});

describe('a stream that is preferred', () => {
  test('tells that a hash is not known as JSON does', async () => {
    const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
    const { status, type, text } = await post({ extensions: { persistedQuery } }, STREAM);
    const message = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };
    expect([status, type, text]).toEqual([200, STREAM, streamOf({ errors: [message] })]);
  });

  test('tells what became of an upload', async () => {
    const { type, text } = await ask('', { method: 'POST', body: uploadForm('phone\n+4915112345678\n', {}) }, STREAM);
    expect(type).toBe(STREAM);
    expect(JSON.parse(/^event: next\ndata: (.*)\n\nevent: complete\n/.exec(text)![1]!)).toMatchObject({
      data: { uploadDataFile: { name: 'list.csv', totalRows: 1 } },
    });
  });

  test('holds what the database wrote over several lines', async () => {
    const query = '{ smsCampaigns(first: 5) { nodes { name logs(first: 5) { nodes { text } } } } }';
    const { db } = app;
    const team = await db.team.findFirstOrThrow();
    const { id } = await db.smsCampaign.create({ data: { teamId: team.id, name: 'Autumn' } });
    const log = { teamId: team.id, callerType: 'sms_campaign' as const, callerId: id };
    await db.log.createMany({ data: [1, 2, 3].map((at) => ({ ...log, text: `Log\n${at}` })) });
    const expected = JSON.parse((await post({ query })).text);
    // The database writes such lists for operations that come back.
    for (let time = 0; time < 4; time += 1) {
      const { text } = await post({ query }, STREAM);
      const data = text.split('\n\n')[0]!.split('\n').slice(1);
      expect(JSON.parse(data.map((line) => line.replace(/^data: /, '')).join('\n'))).toEqual(expected);
    }
  });
});

test.each([['*/*'], ['application/json'], ['text/event-stream;q=0, application/json']])(
  'a subscription is refused to who does not name streams: %s',
  async (accept) => {
    const query = 'subscription { callEventReceived { id } }';
    for (const answer of [await post({ query }, accept), await get(query, accept)]) {
      expect([answer.type, JSON.parse(answer.text).errors[0].message]).toEqual([
        JSON_FORM,
        'Subscriptions are answered as a stream: accept text/event-stream.',
      ]);
    }
  },
);

test('no mutation runs over GET, whatever is accepted', async () => {
  const query = 'mutation { login(input: { email: "a@b.cc", password: "x" }) { accessToken } }';
  for (const accept of [JSON_FORM, STATUS_FORM, STREAM]) {
    const { status, text } = await get(query, accept);
    expect([status, JSON.parse(text)]).toEqual([
      405,
      { errors: [{ message: 'Mutations are sent as POST.', extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  }
});

describe('an empty name of the operation is none', () => {
  const url = (query: string) => `?${new URLSearchParams({ query, operationName: '' })}`;

  test('over POST and GET, for streams, too', async () => {
    const many = `query { ...F } fragment F on Query ${NAME}`;
    for (let turn = 0; turn < 4; turn += 1) {
      for (const { text } of [await post({ query: many, operationName: '' }), await ask(url(many), {})])
        expect(JSON.parse(text)).toEqual(RESULT);
    }
    const subscription = 'subscription { campaignProgress(id: "x") { id } }';
    const { text } = await ask(url(subscription), {}, STREAM);
    expect(text).toContain('"message":"Campaign not found."');
  });

  test('so that no mutation runs over GET, however often it is sent', async () => {
    const query = 'mutation { createOffer(input: { name: "A", url: "https://a.example", profit: 1 }) { id } }';
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask(url(query), {})).status);
    expect(statuses).toEqual([405, 405, 405, 405]);
  });
});
