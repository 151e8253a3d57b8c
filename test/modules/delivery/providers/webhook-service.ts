import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
}

/** A web service that keeps what it was asked and answers as it is told. Port 0: a free one. */
export async function startService(
  answer: (seen: Seen, response: ServerResponse) => void = (_seen, response) => response.end(),
  port = 0,
) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Seen['headers'];
    seen.push({ method: request.method!, path: request.url!, headers, body: Buffer.concat(chunks).toString() });
    answer(seen.at(-1)!, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
