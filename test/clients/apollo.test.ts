import { createHash } from 'node:crypto';
import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  Observable,
} from '@apollo/client/core';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignToWatch, firstOf, type LiveServer, NAME, PROGRESS, REFUSED, startLiveServer } from './live-server.ts';

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.close());

const clientOn = (link: ApolloLink) =>
  new ApolloClient({ cache: new InMemoryCache(), link, defaultOptions: { query: { fetchPolicy: 'network-only' } } });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('Apollo Client', () => {
  test('queries, and reads code and fields of an error', async () => {
    const { url: uri, headers } = server;
    const client = clientOn(new HttpLink({ uri, headers }));
    expect((await client.query({ query: gql(NAME) })).data).toEqual({
      me: { __typename: 'Viewer', teamName: 'Acme' },
    });
    const error = await client.mutate({ mutation: gql(REFUSED) }).catch((thrown: unknown) => thrown);
    if (!CombinedGraphQLErrors.is(error)) throw error;
    expect(error.errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'VALIDATION_FAILED', fields: { profit: ['The profit field must be at least 0.'] } },
    ]);
  });

  test('persists an operation, over POST and GET', async () => {
    const { url: uri, headers } = server;
    for (const useGETForHashedQueries of [false, true]) {
      const query = gql(`query Apollo${useGETForHashedQueries} { me { teamName } }`);
      const bodies: string[] = [];
      const watched: typeof fetch = (input, init) => {
        bodies.push(decodeURIComponent(`${input} ${init?.body ?? ''}`));
        return fetch(input, init);
      };
      const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries });
      const client = clientOn(ApolloLink.from([persisted, new HttpLink({ uri, headers, fetch: watched })]));
      for (const _ of [1, 2]) {
        expect((await client.query({ query })).data).toMatchObject({ me: { teamName: 'Acme' } });
      }
      expect(bodies.map((body) => body.includes('teamName'))).toEqual([false, true, false]);
    }
  });

  test('follows a subscription through a link of graphql-sse', async () => {
    const { url, headers } = server;
    const sse = createClient({ url, headers });
    const link = new ApolloLink(
      ({ query, variables }) =>
        new Observable((sink) =>
          sse.subscribe(
            { query: print(query), variables },
            {
              next: (result) => sink.next(result as ApolloLink.Result),
              complete: () => sink.complete(),
              error: (error) => sink.error(error),
            },
          ),
        ),
    );
    const client = clientOn(link);
    const { id, finish } = await campaignToWatch(server);
    const seen = await firstOf<string>(2, (next, fail) => {
      const subscription = client
        .subscribe<{ campaignProgress: { status: string } }>({ query: gql(PROGRESS), variables: { id } })
        .subscribe({
          next: ({ data }) => {
            if (data?.campaignProgress.status === 'running') void finish();
            next(String(data?.campaignProgress.status));
          },
          error: fail,
        });
      return () => subscription.unsubscribe();
    });
    expect(seen).toEqual(['running', 'sent']);
    client.stop();
    sse.dispose();
  });
});
