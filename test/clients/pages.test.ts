import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { introspectionFromSchema } from 'graphql';
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getSingularSelector,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { schema } from '../../src/schema.ts';
import { markAll } from '../support/roll-ups.ts';
import { type LiveServer, startLiveServer } from './live-server.ts';
import { CAMPAIGN, CAMPAIGNS, CONVERSATION, VOICE_CAMPAIGN } from './pages.ts';

const MISSING = '01900000-0000-7000-8000-000000000000';

let server: LiveServer;
let campaign: string;
let send: string;
let voiceCampaign: string;
let conversation: string;
beforeAll(async () => {
  server = await startLiveServer();
  const { app, acme } = server;
  const teamId = acme.team.id;
  const names = ['Autumn', 'Spring', 'Summer'];
  const made = await app.db.smsCampaign.createManyAndReturn({ data: names.map((name) => ({ teamId, name })) });
  campaign = made.find(({ name }) => name === 'Spring')!.id;
  const number = 4915112345678n;
  const { id: contactId } = await app.db.contact.create({ data: { teamId, number, name: 'Nora' } });
  const now = new Date();
  ({ id: conversation } = await app.db.conversation.create({
    data: { teamId, number, sender: '', contactId, lastText: 'C', lastDirection: 'inbound', lastActivityAt: now },
  }));
  await app.db.smsReply.createMany({
    data: ['A', 'B', 'C'].map((text, at) => ({
      ...{ teamId, providerId: text, fromNumber: number, text, contactId, conversationId: conversation },
      receivedAt: new Date(now.getTime() + at * 1_000),
    })),
  });
  await app.db.smsSend.createMany({
    data: [1, 2, 3].map((audienceSize) => ({ teamId, smsCampaignId: campaign, meta: {}, audienceSize })),
  });
  ({ id: send } = await app.db.smsSend.findFirstOrThrow({ where: { smsCampaignId: campaign, audienceSize: 3 } }));
  const readers = await app.db.contact.createManyAndReturn({
    data: [1n, 2n, 3n].map((at) => ({ teamId, number: number + at, name: `Reader ${at}` })),
  });
  await app.db.smsRecipient.createMany({
    data: readers.map((reader) => ({
      ...{ teamId, smsCampaignId: campaign, smsSendId: send, cycle: 1 },
      ...{ contactId: reader.id, dueAt: now },
    })),
  });
  await app.db.log.create({ data: { teamId, callerType: 'sms_campaign', callerId: campaign, text: 'Created.' } });
  const { id: agentId } = await app.db.agent.create({ data: { teamId, name: 'Ann' } });
  ({ id: voiceCampaign } = await app.db.voiceCampaign.create({ data: { teamId, name: 'Call-backs', agentId } }));
  const of = { teamId, voiceCampaignId: voiceCampaign };
  const { id: voiceSendId } = await app.db.voiceCampaignSend.create({ data: { ...of, meta: {} } });
  await app.db.call.createMany({
    data: ['interested', 'busy', 'interested'].map((callOutcome) => ({
      ...{ ...of, voiceCampaignSendId: voiceSendId, contactId, toNumber: number, status: 'ended' as const },
      callOutcome: callOutcome as 'interested',
    })),
  });
  await markAll(app, teamId);
});
afterAll(() => server.close());

interface Page {
  smsCampaigns: { totalCount: number; edges: { node: { name: string } }[]; pageInfo: { endCursor: string } };
}
const namesOf = (page: Page | undefined) => page?.smsCampaigns.edges.map(({ node }) => node.name);

interface Sends {
  smsCampaign: { sends: { edges: { node: { id: string } }[]; totalCount: number; pageInfo: { endCursor: string } } };
}
interface Talk {
  conversation: { messages: { edges: { node: { text: string } }[]; pageInfo: { endCursor: string } } };
}
const SHOWN = {
  smsCampaign: {
    name: 'Spring',
    texts: [],
    logs: { edges: [{ node: { text: 'Created.' } }] },
    sends: { totalCount: 3, edges: [{}, {}] },
  },
};
interface Voice {
  voiceCampaign: { calls: { edges: { node: { id: string } }[]; pageInfo: { endCursor: string } } };
}
const CALLED = {
  voiceCampaign: {
    name: 'Call-backs',
    agent: { name: 'Ann' },
    callsByOutcome: [
      { outcome: 'interested', count: 2 },
      { outcome: 'busy', count: 1 },
    ],
    calls: { totalCount: 3, edges: [{ node: { toNumber: '+4915112345678', contact: { name: 'Nora' } } }, {}] },
    sends: { edges: [{}] },
  },
};
const callsOf = (voice: Voice | null | undefined) =>
  new Set(voice?.voiceCampaign.calls.edges.map(({ node }) => node.id)).size;
const textsOf = (talk: Talk | undefined) => talk?.conversation.messages.edges.map(({ node }) => node.text);

test('Apollo Client merges pages with relayStylePagination, and warns of nothing', async () => {
  const warned = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  const { url: uri, headers } = server;
  const cache = new InMemoryCache({
    typePolicies: {
      Query: { fields: { smsCampaigns: relayStylePagination(['filter', 'orderBy']) } },
      SmsCampaign: { fields: { sends: relayStylePagination(), logs: relayStylePagination() } },
      SmsSend: { fields: { recipients: relayStylePagination(['filter']) } },
      VoiceCampaign: {
        fields: {
          calls: relayStylePagination(['filter']),
          sends: relayStylePagination(),
          logs: relayStylePagination(),
        },
      },
      Conversation: { fields: { messages: relayStylePagination() } },
    },
  });
  const client = new ApolloClient({ cache, link: new HttpLink({ uri, headers }) });
  const page = (after?: string) =>
    client.query<Page>({ query: gql(CAMPAIGNS), variables: { first: 2, after }, fetchPolicy: 'network-only' });
  const first = (await page()).data;
  expect(namesOf(first)).toEqual(['Autumn', 'Spring']);
  await page(first!.smsCampaigns.pageInfo.endCursor);
  const merged = client.readQuery<Page>({ query: gql(CAMPAIGNS), variables: { first: 2 } });
  expect(namesOf(merged ?? undefined)).toEqual(['Autumn', 'Spring', 'Summer']);
  const ask = (id: string, after?: string) =>
    client.query<Sends>({
      ...{ query: gql(CAMPAIGN), variables: { id, sends: 2, after }, errorPolicy: 'all' },
      fetchPolicy: 'network-only',
    });
  const { data } = await ask(campaign);
  expect(data).toMatchObject(SHOWN);
  await ask(campaign, data!.smsCampaign.sends.pageInfo.endCursor);
  const sends = client.readQuery<Sends>({ query: gql(CAMPAIGN), variables: { id: campaign, sends: 2 } });
  expect(new Set(sends?.smsCampaign.sends.edges.map(({ node }) => node.id)).size).toBe(3);
  expect((await ask(MISSING)).data).toEqual({ smsCampaign: null });
  const voice = (after?: string) =>
    client.query<Voice>({
      ...{ query: gql(VOICE_CAMPAIGN), variables: { id: voiceCampaign, calls: 2, after } },
      fetchPolicy: 'network-only',
    });
  const called = (await voice()).data;
  expect(called).toMatchObject(CALLED);
  await voice(called!.voiceCampaign.calls.pageInfo.endCursor);
  const read = { query: gql(VOICE_CAMPAIGN), variables: { id: voiceCampaign, calls: 2 } };
  expect(callsOf(client.readQuery<Voice>(read))).toBe(3);
  const talk = (after?: string) =>
    client.query<Talk>({
      ...{ query: gql(CONVERSATION), variables: { id: conversation, first: 2, after } },
      fetchPolicy: 'network-only',
    });
  await talk((await talk()).data?.conversation.messages.pageInfo.endCursor);
  const said = client.readQuery<Talk>({ query: gql(CONVERSATION), variables: { id: conversation, first: 2 } });
  expect(textsOf(said ?? undefined)).toEqual(['C', 'B', 'A']);
  expect(warned.flatMap(({ mock }) => mock.calls)).toEqual([]);
  for (const spy of warned) spy.mockRestore();
});

test('urql merges pages with graphcache, and warns of nothing', async () => {
  const warned: string[] = [];
  const { url, headers } = server;
  const none = () => null;
  const cache = cacheExchange({
    schema: introspectionFromSchema(schema) as never,
    // What is part of another record has no id of its own.
    keys: {
      ...{ SmsMessageCounts: none, SmsMessagesOfStatus: none, SmsRecipient: none },
      ...{ CallCounts: none, CallsOfOutcome: none },
    },
    resolvers: {
      Query: { smsCampaigns: relayPagination() },
      SmsCampaign: { sends: relayPagination(), logs: relayPagination() },
      SmsSend: { recipients: relayPagination() },
      VoiceCampaign: { calls: relayPagination(), sends: relayPagination(), logs: relayPagination() },
      Conversation: { messages: relayPagination() },
    },
    // A page that is not cached yet is no mistake.
    logger: (level, text) => level !== 'debug' && warned.push(text),
  });
  const client = new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [cache, fetchExchange],
  });
  const page = (after?: string) => client.query<Page>(CAMPAIGNS, { first: 2, after }).toPromise();
  const first = (await page()).data;
  expect(namesOf(first)).toEqual(['Autumn', 'Spring']);
  expect(namesOf((await page(first!.smsCampaigns.pageInfo.endCursor)).data)).toEqual(['Autumn', 'Spring', 'Summer']);
  const sends = (after?: string) => client.query<Sends>(CAMPAIGN, { id: campaign, sends: 2, after }).toPromise();
  const shown = (await sends()).data;
  expect(shown).toMatchObject(SHOWN);
  const both = (await sends(shown!.smsCampaign.sends.pageInfo.endCursor)).data;
  expect(new Set(both?.smsCampaign.sends.edges.map(({ node }) => node.id)).size).toBe(3);
  const missing = await client.query(CAMPAIGN, { id: MISSING }).toPromise();
  expect(missing.error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  const voice = (after?: string) =>
    client.query<Voice>(VOICE_CAMPAIGN, { id: voiceCampaign, calls: 2, after }).toPromise();
  const called = (await voice()).data;
  expect(called).toMatchObject(CALLED);
  expect(callsOf((await voice(called!.voiceCampaign.calls.pageInfo.endCursor)).data)).toBe(3);
  const talk = (after?: string) => client.query<Talk>(CONVERSATION, { id: conversation, first: 2, after }).toPromise();
  const said = (await talk((await talk()).data?.conversation.messages.pageInfo.endCursor)).data;
  expect(textsOf(said)).toEqual(['C', 'B', 'A']);
  expect(warned).toEqual([]);
});

/** As a component asks for a page of a list below a record. */
const pagedBelow = (module: string, record: string, field: string, node: string) => `
  graphql\`
    fragment ${module}_list on Query @refetchable(queryName: "${module}PaginationQuery")
      @argumentDefinitions(id: { type: "ID!" }, first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
      ${record}(id: $id) {
        id
        ${field}(first: $first, after: $after) @connection(key: "${module}_${field}") {
          totalCount
          edges { node { ${node} } }
        }
      }
    }\`;
  graphql\`query ${module}Query($id: ID!) { ...${module}_list @arguments(id: $id) }\`;`;

/** As a component asks for a page of a list. */
const paged = (module: string, field: string, node: string) => `
  graphql\`
    fragment ${module}_list on Query @refetchable(queryName: "${module}PaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
      list: ${field}(first: $first, after: $after) @connection(key: "${module}_list") {
        totalCount
        edges { node { ${node} } }
      }
    }\`;
  graphql\`query ${module}Query { ...${module}_list }\`;`;

/** A list as a component reads it from Relay's store. */
interface Listed {
  totalCount: number;
  edges: { node: { id?: string; contact?: { id: string } } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

/** Asks with the query that Relay's compiler made for further pages, and reads the fragment, as usePaginationFragment does. */
async function pagesOf(environment: Environment, made: (name: string) => never, module: string, given: object) {
  const query = made(`${module}PaginationQuery`) as ConcreteRequest;
  const first = createOperationDescriptor(query, { ...given, first: 2 });
  environment.retain(first);
  const read = (): Listed => {
    const { data } = environment.lookup(first.fragment);
    const list = environment.lookup(getSingularSelector(made(`${module}_list`), data)!).data as Record<string, unknown>;
    const [root] = Object.values(list) as [Listed & Record<string, Listed>];
    return root.edges ? root : Object.values(root).find((one) => one?.edges)!;
  };
  await fetchQuery(environment, query, { ...given, first: 2 }).toPromise();
  const page = read();
  await fetchQuery(environment, query, { ...given, first: 2, after: page.pageInfo.endCursor }).toPromise();
  return { page, both: read() };
}

test('Relay compiles the pages, with a pagination fragment for each list, merges them and warns of nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relay-'));
  try {
    await cp('schema.graphql', join(folder, 'schema.graphql'));
    const pages = {
      CampaignsPage: paged('CampaignsPage', 'smsCampaigns', 'id name status'),
      CampaignSends: pagedBelow('CampaignSends', 'smsCampaign', 'sends', 'id status logs(first: 1) { nodes { text } }'),
      VoiceCalls: pagedBelow('VoiceCalls', 'voiceCampaign', 'calls', 'id toNumber callOutcome contact { id name }'),
      SendRecipients: pagedBelow('SendRecipients', 'smsSend', 'recipients', 'status contact { id name }'),
      ConversationPage: pagedBelow('ConversationPage', 'conversation', 'messages', 'id direction text'),
      CampaignPage: `graphql\`${CAMPAIGN.replace('query Campaign(', 'query CampaignPageQuery(')}\`;`,
      VoicePage: `graphql\`${VOICE_CAMPAIGN.replace('query VoiceCampaign(', 'query VoicePageQuery(')}\`;`,
    };
    for (const [name, text] of Object.entries(pages)) await writeFile(join(folder, `${name}.js`), text);
    const config = {
      ...{ src: '.', schema: './schema.graphql', language: 'javascript', artifactDirectory: './made' },
      eagerEsModules: false,
    };
    await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
    await writeFile(join(folder, 'package.json'), '{}');
    await mkdir(join(folder, 'made'));
    const compiler = join(import.meta.dirname, '../../node_modules/relay-compiler/cli.js');
    await promisify(execFile)(process.execPath, [compiler, 'relay.config.json'], { cwd: folder });
    expect((await readdir(join(folder, 'made'))).sort()).toEqual([
      'CampaignPageQuery.graphql.js',
      'CampaignSendsPaginationQuery.graphql.js',
      'CampaignSendsQuery.graphql.js',
      'CampaignSends_list.graphql.js',
      'CampaignsPagePaginationQuery.graphql.js',
      'CampaignsPageQuery.graphql.js',
      'CampaignsPage_list.graphql.js',
      'ConversationPagePaginationQuery.graphql.js',
      'ConversationPageQuery.graphql.js',
      'ConversationPage_list.graphql.js',
      'SendRecipientsPaginationQuery.graphql.js',
      'SendRecipientsQuery.graphql.js',
      'SendRecipients_list.graphql.js',
      'VoiceCallsPaginationQuery.graphql.js',
      'VoiceCallsQuery.graphql.js',
      'VoiceCalls_list.graphql.js',
      'VoicePageQuery.graphql.js',
    ]);

    const warned = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    const { url, headers } = server;
    const network = Network.create(async ({ text }, variables) => {
      const body = JSON.stringify({ query: text, variables });
      const given = { ...headers, 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers: given, body })).json();
    });
    const environment = new Environment({ network, store: new Store(new RecordSource()) });
    const load = createRequire(join(folder, 'made', 'made.js'));
    const made = (name: string) => load(`./${name}.graphql.js`) as never;
    for (const [module, given] of [
      ['CampaignsPage', {}],
      ['CampaignSends', { id: campaign }],
      ['VoiceCalls', { id: voiceCampaign }],
      ['SendRecipients', { id: send }],
      ['ConversationPage', { id: conversation }],
    ] as const) {
      const { page, both } = await pagesOf(environment, made, module, given);
      expect([module, page.edges.length, page.pageInfo.hasNextPage]).toEqual([module, 2, true]);
      expect([module, new Set(both.edges.map(({ node }) => node.id ?? node.contact?.id)).size]).toEqual([module, 3]);
      expect([module, both.totalCount, both.pageInfo.hasNextPage]).toEqual([module, 3, false]);
    }
    const shown = await fetchQuery(environment, made('CampaignPageQuery'), { id: campaign, sends: 2 }).toPromise();
    expect(shown).toMatchObject(SHOWN);
    const voice = await fetchQuery(environment, made('VoicePageQuery'), { id: voiceCampaign, calls: 2 }).toPromise();
    expect(voice).toMatchObject(CALLED);
    expect(warned.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of warned) spy.mockRestore();
  } finally {
    await rm(folder, { recursive: true });
  }
});
