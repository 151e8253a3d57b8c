import type { GraphQLAnswer } from './app.ts';
import { PATIENCE } from './patience.ts';

export interface Stream<Data> {
  /** Null once the stream has ended. Rejects when none arrives in time. */
  next(): Promise<GraphQLAnswer<Data> | null>;
  until(wanted: (answer: GraphQLAnswer<Data>) => boolean): Promise<GraphQLAnswer<Data>>;
  /** As a client that disconnects. */
  leave(): Promise<void>;
}

/** Over server-sent events. */
export async function subscribe<Data = Record<string, unknown>>(
  fetch: (request: Request) => Promise<Response>,
  query: string,
  {
    token,
    variables,
    url = 'http://localhost/graphql',
  }: { token?: string | undefined; variables?: object; url?: string } = {},
): Promise<Stream<Data>> {
  const gone = new AbortController();
  const response = await fetch(
    new Request(url, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
      signal: gone.signal,
    }),
  );
  const type = response.headers.get('content-type');
  if (!type?.startsWith('text/event-stream')) throw new Error(`${response.status} ${type}: ${await response.text()}`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function next(): Promise<GraphQLAnswer<Data> | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        if (block.includes('event: complete')) return null;
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (data !== undefined) return JSON.parse(data) as GraphQLAnswer<Data>;
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  }

  const inTime = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no event came')), PATIENCE.timeout);
    });
    return Promise.race([next(), late]).finally(() => clearTimeout(timer));
  };
  return {
    next: inTime,
    async until(wanted) {
      let last: GraphQLAnswer<Data> | null = null;
      for (;;) {
        const answer = await inTime().catch((error: unknown) => {
          throw new Error(`no more events after ${JSON.stringify(last)}`, { cause: error });
        });
        if (answer === null) throw new Error(`the stream ended after ${JSON.stringify(last)}`);
        if (wanted(answer)) return answer;
        last = answer;
      }
    },
    async leave() {
      await reader.cancel().catch(() => {});
      gone.abort();
    },
  };
}
