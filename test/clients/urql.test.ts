import { Client, fetchExchange, gql, subscriptionExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  campaignToWatch,
  firstOf,
  type LiveServer,
  list,
  NAME,
  PROGRESS,
  REFUSED,
  startLiveServer,
  UPLOAD,
} from './live-server.ts';

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.close());

/** What was sent, beside what the client makes of the answers. */
function clientOf(exchanges: 'plain' | 'persisted' | 'graphql-sse') {
  const { url, headers } = server;
  const seen: { accept: string | null; type: string | null; body: string }[] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const accept = new Headers(init?.headers).get('accept');
    seen.push({ accept, type: response.headers.get('content-type'), body: String(init?.body ?? input) });
    return response;
  };
  const sse = createClient({ url, headers });
  const client = new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers },
    fetch: watched,
    requestPolicy: 'network-only',
    fetchSubscriptions: exchanges === 'plain',
    exchanges: {
      plain: [fetchExchange],
      persisted: [persistedExchange({ preferGetForPersistedQueries: false, enableForMutation: true }), fetchExchange],
      'graphql-sse': [
        subscriptionExchange({
          forwardSubscription: ({ query, variables }) => ({
            subscribe: (sink) => ({
              unsubscribe: sse.subscribe({ query: query!, variables: variables as never }, sink as never),
            }),
          }),
        }),
        fetchExchange,
      ],
    }[exchanges],
  });
  return { client, seen };
}

describe('urql', () => {
  test('reads queries and mutations as JSON, though it lists streams as well', async () => {
    const { client, seen } = clientOf('plain');
    const { data, error } = await client.query(NAME, {});
    expect([data, error]).toEqual([{ me: { teamName: 'Acme' } }, undefined]);
    const refused = await client.mutation(REFUSED, {});
    expect(refused.error?.graphQLErrors.map(({ extensions }) => extensions)).toEqual([
      { code: 'VALIDATION_FAILED', fields: { profit: ['The profit field must be at least 0.'] } },
    ]);
    for (const { accept, type } of seen) {
      expect(accept).toContain('text/event-stream');
      expect(type).toBe('application/graphql-response+json');
    }
  });

  test('persists an operation: by its hash, with its text, by its hash', async () => {
    const { client, seen } = clientOf('persisted');
    const query = 'query Persisted { me { teamName } }';
    for (const _ of [1, 2]) {
      const { data, error } = await client.query(query, {});
      expect([data, error]).toEqual([{ me: { teamName: 'Acme' } }, undefined]);
    }
    expect(seen.map(({ body }) => body.includes('teamName'))).toEqual([false, true, false]);
  });

  test('persists over GET as well', async () => {
    const { url, headers } = server;
    const client = new Client({
      url,
      preferGetMethod: 'force',
      fetchOptions: { headers },
      requestPolicy: 'network-only',
      exchanges: [persistedExchange({ preferGetForPersistedQueries: true }), fetchExchange],
    });
    for (const _ of [1, 2]) {
      const { data, error } = await client.query('query Got { me { teamName } }', {});
      expect([data, error]).toEqual([{ me: { teamName: 'Acme' } }, undefined]);
    }
  });

  test.each(['plain', 'graphql-sse'] as const)('follows a subscription (%s)', async (exchanges) => {
    const { client } = clientOf(exchanges);
    const { id, finish } = await campaignToWatch(server);
    const seen = await firstOf<string>(2, (next, fail) => {
      const { unsubscribe } = client.subscription(PROGRESS, { id }).subscribe(({ data, error }) => {
        if (error) return fail(error);
        const { status } = data.campaignProgress;
        if (status === 'running') void finish();
        next(status);
      });
      return unsubscribe;
    });
    expect(seen).toEqual(['running', 'sent']);
  });

  test('uploads a file', async () => {
    const { client, seen } = clientOf('plain');
    const { data, error } = await client.mutation(gql(UPLOAD), { file: list() });
    expect([data, error]).toEqual([{ uploadDataFile: { name: 'list.csv', totalRows: 1 } }, undefined]);
    expect(seen.map(({ body }) => body)).toEqual(['[object FormData]']);
  });
});
