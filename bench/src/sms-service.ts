import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServiceCall {
  /** When its first bytes were here, by `performance.now()`. */
  arrivedAt: number;
  /** When its answer was written; null before. */
  answeredAt: number | null;
  messages: readonly { id: string; to: string }[];
}

/** Milliseconds. */
export interface Delay {
  least: number;
  most: number;
}

/** A service as `http` routes have them. It remembers every call and accepts every message after a while. */
export interface SmsService {
  readonly url: string;
  readonly calls: readonly ServiceCall[];
  /** Answers nothing for so many milliseconds. */
  hang(ms: number): void;
  close(): void;
}

export async function startSmsService(delay: Delay): Promise<SmsService> {
  const calls: ServiceCall[] = [];
  let hangsUntil = 0;
  const server = createServer((request, response) => {
    // A caller that was killed may leave half a request: nothing was given with it.
    take(request, response).catch(() => response.destroy());
  });
  // It would close a connection that rests for 5 s, sometimes with a call on its way: that call's messages are unknown.
  server.keepAliveTimeout = 600_000;
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.now();
    const { messages } = (await bodyOf(request)) as Pick<ServiceCall, 'messages'>;
    const call: ServiceCall = { arrivedAt, answeredAt: null, messages };
    calls.push(call);
    await sleep(between(delay));
    while (performance.now() < hangsUntil) await sleep(hangsUntil - performance.now());
    call.answeredAt = performance.now();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: messages.map(accepted) }));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    calls,
    hang(ms) {
      hangsUntil = performance.now() + ms;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const accepted = ({ id }: { id: string }) => ({ id, status: 'accepted', provider_id: `p${id}` });

export const between = ({ least, most }: Delay): number => least + Math.random() * (most - least);

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
