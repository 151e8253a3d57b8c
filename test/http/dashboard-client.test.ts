/// <reference types="vite/client" />
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'urql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../src/modules/identity/auth/passwords.ts';
import { conversationOf, createInbox, type Inbox } from '../modules/audience/conversations/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE } from '../support/patience.ts';

// What a page of a browser has, and this process has not.
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('location', { href: 'http://localhost/app' });
vi.stubGlobal('localStorage', { getItem: () => null });
/** Answers that get lost on their way to the page. */
let lost = 0;
/** What comes instead of the server's answers to the next requests of a kind. */
const instead: { accept: RegExp; answer: (own: () => Promise<Response>) => Promise<Response> }[] = [];
vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
  const accept = String(new Headers(init.headers).get('accept'));
  if (instead[0]?.accept.test(accept))
    return instead.shift()!.answer(async () => app.app.fetch(new Request(`http://localhost${path}`, init)));
  const answer = await app.app.fetch(new Request(`http://localhost${path}`, init));
  if (lost === 0) return answer;
  lost -= 1;
  throw new TypeError('Failed to fetch');
});
const { clientFor, longestPause, newId, useChange } = await import('../../dashboard/src/lib/client.ts');
// @ts-expect-error its JSX is compiled as the dashboard's own tsconfig says
const { filledIn, textIn } = await import('../../dashboard/src/ui/form.tsx');
// @ts-expect-error its JSX is compiled as the dashboard's own tsconfig says
const { weeksOf } = await import('../../dashboard/src/screens/overview.tsx');
const gql = await import('../../dashboard/src/gql/graphql.ts');
// Only now: the texts’ language is not this page’s matter.
vi.stubGlobal('document', page);

let app: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  app = await createTestApp();
  inbox = await createInbox(app);
});
afterAll(() => {
  // Other files run in this process.
  vi.unstubAllGlobals();
  return app.close();
});

test('an answer that is sent again because nobody heard of the first reaches the person once', async () => {
  await inbox.write('Is it still on?');
  const conversationId = await conversationOf(inbox);
  let form!: ReturnType<typeof useChange<object, object>>;
  const Page = () => {
    form = useChange(gql.SendReplyDocument) as never;
    return null;
  };
  const value = clientFor(() => inbox.token);
  renderToString(createElement(Provider, { value }, createElement(Page)));
  const send = (text: string) => form.change({ input: { conversationId, text } });
  const written = async () => (await inbox.messages()).map(({ text }) => text);

  lost = 1;
  expect(await send('Yes, until Friday.')).toBeNull();
  expect(await send('Yes, until Friday.')).toMatchObject({ sendReply: { directMessage: {} } });
  expect(await written()).toEqual(['Yes, until Friday.']);

  // Once it was answered, the same words are another message; so is another text.
  expect(await send('Yes, until Friday.')).not.toBeNull();
  expect(await send('Bye.')).not.toBeNull();
  expect(await written()).toEqual(['Yes, until Friday.', 'Yes, until Friday.', 'Bye.']);
});

test('another file is another request', async () => {
  const Page = () => {
    form = useChange(gql.UploadFileDocument) as never;
    return null;
  };
  let form!: ReturnType<typeof useChange<object, object>>;
  const value = clientFor(() => inbox.token);
  renderToString(createElement(Provider, { value }, createElement(Page)));
  for (const text of ['number\n+4915112345678', 'number\n+4915112345678', 'number\n+4915112345679\n']) {
    const answer = async (own: () => Promise<Response>) => {
      await own();
      throw new TypeError('Failed to fetch');
    };
    instead.push({ accept: /json/, answer });
    await form.change({ file: new File([text], 'list.csv', { lastModified: 1 }) });
  }
  const files = await app.db.dataFile.findMany({ where: { teamId: inbox.teamId }, orderBy: { createdAt: 'asc' } });
  expect(files.map(({ totalRows }) => totalRows)).toEqual([1, 1]);
});

test('a stream comes back when the server ends it, and at once when the network is back', async () => {
  const accept = /event-stream/;
  const headers = { 'content-type': 'text/event-stream' };
  instead.push({ accept, answer: async () => new Response('event: complete\ndata:\n\n', { headers }) });
  for (let time = 0; time < 8; time += 1)
    instead.push({ accept, answer: () => Promise.reject(new TypeError('Failed to fetch')) });
  let isOpen = false;
  instead.push({
    accept,
    async answer(own) {
      const answer = await own();
      isOpen = true;
      return answer;
    },
  });
  const heard: unknown[] = [];
  const stream = clientFor(() => inbox.token)
    .subscription(gql.ReplyLiveDocument, {})
    .subscribe(({ data }) => heard.push(data?.replyReceived.id));
  await vi.waitFor(() => {
    page.dispatchEvent(new Event('online'));
    expect(isOpen).toBe(true);
  }, PATIENCE);
  await inbox.write('Are you there again?');
  await vi.waitFor(() => expect(heard).toHaveLength(1), PATIENCE);
  stream.unsubscribe();
  expect([0, 1, 4, 5, 1_000].map(longestPause)).toEqual([1_000, 2_000, 16_000, 30_000, 30_000]);
});

test('an id is a UUID, on pages without TLS, too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  vi.stubGlobal('crypto', globalThis.process.getBuiltinModule('node:crypto').webcrypto);
});

test('spaces around a password are part of it; those around anything else are not', async () => {
  const user = { email: 'ada@acme.example', name: 'Ada', passwordHash: await hashPassword(' ten letters ') };
  await app.db.user.create({ data: { ...user, memberships: { create: { teamId: inbox.teamId, role: 'owner' } } } });
  const typed = new FormData();
  typed.set('email', ' ada@acme.example ');
  typed.set('password', ' ten letters ');
  const input = { email: textIn(typed, 'email'), password: textIn(typed, 'password') };
  const { data, error } = await clientFor(() => undefined).mutation(gql.LoginDocument, { input });
  expect(error).toBeUndefined();
  expect(data?.login.accessToken).toMatch(/^obs_/);
});

describe('the days of the overview are those of the team', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  test.each([
    ['America/Los_Angeles', '2026-03-03', '2026-03-09', '2026-02-24', '2026-03-02'],
    ['Europe/London', '2026-03-04', '2026-03-10', '2026-02-25', '2026-03-03'],
  ])('in %s', (zone, from, to, before, until) => {
    vi.useFakeTimers({ now: Date.parse('2026-03-10T02:00:00Z'), toFake: ['Date'] });
    expect(weeksOf(zone)).toEqual({
      week: { sent_at: { type: 'inRange', dateFrom: from, dateTo: to } },
      before: { sent_at: { type: 'inRange', dateFrom: before, dateTo: until } },
    });
  });
});

test('what may be left out is sent where it is filled in, also beside no other field', () => {
  const fields = ['username', 'settings.url'].map((name) => ({ name, label: name, isOptional: true }));
  const given = (values: Record<string, string>) => {
    const data = new FormData();
    for (const { name } of fields) data.set(name, values[name] ?? '');
    return filledIn(fields, data, new Map(fields.map(({ name }) => [name, ''])), {});
  };
  expect(given({ username: 'acme' })).toEqual({ input: { username: 'acme' }, mistakes: {} });
  expect(given({ 'settings.url': 'x' })).toEqual({ input: { settings: { url: 'x' } }, mistakes: {} });
  expect(given({})).toEqual({ input: {}, mistakes: {} });
});
