import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { createClient } from 'graphql-sse';
import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  fetchExchange,
  mapExchange,
  subscriptionExchange,
  useMutation,
  useQuery,
  useSubscription,
} from 'urql';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { currentSession, keepSession } from './session.ts';

const ENDPOINT = '/graphql';

/** Each operation's text and hash by its name, as soon as a screen uses it. */
const known = new Map<string, { text: string; hash: string }>();

function textOf(document: TypedDocumentString<unknown, unknown>): string {
  const text = document.toString();
  const name = /^\w+ (\w+)/.exec(text)![1]!;
  known.set(name, { text, hash: (document.__meta__ as { hash: string }).hash });
  return text;
}

/** With its hash an operation runs also where the server runs no others (PERSISTED_ONLY). */
function withHash<Body extends { operationName?: string | null | undefined }>(body: Body) {
  const operation = known.get(body.operationName ?? '');
  if (!operation) return body;
  const persistedQuery = { version: 1, sha256Hash: operation.hash };
  return { ...body, query: operation.text, extensions: { persistedQuery } };
}

const send: typeof fetch = (input, init) => {
  const { body } = init ?? {};
  if (typeof body === 'string') return fetch(input, { ...init, body: JSON.stringify(withHash(JSON.parse(body))) });
  if (body instanceof FormData)
    body.set('operations', JSON.stringify(withHash(JSON.parse(`${body.get('operations')}`))));
  return fetch(input, init);
};

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

export const codeOf = (error: CombinedError | undefined): string | undefined =>
  error?.graphQLErrors[0]?.extensions.code as string | undefined;

/** One for each session: what was cached for one team is not shown to the next. */
export function clientFor(token: string | undefined): Client {
  const streams = createClient({ url: ENDPOINT, headers: authorization(token), retryAttempts: 100 });
  return new Client({
    url: ENDPOINT,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: send,
    fetchOptions: { headers: authorization(token) },
    exchanges: [
      mapExchange({
        onError(error) {
          const isOver = codeOf(error) === 'UNAUTHENTICATED' && currentSession()?.token === token;
          if (isOver) keepSession(null);
        },
      }),
      cacheExchange,
      subscriptionExchange({
        forwardSubscription: ({ operationName, query = '', variables = {} }) => ({
          subscribe: (sink) => ({
            unsubscribe: streams.subscribe(withHash({ operationName, query, variables }) as never, sink as never),
          }),
        }),
      }),
      fetchExchange,
    ],
  });
}

/** Saves a file of the server, which asks for the token as every request does. */
export async function download(path: string, name: string): Promise<void> {
  const { pathname, search } = new URL(path, location.href);
  const answer = await fetch(pathname + search, { headers: authorization(currentSession()?.token) });
  if (!answer.ok) throw new Error(`The file was refused: ${answer.status}.`);
  const address = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

type Document = TypedDocumentString<unknown, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: it takes documents of any variables
export type Given = TypedDocumentString<any, any>;
type Variables<D extends Given> = VariablesOf<D> & AnyVariables;

/** Every question and every change name it: after a change, what is on the screen is asked for again. */
const ALL = { additionalTypenames: ['Any'] };

export function useData<D extends Given>(document: D, variables: VariablesOf<D>, pause = false) {
  const query = textOf(document as unknown as Document);
  const [result, again] = useQuery<ResultOf<D>, Variables<D>>({ query, variables, pause, context: ALL } as never);
  return { ...result, again: () => again({ requestPolicy: 'network-only' }) };
}

export function useLive<D extends Given>(document: D, variables: VariablesOf<D>, pause = false) {
  const query = textOf(document as unknown as Document);
  return useSubscription<ResultOf<D>, ResultOf<D>, Variables<D>>({ query, variables, pause } as never)[0];
}

/** One question outside of any screen. */
export const ask = <D extends Given>(token: string, document: D, variables: VariablesOf<D>) =>
  clientFor(token).query<ResultOf<D>, Variables<D>>(textOf(document as unknown as Document), variables as Variables<D>);

export type Fields = Readonly<Record<string, string[]>>;

/** A mutation as a form needs it: what was wrong with which field, and what is to be said beside. */
export function useChange<D extends Given>(document: D) {
  const [{ fetching, error }, run] = useMutation<ResultOf<D>, Variables<D>>(textOf(document as unknown as Document));
  const fields = (error?.graphQLErrors[0]?.extensions.fields ?? {}) as Fields;
  /** The answer; null when it was refused. */
  async function change(variables: VariablesOf<D>): Promise<ResultOf<D> | null> {
    const result = await run(variables as Variables<D>, ALL);
    return result.error ? null : (result.data as ResultOf<D>);
  }
  return { change, busy: fetching, fields, error, message: error && messageOf(error) };
}

export function messageOf(error: CombinedError): string {
  if (error.networkError) return 'The server cannot be reached. Try again.';
  return error.graphQLErrors[0]?.message ?? error.message;
}
