import { EventSource } from 'eventsource';
import { createClient, NetworkError } from 'graphql-sse';
import { type GraphQLResponse, Network, Observable, type RequestParameters } from 'relay-runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  campaignToWatch,
  firstOf,
  type LiveServer,
  list,
  NAME,
  PROGRESS,
  startLiveServer,
  UPLOAD,
} from './live-server.ts';

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.close());

type Progress = { campaignProgress: { status: string } };

describe('graphql-sse', () => {
  test('follows a subscription on a connection of its own', async () => {
    const { url, headers } = server;
    const { id, finish } = await campaignToWatch(server);
    const client = createClient({ url, headers });
    const seen: unknown[] = [];
    for await (const { data } of client.iterate<Progress>({ query: PROGRESS, variables: { id } })) {
      seen.push(data?.campaignProgress.status);
      if (seen.length === 1) await finish();
      else break;
    }
    expect(seen).toEqual(['running', 'sent']);
  });

  test('asks a query, and is told errors, as streams of one result', async () => {
    const { url, headers } = server;
    const client = createClient({ url, headers });
    const results = async (query: string, extensions?: Record<string, unknown>) => {
      const all: unknown[] = [];
      for await (const result of client.iterate({ query, ...(extensions && { extensions }) })) all.push(result);
      return all;
    };
    expect(await results(NAME)).toEqual([{ data: { me: { teamName: 'Acme' } } }]);
    expect(await results('{ nothing }')).toMatchObject([
      { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    ]);
    const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
    expect(await results(undefined as unknown as string, { persistedQuery })).toEqual([
      { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
    ]);
  });

  test('is refused a single connection for all of its operations, and told what to do', async () => {
    const { url, headers } = server;
    const client = createClient({ url, headers, singleConnection: true, retryAttempts: 0 });
    const iterate = async () => {
      for await (const _ of client.iterate({ query: NAME }));
    };
    await expect(iterate()).rejects.toThrow(NetworkError);

    const asked = await fetch(url, { method: 'PUT', headers });
    expect([asked.status, asked.headers.get('allow'), await asked.json()]).toEqual([
      405,
      'GET, HEAD, POST',
      {
        errors: [
          {
            message: 'Each subscription has a connection of its own here: turn singleConnection off.',
            extensions: { code: 'BAD_REQUEST' },
          },
        ],
      },
    ]);
  });
});

describe('Relay’s network layer', () => {
  const params = (operationKind: RequestParameters['operationKind'], text: string): RequestParameters =>
    ({ id: null, cacheID: text, metadata: {}, name: 'Name', operationKind, text }) as unknown as RequestParameters;

  test('asks a query, uploads a file and follows a subscription', async () => {
    const { url, headers } = server;
    const sse = createClient({ url, headers });
    const network = Network.create(
      async ({ text }, variables, _cache, uploadables) => {
        if (!uploadables) {
          const body = JSON.stringify({ query: text, variables });
          const json = { ...headers, 'content-type': 'application/json' };
          return (await fetch(url, { method: 'POST', headers: json, body })).json() as Promise<GraphQLResponse>;
        }
        const form = new FormData();
        form.set('operations', JSON.stringify({ query: text, variables }));
        form.set(
          'map',
          JSON.stringify(Object.fromEntries(Object.keys(uploadables).map((name) => [name, [`variables.${name}`]]))),
        );
        for (const [name, file] of Object.entries(uploadables)) form.set(name, file);
        return (await fetch(url, { method: 'POST', headers, body: form })).json() as Promise<GraphQLResponse>;
      },
      ({ text }, variables) => Observable.create((sink) => sse.subscribe({ query: text!, variables }, sink as never)),
    );
    const execute = (
      kind: RequestParameters['operationKind'],
      text: string,
      variables = {},
      uploadables?: { file: File },
    ) => network.execute(params(kind, text), variables, { force: true }, uploadables);

    expect(await execute('query', NAME).toPromise()).toEqual({ data: { me: { teamName: 'Acme' } } });
    expect(await execute('mutation', UPLOAD, { file: null }, { file: list() }).toPromise()).toEqual({
      data: { uploadDataFile: { name: 'list.csv', totalRows: 1 } },
    });
    const { id, finish } = await campaignToWatch(server);
    const seen = await firstOf<string>(2, (next, fail) => {
      const subscription = execute('subscription', PROGRESS, { id }).subscribe({
        next: (result) => {
          const { status } = (result as { data: Progress }).data.campaignProgress;
          if (status === 'running') void finish();
          next(status);
        },
        error: fail,
      });
      return () => subscription.unsubscribe();
    });
    expect(seen).toEqual(['running', 'sent']);
    sse.dispose();
  });
});

test('EventSource follows a subscription, named in the address', async () => {
  const { id, finish } = await campaignToWatch(server);
  const query = new URLSearchParams({ query: PROGRESS, variables: JSON.stringify({ id }) });
  const seen = await firstOf<string>(2, (next, fail) => {
    const source = new EventSource(`${server.url}?${query}`, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...server.headers } }),
    });
    source.addEventListener('next', ({ data }) => {
      const { status } = JSON.parse(data).data.campaignProgress;
      if (status === 'running') void finish();
      next(status);
    });
    source.addEventListener('error', fail);
    return () => source.close();
  });
  expect(seen).toEqual(['running', 'sent']);
});
