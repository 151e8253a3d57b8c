/// <reference types="vite/client" />
import { print } from 'graphql';
import { type ComponentType, createElement, type ReactElement, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { type GraphQLRequest, Provider } from 'urql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { conversationOf, createInbox } from '../modules/audience/conversations/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE } from '../support/patience.ts';
import { markAll, rollUp } from '../support/roll-ups.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

// What a page of a browser has, and this process has not.
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
const at = new URL('http://localhost/app');
vi.stubGlobal('location', at);
const session = JSON.stringify({ token: '', name: 'Ada', team: 'Acme', role: 'owner' });
vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'outbound-session' ? session : null) });
/** What went to the server, in order. */
const sent: { path: string; body: string; signal: AbortSignal | null | undefined }[] = [];
vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
  sent.push({ path, body: String(init.body), signal: init.signal });
  return app.app.fetch(new Request(`http://localhost${path}`, init));
});
const { clientFor, download, useData, useLive } = await import('../../dashboard/src/lib/client.ts');
const gql = await import('../../dashboard/src/gql/graphql.ts');
// biome-ignore lint/suspicious/noExplicitAny: their JSX is compiled as the dashboard's own tsconfig says
const screens: Record<string, any> = import.meta.glob('../../dashboard/src/**/*.tsx');
async function part(name: string) {
  return screens[`../../dashboard/src/${name}.tsx`]();
}
const { filledIn } = await part('ui/form');
const { tried } = await part('ui/dialog');
const { useGo } = await part('lib/router');
const { Lookups, lookupForm } = await part('screens/suppressed');
const { useMarkRead } = await part('screens/inbox');
const { Recipients, Unknown, UnknownCalls } = await part('screens/campaign-recipients');
const { Reports } = await part('screens/reports');
const { Providers } = await part('screens/providers');
const { Routing } = await part('screens/routing');
const { TagsPage } = await part('screens/content');
const { Endpoints } = await part('screens/hub/endpoints');
const { CampaignPage } = await part('screens/campaign');
const { ImportPage } = await part('screens/imports');
// Only now: the texts’ language is not this page’s matter.
const view = { scrollY: 0, HTMLIFrameElement: class {} };
vi.stubGlobal('document', Object.assign(page, { nodeType: 9, defaultView: view, visibilityState: 'visible' }));
vi.stubGlobal('window', view);
vi.stubGlobal('navigator', {});

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ LOOKUP_PROVIDER: 'simulator' });
  acme = await createTeam(app);
});
afterAll(async () => {
  await app.close();
  // Other files run in this process.
  vi.unstubAllGlobals();
});

const client = () => clientFor(() => acme.token);

/** What a screen shows once all that it asks for is answered: its text, and its buttons apart. */
// biome-ignore lint/suspicious/noExplicitAny: of a screen's props
async function shown(screen: ComponentType<any>, props: object = {}, search = '', token = acme.token) {
  at.search = search;
  const value = clientFor(() => token);
  const { executeQuery } = value;
  const asked = new Map<number, GraphQLRequest>();
  let first: string | undefined;
  for (;;) {
    const waiting: GraphQLRequest[] = [];
    value.executeQuery = (request, options) => {
      waiting.push(request);
      return executeQuery(request, options) as never;
    };
    const html = renderToString(createElement(Provider, { value }, createElement(screen, props)));
    first ??= textOf(html);
    const more = waiting.filter(({ key }) => !asked.has(key));
    if (more.length === 0) {
      const buttons = [...html.matchAll(/<button[^>]*?(?:aria-label="([^"]*)"[^>]*)?>(.*?)<\/button>/g)];
      const named = buttons.map(([, label, text]) => label ?? textOf(text!));
      return { html, first, text: textOf(html), buttons: named, asked: [...asked.values()] };
    }
    for (const request of more) {
      asked.set(request.key, request);
      await value.query(request.query, request.variables);
    }
  }
}
const textOf = (html: string) =>
  html
    .replaceAll(/<!-- -->|<\/(strong|span|small|em|a)>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Runs hooks as a browser does, with their effects. Resolves when those of the first time have run. */
async function running(use: () => void) {
  const own = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: page, textContent: '' };
  const place = Object.assign(new EventTarget(), own) as never;
  return new Promise<() => void>((done, failed) => {
    const root = createRoot(place, { onUncaughtError: failed });
    const Hooks = () => {
      use();
      useEffect(() => done(() => root.unmount()), []);
      return null;
    };
    root.render(createElement(Provider, { value: client() }, createElement(Hooks)));
  });
}
function look(visibilityState: 'visible' | 'hidden') {
  Object.assign(page, { visibilityState });
  page.dispatchEvent(new Event('visibilitychange'));
}

test('a look-up of no tags and no countries is one of every contact, which is asked first', async () => {
  const teamId = acme.team.id;
  await app.db.contact.createMany({ data: [1, 2].map((at) => ({ teamId, number: 4_915_112_345_670 + at })) });
  const { fields, asks } = lookupForm({ tags: { nodes: [{ id: 'a', name: 'VIP' }] }, countries: [] });
  const typed = new FormData();
  const { input } = filledIn(fields, typed, new Map(), undefined);
  expect(input).toEqual({});
  expect(asks(input)).toMatch(/^You chose no tag and no country\./);
  const { data } = await client().mutation(gql.RequestLookupDocument, { input });
  expect(await app.db.mnpLookup.findFirst({ where: { id: data!.requestNumberLookup.id } })).toMatchObject({
    amount: 2,
  });

  typed.append('tags', 'VIP');
  const chosen = filledIn(fields, typed, new Map(), undefined).input;
  expect(chosen).toEqual({ tags: ['VIP'] });
  expect(asks(chosen)).toBe(false);
});

test('a look-up can be cancelled until it runs', async () => {
  const { team, token } = await createTeam(app, 'Look-ups');
  const data = { teamId: team.id, amount: 3, cost: 0 };
  await app.db.mnpLookup.createMany({ data: [data, { ...data, status: 'running' }] });
  const { buttons, text } = await shown(Lookups, {}, '', token);
  expect(text).toContain('Running');
  expect(buttons.filter((one) => one === 'Cancel')).toEqual(['Cancel']);
});

test('replies are read when the page can be seen', async () => {
  const inbox = await createInbox(app);
  await inbox.write('Is it still on?');
  const conversationId = await conversationOf(inbox);
  const marks = () => sent.filter(({ body }) => body.includes('mutation MarkRead')).length;
  look('hidden');
  const leave = await running(() => useMarkRead(conversationId, 1));
  // Comes after one that was sent.
  await client().query(gql.TagsDocument, {});
  expect(marks()).toBe(0);
  look('visible');
  await vi.waitFor(() => expect(marks()).toBe(1), PATIENCE);
  leave();
});

test('a page that cannot be seen keeps no stream, and asks again when it is seen', async () => {
  sent.length = 0;
  const streams = () => sent.filter(({ body }) => body.includes('subscription ReplyLive'));
  const asked = () => sent.filter(({ body }) => body.includes('query Tags ')).length;
  const leave = await running(() => {
    useLive(gql.ReplyLiveDocument, {});
    useData(gql.TagsDocument, {});
  });
  await vi.waitFor(() => expect([streams().length, asked()]).toEqual([1, 1]), PATIENCE);
  look('hidden');
  await vi.waitFor(() => expect(streams()[0]!.signal!.aborted).toBe(true), PATIENCE);
  expect(asked()).toBe(1);
  look('visible');
  await vi.waitFor(() => expect([streams().length, asked()]).toEqual([2, 2]), PATIENCE);
  leave();
});

/** The buttons that a component makes, without a page: what each does is looked at. */
function buttonsOf(element: ReactElement<Record<string, unknown>>) {
  // biome-ignore lint/suspicious/noExplicitAny: of any component
  const found: any[] = [];
  const walk = (node: ReactNode): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    const { props } = (node ?? {}) as ReactElement<{ children?: ReactNode; text?: string }>;
    if (props?.text) found.push(props);
    if (props && typeof props.children !== 'function') walk(props.children);
  };
  const Probe = () => {
    walk((element.type as (props: object) => ReactNode)(element.props));
    return null;
  };
  renderToString(createElement(Provider, { value: client() }, createElement(Probe)));
  return found;
}

test.each([
  [Unknown, 'They went out', 'Send them again', 'Send 3 messages again?', 'smsSendId', 'send_again'],
  [UnknownCalls, 'They were placed', 'Call again', 'Place 3 calls again?', 'voiceSendId', 'call_again'],
])('%o: what may reach people twice is asked first', (Shown, done, again, title, of, outcome) => {
  const buttons = buttonsOf(Shown({ [of]: 'a', amount: 3 })).filter(({ act, title }) => act || title);
  expect(buttons.map(({ text, title }) => [text, title])).toEqual([
    [done, undefined],
    [again, title],
  ]);
  expect(buttons[1].children(() => {}).props).toMatchObject({ variables: { input: { [of]: 'a', outcome } } });
});

test('a plot of more values than it can show has the newest, and says so', async () => {
  const { team, token } = await createTeam(app, 'Plots');
  const teamId = team.id;
  const { id: contactId } = await app.db.contact.create({ data: { teamId, number: 15551230001 } });
  const { id: smsCampaignId } = await app.db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
  const { id: smsSendId } = await app.db.smsSend.create({ data: { teamId, smsCampaignId } });
  const hour = 3_600_000;
  const now = Date.now();
  await app.db.smsMessage.createMany({
    data: Array.from({ length: 1_001 }, (_, at) => ({
      ...{ teamId, contactId, smsCampaignId, smsSendId, phoneNormalized: '15551230001', finalText: 'Hello' },
      ...{ isSent: true, sentAt: new Date(now - (at + 1) * hour) },
    })),
  });
  await markAll(app, teamId);
  await rollUp(app.services);
  const of = async (search: string) => shown(Reports, {}, search, token);
  const { text, asked } = await of('?range=90&every=hour');
  expect(text).toContain('The plot shows the newest 1,000 values.');
  expect(asked.find(({ variables }) => variables?.trendBucket)!.variables).toMatchObject({
    trendSort: [{ by: 'bucket', direction: 'desc' }],
  });
  expect((await of('?range=90')).text).not.toContain('The plot shows');
});

test('the health of a route is that of all its networks', async () => {
  const { team, token } = await createTeam(app, 'Health');
  const teamId = team.id;
  const make = async (name: string, networks: number, out: number) => {
    const { id: routeId } = await app.db.route.create({ data: { teamId, name, provider: 'simulator' } });
    await app.db.routeHealth.createMany({
      data: Array.from({ length: networks }, (_, at) => ({
        ...{ teamId, routeId, networkId: at + 1, updatedAt: new Date() },
        ...(at === networks - 1 && { rate: 0.4, outSince: out ? new Date() : null }),
      })),
    });
  };
  await make('One of them out', 25, 1);
  expect((await shown(Providers, {}, '', token)).text).toContain('Out on 1 of 25');
  await make('Nothing known', 0, 0);
  await make('Known at the end', 25, 0);
  const { text } = await shown(Providers, {}, '', token);
  expect(text).toMatch(/Nothing known .*?Too few receipts/);
  expect(text).toMatch(/Known at the end .*?Healthy/);
});

test('a plan shows all its rules, and says where other lists end', async () => {
  const { team, token } = await createTeam(app, 'Rules');
  const teamId = team.id;
  const { id: routeId } = await app.db.route.create({ data: { teamId, name: 'Main' } });
  const { id: routingPlanId } = await app.db.routingPlan.create({ data: { teamId, name: 'Everything' } });
  await app.db.routingPlanRule.createMany({
    data: Array.from({ length: 201 }, (_, position) => ({ teamId, routingPlanId, routeId, position })),
  });
  const { text, html } = await shown(Routing, {}, '', token);
  // With its header.
  expect(html).toContain('<table aria-rowcount="202">');
  expect(text).not.toContain('Only the first');
  await app.db.routingPlan.createMany({
    data: Array.from({ length: 50 }, (_, at) => ({ teamId, name: `Plan ${at}` })),
  });
  expect((await shown(Routing, {}, '', token)).text).toContain('Only the first 50 are shown.');
});

test('what a deletion has left half done says so', async () => {
  const { team, token } = await createTeam(app, 'Deletions');
  const data = { teamId: team.id, name: 'VIP', deletingAt: new Date() };
  await app.db.tag.create({ data });
  await app.db.route.create({ data });
  await createSellerEndpoint(app.db, { ...data, username: 'vip', passwordHash: '' });
  for (const screen of [TagsPage, Providers, Endpoints]) {
    expect((await shown(screen, {}, '', token)).text).toContain(
      'Being deleted Its deletion did not finish. Delete it again.',
    );
  }
});

test('contacts of an audience are not counted with each progress of a campaign', async () => {
  const { id } = await app.db.smsCampaign.create({ data: { teamId: acme.team.id, name: 'Autumn' } });
  const { text, asked } = await shown(CampaignPage, { id });
  expect(text).toContain('Reaches 0 contacts');
  const documents = asked.map(({ query }) => query.loc?.source.body ?? print(query));
  expect(documents.filter((one) => one.includes('audiencePreview'))).toHaveLength(1);
  expect(documents.find((one) => one.includes('query Campaign('))).not.toContain('audiencePreview');
});

test('an import that did not end can be continued with its settings', async () => {
  const data = {
    ...{ teamId: acme.team.id, name: 'list.csv', header: ['Phone', 'Mobile'], status: 'cancelled' as const },
    ...{ guessedColumns: { number: 0 }, columns: { number: 1 }, tags: ['VIP'], totalRows: 5, size: 1n },
  };
  const { id } = await app.db.dataFile.create({ data });
  const page = async () => shown(ImportPage, { id });
  const { html, buttons } = await page();
  expect(buttons).toContain('Continue the import');
  expect(html).toMatch(/<select[^>]* name="columns.number"[^>]*>.*?<option value="1" selected="">Mobile/);
  expect(html).toMatch(/<input[^>]* name="tags"[^>]* value="VIP"/);
  await app.db.dataFile.updateMany({ where: { id }, data: { status: 'imported' } });
  expect((await page()).buttons).not.toContain('Continue the import');
});

test('that nobody has a number is said once it is known', async () => {
  const { id } = await app.db.smsCampaign.create({ data: { teamId: acme.team.id, name: 'Winter' } });
  const { first, text } = await shown(Recipients, { id }, '?number=%2B15550000000');
  expect([first!, text].map((one) => one.includes('No contact has this number'))).toEqual([false, true]);
});

test('a button says why a file could not be had', async () => {
  expect(await tried(() => download('/rest/nowhere.csv', 'nowhere.csv'))).toBe('The file was refused: 404.');
  expect(await tried(() => Promise.reject(new TypeError('undefined is not a function')))).toBe('This did not work');
  expect(await tried(() => 'done')).toBeUndefined();
});

test('what took a while takes nobody away from another page', () => {
  const gone: string[] = [];
  vi.stubGlobal('history', { pushState: (_: unknown, __: string, to: string) => gone.push(to) });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('PopStateEvent', Event);
  let go!: (to: string) => void;
  const Page = () => {
    go = useGo();
    return null;
  };
  at.pathname = '/app/imports';
  renderToString(createElement(Page));
  at.pathname = '/app/contacts';
  go('/imports/1');
  expect(gone).toEqual([]);
  at.pathname = '/app/imports';
  go('/imports/1');
  expect(gone).toEqual(['/app/imports/1']);
});
