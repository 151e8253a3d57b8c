import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { createClient } from 'graphql-sse';
import { useEffect, useState } from 'react';
import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  fetchExchange,
  mapExchange,
  type Operation,
  subscriptionExchange,
  type UseQueryArgs,
  useMutation,
  useQuery,
  useSubscription,
} from 'urql';
import { ui as t } from '../texts/first.ts';
import { withName, wordsOfPath } from './field-errors.ts';
import { keepSession, session } from './session.ts';

const url = '/graphql';

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

export const codeOf = (error: CombinedError | undefined): string | undefined =>
  error?.graphQLErrors[0]?.extensions.code as string | undefined;

/** An operation goes by its hash, so that it runs where the server runs no others (PERSISTED_ONLY); a new one by its text. */
function byHash(operation: Operation): Operation {
  const { hash } = (operation.query as unknown as { __meta__: { hash: string } }).__meta__;
  const persistedQuery = { version: 1 as const, sha256Hash: hash };
  return import.meta.env.DEV ? operation : { ...operation, extensions: { persistedQuery } };
}

export function clientFor(token: string | undefined): Client {
  const streams = createClient({ url, headers: authorization(token), retryAttempts: 100 });
  return new Client({
    url,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: authorization(token) },
    exchanges: [
      mapExchange({
        onOperation: byHash,
        onError(error) {
          if (!session || session.token !== token) return;
          if (codeOf(error) === 'UNAUTHENTICATED') keepSession(null);
          // Nothing else works until it is set up there.
          if (codeOf(error) === 'TWO_FACTOR_REQUIRED' && !location.search.includes('tab=account'))
            location.assign('/app/settings?tab=account');
        },
      }),
      cacheExchange,
      subscriptionExchange({
        forwardSubscription: (request) => ({
          subscribe: (sink) => ({ unsubscribe: streams.subscribe(request as never, sink as never) }),
        }),
      }),
      fetchExchange,
    ],
  });
}

/** Saves a file of the server, which asks for the token as every request does. */
export async function download(path: string, name: string): Promise<void> {
  const { pathname, search } = new URL(path, location.href);
  const answer = await fetch(pathname + search, { headers: authorization(session?.token) });
  if (!answer.ok) throw new Error(t.fileRefused(answer.status));
  save(await answer.blob(), name);
}

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Every question and every change name it: after a change, what is on the screen is asked for again. */
const ALL = { additionalTypenames: ['Any'] };

/** What a page asks for by its id is there, or the whole answer is an error. */
export type Found<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

export function useData<Data, V extends AnyVariables>(query: TypedDocumentNode<Data, V>, variables: V, pause = false) {
  const [result, again] = useQuery({ query, variables, pause, context: ALL } as UseQueryArgs<V, Data>);
  const isMissing = result.error && Object.values(result.data ?? {}).includes(null);
  const data = isMissing ? undefined : (result.data as Found<Data> | undefined);
  return { ...result, data, again: () => again({ requestPolicy: 'network-only' }) };
}

export function useLive<Data, V extends AnyVariables>(query: TypedDocumentNode<Data, V>, variables: V, pause = false) {
  return useSubscription<Data, Data, V>({ query, variables, pause } as never)[0];
}

/** A value once it has stayed the same for some milliseconds. */
export function useLater<Value>(value: Value, ms: number): Value {
  const [late, setLate] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text && JSON.parse(text)), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return late;
}

export type Fields = Readonly<Record<string, string[]>>;

/** A mutation as a form needs it: what was wrong with which field, and what is to be said beside. */
export function useChange<Data, V extends AnyVariables>(document: TypedDocumentNode<Data, V>) {
  const [{ fetching, error }, run] = useMutation(document);
  const fields = (error?.graphQLErrors[0]?.extensions.fields ?? {}) as Fields;
  /** The answer; null when it was refused. */
  async function change(variables: V): Promise<Data | null> {
    const result = await run(variables, ALL);
    return (!result.error && result.data) || null;
  }
  return { change, busy: fetching, fields, error, message: error && messageOf(error) };
}

export function messageOf(error: CombinedError): string {
  if (error.networkError) return t.serverUnreachable;
  const [first] = error.graphQLErrors;
  const texts = Object.entries((first?.extensions.fields ?? {}) as Fields).flatMap(([path, said]) =>
    said.map((text) => withName(text, path, wordsOfPath(path))),
  );
  return texts.join(' ') || (first?.message ?? error.message);
}
