import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { schema } from '../../src/schema.ts';
import { type LiveServer, startLiveServer } from './live-server.ts';
import { CAMPAIGN, CAMPAIGNS, CONVERSATION } from './pages.ts';

const MISSING = '01900000-0000-7000-8000-000000000000';

let server: LiveServer;
let campaign: string;
let contact: string;
beforeAll(async () => {
  server = await startLiveServer();
  const { app, acme } = server;
  const teamId = acme.team.id;
  const names = ['Autumn', 'Spring', 'Summer'];
  const made = await app.db.smsCampaign.createManyAndReturn({ data: names.map((name) => ({ teamId, name })) });
  campaign = made.find(({ name }) => name === 'Spring')!.id;
  ({ id: contact } = await app.db.contact.create({ data: { teamId, number: 4915112345678n, name: 'Nora' } }));
  await app.db.log.create({ data: { teamId, callerType: 'sms_campaign', callerId: campaign, text: 'Created.' } });
});
afterAll(() => server.close());

interface Page {
  smsCampaigns: { totalCount: number; edges: { node: { name: string } }[]; pageInfo: { endCursor: string } };
}
const namesOf = (page: Page | undefined) => page?.smsCampaigns.edges.map(({ node }) => node.name);
const SHOWN = { smsCampaign: { name: 'Spring', logs: [{ text: 'Created.' }], sends: [] } };

test('Apollo Client merges pages with relayStylePagination, and warns of nothing', async () => {
  const warned = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  const { url: uri, headers } = server;
  const fields = {
    smsCampaigns: relayStylePagination(['filter', 'orderBy']),
    smsMessages: relayStylePagination(['filter']),
  };
  const cache = new InMemoryCache({ typePolicies: { Query: { fields } } });
  const client = new ApolloClient({ cache, link: new HttpLink({ uri, headers }) });
  const page = (after?: string) =>
    client.query<Page>({ query: gql(CAMPAIGNS), variables: { first: 2, after }, fetchPolicy: 'network-only' });
  const first = (await page()).data;
  expect(namesOf(first)).toEqual(['Autumn', 'Spring']);
  await page(first!.smsCampaigns.pageInfo.endCursor);
  const merged = client.readQuery<Page>({ query: gql(CAMPAIGNS), variables: { first: 2 } });
  expect(namesOf(merged ?? undefined)).toEqual(['Autumn', 'Spring', 'Summer']);
  const one = (id: string) => client.query({ query: gql(CAMPAIGN), variables: { id }, errorPolicy: 'all' });
  expect((await one(campaign)).data).toMatchObject(SHOWN);
  expect((await one(MISSING)).data).toEqual({ smsCampaign: null });
  const talk = await client.query({ query: gql(CONVERSATION), variables: { contact, first: 2 } });
  expect(talk.data).toMatchObject({ contact: { name: 'Nora' }, smsMessages: { edges: [] } });
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
    keys: { SmsMessageCounts: none, SmsMessagesOfStatus: none, SmsRecipient: none },
    resolvers: { Query: { smsCampaigns: relayPagination(), smsMessages: relayPagination() } },
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
  expect((await client.query(CAMPAIGN, { id: campaign }).toPromise()).data).toMatchObject(SHOWN);
  const missing = await client.query(CAMPAIGN, { id: MISSING }).toPromise();
  expect(missing.error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  expect((await client.query(CONVERSATION, { contact, first: 2 }).toPromise()).data).toMatchObject({
    contact: { name: 'Nora' },
    smsMessages: { edges: [] },
  });
  expect(warned).toEqual([]);
});

/** As a component asks for a page of a list. */
const paged = (module: string, field: string, args: string, node: string, variables: string) => `
  graphql\`
    fragment ${module}_list on Query @refetchable(queryName: "${module}PaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
      list: ${field}(first: $first, after: $after${args}) @connection(key: "${module}_list") {
        totalCount
        edges { node { ${node} } }
      }
    }\`;
  graphql\`query ${module}Query${variables} { ...${module}_list }\`;`;

test('Relay’s compiler takes the pages, with a pagination fragment for each list', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relay-'));
  try {
    await cp('schema.graphql', join(folder, 'schema.graphql'));
    const pages = {
      CampaignsPage: paged('CampaignsPage', 'smsCampaigns', '', 'id name status', ''),
      ConversationPage: paged(
        'ConversationPage',
        'smsMessages',
        ', filter: { contactId: $contact }',
        'id finalText clickedAt',
        '($contact: ID!)',
      ),
      CampaignPage: `graphql\`${CAMPAIGN.replace('query Campaign(', 'query CampaignPageQuery(')}\`;`,
    };
    for (const [name, text] of Object.entries(pages)) await writeFile(join(folder, `${name}.js`), text);
    const config = { src: '.', schema: './schema.graphql', language: 'javascript', artifactDirectory: './made' };
    await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
    await writeFile(join(folder, 'package.json'), '{}');
    await mkdir(join(folder, 'made'));
    const compiler = join(import.meta.dirname, '../../node_modules/relay-compiler/cli.js');
    await promisify(execFile)(process.execPath, [compiler, 'relay.config.json'], { cwd: folder });
    expect((await readdir(join(folder, 'made'))).sort()).toEqual([
      'CampaignPageQuery.graphql.js',
      'CampaignsPagePaginationQuery.graphql.js',
      'CampaignsPageQuery.graphql.js',
      'CampaignsPage_list.graphql.js',
      'ConversationPagePaginationQuery.graphql.js',
      'ConversationPageQuery.graphql.js',
      'ConversationPage_list.graphql.js',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
