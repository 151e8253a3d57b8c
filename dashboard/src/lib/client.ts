import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { createClient, NetworkError } from 'graphql-sse';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
import { inWords, withName, wordsOfPath } from './field-errors.ts';
import { keepSession, session, sessionOver } from './session.ts';
import { storeOf } from './store.ts';

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

/** How often a stream has come back: each time, what it missed is asked for. */
const returns = storeOf(0);
/** Whether streams were closed because nobody looked at the page. */
let wasHidden = false;

const isHidden = () => document.visibilityState === 'hidden';
const onVisibility = (watcher: () => void) => {
  document.addEventListener('visibilitychange', watcher);
  return () => document.removeEventListener('visibilitychange', watcher);
};
/** Whether the page is in a tab or window that cannot be seen. */
export const useHidden = () => useSyncExternalStore(onVisibility, isHidden, isHidden);

/** Milliseconds before a stream is opened again, at most: 1, 2, 4 … 30 seconds. */
export const longestPause = (tries: number): number => Math.min(30_000, 1_000 * 2 ** tries);

/** Shorter when the network comes back or the page is looked at. */
const pause = (tries: number) =>
  new Promise<void>((go) => {
    setTimeout(go, longestPause(tries) * (0.5 + Math.random() / 2));
    addEventListener('online', () => go(), { once: true });
    document.addEventListener('visibilitychange', () => go(), { once: true });
  });

export function clientFor(tokenOf = () => session?.token): Client {
  const headers = () => authorization(tokenOf());
  const streams = createClient({
    ...{ url, headers, retry: pause, retryAttempts: Number.POSITIVE_INFINITY },
    on: {
      connected(isAgain) {
        if (isAgain || wasHidden) returns.set(returns.get() + 1);
        wasHidden = false;
      },
    },
    // The server ends streams when it closes, too. Only one that it refused stays closed.
    onMessage({ event, data }) {
      const code = (data as Partial<CombinedError['response']>)?.errors?.[0]?.extensions?.code;
      const mayCome = event === 'complete' ? !isRefused : code !== 'UNAUTHENTICATED' && PASSING.includes(code);
      if (mayCome) throw new NetworkError('The stream was cut.');
      isRefused = code !== undefined;
    },
  });
  let isRefused = false;
  let wasGood = false;
  return new Client({
    url,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ headers: headers() }),
    exchanges: [
      mapExchange({
        onOperation: byHash,
        onResult({ data }) {
          wasGood ||= Boolean(data);
        },
        onError(error) {
          if (!session || session.token !== tokenOf()) return;
          if (codeOf(error) === 'UNAUTHENTICATED') wasGood ? sessionOver.set(true) : keepSession(null);
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
  const headers = authorization(session?.token);
  const answer = await fetch(pathname + search, { headers }).catch(() => undefined);
  if (!answer?.ok) throw new Error(answer ? t.fileRefused(answer.status) : t.serverUnreachable);
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

/** It may go well the next time: what was answered before stays on the screen, and what is typed there. */
const mayPass = (error: CombinedError) => error.networkError !== undefined || PASSING.includes(codeOf(error) ?? '');
const PASSING = ['UNAUTHENTICATED', 'RATE_LIMITED', 'TIMEOUT', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

export function useData<Data, V extends AnyVariables>(query: TypedDocumentNode<Data, V>, variables: V, pause = false) {
  const args = { query, variables, pause: sessionOver.use() || pause, context: ALL };
  const [{ error, data: answer, ...result }, ask] = useQuery(args as UseQueryArgs<V, Data>);
  const good = useRef<{ key: string; data: Found<Data> }>(undefined);
  const key = JSON.stringify(variables);
  const isMissing = error && Object.values(answer ?? {}).includes(null);
  const now = isMissing ? undefined : (answer as Found<Data> | undefined);
  if (error && !mayPass(error)) good.current = undefined;
  else if (now && !result.fetching) good.current = { key, data: now };
  const data = now ?? (good.current?.key === key ? good.current.data : undefined);
  const again = () => ask({ requestPolicy: 'network-only' });
  const returned = returns.use();
  const seen = useRef(returned);
  useEffect(() => {
    if (seen.current !== returned && !args.pause) again();
    seen.current = returned;
  });
  return { ...result, error, data, again };
}

/** Closed while nobody sees it: over HTTP/1.1 a browser has six connections to a server, for all its tabs. */
export function useLive<Data, V extends AnyVariables>(query: TypedDocumentNode<Data, V>, variables: V, pause = false) {
  const hidden = useHidden();
  useEffect(() => {
    wasHidden ||= hidden;
  }, [hidden]);
  return useSubscription<Data, Data, V>({ query, variables, pause: sessionOver.use() || pause || hidden } as never)[0];
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

/** A UUID; browsers have `crypto.randomUUID` on pages with TLS alone. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** What tells a file from another; as JSON all are the same. */
const ofFile = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** A mutation as a form needs it: what was wrong with which field, and what is to be said beside. */
export function useChange<Data, V extends AnyVariables>(document: TypedDocumentNode<Data, V>) {
  const [{ fetching, error }, run] = useMutation(document);
  const fields = (error?.graphQLErrors[0]?.extensions.fields ?? {}) as Fields;
  const last = useRef({ text: '', key: '', at: 0, code: undefined as string | undefined });
  /** The answer; null when it was refused. The same again within two minutes is the same request, which may have been carried out. */
  async function change(variables: V): Promise<Data | null> {
    const text = JSON.stringify(variables, ofFile);
    const at = Date.now();
    if (last.current.text !== text || at - last.current.at > 120_000)
      last.current = { text, key: newId(), at, code: undefined };
    const result = await run({ ...variables, key: last.current.key }, ALL);
    last.current.code = codeOf(result.error);
    if (!result.error) last.current.text = '';
    return (!result.error && result.data) || null;
  }
  /** Why the last one was refused, before the page is drawn with it. */
  const code = () => last.current.code;
  return { change, code, busy: fetching, fields, error, message: error && messageOf(error) };
}

const BY_CODE: Record<string, string> = {
  RATE_LIMITED: t.waitABit,
  TIMEOUT: t.tookTooLong,
  INTERNAL_SERVER_ERROR: t.serverFailed,
};

export function messageOf(error: CombinedError): string {
  if (error.networkError) return t.serverUnreachable;
  const [first] = error.graphQLErrors;
  const texts = Object.entries((first?.extensions.fields ?? {}) as Fields).flatMap(([path, said]) =>
    said.map((text) => withName(text, path, wordsOfPath(path))),
  );
  return texts.join(' ') || BY_CODE[codeOf(error) ?? ''] || inWords(first?.message ?? error.message);
}
